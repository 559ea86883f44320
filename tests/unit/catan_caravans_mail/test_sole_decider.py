"""Who laid more cards than all others together: what everybody reads of it, and what that seat's silence means."""

from __future__ import annotations

from unit.catan_caravans_mail.voting import GAME, voting
from unit.catan_mail.mailing import LATE

from adjudicator.core.agenda import EMPTY
from adjudicator.core.charter import MissedPolicy
from adjudicator.core.deadlines import WhenSilent, say_if_silent
from adjudicator.rules.catan_caravans.words import list_vote, write_vote_form


def test_a_sole_decider_is_named_and_nobody_else_is_offered_a_say() -> None:
    mail = voting({"amira": "1 wool", "bilal": "2 wool"}, options={"negotiate-hours": "12"})
    mail.send("amira", "- bid: 1 wool\n- prefer: V4")
    mail.send("bilal", "- bid: 2 wool\n- prefer: V1")
    mail.run(leave=LATE)

    assert list_vote(mail.see("amira"))[-1] == "bilal laid more cards than all others together and decides alone."
    assert list_vote(mail.see("bilal"))[-1] == "You laid more cards than all others together and decide alone."
    assert write_vote_form(mail.see("amira"), 0)[0].startswith("# Somebody laid more cards")
    assert any("- prefer:" in line for line in write_vote_form(mail.see("bilal"), 1))


def test_silence_when_preferences_may_be_changed_is_filled_by_no_policy() -> None:
    mail = voting({"amira": "1 wool", "bilal": "2 wool"}, options={"negotiate-hours": "12"})
    mail.send("bilal", "- bid: 2 wool\n- prefer: V1")
    mail.run(leave=LATE)

    (ask,) = mail.asks
    for missed in MissedPolicy:
        said = say_if_silent(GAME, mail.see("bilal"), EMPTY, ask, WhenSilent(late=True, missed=missed))
        assert said == "If you send nothing, you name no position."


def test_the_house_is_announced_for_turns_alone() -> None:
    mail = voting({"amira": "1 wool"})
    silent = WhenSilent(late=True, missed=MissedPolicy.HOUSE)
    said = say_if_silent(GAME, mail.see("amira"), EMPTY, mail.asks[0], silent)
    assert said.startswith("If you send nothing, you lay no cards.")
