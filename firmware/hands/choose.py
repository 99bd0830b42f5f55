"""One of several: a list to walk along."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from engine.game import View
from engine.request import Choose
from firmware.glass import icons
from firmware.glass.screen import Align, Part, Row, Screen, picker
from firmware.hands.hand import LEFT, MENU, Said, Walk, is_tap
from firmware.pods.gesture import Button, Gesture
from firmware.words import Words

SIDE_BY_SIDE = 2  # so many options have room on one line
YES_OR_NO = frozenset({"yes", "no"})

draw_lot: Callable[[Sequence[str]], str] = secrets.choice  # a game that is to be played again draws otherwise


class ChooseHand:
    """A choice that need not be made (an aside) is left by stepping back over its first option; one that must
    be made goes round, so that no option is far.

    Between yes and no, or two others that no slip must choose, the cursor stands on neither to begin with:
    each stands over the button that goes to it, BACK or MORE, and a stray OK votes for nobody. Where the lot
    may choose, it is the last line.

    Where it is about the seat's secret and the seat hides that (`Words.hides`), OK held uncovers it, and one
    more option opens the menu.
    """

    def __init__(self, asked: Choose) -> None:
        self.asked = asked
        lines = len(asked.options) + asked.lot
        self._walk = Walk(lines, ring=not asked.aside and lines > SIDE_BY_SIDE)
        self._undecided = asked.deliberate or set(asked.options) == YES_OR_NO
        self._hides = False

    @property
    def secret(self) -> bool:
        return self.asked.private

    def on(self, gesture: Gesture) -> Said | None:
        if self._undecided:
            return self._decide(gesture)
        if is_tap(gesture, Button.OK):
            return self._chosen()
        if self.asked.aside and self._walk.leaves(gesture):
            return LEFT
        self._walk.on(gesture)
        return None

    def screen(self, words: Words, view: View, /) -> Screen:
        labels = [words.option(self.asked.key, option, view) for option in self.asked.options]
        if self.asked.lot:
            labels.append(words.say("Draw lots"))
        self._hides = self.secret and words.hides
        if self._hides:
            labels.append(words.say("Menu"))
        self._walk.length = len(labels)
        about = words.about(self.asked.key, view)
        title = words.asked(self.asked.key, view)
        if self._undecided:
            return Screen(title=title, rows=about, bar=(labels[0], labels[1], "".join(labels[2:])))
        yes_or_no = set(self.asked.options) == YES_OR_NO
        if yes_or_no or (about and len(labels) <= SIDE_BY_SIDE):
            # What is to be judged comes first; the options share one line below it.
            rows = (*about, choice_row(labels, self._walk.at))
            return Screen(title=title, rows=rows, bar=line_bar(self._walk))
        return picker(title, labels, self._walk.at, list_bar(words, self._walk, leaves=self.asked.aside))

    def _chosen(self) -> Said:
        key, options = self.asked.key, tuple(self.asked.options)
        if self._walk.at < len(options):
            return Said(key, options[self._walk.at])
        return MENU if self._hides else Said(key, lots=options)

    def _decide(self, gesture: Gesture) -> Said | None:
        if gesture.button is Button.OK:
            return MENU if self._hides and is_tap(gesture, Button.OK) else None
        self._walk.at = (Button.BACK, Button.MORE).index(gesture.button)
        self._undecided = False
        return None


def list_bar(words: Words, walk: Walk, leaves: bool, ok: str = "OK") -> tuple[str, str, str]:
    """What the buttons do in a list: at its ends nothing, or leave it."""
    first, last = walk.at == 0, walk.at >= walk.length - 1
    if walk.ring:
        return (icons.UP, icons.DOWN, ok)
    back = words.say("back")
    out = back if walk.may_leave else f"{icons.UP}{icons.UP} {back}"
    return ((out if leaves else "") if first else icons.UP, "" if last else icons.DOWN, ok)


def choice_row(labels: list[str], at: int) -> Row:
    """A few options side by side, the one at `at` chosen."""
    parts = tuple(Part(label, selected=place == at) for place, label in enumerate(labels))
    return Row(align=Align.SPREAD, parts=parts)


def line_bar(walk: Walk, ok: str = "OK") -> tuple[str, str, str]:
    """What the buttons do where the options stand side by side."""
    return (icons.LEFT if walk.at else "", icons.RIGHT if walk.at < walk.length - 1 else "", ok)
