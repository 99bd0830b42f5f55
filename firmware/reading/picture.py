"""Opens any photograph as the upright BGR picture that vision reads, in bounded memory."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, UnidentifiedImageError

from firmware.reading.errors import (
    BrokenPictureError,
    NoSuchPictureError,
    NotAPictureError,
    PictureError,
    PictureTooLargeError,
)
from vision.picture import Frame

_FORMATS = {
    "JPEG": (".jpg", ".jpeg", ".jpe"),
    "MPO": (".mpo",),
    "PNG": (".png", ".apng"),
    "WEBP": (".webp",),
    "TIFF": (".tif", ".tiff"),
    "BMP": (".bmp", ".dib"),
    "GIF": (".gif",),
    "PPM": (".ppm", ".pgm", ".pbm", ".pnm"),
    "JPEG2000": (".jp2", ".j2k"),
    "AVIF": (".avif",),
}
SUFFIXES = frozenset(suffix for suffixes in _FORMATS.values() for suffix in suffixes)
"""What a picture's name ends in, in small letters, when a folder is walked."""

# A frame of the reader: more pixels than that tell nothing more about dice. 17 megapixels are 50 MB.
MOST_READ = 17_000_000
# What is decoded whole, at up to 4 bytes a pixel: 200 MB, once.
MOST_DECODED = 50_000_000

_GROUND = (128, 128, 128, 255)  # laid under a transparent picture: white and black dice both stand out on it
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_HEIC = (b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1")
_ON_ITS_SIDE = 5  # and every higher EXIF orientation


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """An upright picture: `frame` is (H, W, 3) uint8 BGR; `width` and `height` are those of the file after
    EXIF rotation, which are more than the frame's for a picture too large to be read whole."""

    frame: Frame
    width: int
    height: int

    @property
    def scale(self) -> tuple[float, float]:
        """How many pixels of the file one of the frame stands for, across and down."""
        return self.width / self.frame.shape[1], self.height / self.frame.shape[0]


def load_picture(path: Path) -> Picture:
    """The picture in a file, the first where there are several. EXIF rotation is applied; grey, palette,
    CMYK and 16 bits a channel become 8-bit BGR; transparent parts become grey. A JPEG of up to 178
    megapixels is read at a half or a quarter of its size, other pictures may have MOST_DECODED pixels.
    Raises PictureError."""
    try:
        if path.is_dir():
            raise NotAPictureError(path, "is a folder")
        size = path.stat().st_size
        if not path.is_file():
            raise NotAPictureError(path, "is not a file")
        if size == 0:
            raise NotAPictureError(path, "is empty")
        with path.open("rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd metadata, and of sizes, which are checked below
            return _opened(path, file)
    except FileNotFoundError as error:
        raise NoSuchPictureError(path, "there is no such file") from error
    except OSError as error:
        raise NoSuchPictureError(path, f"may not be opened: {error.strerror or error}") from error


def _opened(path: Path, file: BinaryIO) -> Picture:
    start = file.read(16)
    file.seek(0)
    try:
        Image.init()
        # An older Pillow knows fewer kinds, and must not be asked for others.
        with Image.open(file, formats=[kind for kind in _FORMATS if kind in Image.OPEN]) as image:
            width, height = _checked_size(path, image)
            return _upright(image, width, height)
    except UnidentifiedImageError as error:
        raise NotAPictureError(path, _other_kind(start)) from error
    except Image.DecompressionBombError as error:
        raise PictureTooLargeError(path, "is too large to be opened: make it smaller") from error
    except MemoryError as error:
        raise PictureTooLargeError(path, "does not fit into the memory: make it smaller") from error
    except PictureError:
        raise
    except Exception as error:
        # The decoders let exceptions of a dozen kinds through when a file is damaged.
        raise BrokenPictureError(path, f"is damaged or ends too soon ({error})") from error


def _checked_size(path: Path, image: Image.Image) -> tuple[int, int]:
    """The size in the file, before anything is decoded; a large JPEG is set to be decoded smaller."""
    width, height = image.size
    pixels = width * height
    plain_jpeg = image.format in {"JPEG", "MPO"} and not image.info.get("progressive")
    if pixels > MOST_DECODED and not plain_jpeg:
        raise PictureTooLargeError(
            path,
            f"is too large: {width} x {height} pixels are {pixels / 1e6:.0f} megapixels, at most "
            f"{MOST_DECODED / 1e6:.0f} can be opened (more in a JPEG that is not progressive)",
        )
    if plain_jpeg and pixels > MOST_READ:
        fold = _fold(width, height)
        image.draft(None, (width // fold, height // fold))
    return width, height


def _upright(image: Image.Image, width: int, height: int) -> Picture:
    before = image.size
    image.load()
    if image.size != before:  # a TIFF turns itself
        width, height = image.size
    orientation = _orientation(image)
    plain = _eight_bits(image)
    fold = _fold(*plain.size)
    if fold > 1:
        plain = plain.reduce(fold)
    turn = _UPRIGHT.get(orientation)
    if turn is not None:
        plain = plain.transpose(turn)
    if orientation >= _ON_ITS_SIDE and turn is not None:
        width, height = height, width
    frame = np.ascontiguousarray(np.asarray(_opaque(plain), np.uint8)[..., ::-1])
    return Picture(frame, width, height)


def _orientation(image: Image.Image) -> int:
    try:
        value = image.getexif().get(ExifTags.Base.Orientation, 1)
    except Exception:
        return 1  # damaged metadata: the picture itself is none the worse
    return value if isinstance(value, int) else 1


def _fold(width: int, height: int) -> int:
    """By how much a picture is shrunk for the reader: a power of two, as a JPEG decoder can."""
    fold = 1
    while width * height > MOST_READ * fold * fold:
        fold *= 2
    return fold


def _eight_bits(image: Image.Image) -> Image.Image:
    """The picture in a mode that can be shrunk: RGB, RGBA or L."""
    if image.mode.startswith(("I", "F")):
        return Image.fromarray(_from_deep(np.asarray(image)))
    if image.mode in {"RGB", "L"} and "transparency" not in image.info:
        return image
    transparent = image.has_transparency_data or image.mode in {"RGBa", "La"}
    return image.convert("RGBA" if transparent else "RGB")


def _from_deep(values: NDArray[Any]) -> NDArray[np.uint8]:
    """Grey of 16 or 32 bits, or of real numbers (up to 1, 255 or 65535), as 8 bits."""
    real = np.nan_to_num(values.astype(np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    most = float(real.max(initial=0.0))
    if values.dtype.kind == "f":
        white = next((limit for limit in (1.0, 255.0, 65535.0) if most <= limit), most)
    else:
        white = max(65535.0, most)
    shades: NDArray[np.uint8] = np.clip(np.rint(real * (255 / white)), 0, 255).astype(np.uint8)
    return shades


def _opaque(image: Image.Image) -> Image.Image:
    if image.mode == "RGBA":
        image = Image.alpha_composite(Image.new("RGBA", image.size, _GROUND), image)
    return image.convert("RGB")


def _other_kind(start: bytes) -> str:
    if start[4:8] == b"ftyp" and start[8:12] in _HEIC:
        return "is a HEIC photograph, which cannot be opened here: save it as JPEG"
    return "is not a picture that can be opened here (JPEG, PNG, WebP, TIFF, BMP, GIF, PNM, AVIF)"
