"""What a reader types as a number, as a double (compiled to JavaScript).

300 · -2.5e-3 · 65,504 · 0x1.8p-3 · 0x1f · 1/3 · inf · nan · −0, with an ASCII or a Unicode minus.
A hexadecimal number is a value, not a code: 0x10 is 16. Everything else gets a sentence.
"""

from math import inf, nan

from lowbit.formats import power_of_two

double_of = float  # for text that is known to be a decimal number; Number in JavaScript

TYPED_EXAMPLES = "such as 300, -2.5, 1e-3, 0x1.8p-3, 1/3, inf or nan"
TYPED_DIGITS = "0123456789"
TYPED_HEX_DIGITS = "0123456789abcdef"
TYPED_MOST_HEX = 2.0**53  # a double holds every whole number up to here


def typed_number(text):
    """The double nearest to what `text` says; NaN, infinities and -0 included.

    Raises ValueError with a sentence for the reader: empty, no number, a division by zero, a
    value beyond the doubles at either end, more hexadecimal digits than a double holds.
    """
    t = "-".join("-".join(text.strip().lower().split("−")).split("–"))
    if t == "":
        raise ValueError("Write a number, " + TYPED_EXAMPLES + ".")
    parts = t.split("/")
    if len(parts) == 2:
        return typed_fraction(text, parts[0].strip(), parts[1].strip())
    return typed_signed(text, t)


def typed_fraction(text, above, below):
    a = typed_signed(text, above)
    b = typed_signed(text, below)
    if a != a or b != b or abs(a) == inf or abs(b) == inf:
        raise ValueError("A fraction needs two finite numbers, as in 1/3.")
    if b == 0:
        raise ValueError("'" + text.strip() + "' divides by zero; write inf for infinity.")
    return typed_in_range(text, a / b, a == 0)


def typed_signed(text, t):
    sign = -1.0 if t.startswith("-") else 1.0
    if t.startswith("-") or t.startswith("+"):
        t = t[1:]
    if t in ["inf", "infinity", "∞"]:
        return sign * inf
    if t == "nan":
        return nan
    return sign * (typed_hex(text, t) if t.startswith("0x") else typed_decimal(text, t))


def no_number(text):
    return "'" + text.strip() + "' is not a number; write one " + TYPED_EXAMPLES + "."


def typed_only(t, allowed):
    """True when t is made of the allowed characters, at least one."""
    for c in t:
        if c not in allowed:
            return False
    return t != ""


def typed_in_range(text, x, is_zero):
    """x, unless a double can only say 0 or infinity for it."""
    if abs(x) == inf:
        raise ValueError(
            "'"
            + text.strip()
            + "' is beyond the largest double, 1.8×10³⁰⁸; write inf if you mean it."
        )
    if x == 0 and not is_zero:
        raise ValueError(
            "'"
            + text.strip()
            + "' is below the smallest double, 4.9×10⁻³²⁴; write 0 if you mean it."
        )
    return x


def typed_power(text, t):
    """The whole number behind e or p: -3 of "-3", held within what matters to a double."""
    sign = -1 if t.startswith("-") else 1
    if t.startswith("-") or t.startswith("+"):
        t = t[1:]
    if not typed_only(t, TYPED_DIGITS):
        raise ValueError(no_number(text))
    return int(sign * min(double_of(t), 9999.0))


def typed_decimal(text, t):
    parts = without_commas(t).split("e")
    sides = parts[0].split(".")
    digits = "".join(sides)
    if len(parts) > 2 or len(sides) > 2 or not typed_only(digits, TYPED_DIGITS):
        raise ValueError(no_number(text))
    power = typed_power(text, parts[1]) if len(parts) == 2 else 0
    x = double_of(parts[0] + "e" + str(power))
    return typed_in_range(text, x, typed_only(digits, "0"))


def without_commas(t):
    """ "65,504.5" -> "65504.5"; one comma that groups no thousands is a decimal one: "2,5"."""
    groups = t.split(".")[0].split(",")
    if len(groups) == 1:
        return t
    grouped = len(groups[0]) <= 3
    for group in groups[1:]:
        if len(group) != 3:
            grouped = False
    if grouped and groups[0] != "":
        return "".join(groups) + t[len(t.split(".")[0]) :]
    return ".".join(t.split(",")) if len(groups) == 2 and "." not in t else t


def typed_hex(text, t):
    parts = t[2:].split("p")
    sides = parts[0].split(".")
    digits = "".join(sides)
    if len(parts) > 2 or len(sides) > 2 or not typed_only(digits, TYPED_HEX_DIGITS):
        raise ValueError(no_number(text))
    m = 0.0
    for c in digits:
        m = m * 16.0 + len(TYPED_HEX_DIGITS.split(c)[0])  # its place is its value
    if m > TYPED_MOST_HEX:
        raise ValueError("'" + text.strip() + "' has more digits than the 53 bits of a double.")
    power = typed_power(text, parts[1]) if len(parts) == 2 else 0
    if len(sides) == 2:
        power = power - 4 * len(sides[1])
    return typed_in_range(text, scaled_by_power(m, power), m == 0)


def scaled_by_power(m, e):
    """m · 2^e for 0 <= m <= 2^53, rounded once."""
    if e > 1023:
        return m * power_of_two(1023) * 2.0
    if e >= -1000:
        return m * power_of_two(e)
    return m * power_of_two(-1000) * power_of_two(max(e + 1000, -1074))
