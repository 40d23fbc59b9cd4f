// Generated from lowbit/schemes.py by tools/compile_js.py.
import { _pyfunc_create_dict, _pyfunc_int, _pyfunc_op_contains, _pyfunc_op_error, _pyfunc_str, _pymeth_join } from "./lowbit-python.js";
export const SIXTEEN = ({family: "bf16", weight_bits: 16, block: [0, 0], scale_bits: 0, zero_bits: 0, tensor_scale_bits: 0, act_bits: 16, act_block: [0, 0], act_scale_bits: 0, mma: "16-bit"});
export const SCHEMES = _pyfunc_create_dict("bf16", ({label: "BF16", mma: "bf16"}), "fp16", ({label: "FP16", mma: "fp16"}), "fp8-tensor", ({label: "FP8", detail: "E4M3 weights and activations, one scale per tensor", family: "fp8", weight_bits: 8, scale_bits: 32, act_bits: 8, act_scale_bits: 32, mma: "fp8"}), "fp8-row", ({label: "FP8 row", detail: "E4M3, one scale per output channel and per token", family: "fp8", weight_bits: 8, block: [1, 0], scale_bits: 32, act_bits: 8, act_block: [1, 0], act_scale_bits: 32, mma: "fp8"}), "fp8-block", ({label: "FP8 block", detail: "E4M3, 128\u00d7128 weight blocks, 1\u00d7128 activation groups", family: "fp8", weight_bits: 8, block: [128, 128], scale_bits: 32, act_bits: 8, act_block: [1, 128], act_scale_bits: 32, mma: "fp8"}), "int8", ({label: "INT8", detail: "W8A8, one scale per output channel and per token", family: "int8", weight_bits: 8, block: [1, 0], scale_bits: 32, act_bits: 8, act_block: [1, 0], act_scale_bits: 32, mma: "int8"}), "w8a16-int8", ({label: "W8A16 INT8", detail: "8-bit integer weights, 16-bit arithmetic", family: "int8", weight_bits: 8, block: [1, 0], scale_bits: 16}), "w8a16-fp8", ({label: "W8A16 FP8", detail: "FP8 weights, 16-bit arithmetic", family: "fp8", weight_bits: 8, block: [1, 0], scale_bits: 16}), "w4a16-channel", ({label: "W4A16 channel", detail: "4-bit weights, one scale per output channel, 16-bit arithmetic", family: "w4", weight_bits: 4, block: [1, 0], scale_bits: 16}), "mxfp8", ({label: "MXFP8", detail: "E4M3 with one E8M0 scale per 32 values", family: "fp8", weight_bits: 8, block: [1, 32], scale_bits: 8, act_bits: 8, act_block: [1, 32], act_scale_bits: 8, mma: "mxfp8"}), "mxfp4", ({label: "MXFP4", detail: "E2M1 with one E8M0 scale per 32 values, weights and activations", family: "fp4", weight_bits: 4, block: [1, 32], scale_bits: 8, act_bits: 4, act_block: [1, 32], act_scale_bits: 8, mma: "mxfp4"}), "mxfp4-a16", ({label: "MXFP4 A16", detail: "MXFP4 weights, 16-bit arithmetic", family: "fp4", weight_bits: 4, block: [1, 32], scale_bits: 8}), "nvfp4", ({label: "NVFP4", detail: "E2M1 with one E4M3 scale per 16 values, weights and activations", family: "fp4", weight_bits: 4, block: [1, 16], scale_bits: 8, tensor_scale_bits: 32, act_bits: 4, act_block: [1, 16], act_scale_bits: 8, mma: "nvfp4"}), "nvfp4-a16", ({label: "NVFP4 A16", detail: "NVFP4 weights, 16-bit arithmetic", family: "fp4", weight_bits: 4, block: [1, 16], scale_bits: 8, tensor_scale_bits: 32}));
export const MENU = ["bf16", "fp16", "fp8-tensor", "fp8-row", "fp8-block", "int8", "w8a16-int8", "w8a16-fp8", "w4a16-channel", "w4a16-g128", "w4a16-g128-zp", "mxfp8", "mxfp4", "mxfp4-a16", "nvfp4", "nvfp4-a16"];
export function scheme(name) {
    var err_2, key;
    key = ((name=="fp8"))? ("fp8-tensor") : (name);
    if (key.startsWith("w4a16-g")) {
        return grouped_w4a16(key);
    }
    if ((!_pyfunc_op_contains(key, MENU))) {
        throw _pyfunc_op_error('ValueError', (((("Unknown format '" + name) + "'. Known: ") + _pymeth_join.call(", ", MENU)) + "; w4a16-g<G> takes any group size, fp8 means fp8-tensor."));
    }
    return merged(merged(({name: key, detail: ""}), SIXTEEN), SCHEMES[key]);
};

export function merged(a, b) {
    var d, field, out, stub1_seq, stub2_seq, stub3_itr, value;
    out = ({});
    stub2_seq = [a, b];
    for (stub3_itr = 0; stub3_itr < stub2_seq.length; stub3_itr += 1) {
        d = stub2_seq[stub3_itr];
        stub1_seq = d;
        for (field in stub1_seq) {
            if (!stub1_seq.hasOwnProperty(field)){ continue; }
            value = stub1_seq[field];
            out[field] = value;
        }
    }
    return out;
};

export function grouped_w4a16(name) {
    var d, digits, err_2, row, stub4_seq, stub5_itr, zero;
    zero = name.endsWith("-zp");
    digits = (zero)? (name.slice(7,-3)) : (name.slice(7));
    stub4_seq = digits;
    for (stub5_itr = 0; stub5_itr < stub4_seq.length; stub5_itr += 1) {
        d = stub4_seq[stub5_itr];
        if ((!_pyfunc_op_contains(d, "0123456789"))) {
            digits = "";
        }
    }
    if (((digits=="") || (digits.length > 6) || (_pyfunc_int(digits) < 1))) {
        throw _pyfunc_op_error('ValueError', (("Unknown format '" + name) + "'. A group size is a whole number, as in w4a16-g128."));
    }
    row = scheme("w4a16-channel");
    digits = _pyfunc_str(_pyfunc_int(digits));
    row["name"] = ("w4a16-g" + digits) + ((zero)? ("-zp") : (""));
    row["label"] = ("W4A16 g" + digits) + ((zero)? (" zp") : (""));
    row["detail"] = ((("4-bit weights, one scale" + ((zero)? (" and zero point") : (""))) + " per ") + digits) + " inputs, 16-bit arithmetic";
    row["block"] = [1, _pyfunc_int(digits)];
    row["zero_bits"] = (zero)? (4) : (0);
    return row;
};

