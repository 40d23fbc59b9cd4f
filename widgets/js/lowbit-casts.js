// Generated from lowbit/casts.py by tools/compile_js.py.
import { _pyfunc_abs, _pymeth_get, floor, inf, nan } from "./lowbit-python.js";
import { code_of_nan, decode, encode, has_nan, largest, lowest } from "./lowbit-formats.js";
export const CAST_PTX = "PTX ISA 9.0, cvt: .satfinite";
export const CAST_CUDA = "CUDA 13.0, cuda_fp8.h, cuda_fp6.h, cuda_fp4.h, run on the CPU";
export const CAST_HALF = "CUDA 13.0, cuda_fp16.h, cuda_bf16.h, run on the CPU";
export const CAST_INTEGER = "PTX ISA 9.0, cvt: float to integer clamps";
export const CAST_HIP = "AMD ROCm, amd_hip_fp8.h (6.3 and later), cast_to_f8 run on the CPU";
export const CAST_OLD_TORCH = "pytorch/pytorch pull 178817 (April 2026); c10/util/Float8_e4m3fn.h before it";
export const CASTS = ({fp32: [({who: "torch 2.13", over: "inf", inf: "inf"}), ({who: "numpy", over: "inf", inf: "inf"})], tf32: [({who: "PTX cvt.rn.satfinite", over: "saturate", inf: "saturate", source: CAST_PTX})], fp16: [({who: "torch 2.13", over: "inf", inf: "inf"}), ({who: "numpy", over: "inf", inf: "inf"}), ({who: "PTX cvt.rn", over: "inf", inf: "inf", source: CAST_HALF}), ({who: "PTX cvt.rn.satfinite", over: "saturate", inf: "saturate", source: CAST_PTX})], bf16: [({who: "torch 2.13", over: "inf", inf: "inf"}), ({who: "ml_dtypes 0.6", over: "inf", inf: "inf"}), ({who: "PTX cvt.rn", over: "inf", inf: "inf", source: CAST_HALF}), ({who: "PTX cvt.rn.satfinite", over: "saturate", inf: "saturate", source: CAST_PTX})], e4m3fn: [({who: "torch 2.13", over: "saturate", inf: "saturate"}), ({who: "torch up to 2.11", over: "nan", inf: "nan", source: CAST_OLD_TORCH}), ({who: "ml_dtypes 0.6", over: "nan", inf: "nan"}), ({who: "PTX cvt.rn.satfinite", over: "saturate", inf: "saturate", source: CAST_CUDA}), ({who: "CUDA __NV_NOSAT", over: "nan", inf: "nan", source: CAST_CUDA})], e4m3fnuz: [({who: "torch 2.13", over: "nan", inf: "nan"}), ({who: "ml_dtypes 0.6", over: "nan", inf: "nan"}), ({who: "HIP __HIP_SATFINITE", over: "saturate", inf: "nan", source: CAST_HIP})], e4m3: [({who: "ml_dtypes 0.6", over: "inf", inf: "inf"})], e5m2: [({who: "torch 2.13", over: "inf", inf: "inf"}), ({who: "ml_dtypes 0.6", over: "inf", inf: "inf"}), ({who: "PTX cvt.rn.satfinite", over: "saturate", inf: "saturate", source: CAST_CUDA}), ({who: "CUDA __NV_NOSAT", over: "inf", inf: "inf", source: CAST_CUDA})], e5m2fnuz: [({who: "torch 2.13", over: "nan", inf: "nan"}), ({who: "ml_dtypes 0.6", over: "nan", inf: "nan"}), ({who: "HIP __HIP_SATFINITE", over: "saturate", inf: "nan", source: CAST_HIP})], e3m2: [({who: "ml_dtypes 0.6", over: "saturate", inf: "saturate", nan: "minus zero"}), ({who: "PTX cvt.rn.satfinite", over: "saturate", inf: "saturate", nan: "largest", source: CAST_CUDA})], e2m3: [({who: "ml_dtypes 0.6", over: "saturate", inf: "saturate", nan: "minus zero"}), ({who: "PTX cvt.rn.satfinite", over: "saturate", inf: "saturate", nan: "largest", source: CAST_CUDA})], e2m1: [({who: "ml_dtypes 0.6", over: "saturate", inf: "saturate", nan: "minus zero"}), ({who: "PTX cvt.rn.satfinite", over: "saturate", inf: "saturate", nan: "largest", source: CAST_CUDA})], e8m0: [({who: "torch 2.13", over: "nan", inf: "nan", below: "drop the sign", tiny: "up"}), ({who: "ml_dtypes 0.6", over: "nan", inf: "nan", tiny: "up"}), ({who: "PTX cvt.rp.satfinite", over: "saturate", inf: "saturate", rounding: "up", below: "drop the sign", source: CAST_CUDA}), ({who: "PTX cvt.rz.satfinite", over: "saturate", inf: "saturate", rounding: "zero", below: "drop the sign", source: CAST_CUDA}), ({who: "PTX cvt.rp", over: "nan", inf: "nan", rounding: "up", below: "drop the sign", source: CAST_CUDA})], int8: [({who: "torch 2.13", over: "wrap", inf: "undefined", nan: "undefined", rounding: "zero"}), ({who: "numpy", over: "wrap", inf: "undefined", nan: "undefined", rounding: "zero"}), ({who: "PTX cvt.rni", over: "saturate", inf: "saturate", nan: "undefined", source: CAST_INTEGER})], uint8: [({who: "torch 2.13", over: "wrap", inf: "undefined", nan: "undefined", rounding: "zero"}), ({who: "numpy", over: "wrap", inf: "undefined", nan: "undefined", rounding: "zero"}), ({who: "PTX cvt.rni", over: "saturate", inf: "saturate", nan: "undefined", source: CAST_INTEGER})], int4: [({who: "ml_dtypes 0.6", over: "wrap", inf: "undefined", nan: "undefined", rounding: "zero"})], uint4: [({who: "ml_dtypes 0.6", over: "wrap", inf: "undefined", nan: "undefined", rounding: "zero"})]});
export function cast_outcomes(x, f) {
    var code, out, row, stub1_seq, stub2_itr, value;
    out = [];
    stub1_seq = _pymeth_get.call(CASTS, f["id"], []);
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        row = stub1_seq[stub2_itr];
        code = cast_code(x, f, row);
        value = ((code === null))? (null) : (decode(code, f));
        out.push(({who: row["who"], code: code, value: value}));
    }
    return out;
};

