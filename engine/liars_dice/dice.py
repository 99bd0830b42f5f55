"""The dice of liar's dice: five numbered faces and a joker, which is a star, or one face of ordinary dice."""

from __future__ import annotations

from dataclasses import dataclass

STAR = "*"  # how a bid names the joker, whatever the face is that plays it


@dataclass(frozen=True, slots=True)
class DiceSet:
    """`numbered`: the faces that can be bid on by number, in rising order; `joker`: the face that stands
    for all of them and is bid on as a star (001:L37.1, L41.1)."""

    numbered: str
    joker: str

    @property
    def faces(self) -> str:
        return self.numbered + self.joker

    def matching(self, hand: str, face: str) -> int:
        """How many dice of `hand` count for a bid on `face`: jokers count for every number, but for a bid
        on stars only they do (L-12)."""
        jokers = hand.count(self.joker)
        return jokers if face == STAR else hand.count(face) + jokers

    def points(self, hand: str, star_points: int) -> int:
        """What `hand` is worth in the throw for the start (001:L25.1); a star shows no pips (L-02)."""
        return sum(star_points if face == STAR else int(face) for face in hand)


DICE_SETS = {
    "star": DiceSet("12345", STAR),
    "joker-6": DiceSet("12345", "6"),
    "joker-1": DiceSet("23456", "1"),
}
