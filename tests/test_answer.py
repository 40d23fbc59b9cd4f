"""The answer in words, as the widgets and the command line say it."""

from lowbit.answer import answer, compared, formula, text_of, waits_for
from lowbit.hardware import find_gpu
from lowbit.speed import gemm

H100 = find_gpu("H100 SXM")
FIT = {
    "rungs": {
        "L3": {
            "e_bw": 0.85, "e_fl": 0.6, "t0_us": 10.0, "ns_per_k": 0.5, "p": 1.6,
            "median_error": 0.05, "p90_error": 0.2,
        }
    }
}  # fmt: skip


def said(m, name, other=None, fit=FIT, gpu=H100, n=28672, k=4096):
    one = gemm(m, n, k, gpu, name, fit, "L3", {})
    two = gemm(m, n, k, gpu, other, fit, "L3", {}) if other else None
    got = answer(m, one, two)
    return text_of(got["claim"]), f"{got['reason']} {got['note']}".strip()


def test_two_formats_that_wait_for_the_same_thing():
    claim, reason = said(64, "fp8-tensor", "bf16")
    assert claim == "At 64 tokens a step, FP8 is 1.8× faster than BF16."
    assert reason == "Both wait for memory."


def test_two_formats_on_two_sides_of_the_ridge():
    _, reason = said(128, "w4a16-channel", "bf16", fit=None)
    assert reason.startswith("BF16 waits for memory, W4A16 channel for arithmetic.")


def test_one_token_is_singular():
    assert said(1, "bf16")[0].startswith("At one token a step, BF16 takes ")


def test_without_constants_the_sentence_says_ideally_and_why():
    claim, reason = said(1, "w4a16-g128", "bf16", fit=None)
    assert claim == "Ideally, at one token a step, W4A16 g128 is 3.9× faster than BF16."
    assert "no constants" in reason


def test_a_format_the_gpu_cannot_multiply_says_what_happens_instead():
    _, reason = said(1, "fp8-tensor", "bf16", fit=None, gpu=find_gpu("A100"))
    assert "A100" in reason
    assert "turned into BF16" in reason


def test_an_unverified_peak_is_named():
    claim, _ = said(1, "int8", fit=None, gpu=find_gpu("RTX PRO 6000 Server"))
    assert claim == "No source gives the INT8 peak of RTX PRO 6000 Server."


def test_within_three_percent_is_as_fast_as():
    assert compared(1.02) == compared(0.98) == "as fast as"
    assert compared(2.04) == "2× faster than"
    assert compared(0.5) == "2× slower than"
    assert compared(1.042) == "1.04× faster than"
    assert compared(0.96) == "1.04× slower than"


def test_both_formats_caveats_are_said_once():
    _, reason = said(1, "w4a16-g128", "w4a16-g64", fit=None)
    assert reason.count("group-scaled") == 1
    _, reason = said(1, "bf16", "nvfp4", fit=None)
    assert "no path to multiply NVFP4" in reason


def test_a_preliminary_gpu_is_called_so():
    _, reason = said(1, "nvfp4", "bf16", fit=None, gpu=find_gpu("Rubin"))
    assert reason.count("preliminary") == 1


def test_a_small_layer_waits_for_its_fixed_cost():
    small = gemm(1, 1024, 1024, H100, "bf16", FIT, "L3", {})
    assert waits_for(small) == "its fixed cost"


def test_claims_carry_the_family_of_each_name():
    one = gemm(1, 4096, 4096, H100, "int8", FIT, "L3", {})
    two = gemm(1, 4096, 4096, H100, "bf16", FIT, "L3", {})
    families = [piece["family"] for piece in answer(1, one, two)["claim"] if piece["family"]]
    assert families == ["int8", "bf16"]


def test_the_formula_shows_its_numbers():
    ideal_lines = formula(gemm(1, 28672, 4096, H100, "bf16", None, "ideal", {}), H100)
    assert ideal_lines == [
        "max(235 MB / 3.35 TB/s, 235 MFLOP / 989.4 TFLOP/s)",
        "= max(70.1 µs, 0.237 µs) = 70.1 µs",
    ]
    lines = formula(gemm(1, 28672, 4096, H100, "fp8-tensor", FIT, "L3", {}), H100)
    assert lines[0] == "memory      118 MB / (0.85 × 3.35 TB/s) = 41.3 µs"
    assert lines[-1].startswith("(memory^1.6 + arithmetic^1.6 + loop^1.6)^(1/1.6) + fixed = ")
