"""The board: squares, what each is, and where a pawn can get with a throw, from board.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.biz_bluff.paper import Paper
from engine.biz_bluff.tokens import FILES

STREETS = ("yellow", "blue", "green", "red")  # 003:L79.1
LETTERS = {street[0].upper(): street for street in STREETS}
WHITE, DAHU, SVP, COMPANY, CENTRE = "white", "dahu", "svp", "company", "centre"
KINDS = (WHITE, DAHU, SVP, COMPANY, CENTRE)
PLAIN = {"oo": WHITE, "DD": DAHU, "CC": CENTRE}
NOTHING = ".."
THROWS = range(2, 7)  # with a 1 nobody moves (003:L149.1)
COLUMNS = "abcdefghijklmnopqrstuvwxyz"

MOST_JOINED = 24  # a box has a handful; each multiplies the ways that are walked to check the board
KEY = re.compile(r"[YBGR][1-9][0-9]?")
LONGEST = 12  # letters of a company's name

Name = str  # of a square: its column and row, as `f6`
Company = str  # the letter of its street and its number there, as `Y2`
Pair = tuple[Name, Name]


@dataclass(frozen=True, slots=True)
class Square:
    """`of`: the company that it lies before, the street that an S.V.P. square shows, or nothing."""

    name: Name
    kind: str
    of: str = ""


@dataclass(frozen=True)
class Board:
    """`squares` by name; `beside`: to which one step leads; `crossed`: over which kinds a move may pass.
    `joined`: pairs a step apart that do not lie side by side; `parted`: pairs that do, and no step leads
    across."""

    squares: Mapping[Name, Square]
    beside: Mapping[Name, tuple[Name, ...]]
    crossed: frozenset[str]
    companies: Mapping[Company, str]
    joined: tuple[Pair, ...] = ()
    parted: tuple[Pair, ...] = ()

    def of_kind(self, kind: str) -> tuple[Square, ...]:
        return tuple([square for square in self.squares.values() if square.kind == kind])

    @cached_property
    def centre(self) -> Square:
        return self.of_kind(CENTRE)[0]

    def before(self, company: Company) -> Square:
        """The coloured square of a company."""
        return next(square for square in self.of_kind(COMPANY) if square.of == company)

    def reached(self, start: Name, steps: int, has_claim: bool) -> tuple[Square, ...]:
        """Where a pawn can end with so many steps, never diagonally and on no square twice (003:L76.1-2,
        Z-04); with a claim it may stop in the centre although it has steps left (003:L98.1, Z-28). What
        matters comes first: the centre, companies, S.V.P., then the rest."""
        found: set[Name] = set()
        paths: list[tuple[Name, ...]] = [(start,)]
        while paths:
            path = paths.pop()
            for name in self.beside[path[-1]]:
                if name in path:
                    continue
                kind, is_last = self.squares[name].kind, len(path) == steps
                if is_last or (kind == CENTRE and has_claim):
                    found.add(name)
                if not is_last and kind in self.crossed:
                    paths.append((*path, name))
        order = (CENTRE, COMPANY, SVP, DAHU, WHITE)
        ends = [square for square in self.squares.values() if square.name in found]
        return tuple(sorted(ends, key=lambda square: order.index(square.kind)))


def street_of(company: Company) -> str:
    return LETTERS[company[0]]


def read_board(paper: Paper) -> Board:
    """The board, checked so that the sheet's rules all come into play. Raises BadData naming file, line,
    key."""
    paper.only("source", "crossed", "plan", "companies", "joined", "parted")
    crossed, plan, names = (paper.data.get(key) for key in ("crossed", "plan", "companies"))
    if not isinstance(crossed, list) or WHITE not in crossed or any(one not in KINDS for one in crossed):
        raise paper.fault("crossed", f"needs white, and of the others any of {', '.join(KINDS)}")
    if not isinstance(plan, str):
        raise paper.fault("plan", "needs the squares, row by row")
    companies = _companies(paper, names)
    squares = _squares(paper, plan, companies)
    joined, parted = (_pairs(paper, key, squares) for key in ("joined", "parted"))
    beside = _beside(paper, squares, joined, parted)
    board = Board(squares, beside, frozenset(crossed), companies, joined, parted)
    _check(paper, board)
    return board


def _companies(paper: Paper, names: object) -> Mapping[Company, str]:
    table = "companies"
    if not isinstance(names, dict) or not all(isinstance(name, str) for name in names.values()):
        raise paper.fault(table, "needs a name for each company", table)
    for key, name in names.items():
        if not KEY.fullmatch(key):
            raise paper.fault(key, "a company is called by a letter of Y B G R and a number", table)
        if not 1 <= len(name) <= LONGEST or not name.isprintable() or name != name.strip():
            raise paper.fault(key, f"a name has 1 to {LONGEST} letters: a pod has to show it", table)
        if list(names.values()).index(name) != list(names).index(key):
            raise paper.fault(key, f"there is another {name}", table)
    if len(names) != FILES:
        raise paper.fault(table, f"there are {FILES} companies, not {len(names)}", table)
    for letter, street in LETTERS.items():
        if not any(key[0] == letter for key in names):
            raise paper.fault(table, f"no company lies in the {street} street: one needs {letter}1", table)
    return names


def _pairs(paper: Paper, key: str, squares: Mapping[Name, Square]) -> tuple[Pair, ...]:
    """Pairs of squares, `d4 e4` each."""
    said = paper.data.get(key, [])
    pairs: list[Pair] = []
    if isinstance(said, list) and len(said) > MOST_JOINED and key == "joined":
        raise paper.fault(key, f"has {len(said)} pairs, and {MOST_JOINED} at most can be")
    for one in said if isinstance(said, list) else [said]:
        match one.split() if isinstance(one, str) else one:
            case [str(first), str(second)] if first != second and {first, second} <= set(squares):
                pairs.append((first, second))
            case _:
                wrong = f"; not {one!r}" if isinstance(one, str) else ""
                raise paper.fault(key, f"needs pairs of two squares of the plan, as 'd4 e4'{wrong}")
    return tuple(pairs)


def _squares(paper: Paper, plan: str, names: Mapping[str, str]) -> Mapping[Name, Square]:
    squares: dict[Name, Square] = {}
    opens = paper.lines[paper.line_of("plan") - 1].rstrip()
    opened = opens.endswith(('"""', "'''"))  # the first row stands below
    rows = [(below, line.split()) for below, line in enumerate(plan.splitlines(), opened) if line.strip()]
    if len(rows) > len(COLUMNS):
        raise paper.fault("plan", f"has more than {len(COLUMNS)} rows")
    for row, (below, codes) in enumerate(rows, 1):
        if len(codes) > len(COLUMNS):
            raise paper.fault("plan", f"row {row} is longer than {len(COLUMNS)}", below=below)
        for column, code in zip(COLUMNS, codes, strict=False):
            name = f"{column}{row}"
            if code in PLAIN:
                squares[name] = Square(name, PLAIN[code])
            elif code[0] == "S" and code[1:] in LETTERS:
                squares[name] = Square(name, SVP, LETTERS[code[1:]])
            elif code in names:
                squares[name] = Square(name, COMPANY, code)
            elif code != NOTHING:
                raise paper.fault("plan", f"{code!r} in row {row} is no square", below=below)
    return squares


