// Generated from lowbit/speed.py by tools/compile_js.py.
import { _pyfunc_op_contains, _pyfunc_op_error, _pymeth_get, _pymeth_keys, ceil } from "./lowbit-python.js";
import { ideal, path, path_text, traffic } from "./lowbit-roofline.js";
import { merged, scheme } from "./lowbit-schemes.js";
export const RUNGS = ["ideal", "L1", "L2", "L3", "L4"];
export const KNOBS = [["e_bw", "share of the bandwidth reached", 0.05, 1, 0.01], ["e_fl", "share of the peak reached", 0.05, 1, 0.01], ["t0_us", "fixed time, \u00b5s", 0, 60, 0.1], ["ns_per_k", "serial loop, ns per K", 0, 8, 0.05], ["p", "overlap p (1 = none)", 1, 8, 0.1], ["tm_min", "smallest tile, rows", 8, 256, 8], ["tm_max", "largest tile, rows", 8, 256, 8], ["tn", "tile, columns", 32, 256, 32], ["split", "most tiles that share an output (split-K)", 1, 16, 1]];
export function tile_work(m, n, k, gpu, c) {
    var per_sm, tm;
    tm = c["tm_min"];
    while ((tm < m) && (tm < c["tm_max"])) {
        tm = 2 * tm;
    }
    per_sm = (ceil(m / tm) * ceil(n / c["tn"])) / gpu["sms"];
    if ((per_sm > 1)) {
        per_sm = per_sm + (0.5 * (ceil(per_sm) - per_sm));
    } else {
        per_sm = Math.max(per_sm, (1.0 / c["split"]));
    }
    return ((((per_sm * gpu["sms"]) * 2.0) * tm) * c["tn"]) * k;
};

export function calibrated(m, n, k, gpu, s, c) {
    var bandwidth, compute, core, few, fixed, flops, latency, memory, moved, out, quantize, tiled, total, wall, way, work;
    way = path(gpu, s);
    moved = traffic(m, n, k, s, way["act_bits"]);
    bandwidth = c["e_bw"] * gpu["hbm_bytes_per_s"];
    flops = ((2.0 * m) * n) * k;
    tiled = _pyfunc_op_contains("tn", c) && (gpu["sms"] !== null);
    work = (tiled)? (tile_work(m, n, k, gpu, c)) : (flops);
    memory = moved["total"] / bandwidth;
    compute = work / (c["e_fl"] * way["flops_per_s"]);
    fixed = c["t0_us"] * (1e-06);
    latency = 0.0;
    quantize = 0.0;
    core = Math.max(memory, compute);
    if (_pyfunc_op_contains("p", c)) {
        latency = (c["ns_per_k"] * (1e-09)) * k;
        if ((way["act_bits"] < 16)) {
            quantize = ((m * k) * (2.0 + (way["act_bits"] / 8.0))) / bandwidth;
        }
        wall = Math.max(core, latency);
        total = ((Math.pow((memory / wall), c["p"])) + (Math.pow((compute / wall), c["p"]))) + (Math.pow((latency / wall), c["p"]));
        core = wall * (Math.pow(total, (1.0 / c["p"])));
    }
    out = ({seconds: (fixed + quantize) + core, kernel: "gemm", fixed: fixed, quantize: quantize, memory: memory, compute: compute, latency: latency});
    if ((_pyfunc_op_contains("gemv", c) && (((gpu["flops_per_s"]["fp32"]) !== null)))) {
        few = gemv(m, n, k, gpu, moved["total"], c["gemv"]);
        if ((few["seconds"] < out["seconds"])) {
            return few;
        }
    }
    return out;
};

export function gemv(m, n, k, gpu, moved, g) {
    var compute, fixed, memory;
    memory = moved / (g["e_bw"] * gpu["hbm_bytes_per_s"]);
    compute = (((2.0 * m) * n) * k) / (g["share"] * (gpu["flops_per_s"]["fp32"]));
    fixed = g["t0_us"] * (1e-06);
    return ({seconds: fixed + (Math.pow(((memory * memory) + (compute * compute)), 0.5)), kernel: "gemv", fixed: fixed, quantize: 0.0, memory: memory, compute: compute, latency: 0.0});
};

export function check_size(value, name) {
    var err_2;
    if (((value === null) || (value!=value) || (value < 1) || (value > 10000000) || ((value % 1)!=0))) {
        throw _pyfunc_op_error('ValueError', (name + " must be a whole number from 1 to 10,000,000."));
    }
    return value;
};

export function gemm(m, n, k, gpu, name, fit, rung, knobs) {
    var constants, out, s;
    check_size(m, "M");
    check_size(n, "N");
    check_size(k, "K");
    s = scheme(name);
    out = ideal(m, n, k, gpu, s);
    out["format"] = s["name"];
    out["label"] = s["label"];
    out["family"] = s["family"];
    out["path"] = out["way"]["kind"];
    out["path_text"] = path_text(gpu, s, out["way"]);
    out["kind"] = "ideal";
    out["seconds"] = null;
    out["preliminary"] = _pymeth_get.call(gpu, "status", "")=="preliminary";
    out["reason"] = "";
    out["parts"] = null;
    out["median_error"] = null;
    out["p90_error"] = null;
    if ((out["ideal_seconds"] === null)) {
        out["reason"] = out["path_text"];
        return out;
    }
    if ((rung=="ideal")) {
        out["reason"] = "Only the ideal time was asked for.";
        return out;
    }
    if ((fit === null)) {
        out["reason"] = no_constants(gpu, s);
        return out;
    }
    constants = with_knobs(fit["rungs"][rung], knobs);
    out["parts"] = calibrated(m, n, k, gpu, s, constants);
    out["seconds"] = out["parts"]["seconds"];
    out["kind"] = "calibrated";
    out["constants"] = constants;
    if (((_pymeth_keys.call(knobs).length)==0)) {
        out["median_error"] = constants["median_error"];
        out["p90_error"] = constants["p90_error"];
    }
    return out;
};

export function band(result) {
    var error, fast;
    error = result["p90_error"];
    if (((result["seconds"] === null) || (error === null))) {
        return null;
    }
    fast = Math.max((result["seconds"] / (1.0 + error)), result["ideal_seconds"]);
    return [fast, result["seconds"] / (Math.max((1.0 - error), 0.02))];
};

export function with_knobs(constants, knobs) {
    var key, out, stub1_seq, value;
    out = merged(constants, ({}));
    stub1_seq = knobs;
    for (key in stub1_seq) {
        if (!stub1_seq.hasOwnProperty(key)){ continue; }
        value = stub1_seq[key];
        if (_pyfunc_op_contains(key, out)) {
            out[key] = value;
        }
    }
    return out;
};

export function no_constants(gpu, s) {
    if (((s["name"].startsWith)("w4a16-g"))) {
        return "No public table of measured times for group-scaled W4A16 was found, so there are no constants; w4a16-channel has them on some GPUs.";
    }
    return ((("No measured times for " + s["label"]) + " on ") + gpu["name"]) + ", so no constants.";
};

