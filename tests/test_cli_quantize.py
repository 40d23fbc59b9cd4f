"""python -m lowbit quantize: the JSON, the words, and the sentence for bad input."""

import io
import json
import pickle
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest

from lowbit.__main__ import main
from lowbit.scaling import quantize

X = np.random.default_rng(1).standard_normal((256, 512)).astype(np.float32)


@pytest.fixture
def save(tmp_path):
    """Write an array, or bytes, to a file and return its path."""

    def write(content, name="w.npy"):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            np.save(path, content)
        return str(path)

    return write


def as_json(capsys, path, *more):
    assert main(["quantize", path, "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *arguments):
    """What a wrong call says: one line, nothing on stdout, exit 2."""
    try:
        code = main(["quantize", *arguments])
    except SystemExit as stop:
        code = stop.code
    out, said = capsys.readouterr()
    assert (code, out) == (2, "")
    assert said.count("\n") == 1
    assert said[0].isupper() or said.startswith("/")
    return said


def test_json(capsys, save):
    made = as_json(capsys, save(X), "--scheme", "nvfp4")
    assert made["scheme"] == "nvfp4"
    assert made["shape"] == [256, 512]
    assert made["effective_bits"] == 4.5 + 32 / X.size
    assert made["bytes"] == X.size * 9 // 16 + 4
    assert made["scales"] == X.size // 16
    assert made["block"] == [1, 16]
    assert made["relative_rmse"] == quantize(X, "nvfp4")["relative_rmse"]
    assert made["relative_rmse"] == pytest.approx(0.095, abs=0.002)
    assert made["sqnr_db"] == pytest.approx(20.4, abs=0.2)
    assert made["max_error"] > 0
    assert made["tensor_scale"] == pytest.approx(np.abs(X).max() / 2688)


def test_nothing_lost_is_infinite_decibels(capsys, save):
    made = as_json(capsys, save(np.ones((4, 64), np.float32)), "--scheme", "mxfp8")
    assert (made["relative_rmse"], made["sqnr_db"], made["max_error"]) == (0, "inf", 0)


def test_words(capsys, save):
    assert main(["quantize", save(X), "--scheme", "nvfp4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "nvfp4: 4.5002 bits a value, scales counted; 73.7 kB instead of 262 kB in 16 bits."
    )
    assert lines[1].startswith("The error is 9.5% of the values (RMS), 20.4 dB below them;")
    assert lines[2] == "256×512 values in E2M1, 8,192 scales, one for each 1×16 block."
    assert lines[3].startswith("The tensor scale is 0.001639.")
    assert main(["quantize", save(np.zeros((2, 2))), "--scheme", "int8-tensor"]) == 0
    assert "Nothing is lost.\n2×2 values in INT8, one scale" in capsys.readouterr().out


def test_choose(capsys, save):
    path = save(X)
    errors = [
        as_json(capsys, path, "--scheme", "int4-row", "--choose", choose)["relative_rmse"]
        for choose in ("mse", "percentile", "amax")
    ]
    assert errors == sorted(errors)
    half = as_json(capsys, path, "--scheme", "int4-row", "--choose", "percentile",
                   "--percentile", "50")  # fmt: skip
    assert half["relative_rmse"] > 0.5


def test_axis(capsys, save):
    """A checkpoint that keeps [K, N] has its groups along the first axis."""
    made = as_json(capsys, save(X.T), "--scheme", "mxfp4", "--axis", "0")
    assert made["relative_rmse"] == quantize(X, "mxfp4")["relative_rmse"]
    assert made["shape"] == [512, 256]


@pytest.mark.parametrize("dtype", [np.float16, np.float64, ">f4"])
def test_float_types_and_orders(capsys, save, dtype):
    x = np.asfortranarray(X[:8, :64].astype(dtype))
    made = as_json(capsys, save(x), "--scheme", "fp8-row")
    assert made["relative_rmse"] == pytest.approx(0.026, abs=0.002)


def test_one_axis_and_three(capsys, save):
    for shape in [(64,), (2, 3, 64)]:
        made = as_json(capsys, save(np.ones(shape, np.float32)), "--scheme", "mxfp4")
        assert made["shape"] == list(shape)


def bytes_of(x, **options):
    out = io.BytesIO()
    np.save(out, x, **options)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is not a .npy file; use np.save"),
        (b"1,2,3\n", "is not a .npy file; use np.save"),
        (pickle.dumps([1.0]), "is not a .npy file; use np.save"),
        (b"PK\x03\x04 and so on", "is not a .npy file but an archive (.npz)"),
        (b"\x93NUMPY", "Cannot read"),
        (b"\x93NUMPY\x09\x00", "Cannot read"),
        (b"\x93NUMPY\x01\x00\x06\x00{oops\n", "Cannot read"),
        (bytes_of(X)[:500], "Cannot read"),
        (bytes_of(np.array([1.0, None])), "Python objects (pickled), which are never loaded"),
        (bytes_of(X.astype(ml_dtypes.bfloat16)), "raw 2-byte values, no numbers; save it as float"),
        (bytes_of(X.astype(ml_dtypes.float8_e4m3fn)), "raw 1-byte values, no numbers"),
        (bytes_of(X.astype(ml_dtypes.float8_e5m2)), "Cannot read"),
        (bytes_of(np.arange(4)), "holds int64, not floating-point numbers; save it as float32"),
        (bytes_of(np.array([1j])), "holds complex128"),
        (bytes_of(np.array(["a"])), "holds <U1"),
        (bytes_of(np.array([True])), "holds bool"),
        (bytes_of(np.zeros(3, [("a", "f4")])), "not floating-point numbers"),
        (bytes_of(np.float32(3)), "shape (): there is nothing to quantize"),
        (bytes_of(np.zeros((0, 4), np.float32)), "shape (0, 4): there is nothing to quantize"),
        (bytes_of(np.float32([[0, 1], [2, np.nan]])), "value at [1, 1] is NaN"),
        (bytes_of(np.float32([np.inf, np.inf])), "value at [0] is infinite (and 1 more)"),
        (bytes_of(np.array([1e200])), "value at [0] is beyond 1e38"),
    ],
)
def test_bad_files(capsys, save, content, says):
    assert says in refused(capsys, save(content), "--scheme", "nvfp4")


def test_an_absurd_header_does_not_ask_for_memory(capsys, save):
    head = bytes_of(np.zeros((1000, 1000)))[:128].replace(b"(1000, 1000)", b"(9999999999,)")
    said = refused(capsys, save(head), "--scheme", "nvfp4")
    assert said.startswith("Cannot read")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--scheme", "nvfp5"], "Unknown scheme 'nvfp5'. Known: fp8-tensor"),
        (["--scheme", "bf16"], "Unknown scheme 'bf16'"),
        (["--scheme", ""], "Unknown scheme ''"),
        (["--scheme", "fp8-g0"], "Unknown scheme 'fp8-g0'"),
        ([], "The following arguments are required: --scheme"),
        (["--scheme", "nf4", "--choose", "best"], "invalid choice: 'best'"),
        (["--scheme", "nf4", "--percentile", "0"], "'0' is not a number above 0 and at most 100"),
        (["--scheme", "nf4", "--percentile", "nan"], "'nan' is not a number above 0"),
        (["--scheme", "nf4", "--axis", "2"], "The array has 2 axes; --axis 2 is not one of them."),
        (["--scheme", "nf4", "--axis", "-3"], "--axis -3 is not one of them."),
    ],
)
def test_bad_options(capsys, save, arguments, says):
    assert says in refused(capsys, save(X[:2, :64]), *arguments)


def test_missing_files(capsys, tmp_path):
    gone = refused(capsys, str(tmp_path / "gone.npy"), "--scheme", "nf4")
    assert "No such file or directory" in gone
    assert "Is a directory" in refused(capsys, str(tmp_path), "--scheme", "nf4")


def test_a_pickle_is_not_run(capsys, save, tmp_path):
    """A .npy file of Python objects may hold code; loading it must not run it."""
    trace = tmp_path / "ran"

    class Trap:
        def __reduce__(self):
            return open, (str(trace), "w")

    refused(capsys, save(bytes_of(np.array([Trap()], object))), "--scheme", "nvfp4")
    assert not trace.exists()


def test_from_the_shell(save):
    run = [sys.executable, "-m", "lowbit", "quantize", save(X), "--scheme"]
    good = subprocess.run([*run, "NVFP4", "--json"], capture_output=True, text=True, check=True)
    assert json.loads(good.stdout)["scheme"] == "nvfp4"
    bad = subprocess.run([*run, "fp3"], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.startswith("Unknown scheme 'fp3'")
