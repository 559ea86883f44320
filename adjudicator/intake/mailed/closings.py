"""The end of a mail right below a file: closing words and names, which no game has an order for."""

import re
from collections.abc import Iterable, Sequence
from itertools import dropwhile, takewhile
from typing import Final
from unicodedata import category

from adjudicator.intake.mailed.left_out_signs import END
from adjudicator.intake.mailed.mended_lines import strip_marks

_ON_LETTERS: Final = frozenset({"Mn", "Mc", "Cf"})
"""Vowel signs, accents and joiners, which are parts of words and no letters."""


def _take_letters(line: str) -> str:
    return line if line.isascii() else "".join(sign for sign in line if category(sign) not in _ON_LETTERS)


_PHRASES: Final = {
    "English": (
        r"(?:(?:many|best|kind(?:est)?|warm(?:est)?|with|my) )*(?:thanks?(?: you)?|thx|ty|regards|wishes|greetings)",
        r"have (?:a )?(?:nice|good|great|lovely) (?:day|evening|night|week|weekend|time)",
        r"(?:i )?hope (?:that|this|it)(?: works| helps|(?: is|'s|\u2019s) (?:ok|okay|fine|right|correct))",
        *("cheers", "all the best", "best,", "bye(?: bye)?", "ciao", "see (?:you|ya)", "take care", "good luck"),
        *("have fun", "sincerely", "yours(?: sincerely| truly)?", "(?:talk|speak) (?:to you )?soon", "love", "br"),
        r"(?:happy|merry) (?:holidays|christmas|easter|new year|weekend)",
    ),
    "German": (
        *("danke(?: sch\xf6n)?", "vielen dank", "gru(?:\xdf|ss)"),
        r"(?:mit )?(?:(?:viele|liebe|beste|sch\xf6ne|herzliche|freundliche)n? )+gr\xfc(?:\xdf|ss)en?(?: aus)?",
        *("mfg", "lg", "vg", "bis (?:bald|dann|morgen)", "sch\xf6nes wochenende", "servus"),
        *("(?:einen )?sch\xf6nen (?:tag|abend)(?: noch)?", "danke f\xfcrs \\w+"),
    ),
    "French": (
        *("merci(?: beaucoup)?", "(?:bien )?cordialement", "(?:merci et )?\xe0 bient\xf4t"),
        *("bonne (?:journ\xe9e|soir\xe9e)(?: \xe0 tous)?", "amicalement", "bien \xe0 (?:vous|toi)"),
        *("\xe0 plus", "bises", "bisous", "salutations"),
    ),
    "Spanish": ("(?:muchas )?gracias(?: y un saludo)?", "(?:un )?(?:cordial )?saludos?(?: cordiales)?", "un abrazo"),
    "Italian": ("grazie(?: mille)?", "(?:cordiali )?saluti", "a presto", "buona (?:serata|giornata)", "ciao a tutti"),
    "Portuguese": ("obrigad[ao]", "(?:um )?abra\xe7os?", "cumprimentos", "atenciosamente"),
    "Dutch": ("dank ?je(?: wel)?", "bedankt", "(?:met )?(?:vriendelijke )?groet(?:en|jes)?(?: uit)?"),
    "Swedish": ("tack(?: s\xe5 mycket)?", "(?:med )?(?:v\xe4nliga? )?h\xe4lsning(?:ar)?", "mvh"),
    "Norwegian and Danish": ("(?:mange )?takk?", "(?:med )?(?:venn?lig )?hilsen"),
    "Finnish": ("kiitos", "(?:yst\xe4v\xe4llisin )?terveisin"),
    "Polish and Czech": ("dzi\u0119kuj\u0119", "pozdrawiam(?: serdecznie)?", "pozdrowienia", "s pozdravem"),
    "Hungarian and Turkish": (
        "\xfcdv(?:\xf6zlettel)?",
        "k\xf6sz\xf6n\xf6m",
        "te\u015fekk\xfcrler",
        "iyi ak\u015famlar",
        "sayg\u0131lar\u0131mla",
    ),
    "Indonesian": ("terima kasih",),
    "Russian": ("спасибо", "\u0441 уважением"),
    "Hebrew": ("תודה(?: רבה)?", "בברכה"),
    "Arabic": ("شكرا(?: جزيلا)?", "مع (?:خالص )?(?:ال)?تحياتي?"),
    "Hindi and Thai": ("धन्यवाद", "शुक्रिया", "सादर", "ขอบคุณ(?:มาก)?(?:ครับ|ค่ะ)?"),
    "Chinese": ("多?(?:谢谢|謝謝)(?:大家|您|你)?",),
    "Japanese": ("ありがとう(?:ございま(?:す|した))?", "(?:以上, ?)?よろしくお願い(?:いた)?します"),
    "Korean": ("감사합니다",),
}
"""How mails end, as regular expressions, by language."""
_TAILS: Final = (
    *("a lot", "so much", "very much", "again", "in advance", "all", "everybody", "everyone", "folks", "guys"),
    *("moderator", "later", "soon", "then", "and"),
    *("for everything", "for running (?:this|it|the game)", "for the game", "for (?:all )?your \\w+", "dear"),
    *("to (?:you )?(?:all|everybody|everyone)", "(?:on |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day"),
    "next (?:turn|time|week)",
)
"""What may follow such words."""
_OPENINGS: Final = (
    *("thanks? (?:you )?for", "(?:i'?m |we'?re )?sorry (?:for|about|that)", "(?:i'?m |we'?re )?looking forward to"),
    *("see you", "greetings from", "regards from", "hope (?:you|everybody|everyone)", "good luck (?:with|in|on|to)"),
)
"""What no order begins with: plain words may follow it to the end of a sentence."""
_WORDS = f"(?:{'|'.join(_take_letters(phrase) for phrases in _PHRASES.values() for phrase in phrases)})"
_NAME = r"[^\W\d_][^\W\d_'\u2019.-]*(?:['\u2019.\u05be-][^\W\d_]*)*"
_TAIL = rf"(?:[ ,]+(?:(?:{'|'.join(_TAILS)})\b|(?-i:(?=[^a-z]){_NAME})))*[ ,]*"
_CLOSING: Final = re.compile(_WORDS + _TAIL, re.IGNORECASE)
"""Thanks and greetings, and the names of those who get or send them, which begin with a capital."""
_JOINING = r"(?:and|but|if|instead|please|then|unless)\b"
_WISH: Final = re.compile(
    rf"(?:{'|'.join(_OPENINGS)})(?: (?!{_JOINING})[^\W\d_]+(?:['\u2019][^\W\d_]+)?){{1,12}}{_TAIL}", re.IGNORECASE
)
"""Such an opening and plain words: no digit, and nothing that goes over to something else."""
_CALLED = re.compile(rf"(?![a-z]){_NAME}|v[oa]n|de[rn]?|d[aiu]|l[ae]|bin|al|el")
_ANSWER: Final = re.compile(
    r"\b(?:accept|actually|cancel|card|change|done|dice|end|ignore|no|none|not|nothing|ok|okay|pass|play|refuse|reject"
    r"|roll|skip|stop|take|turn|wait|yes)\b",
    re.IGNORECASE,
)
"""Words of orders and answers."""
_NO_SENDER = re.compile(rf"\bbest\b|{_ANSWER.pattern}", re.IGNORECASE)
"""Words that are nobody's name."""
_LATIN = re.compile(r"[A-Za-z\xc0-\u024f]")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_DASH = re.compile(r"[-\u2013\u2014~*_/]{1,2} ?|[*_]$")
_SIGNS = re.compile(r"(?:<3|[:;]-[()DP]|[!?:;()\u2026.\u3002 \u2600-\u27bf\U0001f000-\U0001faff\ufe0f\u200d])+$")
"""What closing words end with: signs, and faces of them or as pictures."""
_JOINS = re.compile(", | and | und | et ", re.IGNORECASE)
_STOP = re.compile(r"[.!?;]+ +")
_SEAT = re.compile(r"seat *: *[\"']?([A-Za-z][\w-]*)", re.IGNORECASE)


