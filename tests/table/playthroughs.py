"""Cattle trades to be written down: each edition and variant once, from near its end to its result."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kuhhandel.position import Opening
from tests.table.openings import LATE, complete

Steps = tuple[str, ...]

READ = "1 ok; 2 ok; 3 ok"

KUHHANDEL: Steps = (
    "1 turn auction",
    "lay spot=horse",
    "2 bid 10; 3 bid 20; 2 bid 60",
    "counted",
    "1 right sell",
    "2 payment 10 50",
    READ,
    "2 turn trade:cow",
    "2 offer 0",
    "3 reply counter",
    "3 counter 0",
    READ,
    "2 offer 10 10",  # a tie: once more, out of the new hand
    "3 reply counter",
    "3 counter 0 50",
    READ,
    "3 turn auction",
    "lay spot=cow",
    "wait 4.5",
    "1 bid 20",
    "counted",
    "3 right buy",
    "3 payment 500",
    READ,
    "1 turn trade:horse",
    "1 offer 0 0 10",
    "2 reply accept",
    READ,
    "1 press m",  # how the results come about
    "1 press m",
    "1 press m",
)

BLUFF = Opening(
    turn=2,
    deck=1,
    animals={
        1: complete("rooster", "cat") | {"goose": 3},
        2: complete("dog", "sheep", "goat") | {"goose": 1, "horse": 2},
        3: complete("donkey", "pig", "cow") | {"horse": 1},
    },
    notes={1: (0, 0, 10, 50, 100), 2: (0, 10, 10, 200), 3: (0, 10, 50, 500)},
    donkeys=4,
)
BLUFF_AUCTION: Steps = (
    "2 turn auction",
    "lay spot=horse",
    "1 bid 200",
    "counted",  # he cannot pay: all his money is shown, and it begins again without him
    READ,
    "3 bid 50",
    "counted",
    "3 payment 50",
    READ,
    "2 right buy",
    READ,
    "2 payment 200",
    READ,
    "3 turn trade:horse",
    "3 offer 0 10",
    "2 counter 10",
    READ,
    "1 turn trade:goose",
    "1 offer 50",
    "2 counter 10",
    READ,
    "1 menu dove",
    "2 turn trade:horse",
    "2 offer 10",
    "3 counter 0",
    READ,
)

SUPER: Steps = (
    "2 turn trade:goose",
    "2 offer 200",
    "1 counter 0",
    READ,
    "3 turn auction",
    "lay spot=horse",
    "counted",
    READ,
    "1 turn trade:goose",
    "1 offer 0 10",
    "2 counter 0 10",
    READ,
    "1 menu end yes",
    "2 end yes; 3 end yes",
)

SHORT_AND_FAST: Steps = (
    "3 starts 2",
    "lay animals_1=cow,pig,cat,dog animals_2=cow,donkey,horse,horse animals_3=goose,goose,goose,goose",
    READ,
    "2 turn auction",
    "lay spot=donkey,cow",
    READ,
    "3 bid 10",
    "counted",
    "2 right sell",
    "3 payment 10",
    READ,
    "1 menu end yes",
    "2 end yes; 3 end yes",
)

ON_THE_TABLE: Steps = (
    "1 turn auction",
    "lay spot=horse",
    "2 bid 60",
    "counted",
    "1 right sell",
    "2 payment 10 50",
    "lay offer_2=50,50",  # he has laid other notes than he keyed in
    "1 ok; 2 ok; 3 ok",
    "2 anew 50 50",
    "3 agree yes",
    READ,
    "2 turn trade:cow",
    "2 offer 0",
    "3 reply counter",
    "3 counter 10",
    READ,
    "3 counted yes",
    "2 counted no",
    READ,
    "3 anew 0",
    READ,
    "2 counted yes",
    READ,
    "1 menu end yes",
    "2 end yes; 3 end yes",
)

CATTLE_TRADES: Mapping[str, tuple[Opening | None, str, Mapping[str, str], Steps]] = {
    "kuhhandel": (LATE, "kuhhandel", {}, KUHHANDEL),
    "bluff-auction": (BLUFF, "bluff-auction", {"dove-reminder": "yes"}, BLUFF_AUCTION),
    "super-trade": (BLUFF, "bluff-auction", {"trade": "super"}, SUPER),
    "short-and-fast": (None, "kuhhandel", {"short": "yes", "fast": "yes"}, SHORT_AND_FAST),
    "real-notes": (LATE, "kuhhandel", {"money": "table", "zeros": "return"}, ON_THE_TABLE),
}
