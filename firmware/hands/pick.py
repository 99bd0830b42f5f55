"""Which game is played and by which house options: last evening's choice stands on top."""

from __future__ import annotations

from collections.abc import Mapping

from engine.answer import Seat
from engine.errors import BadSetup
from engine.game import Option, Setup, View
from engine.games import GAMES, Kind, chosen
from firmware.glass import icons
from firmware.glass.screen import Align, Row, Screen, picker
from firmware.hands.choose import list_bar
from firmware.hands.hand import LEFT, Said, Walk, is_tap
from firmware.hands.paged import Paged
from firmware.pods.gesture import Button, Gesture
from firmware.pods.gesture import Kind as Press
from firmware.words import Words


def said_setup(setup: Setup) -> str:
    """A setup as `start` says it: the game and the options that differ, `liars-dice dice=joker-6`."""
    return " ".join([setup.game, *(f"{key}={choice}" for key, choice in setup.options.items())])


def setup_from(said: str, seats: tuple[Seat, ...]) -> Setup:
    """The setup that `said_setup` wrote, for these seats. Raises BadSetup."""
    game, *rest = said.split() or [""]
    options = dict(word.split("=", 1) for word in rest if "=" in word)
    if not game or len(options) != len(rest):
        raise BadSetup(f"a choice reads 'game option=value ...', not {said!r}")
    return Setup(game, seats, options)


class PickHand(Paged):
    """Says `start` with the game and its options (see `setup_from`), or LEFT.

    Only games for so many `seats` can be chosen, and `last` stands on top if it is one of them. The others
    stand at the end with the numbers they are for, so that nobody thinks the box does not know them.
    """

    def __init__(self, seats: int, last: Setup | None = None) -> None:
        super().__init__()
        self._kinds = tuple(kind for kind in GAMES.values() if kind.least <= seats <= kind.most)
        self._others = tuple(kind for kind in GAMES.values() if kind not in self._kinds)
        self._last = last if last is not None and self._can_begin(last) else None
        self._walk = Walk(len(self._kinds) + bool(self._last) + len(self._others))

    def own_on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK) and self._walk.length:
            return self._chosen()
        if self._walk.leaves(gesture):
            return LEFT
        self._walk.on(gesture)
        return None

    def own_screen(self, words: Words, _view: View, /) -> Screen:
        labels = [words.game(kind.key) for kind in self._kinds]
        if self._last is not None:
            labels.insert(0, words.say("As last time"))
        labels += [f"{words.game(kind.key)} ({kind.least}-{kind.most})" for kind in self._others]
        return picker(
            words.say("What do we play?"), labels, self._walk.at, list_bar(words, self._walk, leaves=True)
        )

    def _can_begin(self, last: Setup) -> bool:
        """Whether the choice of another evening still exists, and for so many seats."""
        kind = next((kind for kind in self._kinds if kind.key == last.game), None)
        try:
            return kind is not None and bool(chosen(kind, last.options))
        except BadSetup:
            return False

    def _chosen(self) -> Said | None:
        at = self._walk.at
        if self._last is not None:
            if at == 0:
                return Said("start", said_setup(self._last))
            at -= 1
        if at >= len(self._kinds):
            self.page = NumbersPage(self._others[at - len(self._kinds)])
            return None
        kind = self._kinds[at]
        before = self._last.options if self._last is not None and self._last.game == kind.key else {}
        self.page = OptionsPage(kind, before)
        return None


class NumbersPage:
    """Why a game cannot be chosen now: for how many it is. Any button goes back."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind

    def on(self, gesture: Gesture) -> Said | None:
        return LEFT if gesture.kind is Press.TAP else None

    def screen(self, words: Words, _view: View, /) -> Screen:
        text = words.say("For {least} to {most} players", least=self._kind.least, most=self._kind.most)
        row = Row(text, align=Align.CENTRE)
        return Screen(words.game(self._kind.key), (row,), bar=(words.say("back"), "", ""))


class OptionsPage(Paged):
    """One game: "Start" on top, then its options, each with its choices behind it."""

    def __init__(self, kind: Kind, before: Mapping[str, str]) -> None:
        super().__init__()
        self._kind = kind
        self._chosen = {option.key: before.get(option.key, option.default) for option in kind.options}
        self._walk = Walk(len(kind.options) + 1)

    def own_on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK):
            if self._walk.at == 0:
                return Said("start", said_setup(Setup(self._kind.key, (), self._differing())))
            option = self._option()
            self.page = ChoicesPage(self._kind.key, option, self._chosen[option.key])
            return None
        if self._walk.leaves(gesture):
            return LEFT
        self._walk.on(gesture)
        return None

    def own_screen(self, words: Words, _view: View, /) -> Screen:
        game = self._kind.key
        labels = [words.say("Start")]
        labels += [words.house_option(game, option.key) for option in self._kind.options]
        title = words.game(game)
        if self._walk.at:
            option = self._option()
            title = f"{icons.CHECK} {words.house_choice(game, option.key, self._chosen[option.key])}"
        return picker(title, labels, self._walk.at, list_bar(words, self._walk, leaves=True))

    def page_said(self, said: Said) -> None:
        self._chosen[said.key] = said.said

    def _option(self) -> Option:
        return self._kind.options[self._walk.at - 1]

    def _differing(self) -> dict[str, str]:
        return {
            option.key: self._chosen[option.key]
            for option in self._kind.options
            if self._chosen[option.key] != option.default
        }


class ChoicesPage:
    """The choices of one house option, the one that holds now under the cursor.

    Says the option's key with the choice."""

    def __init__(self, game: str, option: Option, now: str) -> None:
        self._game = game
        self._option = option
        self._walk = Walk(len(option.choices), option.choices.index(now))

    def on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK):
            return Said(self._option.key, self._option.choices[self._walk.at])
        if self._walk.leaves(gesture):
            return LEFT
        self._walk.on(gesture)
        return None

    def screen(self, words: Words, _view: View, /) -> Screen:
        game, option = self._game, self._option
        labels = [words.house_choice(game, option.key, choice) for choice in option.choices]
        bar = list_bar(words, self._walk, leaves=True)
        return picker(words.house_option(game, option.key), labels, self._walk.at, bar)