_MOST_LINES: Final = 6
_MOST_NAMES: Final = 2
_MOST_WORDS: Final = 4
_LONGEST: Final = 80
_LONGEST_NAME: Final = 7
_HEAD_LINES: Final = 40
"""Within which a file says whose it is; no mail of many files is read once for each line."""


def find_closing(lines: Sequence[str], number: int, first: int, *, knows_names: bool = True) -> tuple[int, ...]:
    """The lines from ``number`` down to an empty one or the end, if all of them close a mail; else nothing.

    Closing words come first, then at most two lines of names. The id of the sender's seat, which a line from ``first``
    on names, does alone, and a name that begins with it; so does a name in a script in which nobody writes orders,
    with ``knows_names``.
    """
    below = [line.strip() for line in lines[number : number + _MOST_LINES + 1]]
    depth = strip_marks(below[0])[1] if below else 0
    below = list(takewhile(lambda line: line and _goes_on(line, depth), below))
    if not 0 < len(below) <= _MOST_LINES or max(map(len, below)) > _LONGEST or below[0] == "-":
        return ()
    said = [_strip(strip_marks(line)[0]) for line in below]
    said[0] += "," * (len(said) > 1 and said[0].lower() == "best")  # alone it may answer something
    names = list(dropwhile(_is_closing, said))
    if len(names) < len(said):
        is_closed = len(names) <= _MOST_NAMES and all(map(is_name, names))
    else:
        head = lines[first : min(number, first + _HEAD_LINES)]
        is_closed = len(names) == 1 and ((knows_names and _is_foreign_name(names[0])) or _names_seat(head, names[0]))
    return tuple(range(number, number + len(said))) if is_closed else ()


