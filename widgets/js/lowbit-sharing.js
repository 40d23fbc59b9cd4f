// Generated from lowbit/sharing.py by tools/compile_js.py.
import { _pyfunc_int, _pyfunc_op_contains, _pymeth_get, _pymeth_join, _pymeth_split } from "./lowbit-python.js";
import { format_row } from "./lowbit-formats.js";
import { merged } from "./lowbit-schemes.js";
import { RECIPES, checked_setting, setting_of } from "./lowbit-settings.js";
import { full } from "./lowbit-text.js";
export const FORMAT_NAMES = ({int8: "INT8", int4: "INT4", e4m3fn: "FP8 E4M3", e5m2: "FP8 E5M2", e2m3: "FP6 E2M3", e2m1: "FP4 E2M1", nf4: "NF4"});
export const SHARINGS = ["tensor", "row", "column", "g128", "g32", "g16", "g8", "block", "block16"];
export const RECIPES_OF = ({e4m3fn: ["mxfp8"], e2m3: ["mxfp6"], e2m1: ["mxfp4", "nvfp4"], nf4: ["nf4", "nf4-dq"]});
export const SAME_AS = ({fp8: "e4m3fn-tensor", int8: "int8-row"});
export function parts_of(name) {
    var key, parts, setting, words;
    key = _pymeth_get.call(SAME_AS, name, name);
    setting = setting_of(plain_block(key)["name"]);
    parts = ({format: setting["format"], sharing: (key.endsWith("-a16"))? (key.slice(0,-4)) : (key), zero_point: setting["zero_point"], narrow: setting["range"]=="narrow"});
    if (_pyfunc_op_contains(parts["sharing"], RECIPES)) {
        return parts;
    }
    words = _pymeth_split.call(key, "-");
    parts["sharing"] = words[1];
    if (((words[1]=="token") || (words[1]=="channel"))) {
        parts["sharing"] = "row";
    }
    if ((parts["zero_point"] && (((parts["format"].startsWith)("u"))))) {
        parts["format"] = parts["format"].slice(1);
    }
    return parts;
};

export function name_of_parts(parts) {
    var name;
    if (_pyfunc_op_contains(parts["sharing"], RECIPES)) {
        return parts["sharing"];
    }
    name = (parts["format"] + "-") + parts["sharing"];
    if ((takes_zero(parts) && parts["zero_point"])) {
        return name + "-zp";
    }
    return name + (((takes_zero(parts) && parts["narrow"]))? ("-narrow") : (""));
};

export function takes_zero(parts) {
    return (((parts["format"].startsWith)("int"))) && ((!_pyfunc_op_contains(parts["sharing"], RECIPES)));
};

export function with_format(parts, format) {
    var sharing;
    sharing = parts["sharing"];
    if (_pyfunc_op_contains(sharing, RECIPES)) {
        sharing = _pymeth_get.call(RECIPES_OF, format, ["g32"])[0];
    }
    return merged(parts, ({format: format, sharing: sharing}));
};

export function plain_block(name) {
    var d, digits, stub1_seq, stub2_itr, words;
    words = _pymeth_split.call(name, "-");
    digits = (((words.length > 1) && (((words[1].startsWith)("block")))))? (words[1].slice(5)) : ("");
    stub1_seq = digits;
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        d = stub1_seq[stub2_itr];
        if ((!_pyfunc_op_contains(d, "0123456789"))) {
            digits = "";
        }
    }
    if (((digits=="") || (digits.length > 5) || (_pyfunc_int(digits) < 1))) {
        return ({name: name, size: 0});
    }
    words[1] = "block";
    return ({name: _pymeth_join.call("-", words), size: _pyfunc_int(digits)});
};

export function named_setting(name, choose, percentile) {
    var more, plain;
    plain = plain_block(_pymeth_get.call(SAME_AS, name, name));
    more = ({choose: choose, percentile: percentile});
    if ((plain["size"] > 0)) {
        more["block"] = [plain["size"], plain["size"]];
    }
    return checked_setting(merged(setting_of(plain["name"]), more));
};

export function format_words(setting) {
    var f, plain;
    f = format_row(setting["format"]);
    plain = (_pyfunc_op_contains(f["id"], ["uint4", "uint8"]))? (f["id"].slice(1)) : (f["id"]);
    return _pymeth_get.call(FORMAT_NAMES, plain, f["label"]) + (((setting["range"]=="narrow"))? (" narrow") : (""));
};

export function members_words(block, role) {
    var cols, rows;
    rows = block[0];
    cols = block[1];
    if (((rows==0) && (cols==0))) {
        return "tensor";
    }
    if ((rows==0)) {
        return "input channel";
    }
    if (((rows==1) && (cols==0))) {
        return ((role=="weights"))? ("output channel") : ("token");
    }
    if ((rows==1)) {
        return full(cols) + " inputs";
    }
    return ((full(rows) + " \u00d7 ") + full(cols)) + " block";
};

export function sharing_words(setting, role) {
    var what;
    what = "scale";
    if ((setting["scale"]=="e8m0")) {
        what = "power of two";
    } else if (setting["tensor_scale"]) {
        what = "E4M3 scale";
    } else if (setting["double"]) {
        what = "8-bit scale";
    }
    if (setting["zero_point"]) {
        what = what + " and zero point";
    }
    return (("one " + what) + " per ") + members_words(setting["block"], role);
};

export function option_words(name, role) {
    var setting, words;
    setting = named_setting(name, "amax", 100.0);
    words = members_words(setting["block"], role);
    if (_pyfunc_op_contains(name, RECIPES)) {
        return ((words + " (") + name.toUpperCase()) + ")";
    }
    return words + (((words=="input channel"))? (": the matmul cannot use it") : (""));
};

export function stored_words(setting) {
    var words;
    words = "scale stored in " + (format_row(setting["scale"])["label"]);
    if (setting["tensor_scale"]) {
        return words + ", and one FP32 for the tensor";
    }
    if (setting["double"]) {
        return "scale stored in 8 bits, and FP32 for 256 of them";
    }
    if (setting["zero_point"]) {
        return ((words + ", zero point in ") + full(setting["zero_bits"])) + " bits";
    }
    return words;
};