export function cast_code(x, f, row) {
    var a, below, rule;
    if ((x!=x)) {
        return code_for_nan(f, row);
    }
    a = ((_pymeth_get.call(row, "below", "")=="drop the sign"))? (Math.max(_pyfunc_abs(x), lowest(f))) : (x);
    rule = ((_pyfunc_abs(x)==inf))? (row["inf"]) : (row["over"]);
    if ((rule=="undefined")) {
        return null;
    }
    if ((rule=="wrap")) {
        return wrapped(x, f);
    }
    if ((((_pymeth_get.call(row, "tiny", "")=="up")) && ((((lowest(f) < a)) && ((a < (2.0 * lowest(f)))))))) {
        return 1;
    }
    if ((_pymeth_get.call(row, "rounding", "nearest")!="up")) {
        return encode(a, f, _pymeth_get.call(row, "rounding", "nearest"), rule, 0.0);
    }
    below = decode(encode(a, f, "zero", rule, 0.0), f);
    return encode(((below < a))? (2.0 * below) : (below), f, "nearest", rule, 0.0);
};

export function code_for_nan(f, row) {
    var rule;
    if (has_nan(f)) {
        return code_of_nan(f);
    }
    rule = _pymeth_get.call(row, "nan", "undefined");
    if ((rule=="undefined")) {
        return null;
    }
    return encode(((rule=="largest"))? (largest(f)) : (-0.0), f, "nearest", "saturate", 0.0);
};

export function wrapped(x, f) {
    var whole_part;
    if ((_pyfunc_abs(x) >= Math.pow(2.0, 31))) {
        return null;
    }
    whole_part = (floor(_pyfunc_abs(x))) % Math.pow(2, f["bits"]);
    return ((x < 0))? ((Math.pow(2, f["bits"]) - whole_part) % Math.pow(2, f["bits"])) : (whole_part);
};

