"""How the second reader is taught: needs torch and onnx, which only those who train have."""

from __future__ import annotations

import copy
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from vision.dice_crops import CROP, FINE_CROP, Pyramid, normalised  # noqa: E402
from vision.dice_nets import FILES, DiceNets  # noqa: E402
from vision.training.learning import Pools, draw_batch  # noqa: E402
from vision.training.nets import SecondReader, write_onnx  # noqa: E402
from vision.training.samples import Crop, Picture  # noqa: E402
from vision.training.scenes.scene import scene  # noqa: E402
from vision.training.scenes.store import LABEL  # noqa: E402
from vision.training.second import BATCH, DRAWN, as_first_sees, doubted, teach  # noqa: E402
from vision.training.taken_back import light_reader  # noqa: E402


def _pools() -> Pools:
    pictures = []
    for seed in range(3):
        image, dice = scene(np.random.default_rng(seed))
        known = np.array([(k.value, k.x, k.y, k.size, *k.down, k.visible, k.tilt) for k in dice], LABEL)
        pictures.append(Picture(Pyramid(image), known))
    return [(1.0, pictures)]


def test_opencv_reads_in_the_file_what_was_taught(tmp_path: Path) -> None:
    torch.manual_seed(2)
    net = SecondReader()
    net.train()(torch.randn(16, 3, FINE_CROP, FINE_CROP))  # so that its norms are not those of nothing
    path = tmp_path / "dice_second.onnx"
    write_onnx(net, path, (1, 3, FINE_CROP, FINE_CROP), (0,))
    here = resources.files("vision")
    finder, reader = (here.joinpath(name).read_bytes() for name in FILES[:2])
    nets = DiceNets(finder, reader, path.read_bytes())
    frame = np.random.default_rng(1).integers(0, 256, (120, 160, 3), np.uint8)
    (look,) = nets.look_finely(Pyramid(frame), [(80.0, 60.0, 30.0)])
    crop = Pyramid(frame).crop(80.0, 60.0, 30.0, fine=True)
    with torch.no_grad():
        said = net.eval()(torch.from_numpy(normalised(crop[None])))[0, :9].softmax(0).numpy()
    assert np.abs(np.array(look.chances) - said).max() < 1e-3


def test_the_first_reader_sees_of_a_fine_crop_what_it_sees_of_its_own() -> None:
    pyramid = _pools()[0][1][0].pyramid
    places = [(90.0 + 60 * i, 150.0 + 30 * i, 21.0 + 5 * i) for i in range(5)]
    fine = [Crop(pyramid.crop(*p, fine=True), 1, (0, 0, 0), (0, 0), True, True) for p in places]
    own = normalised(np.stack([pyramid.crop(*p) for p in places]))
    seen = as_first_sees(fine).numpy()
    assert seen.shape == own.shape == (5, 3, CROP, CROP)
    others = np.roll(own, 1, axis=0)
    assert np.abs(seen - own).mean() < 0.5 * np.abs(seen - others).mean()


def test_crops_of_both_readers_are_drawn_alike() -> None:
    fine, own = (draw_batch(_pools(), np.random.default_rng(5), 24, fine=f) for f in (True, False))
    assert {c.crop.shape for c in fine} == {(FINE_CROP, FINE_CROP, 3)}
    assert {c.crop.shape for c in own} == {(CROP, CROP, 3)}


def test_what_the_first_reader_is_surest_of_is_left_out() -> None:
    torch.manual_seed(4)
    first = light_reader().eval()
    pools = _pools()
    batch, said = doubted(pools, first, np.random.default_rng(6))
    assert len(batch) == BATCH < DRAWN
    assert said.shape == (BATCH, 15)
    right = said[:, :9].softmax(1)[range(BATCH), [c.kind for c in batch]]
    assert (right[1:] >= right[:-1]).all()


def test_only_the_second_reader_learns(tmp_path: Path) -> None:
    torch.manual_seed(8)
    second, first = SecondReader(), light_reader()
    begun = [copy.deepcopy(net.state_dict()) for net in (second, first)]
    teach(second, first, _pools(), 2, 0, 1, tmp_path / "state.pt")
    assert any(not torch.equal(value, begun[0][key]) for key, value in second.state_dict().items())
    assert all(torch.equal(value, begun[1][key]) for key, value in first.state_dict().items())
