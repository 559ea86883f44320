"""What players may write where a game reads their texts: whatever it is, the game has an answer."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.table import Seat
from adjudicator.kit.actions.conditions import clean
from adjudicator.kit.actions.kernel import ActionKernel
from adjudicator.kit.actions.rules import Illegal
from adjudicator.testing.trial import Fault, Trial, TrialStep

_ODD = ("", "0", "-1", "7", "a", "x9", "9x", "a b c", "1.5", "²", "é", ",", "{", "99999999999999999999", "a" * 200)


def check_texts(trial: Trial) -> Iterator[Fault]:
    """Of a game of actions: conditions raise ``ValueError`` or nothing, ``refuse`` nothing, and gives ``Illegal``."""
    kernel = trial.game.kernel
    if not isinstance(kernel, ActionKernel):
        return
    _, steps = trial.sample("texts")
    told: set[str] = set()
    for step in steps:
        for seat in kernel.seats(step.state):
            known = trial.game.views.see(step.state, {}, seat)
            for text in _list_texts(step):
                for where, wrong in _try(kernel, known.position, seat, text):
                    if where not in told:
                        told.add(where)
                        yield trial.fault("texts", f"{where} {wrong} where {seat} writes {text!r}")


def _list_texts(step: TrialStep) -> list[str]:
    """Odd texts, and legal actions with something too much or too little."""
    nearly = [text for action in map(str, step.legal[:5]) for text in (action, f"{action} 1", action[:-1], action[1:])]
    return [clean(text) for text in (*_ODD, *nearly)]


def _try(kernel: ActionKernel[object], position: object, seat: Seat, text: str) -> Iterator[tuple[str, str]]:
    """What stumbles over ``text``, and how."""
    for key, ask in kernel.rules.conditions.items():
        try:
            ask(position, seat, text)
        except ValueError:
            continue  # this is how a condition says that it does not understand
        except Exception as error:  # noqa: BLE001 - whatever the game raises is what is looked for
            yield f"the condition {key}", f"raises {type(error).__name__}, not ValueError,"
    if text in kernel.rules.legal(position, seat):
        return
    try:
        refused: object = kernel.rules.refuse(position, seat, text)
    except Exception as error:  # noqa: BLE001 - whatever the game raises is what is looked for
        yield "refuse", f"raises {type(error).__name__}"
    else:
        if not isinstance(refused, Illegal):
            yield "refuse", "gives no Illegal"
