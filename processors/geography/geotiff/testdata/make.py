"""Makes the files of this folder with tifffile, so that what is read here was written by others.

    pip install tifffile imagecodecs numpy && python3 make.py
"""

import numpy
import tifffile

GEO = [
    (33550, "d", 3, (10.0, 10.0, 0.0), True),
    (33922, "d", 6, (0.0, 0.0, 0.0, 600000.0, 5200000.0, 0.0), True),
    (34735, "H", 8, (1, 1, 0, 1, 3072, 0, 1, 32632), True),
]


def image(width, height, step, kind):
    y, x = numpy.mgrid[0:height, 0:width]
    return ((x * step * 7 + y * step * 13) % 60000 % numpy.iinfo(kind).max).astype(kind)


def write(name, kind, options, **file):
    with tifffile.TiffWriter(name, **file) as t:
        for step in (1, 2, 4):
            t.write(image(-(-100 // step), -(-80 // step), step, kind), tile=(32, 32), photometric="minisblack", metadata=None,
                    subfiletype=0 if step == 1 else 1, extratags=GEO if step == 1 else [], **options)


write("deflate.tif", numpy.uint16, {"compression": "zlib", "predictor": True})
write("lzw.tif", numpy.uint16, {"compression": "lzw"})
write("plain.tif", numpy.uint8, {}, bigtiff=True, byteorder=">")
write("predicted.tif", numpy.uint8, {"compression": "zlib", "predictor": True})
tifffile.imwrite("float.tif", image(32, 32, 1, numpy.uint16).astype(numpy.float32), tile=(32, 32), extratags=GEO, metadata=None)
tifffile.imwrite("strips.tif", image(32, 32, 1, numpy.uint16), extratags=GEO, metadata=None)
tifffile.imwrite("nowhere.tif", image(32, 32, 1, numpy.uint16), tile=(32, 32), metadata=None)
