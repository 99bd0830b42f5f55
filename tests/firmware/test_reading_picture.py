"""Any photograph becomes the upright picture that its maker saw, or one line that says why not."""

from __future__ import annotations

import io
import os
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from firmware.reading.errors import (
    BrokenPictureError,
    NoSuchPictureError,
    NotAPictureError,
    PictureError,
    PictureTooLargeError,
)
from firmware.reading.picture import MOST_READ, load_picture

WIDTH, HEIGHT = 90, 60


def scene() -> Image.Image:
    """A smooth picture in which every corner has its own colour: red, green, blue, white."""
    x, y = np.meshgrid(np.linspace(0, 1, WIDTH), np.linspace(0, 1, HEIGHT))
    corners = np.array([[(250, 20, 20), (20, 250, 20)], [(20, 20, 250), (250, 250, 250)]], float)
    top = corners[0, 0] * (1 - x)[..., None] + corners[0, 1] * x[..., None]
    bottom = corners[1, 0] * (1 - x)[..., None] + corners[1, 1] * x[..., None]
    return Image.fromarray((top * (1 - y)[..., None] + bottom * y[..., None]).astype(np.uint8))


def bgr(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB"), np.float64)[..., ::-1]


def saved(path: Path, image: Image.Image, **options: object) -> Path:
    image.save(path, **options)  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize(
    "name", ["a.png", "a.bmp", "a.tif", "a.ppm", "a.jpg", "a.webp", "a.jp2", "a.png.jpg"]
)
def test_every_common_kind_is_read(tmp_path: Path, name: str) -> None:
    picture = load_picture(saved(tmp_path / name, scene()))
    assert picture.frame.dtype == np.uint8
    assert picture.frame.flags.c_contiguous
    assert picture.frame.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(picture.frame - bgr(scene())).mean() < 6


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp", "a.tif"])
def test_a_picture_stands_upright_however_the_camera_was_held(
    tmp_path: Path, name: str, orientation: int
) -> None:
    """The file holds the scene turned as a camera held so would store it, and says so."""
    stored = {
        1: lambda a: a,
        2: lambda a: a[:, ::-1],
        3: lambda a: a[::-1, ::-1],
        4: lambda a: a[::-1],
        5: lambda a: a.transpose(1, 0, 2),
        6: lambda a: a.transpose(1, 0, 2)[::-1],
        7: lambda a: a.transpose(1, 0, 2)[::-1, ::-1],
        8: lambda a: a.transpose(1, 0, 2)[:, ::-1],
    }[orientation](np.asarray(scene()))
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = saved(tmp_path / name, Image.fromarray(np.ascontiguousarray(stored)), exif=exif, quality=95)
    picture = load_picture(path)
    assert (picture.width, picture.height) == (WIDTH, HEIGHT)
    assert np.abs(picture.frame - bgr(scene())).mean() < 8


@pytest.mark.parametrize("mode", ["L", "1", "P", "CMYK", "LA", "RGBA", "YCbCr"])
def test_every_colour_mode_becomes_bgr(tmp_path: Path, mode: str) -> None:
    image = scene().convert(mode)
    name = {"CMYK": "a.tif", "YCbCr": "a.jpg"}.get(mode, "a.png")
    picture = load_picture(saved(tmp_path / name, image))
    assert np.abs(picture.frame - bgr(image)).mean() < 4


def test_a_printers_jpeg_has_the_colours_of_the_scene(tmp_path: Path) -> None:
    picture = load_picture(saved(tmp_path / "a.jpg", scene().convert("CMYK"), quality=95))
    assert np.abs(picture.frame - bgr(scene())).mean() < 8


@pytest.mark.parametrize("name", ["a.png", "a.tif", "a.pgm"])
def test_sixteen_bits_are_scaled_not_clipped(tmp_path: Path, name: str) -> None:
    deep = np.arange(WIDTH * HEIGHT, dtype=np.uint16).reshape(HEIGHT, WIDTH) * 12
    picture = load_picture(saved(tmp_path / name, Image.fromarray(deep)))
    assert np.abs(picture.frame.astype(float) - deep[..., None] / 257).max() <= 0.5


def test_what_is_transparent_hides_neither_white_nor_black_dice(tmp_path: Path) -> None:
    image = scene().convert("RGBA")
    image.putalpha(
        Image.fromarray(np.where(np.arange(WIDTH) < 45, 0, 255).astype(np.uint8)[None].repeat(HEIGHT, 0))
    )
    frame = load_picture(saved(tmp_path / "a.png", image)).frame
    assert (frame[:, :45] == 128).all()
    assert np.abs(frame[:, 45:] - bgr(scene())[:, 45:]).max() < 1


def test_one_pixel_is_a_picture(tmp_path: Path) -> None:
    assert load_picture(saved(tmp_path / "a.png", Image.new("RGB", (1, 1), "white"))).frame.tolist() == [
        [[255] * 3]
    ]


def test_odd_or_damaged_metadata_does_not_spoil_a_picture(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.jpg", scene(), exif=b"Exif\0\0MM\0*\xff\xff\xff\xff")
    assert load_picture(path).frame.shape == (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp", "a.tif", "a.bmp", "a.gif", "a.ppm", "a.jp2"])
@pytest.mark.parametrize("part", [0.05, 0.5, 0.9, 0.99])
def test_half_a_picture_is_refused_not_read(tmp_path: Path, name: str, part: float) -> None:
    path = saved(
        tmp_path / name, Image.fromarray(np.random.default_rng(0).integers(0, 255, (60, 90, 3), np.uint8))
    )
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])
    with pytest.raises(PictureError) as caught:
        load_picture(path)
    assert isinstance(caught.value, BrokenPictureError | NotAPictureError)
    assert "\n" not in str(caught.value)


def test_what_is_no_picture_is_named(tmp_path: Path) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("eight fours")
    with pytest.raises(NotAPictureError, match=r"notes\.jpg: is not a picture"):
        load_picture(text)
    empty = tmp_path / "empty.png"
    empty.touch()
    with pytest.raises(NotAPictureError, match="is empty"):
        load_picture(empty)
    with pytest.raises(NotAPictureError, match="is a folder"):
        load_picture(tmp_path)
    with pytest.raises(NoSuchPictureError, match="there is no such file"):
        load_picture(tmp_path / "gone.png")
    with pytest.raises(NoSuchPictureError, match="name too long"):
        load_picture(tmp_path / ("n" * 300))
    phone = tmp_path / "phone.heic"
    phone.write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 100)
    with pytest.raises(NotAPictureError, match="HEIC"):
        load_picture(phone)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(NotAPictureError, match="is not a file"):
        load_picture(tmp_path / "pipe.jpg")


