"""Another box of Biz-Bluff than ours: other companies, streets of other lengths, a smaller board with a
tunnel and a wall, other cards."""

from __future__ import annotations

from collections.abc import Mapping

from engine.biz_bluff.box import BOARD, CARDS, TOKENS, read_box

PAPERS: Mapping[str, str] = {
    BOARD: '''source = "a box that we made up"
crossed = ["white", "dahu", "svp", "company"]
joined = ["a1 g7"]
parted = ["a2 a3"]
plan = """
DD  oo  Y1  oo  Y2  oo  DD
oo  ..  oo  ..  oo  ..  Y3
oo  oo  SR  oo  SG  oo  Y4
oo  ..  oo  CC  oo  ..  oo
G1  oo  SB  oo  SY  oo  B1
G2  ..  oo  ..  oo  ..  oo
G3  G4  oo  G5  oo  R1  DD
"""

[companies]
Y1 = "Ampère"
Y2 = "Volta"
Y3 = "Ohm & Fils"
Y4 = "Joule"
B1 = "Watt"
G1 = "Bleuet"
G2 = "Pavot"
G3 = "Genêt"
G4 = "Lys"
G5 = "Œillet"
R1 = "\\"Le Rouge\\""
B7 = "Tesla"
'''.replace("oo  R1  DD", "B7  R1  DD"),
    TOKENS: """source = "a box that we made up"
one = {count = 5, pays = 1, keeps = true}
two = {count = 5, pays = 2, keeps = true}
blank = {count = 4, pays = 0, keeps = true}
bluffed = {count = 2, pays = 0, keeps = false}
""",
    CARDS: """source = "a box that we made up"
go-blue = {count = 3, street = "blue"}
go-green = {count = 7, street = "green"}
six = {count = 5, numbers = [6]}
duel = {count = 5, challenge = true}
""",
}
OTHER = read_box(PAPERS)
