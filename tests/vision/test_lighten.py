"""The reader that is made light and learns on: needs torch, which only those who train have."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from vision.dice_crops import Pyramid  # noqa: E402
from vision.training import lighten  # noqa: E402
from vision.training.learning import draw_batch, reader_input, train_light  # noqa: E402
from vision.training.nets import Reader, Split  # noqa: E402
from vision.training.samples import Picture  # noqa: E402
from vision.training.scenes.scene import scene  # noqa: E402
from vision.training.scenes.store import LABEL  # noqa: E402


def _pictures(count: int) -> list[Picture]:
    pictures = []
    for i in range(count):
        drawn, known = scene(np.random.default_rng([5, i]))
        rows = [(k.value, k.x, k.y, k.size, *k.down, k.visible, k.tilt) for k in known]
        pictures.append(Picture(Pyramid(drawn), np.array(rows, LABEL)))
    return pictures


def test_a_convolution_that_can_be_taken_apart_says_what_it_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lighten, "BETWEEN", {1: 16})
    torch.manual_seed(1)
    taught = Reader()
    crops = reader_input(draw_batch([(1.0, _pictures(2))], np.random.default_rng(1), 24))
    with torch.no_grad():
        mixed = torch.randn(8, 24), torch.randn(8, 3, 3), torch.randn(32, 8)
        taught.look[1][0].weight.copy_(torch.einsum("oc,cyx,ci->oiyx", mixed[2], mixed[1], mixed[0]) / 20)
        for _ in range(60):  # the norms see what comes
            taught.look(crops)
        taught.eval()
    light = lighten.lightened(taught, crops, 1)
    assert isinstance(light.look[1], Split)
    assert light.look[1].before.weight.shape == (16, 24, 1, 1)
    with torch.no_grad():
        said, says = taught.look(crops), light.look(crops)
    assert float((said - says).square().sum() / (said - said.mean(0)).square().sum()) < 0.05


def test_a_run_that_was_cut_off_goes_on_the_same_way(tmp_path: Path) -> None:
    torch.manual_seed(1)
    taught, pools = Reader(), [(1.0, _pictures(2))]
    begun = {key: value.clone() for key, value in Reader().state_dict().items()}
    ends = []
    for name, parts in (("whole", (4,)), ("cut off", (2, 4))):
        light = Reader()
        light.load_state_dict(begun)
        for steps in parts:
            train_light(light, taught, pools, steps, 1, 3, 1e-3, tmp_path / f"{name}.pt")
        ends.append(light.state_dict())
    assert any(not torch.equal(ends[0][key], begun[key]) for key in begun)
    assert all(torch.equal(ends[0][key], ends[1][key]) for key in begun)