def test_a_name_with_a_line_break_stays_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines\udcff.jpg"
    path.touch()
    with pytest.raises(NotAPictureError) as caught:
        load_picture(path)
    assert r"two\nlines\udcff.jpg" in str(caught.value)
    str(caught.value).encode()


def test_a_large_photograph_is_read_smaller_in_bounded_memory(tmp_path: Path) -> None:
    """100 megapixels, on its side: coordinates are still those of the file."""
    exif = Image.Exif()
    exif[0x0112] = 6
    path = saved(tmp_path / "a.jpg", Image.new("L", (12000, 8400), 200), exif=exif)
    picture = load_picture(path)
    assert (picture.width, picture.height) == (8400, 12000)
    assert picture.frame.shape[0] * picture.frame.shape[1] <= MOST_READ
    assert picture.scale == pytest.approx((4, 4), rel=1e-3)
    assert (np.abs(picture.frame.astype(int) - 200) <= 1).all()


def test_a_large_drawing_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.png", Image.new("1", (10000, 10000)))
    tracemalloc.start()
    try:
        with pytest.raises(PictureTooLargeError, match="10000 x 10000 pixels are 100 megapixels, at most 50"):
            load_picture(path)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    """A header that promises 60000 x 60000 pixels."""
    path = saved(tmp_path / "a.png", Image.new("1", (8, 8)))
    data = bytearray(path.read_bytes())
    data[16:24] = (60000).to_bytes(4, "big") * 2
    path.write_bytes(data)
    with pytest.raises(PictureError):
        load_picture(path)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kind=st.sampled_from(["JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "PPM"]),
    changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=8),
)
def test_damage_anywhere_is_an_error_of_ours_or_a_picture(
    tmp_path: Path, kind: str, changes: list[tuple[int, int]]
) -> None:
    buffer = io.BytesIO()
    scene().save(buffer, kind)
    data = bytearray(buffer.getvalue())
    for position, value in changes:
        data[position % len(data)] = value
    path = tmp_path / "a"
    path.write_bytes(data)
    said = ""
    try:
        assert load_picture(path).frame.ndim == 3
    except PictureError as error:
        said = str(error)
    assert "\n" not in said
