"""The value tokens: what each does to everybody's money and parts, from tokens.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.biz_bluff.paper import Paper

FILES = 12  # 003:L59.2
TOKENS = 16  # 003:L52.1
_MOST = 99  # of a token, or $ for a part: a pod has to show it
NAMES = ("one", "two", "blank", "bluffed")  # 003:L120-L123


@dataclass(frozen=True, slots=True)
class Token:
    """`pays`: so many $ for every part (003:L142.1); `keeps`: whether the parts are kept; `count`: how many
    of them are in the box."""

    name: str
    count: int
    pays: int
    keeps: bool


def read_tokens(paper: Paper) -> Mapping[str, Token]:
    """Every token by its name. Raises BadData naming file, line and key."""
    tokens: dict[str, Token] = {}
    for name in NAMES:
        entry = paper.data.get(name)
        if not isinstance(entry, dict):
            raise paper.fault("count", "this token is missing", name)
        for key, kind in (("count", int), ("pays", int), ("keeps", bool)):
            if type(entry.get(key)) is not kind or (kind is int and not 0 <= entry[key] <= _MOST):
                asked = "true or false" if kind is bool else f"a whole number, 0 to {_MOST}"
                raise paper.fault(key, f"needs {asked}", name)
        for key in entry:
            if key not in ("count", "pays", "keeps", "source"):
                raise paper.fault(key, "there is no such key; there are count, pays, keeps, source", name)
        tokens[name] = Token(name, entry["count"], entry["pays"], entry["keeps"])
    for name in paper.data:
        if name != "source" and name not in tokens:
            raise paper.fault(name, f"there is no such token; there are {', '.join(NAMES)}", name)
    count = sum(token.count for token in tokens.values())
    if count != TOKENS:
        raise paper.fault("count", f"the counts must come to {TOKENS} in all, not {count}", NAMES[-1])
    return tokens
