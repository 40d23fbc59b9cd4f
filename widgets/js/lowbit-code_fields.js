// Generated from lowbit/code_fields.py by tools/compile_js.py.
import { _pyfunc_abs, _pyfunc_str, _pymeth_join, copysign, floor, inf } from "./lowbit-python.js";
import { FORMATS, code_count, decode, exponent_of, fields, format_row, power_of_two, special_of } from "./lowbit-formats.js";
import { exponent10, sig, superscript, ten_to } from "./lowbit-text.js";
export function number_text(x, digits) {
    var a, count, e, is_power, minus, n, two, unit;
    if ((x!=x)) {
        return "NaN";
    }
    minus = (((x < 0) || ((x==0) && ((copysign(1.0, x) < 0)))))? ("\u2212") : ("");
    a = _pyfunc_abs(x);
    if (((a==inf) || (a==0))) {
        return minus + (((a==0))? ("0") : ("infinity"));
    }
    two = exponent_of(a);
    if ((((a < (1e-290))) || (a > (1e+290)))) {
        return (minus + "about 2") + superscript(two);
    }
    is_power = power_of_two(two)==a;
    if ((is_power && ((!((0.0001 <= a) && (a < 1000000.0)))))) {
        return (minus + "2") + superscript(two);
    }
    e = exponent10(a);
    for (n = 1; n < digits + 1; n += 1) {
        unit = ten_to(_pyfunc_abs(((n - 1) - e)));
        count = floor(((((n - 1) >= e))? (a * unit) : (a / unit)) + 0.5);
        if ((((((n - 1) >= e))? (count / unit) : (count * unit))==a)) {
            return sig(x, n);
        }
    }
    return (is_power)? ((minus + "2") + superscript(two)) : (sig(x, digits));
};

export function code_text(code, f) {
    var _, out, rest;
    out = "";
    rest = code;
    for (_ = 0; _ < Math.floor((f["bits"] + 3)/4); _ += 1) {
        out = ("0123456789ABCDEF"[rest % 16]) + out;
        rest = Math.floor(rest/16);
    }
    return "0x" + out;
};

export function bit_fields(f) {
    var parts;
    if ((f["kind"]=="float")) {
        parts = [["sign", f["sign"]], ["exponent", f["exponent"]], ["mantissa", f["mantissa"]]];
    } else if ((f["kind"]=="power")) {
        parts = [["exponent", f["bits"]]];
    } else if (((f["kind"]=="int") && (f["lowest"] < 0))) {
        parts = [["sign", 1], ["mantissa", f["bits"] - 1]];
    } else {
        parts = [["mantissa", f["bits"]]];
    }
    return (function list_comprehension (iter0) {var res = [];var part, i0;for (i0=0; i0<iter0.length; i0++) {part = iter0[i0];if (!((part[1] > 0))) {continue;}{res.push(({field: part[0], bits: part[1]}));}}return res;}).call(this, parts);
};

export function bits_text(code, f) {
    var _, group, groups, part, place, stub1_seq, stub2_itr;
    groups = [];
    place = f["bits"];
    stub1_seq = bit_fields(f);
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        part = stub1_seq[stub2_itr];
        group = "";
        for (_ = 0; _ < part["bits"]; _ += 1) {
            place = place - 1;
            group = group + (_pyfunc_str(((Math.floor(code/Math.pow(2, place))) % 2)));
        }
        groups.push(group);
    }
    return _pymeth_join.call(" ", groups);
};

export function piece(text, field) {
    return ({text: text, field: field});
};

export function field_words(code, f) {
    var e, last, m, part, says, sign;
    if ((f["kind"]=="table")) {
        last = _pyfunc_str((code_count(f) - 1));
        return [({field: "mantissa", name: "entry", text: (_pyfunc_str(code) + " of 0 to ") + last})];
    }
    if ((f["kind"]=="power")) {
        says = ((code==255))? ("NaN") : (exponent_words(code, f["bias"]));
        return [({field: "exponent", name: "exponent", text: says})];
    }
    if ((f["kind"]=="int")) {
        return int_words(code, f);
    }
    part = fields(code, f);
    sign = ({field: "sign", name: "sign", text: ((part["sign"]==1))? ("\u2212") : ("+")});
    e = ({field: "exponent", name: "exponent", text: exponent_words(part["exponent"], f["bias"])});
    m = ({field: "mantissa", name: "mantissa", text: mantissa_words(part, f)});
    if ((part["exponent"]==0)) {
        e["text"] = "0, subnormal: " + exponent_words(1, f["bias"]);
    }
    if ((special_of(part, f)!="")) {
        e["text"] = _pyfunc_str(part["exponent"]);
        m["text"] = _pyfunc_str(part["mantissa"]);
    }
    return ((f["sign"]==1))? ([sign, e, m]) : ([e, m]);
};

