"""The folder of a taught box: what stands there is what is played with, and what is wrong is said by file,
line and key."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.biz_bluff.box import BOARD, CARDS, TOKENS, our_papers, read_box
from firmware.boxes.folder import papers_in
from firmware.errors import BadBox
from tests.engine.biz_bluff.other import OTHER, PAPERS


def laid_in(folder: Path, papers: Mapping[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in papers.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_folder_is_read_word_for_word(tmp_path: Path) -> None:
    papers = papers_in(laid_in(tmp_path, PAPERS))
    assert papers == PAPERS
    assert read_box(papers) == OTHER


def test_a_file_that_is_not_there_is_as_in_ours_and_kept_all_the_same(tmp_path: Path) -> None:
    papers = papers_in(laid_in(tmp_path, {TOKENS: PAPERS[TOKENS]}))
    assert papers == {**our_papers(), TOKENS: PAPERS[TOKENS]}


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        (BOARD, "G1  oo  SB", "G1  oo  S?", r"board\.toml: line 10: plan: 'S\?' in row 5 is no square"),
        (
            BOARD,
            'Y2 = "Volta"\n',
            "",
            r"board\.toml: line 15: \[companies\] companies: .* 12 companies, not 11",
        ),
        (BOARD, '"Watt"', '"Volta"', r"board\.toml: line 20: \[companies\] B1: there is another Volta"),
        (BOARD, '"Watt"', '"日本語"', r"board\.toml: line 20: \[companies\] B1: a pod cannot show 日 本 語"),
        (BOARD, '"a1 g7"', '"a1 b1"', r"board\.toml: line 3: joined: a1 and b1 lie side by side"),
        (BOARD, '["a1 g7"]', '["a1 a2"]', r"board\.toml: line 3: joined: a1 and a2 lie side by side"),
        (
            BOARD,
            '"a2 a3"',
            '"a2 a3", "a1 a2"',
            r"board\.toml: line \d+: plan: from a2 a throw of 2 leads nowhere",
        ),
        (
            TOKENS,
            "count = 5, pays = 1",
            "count = 6, pays = 1",
            r"tokens\.toml: line 5: .* come to 16 in all, not 17",
        ),
        (CARDS, "count = 7", "count = 8", r"cards\.toml: line 5: .* come to 20 in all, not 21"),
        (CARDS, '"green"', '"grey"', r"cards\.toml: line 3: \[go-green\] street: one of"),
        (CARDS, "count = 3", "count = ", r"cards\.toml: .*line 2"),
    ],
)
def test_what_is_wrong_is_said_with_folder_file_line_and_key(
    tmp_path: Path, name: str, old: str, new: str, says: str
) -> None:
    assert old in PAPERS[name]
    laid_in(tmp_path, {**PAPERS, name: PAPERS[name].replace(old, new, 1)})
    with pytest.raises(BadBox, match=f"^{tmp_path}: {says}"):
        papers_in(tmp_path)


def test_a_square_that_nobody_can_reach_is_named(tmp_path: Path) -> None:
    """An island of two squares beside the board: from the one to the other there is no throw but a one."""
    island = PAPERS[BOARD].replace("G2  ..  oo  ..  oo  ..  oo\n", "G2  ..  oo  ..  oo  ..  oo  ..  oo  oo\n")
    laid_in(tmp_path, {BOARD: island})
    with pytest.raises(BadBox, match=r"plan: from i6 a throw of 2 leads nowhere"):
        papers_in(tmp_path)
    ring = PAPERS[BOARD].replace("Y3\n", "Y3  ..  oo  oo  oo\n").replace("Y4\n", "Y4  ..  oo  ..  oo\n")
    ring = ring.replace("..  oo\nG1", "..  oo  ..  oo  oo  oo\nG1")
    laid_in(tmp_path, {BOARD: ring})
    with pytest.raises(BadBox, match=r"plan: i2 cannot be reached from the centre"):
        papers_in(tmp_path)


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadBox, match="nowhere is no folder"):
        papers_in(tmp_path / "nowhere")
    with pytest.raises(BadBox, match=r"holds none of board\.toml"):
        papers_in(tmp_path)
    (tmp_path / BOARD).write_bytes(b"\xff")
    with pytest.raises(BadBox, match=r"board\.toml: it is not UTF-8"):
        papers_in(tmp_path)
    (tmp_path / BOARD).unlink()
    os.mkfifo(tmp_path / BOARD)
    with pytest.raises(BadBox, match="it is not a file"):
        papers_in(tmp_path)
