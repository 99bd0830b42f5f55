"""The reader that ships, taken back out of its file to learn further: needs torch and onnx, which only those
who train have."""

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
from vision.training.further import light_reader, reader_of, settle_norms  # noqa: E402
from vision.training.nets import write_onnx  # noqa: E402

CROPS = np.random.default_rng(7).normal(0, 1, (32, 3, CROP, CROP)).astype(np.float32)


def test_what_comes_out_of_the_file_says_what_opencv_reads_in_it() -> None:
    weights = resources.files("vision").joinpath("dice_reader.onnx").read_bytes()
    net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
    net.setInput(CROPS)
    with torch.no_grad():
        said = reader_of(weights)(torch.from_numpy(CROPS)).numpy()
    assert np.abs(said - net.forward()).max() < 1e-3


def test_norms_that_are_settled_change_no_answer_but_fit_what_comes(tmp_path: Path) -> None:
    torch.manual_seed(3)
    write_onnx(light_reader(), tmp_path / "reader.onnx", (1, 3, CROP, CROP), (0,))
    before = reader_of((tmp_path / "reader.onnx").read_bytes())
    settled = copy.deepcopy(before)
    x = torch.from_numpy(CROPS)
    settle_norms(settled, x)
    with torch.no_grad():
        assert (settled(x) - before(x)).abs().max() < 1e-3
        seen = before.look[0][0](x)
    assert torch.allclose(settled.look[0][1].running_mean, seen.mean((0, 2, 3)), atol=1e-4)
