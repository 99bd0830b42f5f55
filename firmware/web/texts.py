"""The words on the pages, in English; the box gives them in the table's language."""

from __future__ import annotations

from collections.abc import Callable


def page_texts(_: Callable[[str], str]) -> dict[str, str]:
    """Every text of the pages by its name, each passed through `_`, which translates. `{n}` is a number."""
    return {
        "account": _("What happened"),
        "animal-cat": _("Cat"),
        "animal-cow": _("Cow"),
        "animal-dog": _("Dog"),
        "animal-donkey": _("Donkey"),
        "animal-goat": _("Goat"),
        "animal-goose": _("Goose"),
        "animal-horse": _("Horse"),
        "animal-pig": _("Pig"),
        "animal-rooster": _("Rooster"),
        "animal-sheep": _("Sheep"),
        "back": _("back"),
        "bid": _("Bid"),
        "bid-by": _("by {name}"),
        "board": _("The board with pawns and markers"),
        "board-enlarge": _("Show the board large"),
        "bot": _("Bot on"),
        "close": _("Close"),
        "count-1": _("going once"),
        "count-2": _("going twice"),
        "count-3": _("gone"),
        "cup": _("Cup of seat {n}"),
        "cup-lifted": _("The cup is lifted"),
        "deck": _("Cards in the deck: {n}"),
        "dice-left": _("{n} dice"),
        "dice-seen": _("Under the cup: {dice}"),
        "die-left": _("1 die"),
        "dove": _("Dove"),
        "enlarge": _("Show the picture large"),
        "glass": _("Glass of pod {n}"),
        "gone": _(
            "This page is closed: its address is no longer valid. Open it again from the table's page."
        ),
        "health": _("Needs attention"),
        "keys-all": _(
            "Keys: 1-6 choose a pod, left and right are back and more, Enter is OK, P peeks, S shakes"
        ),
        "keys-seat": _("Keys: left and right are back and more, Enter is OK, P peeks, S shakes"),
        "laid": _("notes laid: {n}"),
        "look": _("Hold to look into the file"),
        "lost": _("Connection lost. Trying again ..."),
        "missing": _("Pod {n} is missing"),
        "more": _("more"),
        "no-account": _("Nothing has happened yet."),
        "no-bid": _("No bid yet"),
        "no-picture": _("No picture from the camera"),
        "no-picture-now": _("No picture of the table in this game: files are looked into there"),
        "ok": _("OK"),
        "out": _("out"),
        "own-page": _("Page of seat {n} alone"),
        "paused": _("Paused: any button of a pod goes on"),
        "peek": _("Hold to peek"),
        "person": _("Bot off"),
        "picture": _("The table as the camera sees it"),
        "player": _("Who plays seat {n}"),
        "pod": _("Pod {n}"),
        "points": _("points: {n}"),
        "public": _("What everybody may see"),
        "purse": _("{cash} $, parts: {parts}"),
        "red-die": _("Red die"),
        "red-die-place": _("Choose the red die's face, then tap where it goes"),
        "red-die-take": _("Take it up"),
        "seat": _("Seat {n}"),
        "seats": _("Players"),
        "sells": _("{name} sells"),
        "shake": _("Shake"),
        "simulated": _(
            "This table is simulated: its people throw, turn up and hand over what the pods ask for"
        ),
        "sort": _("Straighten the dice"),
        "star": _("star"),
        "to-play": _("to play"),
        "trade": _("{name} trades with {other}"),
    }
