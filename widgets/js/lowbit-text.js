// Generated from lowbit/text.py by tools/compile_js.py.
import { _pyfunc_abs, _pyfunc_int, _pyfunc_str, floor } from "./lowbit-python.js";
export function ten_to(e) {
    var _, p;
    p = 1.0;
    for (_ = 0; _ < _pyfunc_abs(e); _ += 1) {
        p = p * 10.0;
    }
    return ((e < 0))? (1.0 / p) : (p);
};

export function exponent10(x) {
    var e;
    e = 0;
    while (ten_to(e + 1) <= x) {
        e = e + 1;
    }
    while (ten_to(e) > x) {
        e = e - 1;
    }
    return e;
};

export function thousands(digits) {
    var done, out;
    out = digits;
    done = "";
    while (out.length > 3) {
        done = ("," + out.slice(-3)) + done;
        out = out.slice(0,-3);
    }
    return out + done;
};

export function superscript(e) {
    var d, out, signs, stub1_seq, stub2_itr;
    signs = ((e < 0))? ("\u207b") : ("");
    out = "";
    stub1_seq = _pyfunc_str(_pyfunc_abs(e));
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        d = stub1_seq[stub2_itr];
        out = out + ("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[_pyfunc_int(d)]);
    }
    return signs + out;
};

export function sig(x, n) {
    var digits, e, scaled, unit, whole;
    if (((x === null) || (x!=x))) {
        return "\u2013";
    }
    if ((x < 0)) {
        return "\u2212" + sig(-x, n);
    }
    if ((x==0)) {
        return "0";
    }
    if ((x > (1e+300))) {
        return "\u221e";
    }
    e = exponent10(x);
    unit = ten_to(_pyfunc_abs(((n - 1) - e)));
    scaled = ((((n - 1) - e) >= 0))? (x * unit) : (x / unit);
    whole = floor(scaled + 0.5);
    if ((whole >= ten_to(n))) {
        whole = whole / 10.0;
        e = e + 1;
    }
    digits = _pyfunc_str(_pyfunc_int(whole));
    if (((e >= 6) || (e < (-4)))) {
        return (decimal(digits, 1) + "\u00d710") + superscript(e);
    }
    return decimal(digits, e + 1);
};

export function decimal(digits, point) {
    var left, right;
    while (point <= 0) {
        digits = "0" + digits;
        point = point + 1;
    }
    while (digits.length < point) {
        digits = digits + "0";
    }
    left = digits.slice(0,point);
    right = digits.slice(point);
    while (right.endsWith("0")) {
        right = right.slice(0,-1);
    }
    return thousands(left) + (((right!=""))? ("." + right) : (""));
};

export function full(x) {
    return thousands(_pyfunc_str(_pyfunc_int(x)));
};

export function duration(seconds) {
    if ((seconds >= 1.0)) {
        return sig(seconds, 3) + " s";
    }
    if ((seconds >= 0.001)) {
        return sig(seconds * 1000.0, 3) + " ms";
    }
    return sig(seconds * 1000000.0, 3) + " \u00b5s";
};

export function percent(fraction) {
    if (((0 < fraction) && (fraction < 0.0001))) {
        return "less than 0.01%";
    }
    return sig(fraction * 100.0, 2) + "%";
};

export function bytes_text(b) {
    if ((b >= 1000000000.0)) {
        return sig(b / 1000000000.0, 3) + " GB";
    }
    if ((b >= 1000000.0)) {
        return sig(b / 1000000.0, 3) + " MB";
    }
    return sig(b / 1000.0, 3) + " kB";
};

export function flops_text(f) {
    if ((f >= 1000000000000.0)) {
        return sig(f / 1000000000000.0, 3) + " TFLOP";
    }
    if ((f >= 1000000000.0)) {
        return sig(f / 1000000000.0, 3) + " GFLOP";
    }
    return sig(f / 1000000.0, 3) + " MFLOP";
};