def _goes_on(line: str, depth: int) -> bool:
    """Whether a line is no mail that is answered: neither its head nor quoted deeper."""
    bare, marks = strip_marks(line)
    return marks <= depth and not END.match(bare)


def _is_closing(line: str) -> bool:
    *said, last = _STOP.split(line)
    return all(map(_is_closing_sentence, said)) and (
        not last or _is_closing_sentence(last) or bool(said and is_name(last))
    )


def _is_closing_sentence(said: str) -> bool:
    if _WISH.fullmatch(said) and not _NO_SENDER.search(said):
        return True
    return bool(_CLOSING.fullmatch(said)) or all(map(_CLOSING.fullmatch, _JOINS.split(said)))


def _names_seat(lines: Iterable[str], word: str) -> bool:
    """Whether ``word`` is the seat that one of ``lines`` names, or a name that begins with it."""
    seats = (match[1] for line in lines if (match := _SEAT.match(strip_marks(line)[0])))
    called = word.partition(" ")[0] if is_name(word) else word
    return next(seats, "").lower() == called.lower()


def _strip(line: str) -> str:
    """A line without a dash before it, the signs behind it and marks on letters; empty where it has nothing else."""
    said = _DASH.sub("", _SIGNS.sub("", line.strip())).strip(" ")
    return _take_letters(said)


def _is_foreign_name(line: str) -> bool:
    return is_name(line) and not _LATIN.search(line) and not is_unspaced(line)


def is_name(line: str) -> bool:
    """Whether ``line`` may be the name of whoever sends a mail, and is no word of an order."""
    words = line.split(" ")
    is_called = all(_CALLED.fullmatch(word) for word in words) and not line[:1].islower()
    return is_called and len(words) <= _MOST_WORDS and not _NO_SENDER.search(line)


def is_word_or_name(line: str) -> bool:
    """Whether ``line`` has one word, or a name, and nothing that answers; without blanks it may be a sentence."""
    is_named = line.isalpha() or all(map(is_name, line.split(" | ")))
    return is_named and not _ANSWER.search(line) and not is_unspaced(line)


def is_unspaced(line: str) -> bool:
    """Whether ``line`` may be a sentence of a language without blanks: no name is so long."""
    return len(line) > _LONGEST_NAME and _UNSPACED.match(line) is not None
