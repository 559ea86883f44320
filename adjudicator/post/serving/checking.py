"""Trying the mailbox and the mail server before games depend on them: what is wrong, and what would mend it."""

from __future__ import annotations

import smtplib
import ssl

from adjudicator.post.fetching import MailSource, SourceDownError
from adjudicator.post.sending.server import MailServer, say_fault
from adjudicator.post.settings import PostSettings

_ADVICE = (
    ("not let us in", "many providers want a password made for programs (an app password), not your own"),
    ("refused", "nothing listens there: check host and port"),
    ("not known", "there is no server of that name: check host"),
    ("No address", "there is no server of that name: check host"),
    ("WRONG_VERSION", "the server does not speak TLS from the start on this port: try tls: starttls"),
    ("CERTIFICATE_VERIFY_FAILED", "the server's certificate is not of this host: use the name it was made for"),
    ("does not answer", "check host and port, and whether a firewall is in between"),
    ("No such file", "make the Maildir, or correct its path"),
)


def check_mailbox(source: MailSource) -> str:
    """What keeps mails from being fetched; nothing where they can be. Nothing is changed but folders made."""
    try:
        source.fetch(1, ())
    except SourceDownError as error:
        return advise(str(error))
    finally:
        source.close()
    return ""


def check_sending(settings: PostSettings) -> str:
    """What keeps letters from being sent; nothing where they can be. None is sent."""
    if settings.smtp is None:
        return ""
    server = MailServer(settings.smtp)
    try:
        connection = server.connect()
        connection.ehlo_or_helo_if_needed()
        code, words = connection.mail(settings.address)
        if not 200 <= code < 300:  # noqa: PLR2004 - how a mail server says yes
            return advise(
                f"the mail server takes nothing from {settings.address}: {code} {words.decode(errors='replace')}"
            )
        connection.rset()
    except (smtplib.SMTPException, ssl.SSLError, OSError) as error:
        return advise(say_fault(error))
    finally:
        server.close()
    return ""


def advise(fault: str) -> str:
    """A fault, and what would mend it."""
    return next((f"{fault}; {advice}" for sign, advice in _ADVICE if sign in fault), fault)
