// Generated from lowbit/scale_words.py by tools/compile_js.py.
import { _pyfunc_abs, _pyfunc_op_contains, _pymeth_join } from "./lowbit-python.js";
import { family_of } from "./lowbit-code_fields.js";
import { format_row } from "./lowbit-formats.js";
import { SIZE } from "./lowbit-outliers.js";
import { effective_bits } from "./lowbit-settings.js";
import { format_words, members_words, sharing_words } from "./lowbit-sharing.js";
import { full, percent, sig } from "./lowbit-text.js";
export const LAYER = 4096;
export function layer_bits(setting) {
    return effective_bits(LAYER, LAYER, setting);
};

export function bits_words(bits) {
    return sig(bits, 4) + " bits";
};

export function chosen_words(setting) {
    if ((setting["choose"]=="percentile")) {
        return "percentile " + sig(setting["percentile"], 4);
    }
    return ((setting["choose"]=="mse"))? ("least squares") : ("");
};

export function setting_words(setting, role) {
    var by;
    by = chosen_words(setting);
    return sharing_words(setting, role) + (((by==""))? ("") : ((" (" + by) + ")"));
};

export function error_place(one, place) {
    if ((one["apart"]!="")) {
        return (" in the other " + one["apart"]) + "s";
    }
    return ((place >= 0))? (" in the other values") : ("");
};

export function scale_answer(one, a, b, place, size) {
    var alike, claim, cost, error, one_piece, stub1_seq, stub2_itr, verb, where;
    where = error_place(one, place);
    alike = (b !== null) && ((format_words(a["setting"])==format_words(b["setting"])));
    claim = named_side(a, one, alike, true);
    claim.push(mere(" costs " + bits_words(a["bits"])));
    error = error_percent(a["others"]);
    if ((b === null)) {
        claim.push(mere(((" and leaves an error of " + error) + where) + "."));
    } else {
        verb = ((a["others"] <= b["others"]))? (" and keeps the error") : (" and leaves the error");
        claim.push(mere((((verb + where) + " at ") + error) + "; "));
        stub1_seq = named_side(b, one, alike, false);
        for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
            one_piece = stub1_seq[stub2_itr];
            claim.push(one_piece);
        }
        cost = bits_words(b["bits"]);
        cost = ((cost==bits_words(a["bits"])))? ("as much") : (cost);
        claim.push(mere((((" would cost " + cost) + " and make it ") + error_percent(b["others"])) + "."));
    }
    return ({claim: claim, reason: lost_words(a, b), note: notes(one, a, b, place, size)});
};

export function mere(text) {
    return ({text: text, family: ""});
};

export function named_side(side, one, alike, first) {
    var name, setting, words;
    setting = side["setting"];
    words = setting_words(setting, one["role"]);
    if (alike) {
        return [mere((first)? (((words.slice(0,1).toUpperCase)()) + words.slice(1)) : (words))];
    }
    name = ({text: format_words(setting), family: family_of(format_row(setting["format"]))});
    return [name, mere(" with " + words)];
};

export function lost_words(a, b) {
    var outputs, zeros;
    if ((b === null)) {
        zeros = ((a["zeros"]==0))? ("no value") : (((full(a["zeros"]) + " of ") + full(SIZE * SIZE)) + " values");
        return ((("The outputs x\u00b7W\u1d40 are off by " + error_percent(a["output"])) + "; ") + zeros) + " became 0.";
    }
    outputs = (("Outputs x\u00b7W\u1d40: " + error_percent(a["output"])) + " off, against ") + error_percent(b["output"]);
    return ((((outputs + ". Became 0: ") + full(a["zeros"])) + " values, against ") + full(b["zeros"])) + ".";
};

export function notes(one, a, b, place, size) {
    var out, side, stub3_seq, stub4_itr, words;
    out = [];
    if ((place >= 0)) {
        words = ("Of the values that share the scale of the " + sig(size, 3)) + "\u03c3 outlier, ";
        words = (words + company_words(a)) + " became 0";
        out.push(words + (((b === null))? (".") : ((", against " + company_words(b)) + ".")));
    }
    stub3_seq = [a, b];
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        side = stub3_seq[stub4_itr];
        words = ((side === null))? ("") : (caution(side["setting"], one));
        if (((words!="") && ((!_pyfunc_op_contains(words, out))))) {
            out.push(words);
        }
    }
    return _pymeth_join.call(" ", out);
};

export function company_words(side) {
    return (full(side["sharing_zeros"]) + " of ") + full(side["sharing"]);
};

export function exact_percent(fraction) {
    if (((0.9985 < fraction) && (fraction < 1))) {
        return "99.9%";
    }
    return sig(fraction * 100, 3) + "%";
};

export function error_percent(fraction) {
    return (((0.985 < fraction) && (fraction < 1)))? (exact_percent(fraction)) : (percent(fraction));
};

export function caution(setting, one) {
    var cols, members, own, rows;
    rows = setting["block"][0];
    cols = setting["block"][1];
    members = members_words(setting["block"], one["role"]);
    if (((rows==0) && (cols > 0))) {
        return ("A scale per " + members) + " is one that the matmul cannot use: it changes inside the sum over the inputs.";
    }
    if (((rows > SIZE) || (cols > SIZE))) {
        own = ((rows==1))? ("row") : ("matrix");
        return ((("This matrix is 64 \u00d7 64, so " + members) + " are here its whole ") + own) + ".";
    }
    return "";
};

export function value_steps(x, y, code, number, found) {
    var back, by, head, lines, quotient, setting, shift, step, stored, zero;
    setting = found["setting"];
    step = found["scale"] * found["tensor_scale"];
    stored = format_row(setting["scale"])["label"];
    by = chosen_words(setting);
    head = (("scale s = " + sig(found["scale"], 4)) + ", stored as ") + stored;
    if (setting["tensor_scale"]) {
        head = (((head + ", times ") + sig(found["tensor_scale"], 4)) + " for the tensor = ") + sig(step, 4);
    }
    lines = [(head + ", chosen by ") + (((by==""))? ("the largest magnitude") : (by))];
    zero = found["zero"];
    shift = ((zero==0))? ("") : (" + " + sig(zero, 3));
    quotient = ((((sig(x, 4) + " / ") + sig(step, 4)) + shift) + " = ") + (sig((x / step) + zero, 4));
    lines.push((((((("x / s" + shift) + " = ") + quotient) + " \u2192 ") + sig(number, 4)) + ", code ") + full(code));
    back = ((zero==0))? (sig(number, 4)) : (((("(" + sig(number, 4)) + " \u2212 ") + sig(zero, 3)) + ")");
    lines.push(((((("back: " + back) + " \u00b7 ") + sig(step, 4)) + " = ") + sig(y, 4)) + off_by(x, y));
    return lines;
};

export function off_by(x, y) {
    if ((x==y)) {
        return ", exactly";
    }
    if ((x==0)) {
        return "";
    }
    return ", off by " + (percent((_pyfunc_abs((x - y))) / _pyfunc_abs(x)));
};

