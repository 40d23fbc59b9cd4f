"""What is read about the machine, without a GPU: each source faked where it is read."""

import subprocess
from types import SimpleNamespace

import pytest
import torch
from cards import card

from lowbit.gpu import device


def test_a_machine_without_a_gpu_is_described_too(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    device.describe.cache_clear()
    found = device.describe()
    assert (found["name"], found["capability"], found["mig"]) == (None, None, False)
    assert found["torch"] == torch.__version__
    assert "No GPU" in device.said(found)


@pytest.fixture
def h100(monkeypatch):
    found = SimpleNamespace(
        name="NVIDIA H100 80GB HBM3", major=9, minor=0, multi_processor_count=132,
        L2_cache_size=52428800, total_memory=85 * 10**9, uuid="1234",
    )  # fmt: skip
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda index: found)
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    monkeypatch.setattr(device, "cublas_version", lambda cuda: None)
    device.describe.cache_clear()
    yield found
    device.describe.cache_clear()


def test_a_gpu_has_every_field_that_the_tests_cards_have(h100):
    found = device.describe()
    assert set(found) == set(card("h100"))
    assert (found["capability"], found["sms"], found["l2_bytes"]) == ((9, 0), 132, 52428800)
    assert "compute capability 9.0, 132 SMs, L2 52 MB, 79.2 GiB" in device.said(found)


def test_cublas_falls_back_to_the_cuda_that_torch_was_built_for(h100):
    assert device.describe()["cublas"] == "13.0"


@pytest.mark.parametrize(
    ("name", "visible", "slice_"),
    [("NVIDIA H100 80GB HBM3", "0", False), ("NVIDIA A100-SXM4-40GB MIG 1g.5gb", "0", True),
     ("NVIDIA H100 80GB HBM3", "MIG-8f4a", True)],
)  # fmt: skip
def test_a_slice_is_recognized(monkeypatch, name, visible, slice_):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    assert device.is_mig(name) == slice_


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (120804, "12.8.4"),
        (120900, "12.9.0"),
        (130001, "13.0.1"),
        (130600, "13.6.0"),
        (111003, "11.10.3"),
    ],
)
def test_cublas_counts_its_version_in_one_number(number, text):
    assert device.cublas_text(number) == text


def test_cublas_is_asked_by_the_name_of_torch_s_cuda():
    asked = []

    def load(name):
        asked.append(name)
        if name.endswith(".so.12"):
            raise OSError
        return SimpleNamespace(cublasLtGetVersion=lambda: 120804)

    assert device.cublas_version("12.8", load) == "12.8.4"
    assert asked == ["libcublasLt.so.12", "cublasLt64_12.dll"]
    assert device.cublas_version(None, load) is None


def smi(text, rc=0):
    return lambda *_, **__: SimpleNamespace(returncode=rc, stdout=text)


def test_clocks_are_read_from_nvidia_smi(h100):
    seen = device.clocks(run=smi("580.95.05, 1755, 1980, 2619, 512.31, 700.00, 61\n"))
    assert seen["driver"] == "580.95.05"
    assert (seen["sm_mhz"], seen["max_sm_mhz"], seen["power_w"]) == (1755, 1980, 512.31)


def test_a_clock_that_is_not_reported_is_none(h100):
    seen = device.clocks(run=smi("580.95.05, 1755, 1980, 2619, [N/A], [N/A], 61\n"))
    assert (seen["power_w"], seen["temperature_c"]) == (None, 61)


def test_without_nvidia_smi_there_are_no_clocks(h100):
    def missing(*_, **__):
        raise FileNotFoundError

    def hangs(*_, **__):
        raise subprocess.TimeoutExpired("nvidia-smi", 20)

    assert device.clocks(run=missing) is None
    assert device.clocks(run=hangs) is None
    assert device.clocks(run=smi("", rc=9)) is None
    assert device.clocks(run=smi("No devices were found")) is None


def test_nvidia_smi_is_asked_for_torch_s_own_gpu(h100):
    asked = []
    device.clocks(run=lambda command, **__: asked.extend(command) or SimpleNamespace(returncode=1))
    assert "--id=GPU-1234" in asked
