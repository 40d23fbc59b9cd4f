// Generated from lowbit/settings.py by tools/compile_js.py.
import { _pyfunc_create_dict, _pyfunc_int, _pyfunc_op_contains, _pyfunc_op_error, _pymeth_get, _pymeth_join, _pymeth_keys, _pymeth_split, ceil, floor } from "./lowbit-python.js";
import { FORMATS, format_row } from "./lowbit-formats.js";
import { merged } from "./lowbit-schemes.js";
export const PLAIN_SETTING = ({format: "e4m3fn", block: [0, 0], scale: "fp32", tensor_scale: false, zero_point: false, zero_bits: 0, choose: "amax", percentile: 99.9, double: false, range: "full", power: "floor", multiply: false});
export const RECIPES = _pyfunc_create_dict("fp8", ({}), "w8a16-int8", ({format: "int8", block: [1, 0], scale: "fp16"}), "w8a16-fp8", ({block: [1, 0], scale: "fp16"}), "int8", ({format: "int8", block: [1, 0]}), "mxfp8", ({block: [1, 32], scale: "e8m0"}), "mxfp6", ({format: "e2m3", block: [1, 32], scale: "e8m0"}), "mxfp4", ({format: "e2m1", block: [1, 32], scale: "e8m0"}), "nvfp4", ({format: "e2m1", block: [1, 16], scale: "e4m3fn", tensor_scale: true}), "nf4", ({format: "nf4", block: [1, 64]}), "nf4-dq", ({format: "nf4", block: [1, 64], double: true}));
export const SHORT_NAMES = ({fp8: "e4m3fn", fp4: "e2m1", w4a16: "int4"});
export const SHARING = ({tensor: [0, 0], row: [1, 0], token: [1, 0], channel: [1, 0], column: [0, 1], block: [128, 128]});
export const SETTINGS = ["fp8-tensor", "fp8-row", "fp8-block", "fp8-g128", "e5m2-tensor", "int8", "int8-tensor", "int8-column", "int4-tensor", "w4a16-channel", "w4a16-g128", "w4a16-g128-zp", "w4a16-g32", "fp4-tensor", "fp4-row", "mxfp8", "mxfp6", "mxfp4", "nvfp4", "nf4", "nf4-dq"];
export const SCALE_BITS = ({fp32: 32, fp16: 16, bf16: 16, e8m0: 8, e4m3fn: 8});
export const CHOOSERS = ["amax", "percentile", "mse"];
export const DOUBLE_BLOCK = 256;
export function setting_of(name) {
    var err_2, err_3, key, option, out, parts, stub1_seq, stub2_itr;
    key = (_pyfunc_op_contains(name, ["mxfp4-a16", "nvfp4-a16"]))? (name.slice(0,-4)) : (name);
    if (_pyfunc_op_contains(key, RECIPES)) {
        return checked_setting(RECIPES[key]);
    }
    parts = _pymeth_split.call(key, "-");
    if ((parts.length < 2)) {
        throw _pyfunc_op_error('ValueError', unknown_setting(name));
    }
    out = ({format: _pymeth_get.call(SHORT_NAMES, parts[0], parts[0]), block: sharing_block(parts[1], name)});
    stub1_seq = parts.slice(2);
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        option = stub1_seq[stub2_itr];
        if ((!_pyfunc_op_contains(option, ["zp", "narrow"]))) {
            throw _pyfunc_op_error('ValueError', unknown_setting(name));
        }
        if ((option=="zp")) {
            out["zero_point"] = true;
            if (_pyfunc_op_contains(out["format"], ["int4", "int8"])) {
                out["format"] = "u" + out["format"];
            }
        } else {
            out["range"] = "narrow";
        }
    }
    if ((!_pyfunc_op_contains(out["format"], FORMATS))) {
        throw _pyfunc_op_error('ValueError', unknown_setting(name));
    }
    out["scale"] = (((FORMATS[out["format"]]["bits"]) > 4))? ("fp32") : ("fp16");
    return checked_setting(out);
};

export function unknown_setting(name) {
    return ((("Unknown scheme '" + name) + "'. Known: ") + _pymeth_join.call(", ", SETTINGS)) + "; and FORMAT-SHARING, where SHARING is tensor, row, column, block or g<G>: int4-g64.";
};

export function sharing_block(word, name) {
    var d, digits, err_2, stub3_seq, stub4_itr;
    if (_pyfunc_op_contains(word, SHARING)) {
        return [SHARING[word][0], SHARING[word][1]];
    }
    digits = (word.startsWith("g"))? (word.slice(1)) : ("");
    stub3_seq = digits;
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        d = stub3_seq[stub4_itr];
        if ((!_pyfunc_op_contains(d, "0123456789"))) {
            digits = "";
        }
    }
    if (((digits=="") || (digits.length > 6) || (_pyfunc_int(digits) < 1))) {
        throw _pyfunc_op_error('ValueError', unknown_setting(name));
    }
    return [1, _pyfunc_int(digits)];
};

