// Generated from lowbit/grids.py by tools/compile_js.py.
import { _pyfunc_abs, copysign, f32, floor, inf } from "./lowbit-python.js";
import { decode, encode, format_row, largest, whole } from "./lowbit-formats.js";
export function grid_of(s) {
    var code, count, f, grid, last, narrow;
    f = format_row(s["format"]);
    grid = ({setting: s, f: f, top: largest(f), numbers: [], mids: [], scale_row: format_row(s["scale"])});
    count = ((f["kind"]=="table"))? (f["values"].length) : (Math.pow(2, f["bits"]));
    for (code = 0; code < count; code += 1) {
        (grid["numbers"].push)(decode(code, f));
    }
    if ((f["kind"]=="int")) {
        narrow = (s["range"]=="narrow") && (!s["zero_point"]);
        grid["low"] = (narrow)? (-f["highest"]) : (f["lowest"]);
        grid["high"] = f["highest"];
        grid["top"] = (narrow)? (f["highest"]) : ((f["highest"] - f["lowest"]) / 2);
    } else if ((f["kind"]=="table")) {
        grid["mids"] = mids_of(f["values"]);
    } else {
        last = encode(inf, f, "nearest", "saturate");
        grid["mids"] = mids_of(grid["numbers"].slice(0,last + 1));
        grid["minus"] = Math.pow(2, (f["exponent"] + f["mantissa"]));
    }
    return grid;
};

export function mids_of(values) {
    var i, out;
    out = [];
    for (i = 1; i < values.length; i += 1) {
        out.push((values[i - 1] + values[i]) / 2);
    }
    return out;
};

export function count_below(a, mids) {
    var high, low, middle;
    low = 0;
    high = mids.length;
    while (low < high) {
        middle = Math.floor((low + high)/2);
        if ((mids[middle] < a)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
};

export function code_of(x, chosen, grid) {
    var a, code, kind, n, q;
    q = ((grid["setting"]["multiply"]))? (f32(x * chosen["times"])) : (f32(x / chosen["step"]));
    kind = grid["f"]["kind"];
    if ((kind=="int")) {
        n = whole(Math.min(_pyfunc_abs(q), 1000.0), "nearest", 0.0);
        n = Math.max(grid["low"], (Math.min(grid["high"], ((((q > 0))? (n) : (-n)) + chosen["zero"]))));
        return ((n < 0))? (n + (Math.pow(2, (grid["f"]["bits"])))) : (n + 0);
    }
    if ((kind=="table")) {
        return count_below(q, grid["mids"]);
    }
    a = _pyfunc_abs(q);
    code = count_below(a, grid["mids"]);
    if (((((code % 2)==1)) && ((code < (grid["mids"].length))) && (((grid["mids"][code])==a)))) {
        code = code + 1;
    }
    if ((((copysign(1.0, q) > 0)) || ((code==0) && (((grid["f"]["top"])=="fnuz"))))) {
        return code;
    }
    return code + grid["minus"];
};

export function value_of(code, chosen, grid) {
    return f32(((grid["numbers"][code]) - chosen["zero"]) * chosen["step"]);
};