export function exponent_words(e, bias) {
    var power;
    power = e - bias;
    return ((((_pyfunc_str(e) + " \u2212 ") + _pyfunc_str(bias)) + " = ") + (((power < 0))? ("\u2212") : (""))) + (_pyfunc_str(_pyfunc_abs(power)));
};

export function mantissa_words(part, f) {
    var lead;
    lead = ((part["exponent"]==0))? ("0 + ") : ("1 + ");
    return ((lead + _pyfunc_str(part["mantissa"])) + "/") + (_pyfunc_str(Math.pow(2, f["mantissa"])));
};

export function int_words(code, f) {
    var half, sign;
    half = Math.pow(2, (f["bits"] - 1));
    if ((f["lowest"]==0)) {
        return [({field: "mantissa", name: "value", text: _pyfunc_str(code)})];
    }
    sign = ((code >= half))? ("1 counts \u2212" + _pyfunc_str(half)) : ("0");
    return [({field: "sign", name: "sign bit", text: sign}), ({field: "mantissa", name: "other bits", text: _pyfunc_str((code % half))})];
};

export function formula_pieces(code, f, scale) {
    var out, x;
    x = decode(code, f);
    out = [];
    if ((f["kind"]=="float")) {
        float_formula(out, fields(code, f), f, (x!=x) || (_pyfunc_abs(x)==inf));
    } else if ((f["kind"]=="power")) {
        add_pieces(out, "2^(", _pyfunc_str(code), "exponent", " \u2212 127)");
    } else if ((f["kind"]=="table")) {
        add_pieces(out, "entry ", _pyfunc_str(code), "mantissa", "");
    } else {
        int_formula(out, code, f);
    }
    if ((scale!=1)) {
        out.push(piece(((" = " + number_text(x, 9)) + ", times the scale ") + sig(scale, 6), ""));
    }
    out.push(piece(" = " + (number_text(x * scale, ((scale==1))? (9) : (6))), ""));
    return out;
};

export function add_pieces(out, before, text, field, after) {
    out.push(piece(before, ""));
    out.push(piece(text, field));
    out.push(piece(after, ""));
    return null;
};

export function int_formula(out, code, f) {
    var half, rest;
    half = Math.pow(2, (f["bits"] - 1));
    rest = code;
    if ((f["lowest"] < 0)) {
        add_pieces(out, ("\u2212" + _pyfunc_str(half)) + " \u00b7 ", _pyfunc_str(Math.floor(code/half)), "sign", " + ");
        rest = code % half;
    }
    out.push(piece(_pyfunc_str(rest), "mantissa"));
    return null;
};

export function float_formula(out, part, f, special) {
    var e, lead;
    if (((f["sign"]==1) && (!special))) {
        add_pieces(out, "(\u22121)", superscript(part["sign"]), "sign", " \u00b7 ");
    }
    if (special) {
        add_pieces(out, "", "exponent " + _pyfunc_str(part["exponent"]), "exponent", ", ");
        add_pieces(out, "", "mantissa " + _pyfunc_str(part["mantissa"]), "mantissa", "");
        return null;
    }
    e = _pyfunc_str(Math.max(part["exponent"], 1));
    lead = ((part["exponent"] > 0))? ("1") : ("0");
    add_pieces(out, "2^(", e, "exponent", (((" \u2212 " + _pyfunc_str(f["bias"])) + ") \u00b7 (") + lead) + " + ");
    add_pieces(out, "", _pyfunc_str(part["mantissa"]), "mantissa", ("/" + (_pyfunc_str(Math.pow(2, f["mantissa"])))) + ")");
    return null;
};

export function read_as(code, f) {
    var name, other, out, stub3_seq;
    out = [];
    stub3_seq = FORMATS;
    for (name in stub3_seq) {
        if (!stub3_seq.hasOwnProperty(name)){ continue; }
        other = format_row(name);
        if (((name!=f["id"]) && (other["bits"]==f["bits"]) && ((code < code_count(other))))) {
            out.push(({label: other["label"], value: decode(code, other)}));
        }
    }
    return out;
};

export function family_of(f) {
    if (((f["kind"]=="int") || (f["kind"]=="table"))) {
        return ((f["bits"]==8))? ("int8") : ("w4");
    }
    if ((f["bits"] > 8)) {
        return "bf16";
    }
    return ((f["bits"] > 6))? ("fp8") : ("fp4");
};

