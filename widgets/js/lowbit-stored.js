// Generated from lowbit/stored.py by tools/compile_js.py.
import { _pyfunc_abs, _pyfunc_op_contains, copysign, inf, nan } from "./lowbit-python.js";
import { code_of_largest, decode, describe, encode, grid_step, largest, lowest, neighbours, whole } from "./lowbit-formats.js";
export const MIDDLE = 0.5;
export function takes_scale(f) {
    return (f["bits"] <= 8) && (f["kind"]!="power") && (f["id"]!="ue4m3");
};

export function scale_for(f, amax) {
    return (((amax > 0) && takes_scale(f)))? (amax / largest(f)) : (1.0);
};

export function stored_code(code, f, amax) {
    var even, near, scale, x;
    scale = scale_for(f, amax);
    x = decode(code, f);
    near = neighbours(code, f);
    even = _pyfunc_op_contains(f["kind"], ["float", "int"]) && ((_pyfunc_abs(x) < inf));
    return ({code: code, value: x * scale, kind: describe(code, f), scale: scale, ulp: (even)? (grid_step(x, f) * scale) : (null), below: ((near["below"] === null))? (null) : ((decode(near["below"], f) * scale) + 0.0), above: ((near["above"] === null))? (null) : ((decode(near["above"], f) * scale) + 0.0)});
};

export function stored(x, f, rounding, rule, amax) {
    var out, q, value;
    q = x / scale_for(f, amax);
    out = stored_code(encode(q, f, rounding, rule, MIDDLE), f, amax);
    value = out["value"];
    out["typed"] = x;
    out["relative_error"] = null;
    if ((((_pyfunc_abs(x) < inf)) && ((_pyfunc_abs(value) < inf)) && (((x!=0) || (value==0))))) {
        out["relative_error"] = ((value==x))? (0.0) : ((_pyfunc_abs((value - x))) / _pyfunc_abs(x));
    }
    out["overflow"] = "";
    if (((value!=x) && overflows(q, f, rounding))) {
        out["overflow"] = ((value!=value))? ("nan") : (((_pyfunc_abs(value)==inf))? ("inf") : ("saturate"));
    }
    return out;
};

export function overflows(q, f, rounding) {
    var a, step;
    if (((q!=q) || ((rounding=="zero") && (f["kind"]!="power") && ((_pyfunc_abs(q) < inf))))) {
        return false;
    }
    if (((f["kind"]=="table") || (_pyfunc_abs(q)==inf))) {
        return ((q > largest(f))) || (q < lowest(f));
    }
    if ((f["kind"]=="power")) {
        return encode(q, f, rounding, "nan", MIDDLE)==255;
    }
    step = grid_step(q, f);
    a = copysign((whole(_pyfunc_abs(q) / step, rounding, MIDDLE)) * step, q);
    return ((a > largest(f))) || (a < lowest(f));
};

export function values_around(x, one) {
    if ((x > one["value"])) {
        return [one["value"] + 0.0, one["above"]];
    }
    return [one["below"], one["value"] + 0.0];
};

export function first_value(t, f, upward) {
    var beside, code, x;
    code = encode(t, f, "nearest", "saturate", MIDDLE);
    x = decode(code, f);
    if (((x==t) || ((x > t)==upward))) {
        return x + 0.0;
    }
    beside = neighbours(code, f)[(upward)? ("above") : ("below")];
    return ((beside === null))? (null) : (decode(beside, f) + 0.0);
};

export function count_of_sign(f, sign) {
    if ((f["kind"]=="table")) {
        return ((function list_comprehension (iter0) {var res = [];var v, i0;for (i0=0; i0<iter0.length; i0++) {v = iter0[i0];if (!((((sign > 0))? (v > 0) : (v < 0)))) {continue;}{res.push(v);}}return res;}).call(this, f["values"])).length;
    }
    if ((f["kind"]=="int")) {
        return ((sign > 0))? (f["highest"]) : (0 - f["lowest"]);
    }
    return ((f["kind"]=="power"))? (255) : (code_of_largest(f));
};

