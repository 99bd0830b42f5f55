"""What the engine says to a worked case of Bluff You! (game 004), asked as a table would ask it: a match is
set up as the case has it and answered, and what it refuses is illegal."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine import TABLE, Answer, Match
from engine.bluff_you.rules import DOUBLE, GAIN, STEAL
from engine.bluff_you.tokens import TOKENS, worth
from engine.errors import RulesError
from tests.engine.bluff_you.laid import laid

Case = Mapping[str, Any]
Said = dict[str, Any]

BLUFFER, DIVINER = 1, 2
ROLES = {BLUFFER: "bluffer", DIVINER: "diviner"}
ANSWERS = {"ok": "ok", "bluff": "bluff", "bluff you": "bluff"}


def judged(case: Case) -> Said:
    """The engine's answer, in the words of the case's `expected`. Raises KeyError for an unknown op."""
    situation = {"edition": case.get("edition"), **(case.get("situation") or {})}
    return OPS[case["action"]["op"]](situation, case["action"])


# ---- small steps at a table -----------------------------------------------------------------------------


class Refused(Exception):
    """The rules do not let it be done."""


def does(match: Match, seat: int, key: str, said: str) -> None:
    """Answers, if it is asked. Where there was no choice, what the rules have taken must be this."""
    try:
        if any(request.key == key and request.by == seat for request in match.open):
            match.answer(Answer(seat, key, said))
        elif (taken := chosen(match, key)) != said:
            raise Refused(f"{key} is {taken}")
    except RulesError as fault:
        raise Refused(str(fault)) from fault


def chosen(match: Match, key: str) -> str | None:
    """What the rules have taken without asking."""
    view = match.view(None)
    if key == "person":
        return str(view["diviner"])
    if key in ("deed", "number"):
        return str(view[key])
    last: dict[str, Any] = {}
    for event in match.events:
        last.update(event.values)
    if key == "put":
        return plus(last["given"]) if "given" in last else None
    return str(last.get("token", view["number"]))


def plus(tokens: Sequence[int]) -> str:
    return "+".join(str(token) for token in sorted(tokens))


def shows(match: Match, dice: Sequence[int]) -> None:
    match.answer(Answer(TABLE, "dice", f"{BLUFFER}:{''.join(map(str, dice))}"))


def position(situation: Mapping[str, Any], action: Mapping[str, Any]) -> Match:
    """The Bluffer has thrown; he and those whom the case names sit at the table."""
    theirs = [list(tokens) for tokens in (situation.get("others") or {}).values()]
    theirs = theirs or [list(situation.get("theirs", ()))]
    tokens = {BLUFFER: list(situation.get("own", ())), **dict(enumerate(theirs, DIVINER))}
    held = [token for own in tokens.values() for token in own]
    middle = situation.get("centre", [token for token in TOKENS if token not in held])
    told = json.dumps([situation, action]).replace("-", "_")  # a case may name the option in any way
    plays_on = "play_on" in told and '"play_on": false' not in told
    seats = tuple(tokens)
    return laid(
        f"{BLUFFER} roll",
        tokens=tokens,
        middle=middle,
        seats=seats,
        options={"play-on": "yes"} if plays_on else {},
    )


def lie(match: Match, seat: int) -> list[int]:
    tokens: Any = match.view(None)["tokens"]
    return list(tokens[str(seat)])


def middle(match: Match) -> list[int]:
    tokens: Any = match.view(None)["middle"]
    return list(tokens)


# ---- the ops --------------------------------------------------------------------------------------------


def points(situation: Mapping[str, Any], _action: Mapping[str, Any]) -> Said:
    return {"points": worth(situation["tokens"])}


def gain(situation: Mapping[str, Any], action: Mapping[str, Any]) -> Said:
    match = position(situation, action)
    try:
        announces(match, GAIN, action, situation["dice"])
    except Refused:
        return {"legal": False}
    winner = next(seat for seat in ROLES if action["number"] in lie(match, seat))
    return {
        "legal": True,
        "token_to": ROLES[winner],
        "over": match.result is not None,
        "own": lie(match, BLUFFER),
        "theirs": lie(match, DIVINER),
        "centre": middle(match),
    }


def steal(situation: Mapping[str, Any], action: Mapping[str, Any]) -> Said:
    match = position(situation, action)
    try:
        announces(match, STEAL, action, situation["dice"])
        if any(request.key == "give" for request in match.open) or "give" in action:
            does(match, BLUFFER, "give", str(action["give"]))
    except Refused:
        return {"legal": False}
    return {
        "legal": True,
        "own": lie(match, BLUFFER),
        "theirs": lie(match, DIVINER),
        "centre": middle(match),
        "over": match.result is not None,
    }


def announces(match: Match, deed: str, action: Mapping[str, Any], dice: Sequence[int]) -> None:
    does(match, BLUFFER, "deed", deed)
    does(match, BLUFFER, "person", str(DIVINER))
    does(match, BLUFFER, "number", str(action["number"]))
    does(match, DIVINER, "answer", ANSWERS[str(action["answer"]).lower().strip("!")])
    shows(match, dice)


def exchange(situation: Mapping[str, Any], action: Mapping[str, Any]) -> Said:
    match = position(situation, action)
    want = action["want"] if isinstance(action["want"], list) else [action["want"]]
    try:
        does(match, BLUFFER, "deed", DOUBLE)
        shows(match, situation["dice"])
        if not last_of(match, "shown")["pair"]:
            return {"legal": False}
        does(match, BLUFFER, "take", plus(want))
        does(match, BLUFFER, "put", plus(action["give"]))
    except Refused:
        return {"legal": False}
    return {
        "legal": True,
        "own": lie(match, BLUFFER),
        "centre": middle(match),
        "over": match.result is not None,
    }


def last_of(match: Match, key: str) -> Mapping[str, Any]:
    return next(event.values for event in reversed(match.events) if event.key == key)


def options(situation: Mapping[str, Any], action: Mapping[str, Any]) -> Said:
    """What he can do by these dice: the box offers a double to whoever might have one (Y-07), the table shows
    whether he has."""
    found = []
    for deed in (GAIN, STEAL, DOUBLE):
        match = position(situation, action)
        try:
            does(match, BLUFFER, "deed", deed)
        except Refused:
            continue
        if deed == DOUBLE:
            shows(match, situation["dice"])
            if not last_of(match, "shown")["pair"]:
                continue
        found.append(deed)
    return {"options": found}


def finish(situation: Mapping[str, Any], _action: Mapping[str, Any]) -> Said:
    names = list(situation["tokens"])
    seats = tuple(range(1, len(names) + 1))
    match = laid(tokens=dict(zip(seats, situation["tokens"].values(), strict=True)), seats=seats)
    for seat in seats:
        match.answer(Answer(seat, "end", "yes"))
    result = match.result
    assert result is not None
    return {
        "points": {names[seat - 1]: points for seat, points in result.score.items()},
        "winners": [names[seat - 1] for seat in result.winners],
    }


OPS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Said]] = {
    op.__name__: op for op in (points, gain, steal, exchange, options, finish)
}
