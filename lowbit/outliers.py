"""The playground's matrices: which there are, their outliers, and one more put in (compiled).

A matrix is a flat list of 64 · 64 numbers, row by row: weights [outputs, inputs] or activations
[tokens, inputs]. Four are stored (lowbit/data/matrices.json), the others follow from them by rule.
`stored` is a dict from the id of a stored matrix to its values.
"""

from math import sqrt

from lowbit.float32 import ascending, f32

SIZE = 64
FACTOR = 60.0  # how much larger the outlier channel and the outlier token are than the rest
CHANNEL = 13  # the column of the outlier channel, 0 … 63
TOKEN = 13  # the row of the outlier token
SIGMA_OF_MEDIAN = 1.4826  # σ of a normal distribution over its median magnitude

# apart: what "the others" leave out: "" nothing, else the channel or token number `at`.
# base: the stored matrix it is or is made of; partner: the other operand of x·Wᵀ.
MATRICES = [
    {"id": "weights", "label": "Real weights", "role": "weights", "base": "weights",
     "partner": "activations", "apart": "", "at": -1, "about": ""},
    {"id": "activations", "label": "Real activations", "role": "activations",
     "base": "activations", "partner": "weights", "apart": "channel", "at": 31,
     "about": "Channel 31 (input 223) is large for every token."},
    {"id": "gaussian", "label": "Gaussian noise", "role": "weights", "base": "gaussian",
     "partner": "", "apart": "", "at": -1, "about": ""},
    {"id": "heavy", "label": "Heavy-tailed noise", "role": "weights", "base": "heavy",
     "partner": "", "apart": "", "at": -1, "about": ""},
    {"id": "outlier-channel", "label": "Noise with an outlier channel", "role": "activations",
     "base": "gaussian", "partner": "", "apart": "channel", "at": CHANNEL,
     "about": "Channel 13 is multiplied by 60."},
    {"id": "outlier-token", "label": "Noise with an outlier token", "role": "activations",
     "base": "gaussian", "partner": "", "apart": "token", "at": TOKEN,
     "about": "Token 13 is multiplied by 60."},
    {"id": "image", "label": "A picture", "role": "weights", "base": "",
     "partner": "", "apart": "", "at": -1, "about": "A drawn picture, values from 0 to 1."},
]  # fmt: skip


def matrix_row(name):
    """The row of MATRICES with this id. Raises ValueError with the known ones."""
    for one in MATRICES:
        if one["id"] == name:
            return one
    known = ", ".join([one["id"] for one in MATRICES])
    raise ValueError("Unknown matrix '" + name + "'. Known: " + known + ".")


def matrix_values(name, stored):
    """The values of a matrix, 64 · 64 numbers that float32 holds exactly."""
    one = matrix_row(name)
    if one["base"] == "":
        return picture_values()
    out = []
    made = one["apart"] != "" and one["base"] != name  # the outliers come by rule
    for i in range(SIZE * SIZE):
        x = stored[one["base"]][i]
        out.append(x * FACTOR if made and is_apart(one, i) else x)
    return out


def partner_values(name, stored):
    """The other operand of x·Wᵀ: real with real, made-up with the Gaussian matrix transposed."""
    one = matrix_row(name)
    if one["partner"] != "":
        return matrix_values(one["partner"], stored)
    out = []
    for i in range(SIZE * SIZE):
        out.append(stored["gaussian"][i % SIZE * SIZE + i // SIZE])
    return out


def is_apart(one, i):
    """Whether value i of the flat matrix belongs to its outlier channel or token."""
    if one["apart"] == "channel":
        return i % SIZE == one["at"]
    return one["apart"] == "token" and i // SIZE == one["at"]


def sigma_of(values):
    """1.48 times the median magnitude: the σ of a normal matrix, and outliers do not move it."""
    order = ascending([abs(v) for v in values])
    return SIGMA_OF_MEDIAN * (order[len(order) // 2 - 1] + order[len(order) // 2]) / 2


def with_outlier(values, sigma, row, col, size):
    """The values with size · sigma at (row, col); the same list where size is 0."""
    if size == 0:
        return values
    out = [v for v in values]
    out[row * SIZE + col] = size * sigma
    return out


def picture_values():
    """A shaded ball before a bright wall, on dark ground with fine stripes; all from 0 to 1.

    Bright and dark parts need different steps, and nothing is below zero.
    """
    out = []
    for i in range(SIZE * SIZE):
        out.append(f32(lightness((i % SIZE + 0.5) / SIZE, (i // SIZE + 0.5) / SIZE)))
    return out


def lightness(x, y):
    """Of the point (x, y) of the picture, 0 … 1 from its left and from its top."""
    u = (x - 0.42) / 0.3
    v = (y - 0.46) / 0.3
    d = u * u + v * v
    if d < 1:  # the ball, lit from the upper left
        toward_light = (sqrt(1 - d) * 0.62 - u * 0.5 - v * 0.6) * 0.95
        return 0.04 + max(0.0, toward_light)
    if y < 0.68:
        return 0.45 + 0.4 * y + 0.1 * x
    stripe = 1.0 if int(x * 16) % 2 == int((y - 0.68) * 28) % 2 else 0.45
    w = (x - 0.5) / 0.4
    shadow = 0.4 if w * w + (y - 0.76) * (y - 0.76) / 0.006 < 1 else 1.0
    return 0.15 * stripe * shadow
