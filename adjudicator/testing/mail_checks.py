"""What orders, views and texts have to hold to, and whole games by mail."""

import json
import tempfile
from collections.abc import Iterator
from typing import Any

from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.simulate import CAP, Wish, play_directories
from adjudicator.acts.upkeep import describe_opened
from adjudicator.acts.verify import verify_game
from adjudicator.core.agenda import EMPTY, Act, enlist
from adjudicator.core.deadlines import put_question
from adjudicator.core.order import describe
from adjudicator.core.table import Onlooker, Pacing, Reader, Seat, Setting
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.kit.actions.kernel import ActionKernel
from adjudicator.kit.actions.orders import clean
from adjudicator.kit.actions.rules import Illegal
from adjudicator.report.render import render_reports
from adjudicator.testing.search import Search
from adjudicator.testing.trial import Fault, Trial, TrialStep, choose_setting, write
from adjudicator.testing.twins import PlainTwins, Twins

_PLANTED = "planted-fact"
_ODD = ("", "0", "-1", "7", "a", "x9", "9x", "a b c", "1.5", "²", "é", ",", "{", "99999999999999999999", "a" * 200)


def check_orders(trial: Trial) -> Iterator[str]:
    """The order that ``write`` gives for a legal action is accepted, and does just that."""
    game, (_, steps) = trial.game, trial.sample("orders")
    for step in steps:
        seats, known = game.kernel.seats(step.state), game.views.see(step.state, {}, step.seat)
        decision = next(decision for decision in step.decisions if decision.seat == step.seat)
        nothing = dict.fromkeys(seats, EMPTY)
        unasked = put_question(game, step.state, nothing, decision, game.default_pacing)
        if isinstance(game.orders.act_at_once(unasked), Act):
            continue  # it happens by itself, and no order is asked for
        order = game.orders.write(known, step.action)
        text = f"game: trial\nturn: 1\nseat: {step.seat}\norders:\n  - {write(order)}\n"
        intake = IntakeContext(game, "trial", seats, step.state, {}, 1, "")
        judged = intake.judge(text.encode(), step.seat)
        if judged.state not in ACCEPTED or judged.file is None:
            why = "; ".join(describe(problem, intake.sentences) for problem in judged.problems)
            yield f"the order {write(order)} for a legal action of {step.seat} is refused: {why}"
            return
        filed = enlist(EMPTY, judged.file, "trial.yaml", game.orders.answer_kinds, game.orders.closing)
        agenda, _ = game.orders.begin_turn(known, step.seat, filed)
        agendas = {**nothing, step.seat: agenda}
        reply = game.orders.reply(put_question(game, step.state, agendas, decision, game.default_pacing))
        if not isinstance(reply, Act) or reply.action != step.action:
            did = repr(reply.action) if isinstance(reply, Act) else "nothing"
            yield f"the order {write(order)} of {step.seat} does {did}, not {step.action!r}"


def check_views(trial: Trial, *, secret: bool) -> Iterator[str]:
    """Views are values of their own that name what they show, to all the same where nothing is ``secret``."""
    views, (_, steps) = trial.game.views, trial.sample("views")
    for step in steps:
        seats = trial.game.kernel.seats(step.state)
        before = write(trial.game.kernel.dump(step.state))
        readers: tuple[Reader, ...] = (*seats, Onlooker.PUBLIC, Onlooker.MODERATOR)
        seen = {reader: views.see(step.state, {}, reader) for reader in readers}
        shown = {reader: views.to_json(known) for reader, known in seen.items()}
        if write(trial.game.kernel.dump(step.state)) != before:
            yield "see changed the position that it was handed"
        if any(json.loads(write(view)) != view for view in shown.values()):
            yield "to_json gives what JSON does not keep, such as a tuple"
        differing = [reader for reader in seats if write(shown[reader]) != write(shown[Onlooker.PUBLIC])]
        if differing and not secret:
            yield f"{differing[0]} knows more than the public: hand in twins, which say what is hidden"
        if secret and _holds(seen[Onlooker.PUBLIC], step.state):
            yield "what the public knows holds the position itself, with all that is hidden in it"
        for event in step.events if secret else ():
            planted = event._replace(facts={**event.facts, _PLANTED: 1})
            heard = views.hear(planted, Onlooker.PUBLIC)
            if heard is not None and _PLANTED in heard.facts:
                yield f"hear passes on a fact of '{event.kind}' that it does not know: name what it may"


