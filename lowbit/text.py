"""Numbers as text, the same in Python and JavaScript (compiled to widgets/js/lowbit-text.js)."""

from math import floor


def ten_to(e):
    """10**e for a whole number e, by multiplication, so that both languages round alike."""
    p = 1.0
    for _ in range(abs(e)):
        p = p * 10.0
    return 1.0 / p if e < 0 else p


def exponent10(x):
    """Largest e with 10**e <= x, for x > 0."""
    e = 0
    while ten_to(e + 1) <= x:
        e = e + 1
    while ten_to(e) > x:
        e = e - 1
    return e


def thousands(digits):
    """ "16384" -> "16,384"."""
    out = digits
    done = ""
    while len(out) > 3:
        done = "," + out[-3:] + done
        out = out[:-3]
    return out + done


def superscript(e):
    signs = "⁻" if e < 0 else ""
    out = ""
    for d in str(abs(e)):
        out = out + "⁰¹²³⁴⁵⁶⁷⁸⁹"[int(d)]
    return signs + out


def sig(x, n):
    """x with n significant digits and no trailing zeros: 0.340, 1234567, 1e-8 give
    "0.34", "1.23×10⁶", "1×10⁻⁸" for n = 3. Whole numbers below 10⁶ keep thousands commas.
    """
    if x is None or x != x:
        return "–"
    if x < 0:
        return "−" + sig(-x, n)
    if x == 0:
        return "0"
    if x > 1.0e300:
        return "∞"
    e = exponent10(x)
    unit = ten_to(abs(n - 1 - e))
    scaled = x * unit if n - 1 - e >= 0 else x / unit
    whole = floor(scaled + 0.5)
    if whole >= ten_to(n):  # 9.996 rounds up to the next decade
        whole = whole / 10.0
        e = e + 1
    digits = str(int(whole))
    if e >= 6 or e < -4:
        return decimal(digits, 1) + "×10" + superscript(e)
    return decimal(digits, e + 1)


def decimal(digits, point):
    """Digits with the decimal point after `point` of them: ("340", 0) -> "0.34"."""
    while point <= 0:
        digits = "0" + digits
        point = point + 1
    while len(digits) < point:
        digits = digits + "0"
    left = digits[:point]
    right = digits[point:]
    while right.endswith("0"):
        right = right[:-1]
    return thousands(left) + ("." + right if right != "" else "")


def full(x):
    """A whole number with thousands commas: 16384 -> "16,384"."""
    return thousands(str(int(x)))


def duration(seconds):
    """ "38.9 µs", "4.48 ms", "1.2 s": three significant digits and the unit that fits."""
    if seconds >= 1.0:
        return sig(seconds, 3) + " s"
    if seconds >= 1.0e-3:
        return sig(seconds * 1.0e3, 3) + " ms"
    return sig(seconds * 1.0e6, 3) + " µs"


def percent(fraction):
    """0.0834 -> "8.3%"; two significant digits, and "less than 0.01%" below that."""
    if 0 < fraction < 0.0001:
        return "less than 0.01%"
    return sig(fraction * 100.0, 2) + "%"


def bytes_text(b):
    """Decimal units: 234954752 -> "235 MB"."""
    if b >= 1.0e9:
        return sig(b / 1.0e9, 3) + " GB"
    if b >= 1.0e6:
        return sig(b / 1.0e6, 3) + " MB"
    return sig(b / 1.0e3, 3) + " kB"


def flops_text(f):
    """Operations: 30064771072 -> "30.1 GFLOP"."""
    if f >= 1.0e12:
        return sig(f / 1.0e12, 3) + " TFLOP"
    if f >= 1.0e9:
        return sig(f / 1.0e9, 3) + " GFLOP"
    return sig(f / 1.0e6, 3) + " MFLOP"
