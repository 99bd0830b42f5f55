"""The track: every bid there is, in rising order, from tracks.toml."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.data import data_file
from engine.errors import BadData
from engine.liars_dice.dice import STAR


@dataclass(frozen=True, slots=True)
class Bid:
    """At least `count` dice show `face` or a joker; face * bids on jokers alone. Written `8x4`, `4x*`."""

    count: int
    face: str

    def __str__(self) -> str:
        return f"{self.count}x{self.face}"


class Track:
    """`bids` in rising order; a bid is named by its text."""

    def __init__(self, name: str, spaces: tuple[str, ...], numbered: str) -> None:
        self.name = name
        self.spaces = spaces
        self.faces = tuple(numbered)
        self.bids: tuple[Bid, ...] = tuple(
            Bid(int(space.removeprefix(STAR)), face)
            for space in spaces
            for face in (STAR if space.startswith(STAR) else numbered)
        )
        self.names = tuple(str(bid) for bid in self.bids)
        self._rank = {name: rank for rank, name in enumerate(self.names)}
        ladders = [Raises(self, rank) for rank in range(len(self.bids))]
        self._raises: dict[Bid | None, Raises | None] = dict(
            zip((None, *self.bids), (*ladders, None), strict=True)
        )

    def rank(self, said: str) -> int | None:
        """The place of a bid among all, 0 the lowest; None if the track has no such bid."""
        return self._rank.get(said)

    def bid(self, said: str) -> Bid:
        """The bid written `said`, which must be on the track."""
        return self.bids[self._rank[said]]

    def raises(self, over: Bid | None) -> Raises | None:
        """The legal bids after `over` (None: any opens the round, L-15); None after the top (L-05)."""
        return self._raises[over]

    def opening(self, in_play: int) -> Raises:
        """Any bid, from the height at which rounds are opened with so many dice in play: a third of them
        shows a given face or a joker."""
        likely = f"{max(1, in_play // 3)}x{self.faces[0]}"
        return Raises(self, 0, likely if likely in self._rank else None)

    def __repr__(self) -> str:
        return f"Track({self.name}, {len(self.bids)} bids)"


class Raises:
    """The bids of a track from one rank up: a ladder of two columns, the space and the face on it. It is
    a sequence too, lowest first. `likely`: the rung to start from, where it is not told by the bid to
    beat."""

    columns = 2

    def __init__(self, track: Track, least: int, likely: str | None = None) -> None:
        self.track = track
        self.least = least
        self._likely = likely

    def __len__(self) -> int:
        return len(self.track.bids) - self.least

    def __getitem__(self, rung: int) -> str:
        return self.track.names[self.least + rung]

    def __contains__(self, said: object) -> bool:
        rank = self.track.rank(said) if isinstance(said, str) else None
        return rank is not None and rank >= self.least

    @property
    def lowest(self) -> str:
        return self.track.names[self.least]

    @property
    def proposal(self) -> str:
        """One more of the same face, or the cheapest where that is not to be had."""
        if self.least == 0:
            return self._likely or self.lowest
        last = self.track.bids[self.least - 1]
        more = str(Bid(last.count + 1, last.face))
        return more if more in self else self.lowest

    def parts(self, said: str) -> tuple[str, ...]:
        bid = self.track.bid(said)
        return (str(bid.count), bid.face)

    def moved(self, said: str, column: int, by: int) -> str:
        return self._other_space(said, by) if column == 0 else self._other_face(said, by)

    def _other_space(self, said: str, by: int) -> str:
        spaces = self.track.spaces
        at = spaces.index(_space(self.track.bid(said)))
        aim = max(0, min(len(spaces) - 1, at + by))
        liked = self._liked(self.track.bid(said))
        for space in spaces[aim:] if by < 0 else reversed(spaces[: aim + 1]):
            for bid in self._on(space, liked):
                if bid in self:
                    return bid
        return said

    def _liked(self, bid: Bid) -> str:
        """The face to keep when leaving `bid`; after a star space, that of the bid to beat."""
        return self.track.bids[self.least - 1].face if bid.face == STAR and self.least else bid.face

    def _on(self, space: str, liked: str) -> tuple[str, ...]:
        """The bids of `space`, the one of face `liked` first."""
        if space.startswith(STAR):
            return (str(Bid(int(space[1:]), STAR)),)
        faces = sorted(self.track.faces, key=lambda face: face != liked)
        return tuple(str(Bid(int(space), face)) for face in faces)

    def _other_face(self, said: str, by: int) -> str:
        bid = self.track.bid(said)
        faces = [face for face in self.track.faces if str(Bid(bid.count, face)) in self]
        if bid.face not in faces:
            return said  # a star space takes the star alone (L-14)
        return str(Bid(bid.count, faces[(faces.index(bid.face) + by) % len(faces)]))


def _space(bid: Bid) -> str:
    return f"{STAR if bid.face == STAR else ''}{bid.count}"


@cache
def track(name: str, numbered: str) -> Track:
    """The track called `name` for dice with these numbered faces. Raises BadData."""
    match data_file("engine.liars_dice", "tracks.toml").get(name):
        case {"spaces": str(spaces), "source": str()}:
            names = tuple(spaces.split())
        case _:
            raise BadData(f"tracks.toml: [{name}] needs spaces and source")
    bad = [space for space in names if not space.removeprefix(STAR).isdigit()]
    if bad or len(set(names)) != len(names):
        raise BadData(f"tracks.toml: [{name}] spaces: each a number or *k, each once; look at {bad or names}")
    return Track(name, names, numbered)
