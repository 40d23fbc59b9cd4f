// Generated from lowbit/outliers.py by tools/compile_js.py.
import { _pyfunc_abs, _pyfunc_int, _pyfunc_op_error, _pymeth_join, ascending, f32, floor, sqrt } from "./lowbit-python.js";
export const SIZE = 64;
export const FACTOR = 60.0;
export const CHANNEL = 13;
export const TOKEN = 13;
export const SIGMA_OF_MEDIAN = 1.4826;
export const MATRICES = [({id: "weights", label: "Real weights", role: "weights", base: "weights", partner: "activations", apart: "", at: -1, about: ""}), ({id: "activations", label: "Real activations", role: "activations", base: "activations", partner: "weights", apart: "channel", at: 31, about: "Channel 31 (input 223) is large for every token."}), ({id: "gaussian", label: "Gaussian noise", role: "weights", base: "gaussian", partner: "", apart: "", at: -1, about: ""}), ({id: "heavy", label: "Heavy-tailed noise", role: "weights", base: "heavy", partner: "", apart: "", at: -1, about: ""}), ({id: "outlier-channel", label: "Noise with an outlier channel", role: "activations", base: "gaussian", partner: "", apart: "channel", at: CHANNEL, about: "Channel 13 is multiplied by 60."}), ({id: "outlier-token", label: "Noise with an outlier token", role: "activations", base: "gaussian", partner: "", apart: "token", at: TOKEN, about: "Token 13 is multiplied by 60."}), ({id: "image", label: "A picture", role: "weights", base: "", partner: "", apart: "", at: -1, about: "A drawn picture, values from 0 to 1."})];
export function matrix_row(name) {
    var err_1, known, one, stub1_seq, stub2_itr;
    stub1_seq = MATRICES;
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        one = stub1_seq[stub2_itr];
        if ((one["id"]==name)) {
            return one;
        }
    }
    known = _pymeth_join.call(", ", ((function list_comprehension (iter0) {var res = [];var one, i0;for (i0=0; i0<iter0.length; i0++) {one = iter0[i0];{res.push(one["id"]);}}return res;}).call(this, MATRICES)));
    throw _pyfunc_op_error('ValueError', (((("Unknown matrix '" + name) + "'. Known: ") + known) + "."));
    return null;
};

export function matrix_values(name, stored) {
    var i, made, one, out, x;
    one = matrix_row(name);
    if ((one["base"]=="")) {
        return picture_values();
    }
    out = [];
    made = (one["apart"]!="") && (one["base"]!=name);
    for (i = 0; i < SIZE * SIZE; i += 1) {
        x = stored[one["base"]][i];
        out.push(((made && is_apart(one, i)))? (x * FACTOR) : (x));
    }
    return out;
};

export function partner_values(name, stored) {
    var i, one, out;
    one = matrix_row(name);
    if ((one["partner"]!="")) {
        return matrix_values(one["partner"], stored);
    }
    out = [];
    for (i = 0; i < SIZE * SIZE; i += 1) {
        out.push(stored["gaussian"][((i % SIZE) * SIZE) + Math.floor(i/SIZE)]);
    }
    return out;
};

export function is_apart(one, i) {
    if ((one["apart"]=="channel")) {
        return (i % SIZE)==one["at"];
    }
    return (one["apart"]=="token") && ((Math.floor(i/SIZE)==one["at"]));
};

export function sigma_of(values) {
    var order;
    order = ascending((function list_comprehension (iter0) {var res = [];var v, i0;for (i0=0; i0<iter0.length; i0++) {v = iter0[i0];{res.push(_pyfunc_abs(v));}}return res;}).call(this, values));
    return (SIGMA_OF_MEDIAN * (order[Math.floor(order.length/2) - 1] + order[Math.floor(order.length/2)])) / 2;
};

export function with_outlier(values, sigma, row, col, size) {
    var out, stub3_, stub3_i0, stub3_iter0, stub3_v;
    if ((size==0)) {
        return values;
    }
    stub3_ = [];stub3_iter0 = values;for (stub3_i0=0; stub3_i0<stub3_iter0.length; stub3_i0++) {stub3_v = stub3_iter0[stub3_i0];{stub3_.push(stub3_v);}}
    out = stub3_;
    out[(row * SIZE) + col] = size * sigma;
    return out;
};

export function picture_values() {
    var i, out;
    out = [];
    for (i = 0; i < SIZE * SIZE; i += 1) {
        out.push(f32(lightness(((i % SIZE) + 0.5) / SIZE, (Math.floor(i/SIZE) + 0.5) / SIZE)));
    }
    return out;
};

export function lightness(x, y) {
    var d, shadow, stripe, toward_light, u, v, w;
    u = (x - 0.42) / 0.3;
    v = (y - 0.46) / 0.3;
    d = (u * u) + (v * v);
    if ((d < 1)) {
        toward_light = (((sqrt(1 - d) * 0.62) - (u * 0.5)) - (v * 0.6)) * 0.95;
        return 0.04 + Math.max(0.0, toward_light);
    }
    if ((y < 0.68)) {
        return (0.45 + (0.4 * y)) + (0.1 * x);
    }
    stripe = ((((_pyfunc_int((x * 16))) % 2)==((_pyfunc_int(((y - 0.68) * 28))) % 2)))? (1.0) : (0.45);
    w = (x - 0.5) / 0.4;
    shadow = ((((w * w) + (((y - 0.76) * (y - 0.76)) / 0.006)) < 1))? (0.4) : (1.0);
    return (0.15 * stripe) * shadow;
};