export function checked_setting(setting) {
    var err_2, err_3, f, field, s, sizes, stub5_seq, stub6_, stub6_i0, stub6_iter0, stub6_size;
    stub5_seq = setting;
    for (field in stub5_seq) {
        if (!stub5_seq.hasOwnProperty(field)){ continue; }
        if ((!_pyfunc_op_contains(field, PLAIN_SETTING))) {
            throw _pyfunc_op_error('ValueError', (((("Unknown field '" + field) + "'. Known: ") + (_pymeth_join.call(", ", _pymeth_keys.call(PLAIN_SETTING)))) + "."));
        }
    }
    s = merged(PLAIN_SETTING, setting);
    f = format_row(s["format"]);
    s["format"] = f["id"];
    check_word(s["scale"], _pymeth_keys.call(SCALE_BITS), "scale type");
    check_word(s["choose"], CHOOSERS, "way to choose a scale");
    check_word(s["range"], ["full", "narrow"], "range");
    check_word(s["power"], ["floor", "even", "up"], "power");
    if (((f["bits"] > 8) || (f["kind"]=="power"))) {
        throw _pyfunc_op_error('ValueError', (f["label"] + " is no format of at most 8 bits for values."));
    }
    if (((f["kind"]=="float") && (f["sign"]==0))) {
        throw _pyfunc_op_error('ValueError', (f["label"] + " has no negative values; it stores scales."));
    }
    if ((s["zero_point"] && (((f["kind"]!="int") || s["tensor_scale"] || (s["scale"]=="e8m0"))))) {
        throw _pyfunc_op_error('ValueError', "A zero point goes with integers and an FP32, FP16 or BF16 scale.");
    }
    if (((f["kind"]=="int") && (f["lowest"]==0) && (!s["zero_point"]))) {
        throw _pyfunc_op_error('ValueError', (f["label"] + " has no negative values: it needs a zero point."));
    }
    if ((s["tensor_scale"] && (s["scale"]!="e4m3fn"))) {
        throw _pyfunc_op_error('ValueError', "A tensor scale goes with E4M3 block scales, as in NVFP4.");
    }
    if (((s["scale"]=="e8m0") && (s["power"]=="even") && (f["kind"]!="float"))) {
        throw _pyfunc_op_error('ValueError', "'even' rounds to the mantissa of a float format.");
    }
    if ((s["double"] && (((s["scale"]!="fp32") || s["tensor_scale"] || s["zero_point"])))) {
        throw _pyfunc_op_error('ValueError', "Double quantization goes with FP32 scales and no zero point.");
    }
    if ((!((s["percentile"] > 0) && (s["percentile"] <= 100)))) {
        throw _pyfunc_op_error('ValueError', "A percentile is above 0 and at most 100.");
    }
    stub6_ = [];stub6_iter0 = s["block"];for (stub6_i0=0; stub6_i0<stub6_iter0.length; stub6_i0++) {stub6_size = stub6_iter0[stub6_i0];if (!(((stub6_size >= 0) && (((stub6_size % 1)==0))))) {continue;}{stub6_.push(stub6_size);}}
    sizes = stub6_;
    if (((sizes.length != 2) || ((s["block"].length)!=2))) {
        throw _pyfunc_op_error('ValueError', "A block is [rows, columns], whole numbers; 0 is the whole dimension.");
    }
    s["zero_bits"] = (s["zero_point"])? (s["zero_bits"] || f["bits"]) : (0);
    return s;
};

export function check_word(word, words, what) {
    var err_2;
    if ((!_pyfunc_op_contains(word, words))) {
        throw _pyfunc_op_error('ValueError', (((((("Unknown " + what) + " '") + word) + "'. Known: ") + _pymeth_join.call(", ", words)) + "."));
    }
    return null;
};

export function block_size(block, rows, cols) {
    return [Math.min((block[0] || rows), rows), Math.min((block[1] || cols), cols)];
};

export function block_counts(block, rows, cols) {
    var size;
    size = block_size(block, rows, cols);
    return [ceil(rows / size[0]), ceil(cols / size[1])];
};

export function effective_bits(rows, cols, setting) {
    var bits, blocks, counts, s;
    s = checked_setting(setting);
    counts = block_counts(s["block"], rows, cols);
    blocks = counts[0] * counts[1];
    bits = (rows * cols) * (format_row(s["format"])["bits"]);
    bits = bits + (blocks * ((SCALE_BITS[s["scale"]]) + s["zero_bits"]));
    if (s["double"]) {
        bits = ((bits - (blocks * 24)) + (32 * ceil(blocks / DOUBLE_BLOCK))) + 32;
    }
    if (s["tensor_scale"]) {
        bits = bits + 32;
    }
    return bits / (rows * cols);
};

