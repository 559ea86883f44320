"""In a turn with several votes players are told which of them an order was for, and who only took the first place."""

from __future__ import annotations

from reported import tell_results
from unit.catan_caravans_mail.voting import ONE_ONE, table
from unit.catan_mail.mailing import END, Mail

from adjudicator.core.table import Pacing

CITIES = {
    "amira": {"settlements": [53], "hand": "3 ore, 3 grain"},
    "bilal": {"settlements": [15], "hand": "3 ore, 3 grain"},
}
DICE = (ONE_ONE,) * 6


def sit() -> Mail:
    return table(has=CITIES, pacing=Pacing.ROUND, ahead=[[0, 0], [1, 1], [1, 1]])


def told(mail: Mail, seat: str) -> list[str]:
    assert mail.verdict is not None
    results = mail.game.orders.retell(mail.verdict.results, mail.verdict.events, str.title)
    return [line for line in tell_results(results, seat, mail.game.orders.sentences) if "vote" in line]


def news(mail: Mail, seat: str) -> str:
    assert mail.verdict is not None
    known = mail.see(seat)
    heard = [event for event in (mail.game.views.hear(event, seat) for event in mail.verdict.events) if event]
    return " ".join(mail.game.exhibit.tell(known, heard, seat).lines)


def test_what_a_script_says_of_votes_is_used_up_in_the_first_and_standing_votes_count_in_ones_own() -> None:
    mail = sit()
    mail.send("amira", f"- city: 53\n- bid: 1 grain\n- prefer: [R3 30-31]\n{END}")
    mail.send("bilal", f"- city: 15\n- bid: 0\n- prefer: [R2 33-34]\n{END}", standing="- bid: 0\n- prefer: [R1 11-12]")
    mail.send("chadi", END)
    mail.run(*DICE)
    assert told(mail, "bilal") == [
        "In Amira's vote: bid nothing (line 6): done.",
        "In Amira's vote: prefer R2 33-34 (line 7) was not used: you laid no cards, so you have no say in this vote.",
        "In your own vote: standing order: bid nothing (line 10): done.",
        "In your own vote: standing order: prefer R1 11-12 (line 11): done.",
    ]
    assert [line.partition(":")[0] for line in told(mail, "amira")] == ["In your own vote"] * 2


def test_who_decides_without_cards_and_named_no_open_position_is_told_that_the_first_was_taken() -> None:
    mail = sit()
    mail.send("amira", END)
    mail.send("bilal", f"- city: 15\n{END}", standing="- bid: 0\n- prefer: [R1 40-41]")
    mail.send("chadi", END)
    mail.run(*DICE)
    assert mail.event("vote-decided")["how"] == "mover"
    assert mail.verdict is not None
    results = mail.game.orders.retell(mail.verdict.results, mail.verdict.events, str)
    lines = tell_results(results, "bilal", mail.game.orders.sentences)
    assert lines[-1] == "Prefer R1 10-11, the first open position, chosen because you had no usable order."
    assert not any("first" in line for line in tell_results(results, "amira", mail.game.orders.sentences))
    for seat, called in (("bilal", "you"), ("amira", "bilal")):
        assert f"the choice fell to {called}, whose turn it was: R1 10-11" in news(mail, seat)


def test_that_who_laid_most_named_no_open_position_is_seen_by_all() -> None:
    mail = sit()
    mail.send("amira", f"- city: 53\n- bid: 1 grain\n{END}")
    for seat in ("bilal", "chadi"):
        mail.send(seat, END)
    mail.run(*DICE)
    said = "had named no open position, so the first was taken, R1 10-11"
    assert f"but you {said}" in news(mail, "amira")
    assert f"but amira {said}" in news(mail, "chadi")


def test_what_is_told_of_a_vote_is_not_on_record() -> None:
    mail = sit()
    mail.send("amira", f"- city: 53\n- bid: 1 grain\n{END}")
    mail.send("bilal", f"- city: 15\n{END}")
    mail.send("chadi", END)
    mail.run(*DICE)
    assert mail.verdict is not None
    assert not any(result.occasion for result in mail.verdict.results)


def test_a_receipt_by_rounds_says_that_the_next_vote_may_be_anybodys() -> None:
    mail = sit()
    forecast = mail.intake.forecast(mail.judge("bilal", f"- city: 15\n- bid: 0\n- prefer: [R2 33-34]\n{END}"))
    assert forecast.orders[:2] == (
        "bid nothing: you lay no cards in the next vote (whoever builds)",
        "prefer R2 33-34: counts in the next vote (whoever builds) if you lay cards or the choice falls to you",
    )
