// Generated from lowbit/scales.py by tools/compile_js.py.
import { _pyfunc_abs, ascending, ceil, f32 } from "./lowbit-python.js";
import { decode, encode, exponent_of, largest, power_of_two, whole } from "./lowbit-formats.js";
import { code_of, value_of } from "./lowbit-grids.js";
export const TINY = Math.pow(2.0, (-149));
export const HUGE = 3.4028234663852886e+38;
export const SHRINK = 20;
export function choose_scale(part, grid, ts) {
    var best, cut, error, high, i, least, low, one, s, share, stub1_seq, stub2_itr, v;
    s = grid["setting"];
    low = 0.0;
    high = 0.0;
    stub1_seq = part;
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        v = stub1_seq[stub2_itr];
        low = Math.min(low, v);
        high = Math.max(high, v);
    }
    if ((s["choose"]=="percentile")) {
        cut = percentile_of(part, s["percentile"]);
        if ((cut > 0)) {
            low = Math.max(low, (-cut));
            high = Math.min(high, cut);
        }
    }
    best = block_scale(low, high, grid, ts);
    if ((s["choose"]=="mse")) {
        least = squared_error(part, best, grid);
        for (i = 1; i < SHRINK; i += 1) {
            share = 1 - (i / 20.0);
            one = block_scale(f32(low * share), f32(high * share), grid, ts);
            error = squared_error(part, one, grid);
            if ((error < least)) {
                least = error;
                best = one;
            }
        }
    }
    return best;
};

export function percentile_of(part, percentile) {
    var order;
    order = ascending((function list_comprehension (iter0) {var res = [];var v, i0;for (i0=0; i0<iter0.length; i0++) {v = iter0[i0];{res.push(_pyfunc_abs(v));}}return res;}).call(this, part));
    return order[Math.max(0, ((ceil((percentile * order.length) / 100.0)) - 1))];
};

export function squared_error(part, chosen, grid) {
    var e, stub3_seq, stub4_itr, total, v;
    total = 0.0;
    stub3_seq = part;
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        v = stub3_seq[stub4_itr];
        e = v - (value_of(code_of(v, chosen, grid), chosen, grid));
        total = total + (e * e);
    }
    return total;
};

export function block_scale(low, high, grid, ts) {
    var amax, below, s, scale, zero;
    s = grid["setting"];
    amax = Math.max((-low), high);
    zero = 0;
    if ((amax==0)) {
        scale = 1.0;
    } else if ((s["scale"]=="e8m0")) {
        scale = power_scale(amax, grid);
    } else if (s["zero_point"]) {
        scale = stored_scale(f32(f32(high - low) / (grid["high"] - grid["low"])), grid);
    } else {
        scale = stored_scale(f32(f32(amax / grid["top"]) / ts), grid);
    }
    if (s["zero_point"]) {
        below = whole(f32((-low) / scale), "nearest", 0.0);
        zero = Math.max(grid["low"], (Math.min(grid["high"], (grid["low"] + below))));
    }
    return ({scale: scale, zero: zero, step: Math.max(TINY, f32(scale * ts)), amax: amax, times: Math.min(HUGE, (f32(f32(1 / ts) / scale)))});
};

export function stored_scale(wanted, grid) {
    var f;
    f = grid["scale_row"];
    if ((f["id"]=="fp32")) {
        return Math.max(TINY, wanted);
    }
    return decode(Math.max(1, encode(wanted, f, "nearest", "saturate")), f);
};

export function power_scale(amax, grid) {
    var e, rule, wanted;
    rule = grid["setting"]["power"];
    if ((rule=="up")) {
        wanted = f32(amax / grid["top"]);
        e = exponent_of(Math.max(TINY, wanted));
        if ((power_of_two(e) < wanted)) {
            e = e + 1;
        }
    } else {
        e = exponent_of(amax);
        if (((rule=="even") && ((amax >= (power_of_two(e) * (2 - (Math.pow(0.5, ((grid["f"]["mantissa"]) + 1))))))))) {
            e = e + 1;
        }
        e = e - (exponent_of(largest(grid["f"])));
    }
    return power_of_two(Math.max((-127), Math.min(127, e)));
};

export function tensor_scale_of(amax, grid) {
    if ((amax==0)) {
        return 1.0;
    }
    return Math.max(TINY, (f32(amax / (grid["top"] * largest(grid["scale_row"])))));
};

