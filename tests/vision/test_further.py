"""The networks that ship, taken back out of their files to learn further: needs torch and onnx, which only
those who train have."""

from __future__ import annotations

import copy
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from vision.dice_crops import CROP  # noqa: E402
from vision.dice_nets import DiceNets  # noqa: E402
from vision.training.between import between  # noqa: E402
from vision.training.nets import Finder, write_onnx  # noqa: E402
from vision.training.samples import finder_input  # noqa: E402
from vision.training.taken_back import finder_of, light_reader, reader_of, settle_norms  # noqa: E402

CROPS = np.random.default_rng(7).normal(0, 1, (32, 3, CROP, CROP)).astype(np.float32)


def test_what_comes_out_of_the_file_says_what_opencv_reads_in_it() -> None:
    weights = resources.files("vision").joinpath("dice_reader.onnx").read_bytes()
    net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
    net.setInput(CROPS)
    with torch.no_grad():
        said = reader_of(weights)(torch.from_numpy(CROPS)).numpy()
    assert np.abs(said - net.forward()).max() < 1e-3


def test_the_finder_out_of_its_file_warms_where_the_file_does() -> None:
    picture = np.random.default_rng(8).integers(0, 256, (96, 128, 3), np.uint8)
    weights = resources.files("vision").joinpath("dice_finder.onnx").read_bytes()
    with torch.no_grad():
        said = finder_of(weights)(torch.from_numpy(finder_input([picture])))[0].numpy()
    assert np.abs(said - DiceNets.shipped().heat(picture)).max() < 1e-3


@pytest.mark.parametrize("kind", ["reader", "finder"])
def test_norms_that_are_settled_change_no_answer_but_fit_what_comes(kind: str, tmp_path: Path) -> None:
    torch.manual_seed(3)
    path, x = tmp_path / "net.onnx", torch.from_numpy(CROPS)
    if kind == "reader":
        write_onnx(light_reader(), path, (1, 3, CROP, CROP), (0,))
        before = reader_of(path.read_bytes())
        first = before.look[0]
    else:
        write_onnx(Finder(), path, (1, 3, 64, 64), (2, 3))
        before = finder_of(path.read_bytes())
        first = before.near[0]
    settled = copy.deepcopy(before)
    settle_norms(settled, x)
    with torch.no_grad():
        assert (settled(x) - before(x)).abs().max() < 1e-3
        seen = first[0](x)
    norm = settled.look[0][1] if kind == "reader" else settled.near[0][1]
    assert torch.allclose(norm.running_mean, seen.mean((0, 2, 3)), atol=1e-4)


def test_what_is_between_two_networks_is_each_of_them_at_its_end(tmp_path: Path) -> None:
    torch.manual_seed(5)
    for name in ("before", "after"):
        write_onnx(light_reader(), tmp_path / name, (1, 3, CROP, CROP), (0,))
    before, after = (tmp_path / "before").read_bytes(), (tmp_path / "after").read_bytes()
    x = torch.from_numpy(CROPS)
    with torch.no_grad():
        for share, file in ((0.0, before), (1.0, after)):
            assert (reader_of(between(before, after, share))(x) - reader_of(file)(x)).abs().max() < 1e-5
        old, new, mixed = (reader_of(w).say[4].bias for w in (before, after, between(before, after, 0.25)))
    assert torch.allclose(mixed, 0.75 * old + 0.25 * new, atol=1e-6)


def test_networks_of_two_kinds_do_not_mix(tmp_path: Path) -> None:
    write_onnx(light_reader(), tmp_path / "reader", (1, 3, CROP, CROP), (0,))
    finder = resources.files("vision").joinpath("dice_finder.onnx").read_bytes()
    with pytest.raises(ValueError, match="different kinds"):
        between((tmp_path / "reader").read_bytes(), finder, 0.5)
