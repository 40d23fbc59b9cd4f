// Generated from lowbit/roofline.py by tools/compile_js.py.
import { _pyfunc_op_contains, _pymeth_get, ceil } from "./lowbit-python.js";
import { scheme } from "./lowbit-schemes.js";
export function path(gpu, s) {
    var missing, out, peak_of, peaks, sixteen, wanted;
    peaks = gpu["flops_per_s"];
    sixteen = ((peaks["bf16"] === null))? ("fp16") : ("bf16");
    out = ({kind: "upcast", mma: sixteen, flops_per_s: peaks[sixteen], act_bits: 16, by_design: s["mma"]=="16-bit"});
    if ((s["mma"]=="16-bit")) {
        return out;
    }
    peak_of = ({mxfp8: "fp8", mxfp4: "fp4", nvfp4: "fp4"});
    wanted = _pymeth_get.call(peak_of, s["mma"], s["mma"]);
    missing = _pyfunc_op_contains(wanted, gpu["no_path"]);
    if (((s["mma"]=="mxfp8") && (peaks["fp4"] === null))) {
        missing = true;
    }
    if (((s["mma"]=="nvfp4") && (gpu["vendor"]!="NVIDIA"))) {
        missing = true;
    }
    if ((missing && (s["act_bits"] < 16))) {
        return out;
    }
    out["act_bits"] = s["act_bits"];
    if (missing) {
        out["kind"] = "cuda-cores";
        out["mma"] = "fp32";
        out["flops_per_s"] = peaks["fp32"];
        return out;
    }
    out["kind"] = ((peaks[wanted] !== null))? ("native") : ("unverified");
    out["mma"] = wanted;
    out["flops_per_s"] = peaks[wanted];
    return out;
};

export function path_text(gpu, s, way) {
    var cores, how, name, units;
    name = gpu["name"];
    units = ((gpu["vendor"]=="NVIDIA"))? ("CUDA cores") : ("vector units");
    cores = ((gpu["vendor"]=="NVIDIA"))? ("tensor cores") : ("matrix cores");
    if ((way["kind"]=="native")) {
        return ((((name + " multiplies ") + ((way["mma"].toUpperCase)())) + " on its ") + cores) + ".";
    }
    if ((way["kind"]=="unverified")) {
        return ((("No source gives the " + ((way["mma"].toUpperCase)())) + " peak of ") + name) + ".";
    }
    if ((way["kind"]=="cuda-cores")) {
        return ((((((name + " has no ") + s["label"]) + " ") + cores) + ": its ") + units) + " do the work in FP32.";
    }
    how = ("the weights are stored, turned into " + ((way["mma"].toUpperCase)())) + " and multiplied there";
    if (way["by_design"]) {
        return ((s["label"] + " keeps only the weights small: ") + how) + ".";
    }
    return ((((name + " has no path to multiply ") + s["label"]) + ": ") + how) + ".";
};

export function scales_in(rows, cols, block) {
    var c, r;
    r = ((block[0]==0))? (rows) : (block[0]);
    c = ((block[1]==0))? (cols) : (block[1]);
    return ceil(rows / r) * ceil(cols / c);
};

export function traffic(m, n, k, s, act_bits) {
    var act_scales, acts, blocks, out, scales, weights, zeros;
    blocks = scales_in(n, k, s["block"]);
    weights = ((n * k) * s["weight_bits"]) / 8.0;
    scales = ((blocks * s["scale_bits"]) + s["tensor_scale_bits"]) / 8.0;
    zeros = (blocks * s["zero_bits"]) / 8.0;
    acts = ((m * k) * act_bits) / 8.0;
    act_scales = 0.0;
    if ((act_bits < 16)) {
        act_scales = (scales_in(m, k, s["act_block"]) * s["act_scale_bits"]) / 8.0;
    }
    out = (m * n) * 2.0;
    return ({weights: weights, scales: scales, zeros: zeros, activations: acts + act_scales, output: out, total: ((((weights + scales) + zeros) + acts) + act_scales) + out});
};

export function ideal(m, n, k, gpu, s) {
    var compute, flops, memory, moved, out, peak, way;
    way = path(gpu, s);
    moved = traffic(m, n, k, s, way["act_bits"]);
    flops = ((2.0 * m) * n) * k;
    peak = way["flops_per_s"];
    memory = moved["total"] / gpu["hbm_bytes_per_s"];
    out = ({flops: flops, bytes: moved["total"], traffic: moved, intensity: flops / moved["total"], way: way, memory_seconds: memory, compute_seconds: null, ridge: null, ideal_seconds: null, bound: null});
    if ((peak !== null)) {
        compute = flops / peak;
        out["compute_seconds"] = compute;
        out["ridge"] = peak / gpu["hbm_bytes_per_s"];
        out["ideal_seconds"] = Math.max(memory, compute);
        out["bound"] = ((memory >= compute))? ("memory") : ("compute");
    }
    return out;
};

export function roof(intensity, gpu, way) {
    return Math.min(way["flops_per_s"], (intensity * gpu["hbm_bytes_per_s"]));
};

export function m_at_intensity(intensity, n, k, s, act_bits) {
    var fixed, per_token, room, weights;
    fixed = traffic(1, n, k, s, 16);
    weights = (fixed["weights"] + fixed["scales"]) + fixed["zeros"];
    per_token = ((k * act_bits) / 8.0) + (n * 2.0);
    room = ((2.0 * n) * k) - (intensity * per_token);
    return ((room > 0))? ((intensity * weights) / room) : (null);
};

export function step_ideal(m, gpu, name, model) {
    var layer, one, s, seconds, stub1_seq, stub2_itr;
    seconds = 0.0;
    stub1_seq = model["layers"];
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        layer = stub1_seq[stub2_itr];
        s = scheme((layer["quantized"])? (name) : ("bf16"));
        one = ideal(m, layer["n"], layer["k"], gpu, s)["ideal_seconds"];
        if ((one === null)) {
            return null;
        }
        seconds = seconds + (layer["count"] * one);
    }
    return seconds;
};