def _beside(
    paper: Paper, squares: Mapping[Name, Square], joined: tuple[Pair, ...], parted: tuple[Pair, ...]
) -> Mapping[Name, tuple[Name, ...]]:
    beside = {name: [other for other in _around(name) if other in squares] for name in squares}
    for first, second in parted:
        if second not in beside[first]:
            raise paper.fault("parted", f"{first} and {second} do not lie side by side, or stand here twice")
        beside[first].remove(second)
        beside[second].remove(first)
    for first, second in joined:
        if second in beside[first] or (first, second) in parted or (second, first) in parted:
            raise paper.fault("joined", f"{first} and {second} lie side by side, or stand here twice")
        beside[first].append(second)
        beside[second].append(first)
    return {name: tuple(others) for name, others in beside.items()}


def _around(name: Name) -> tuple[Name, ...]:
    column, row = COLUMNS.index(name[0]), int(name[1:])
    across = [f"{COLUMNS[at]}{row}" for at in (column - 1, column + 1) if 0 <= at < len(COLUMNS)]
    return (f"{name[0]}{row - 1}", *across, f"{name[0]}{row + 1}")


def _check(paper: Paper, board: Board) -> None:
    """Every company has one square, there is one centre, the Dahu can be hunted, S.V.P. can be asked, no
    throw leaves a pawn without a square to go to, and from each square each other can be reached."""
    for company in board.companies:
        if sum(square.of == company for square in board.of_kind(COMPANY)) != 1:
            raise paper.fault(company, "has not one square in the plan", "companies")
    if len(board.of_kind(CENTRE)) != 1:
        raise paper.fault("plan", "needs one centre, CC")
    for kind, code in ((DAHU, "DD"), (SVP, "SY")):
        if not board.of_kind(kind):
            raise paper.fault("plan", f"needs a square like {code}")
    leads: dict[Name, set[Name]] = {}
    for name in board.squares:
        leads[name] = set()
        for throw in THROWS:
            ends = board.reached(name, throw, has_claim=False)
            if not ends:
                raise paper.fault("plan", f"from {name} a throw of {throw} leads nowhere")
            leads[name].update(square.name for square in ends)
    back: dict[Name, set[Name]] = {name: set() for name in leads}
    for name, far in leads.items():
        for end in far:
            back[end].add(name)
    for way, says in ((leads, "cannot be reached from the centre"), (back, "has no way back to the centre")):
        lost = set(leads) - _closed(way, board.centre.name)
        if lost:
            raise paper.fault("plan", f"{min(lost)} {says}")


def _closed(leads: Mapping[Name, set[Name]], start: Name) -> set[Name]:
    """All that can be reached from `start`, over and over."""
    found, fresh = {start}, [start]
    while fresh:
        new = leads[fresh.pop()] - found
        found |= new
        fresh += new
    return found