def _holds(known: Any, state: object) -> bool:  # noqa: ANN401 - the game's business
    """Whether ``state`` itself is somewhere in ``known``."""
    if known is state:
        return True
    inner = known.values() if isinstance(known, dict) else known if isinstance(known, tuple | list) else ()
    return any(_holds(part, state) for part in inner)


def check_texts(trial: Trial) -> Iterator[str]:
    """Of a game of actions: conditions raise ``ValueError`` or nothing, ``refuse`` nothing, and gives ``Illegal``."""
    kernel = trial.game.kernel
    if not isinstance(kernel, ActionKernel):
        return
    _, steps = trial.sample("texts")
    named: set[str] = set()
    for step in steps:
        for seat in kernel.seats(step.state):
            known = trial.game.views.see(step.state, {}, seat)
            for text in _list_texts(step):
                for where, wrong in _try(kernel, known.position, seat, text):
                    if where not in named:
                        named.add(where)
                        yield f"{where} {wrong} where {seat} writes {text!r}"


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


def check_secrets(twins: Twins, games: int) -> Iterator[Fault]:
    """No byte that anybody is told changes with what he may not know."""
    tally, plain = Search(twins).run(range(games)), PlainTwins.vary_state
    for leak in tally.leaks[:3]:
        plan = twins.plan(leak.game)
        setting = Setting(plan.edition, {}, plan.seats)
        words = f"{leak.reader} is told what hangs on something hidden from him, in {leak.where} after turn {leak.turn}"
        yield Fault("secrets", f"{words}: {leak.one!r} or {leak.other!r}", leak.game, setting)
    if not tally.leaks and (not tally.played or not tally.changed.total()):
        yield Fault("secrets", "nothing was compared: no twin differed", 0, choose_setting(twins.plan(0).game, 0))
    elif not tally.varied and getattr(type(twins), "vary_state", plain) is not plain:
        words = f"vary_state changed none of {tally.at_rest} positions, so nothing hidden was searched; try more games"
        yield Fault("secrets", words, 0, choose_setting(twins.plan(0).game, 0))


def _check_names(opened: OpenGame) -> Iterator[str]:
    """Reports can be made where the seats have names of people, and those of others are escaped in them."""
    names = {seat: f"{seat.title()} <i>Ö.</i>" for seat in opened.seats}
    called = opened._replace(charter_then=opened.charter._replace(names=names))
    try:
        reports = render_reports(describe_opened(called))
    except Exception as error:  # noqa: BLE001 - whatever the game raises is what is looked for
        yield f"reports with names of people raise {type(error).__name__}: {error}"
        return
    if any(name.endswith(".html") and b"<i>" in report for name, report in reports.items()):
        yield "a page has names of people in it as they are written: escape them"


def check_mail(trial: Trial) -> Iterator[str]:
    """Games by mail, by seat and by round, to their end, each turn of which is verified."""
    for pacing in Pacing:
        seed, setting = f"{trial.seed} mail".encode(), trial.setting
        wish = Wish(trial.game, setting.edition, {}, len(setting.seats), pacing, seed)
        with tempfile.TemporaryDirectory() as folder:
            tally = play_directories(wish, 1, folder)
            found = verify_game(f"{folder}/sim-0000", reports=True)
            yield from _check_names(open_game(f"{folder}/sim-0000"))
        if CAP in tally.ended:
            yield f"by {pacing.value}, the game is not over after {trial.game.epochs} table turns"
        for finding in [*found.findings, *found.reworded][:3]:
            yield f"by {pacing.value}, verify finds {finding}"
