// Generated from lowbit/answer.py by tools/compile_js.py.
import { _pyfunc_op_contains } from "./lowbit-python.js";
import { merged } from "./lowbit-schemes.js";
import { bytes_text, duration, flops_text, full, percent, sig } from "./lowbit-text.js";
export function plain(text) {
    return ({text: text, family: ""});
};

export function name_of(result) {
    return ({text: result["label"], family: result["family"]});
};

export function tokens(m) {
    return ((m==1))? ("one token") : (full(m) + " tokens");
};

export function best_seconds(result) {
    return ((result["seconds"] === null))? (result["ideal_seconds"]) : (result["seconds"]);
};

export function waits_for(result) {
    var largest, overhead, parts;
    if ((result["seconds"] === null)) {
        return ((result["bound"]=="memory"))? ("memory") : ("arithmetic");
    }
    parts = result["parts"];
    overhead = parts["fixed"] + parts["quantize"];
    largest = Math.max(parts["memory"], parts["compute"], parts["latency"], overhead);
    if ((largest==parts["memory"])) {
        return "memory";
    }
    if ((largest==parts["compute"])) {
        return "arithmetic";
    }
    if ((largest==overhead)) {
        return "its fixed cost";
    }
    return "the serial loop over K";
};

export function compared(ratio) {
    var digits, times;
    if (((0.97 <= ratio) && (ratio <= 1.03))) {
        return "as fast as";
    }
    times = Math.max(ratio, (1.0 / ratio));
    digits = ((times >= 1.1))? (2) : (3);
    return sig(times, digits) + (((ratio > 1))? ("\u00d7 faster than") : ("\u00d7 slower than"));
};

export function answer(m, result, other) {
    var both, claim, is_ideal, lost, note, ratio, start, used, why;
    if ((result["ideal_seconds"] === null)) {
        lost = "Without it there is no roof to draw.";
        return ({claim: [plain(result["reason"])], reason: lost, note: ""});
    }
    note = caveats(result);
    if (((other !== null) && ((!_pyfunc_op_contains(caveats(other), note))))) {
        note = (((note + " ") + caveats(other)).trim)();
    }
    if (result["preliminary"]) {
        note = (("The numbers of this GPU are preliminary. " + note).trim)();
    }
    both = (other !== null) && (other["ideal_seconds"] !== null);
    is_ideal = (result["seconds"] === null) || (both && (other["seconds"] === null));
    if (is_ideal) {
        result = idealised(result);
        other = (both)? (idealised(other)) : (null);
    }
    start = plain((((is_ideal)? ("Ideally, at ") : ("At ")) + tokens(m)) + " a step, ");
    if ((both && (other["format"]!=result["format"]))) {
        ratio = best_seconds(other) / best_seconds(result);
        claim = [start, name_of(result), plain((" is " + compared(ratio)) + " "), name_of(other)];
        claim.push(plain("."));
        return ({claim: claim, reason: both_wait(result, other), note: note});
    }
    claim = [start, name_of(result), plain((" takes " + (duration(best_seconds(result)))) + ".")];
    used = (result["flops"] / best_seconds(result)) / (result["way"]["flops_per_s"]);
    why = ((("It waits for " + waits_for(result)) + ": ") + percent(used)) + " of the peak is used.";
    return ({claim: claim, reason: why, note: note});
};

export function idealised(result) {
    return merged(result, ({seconds: null}));
};

export function both_wait(result, other) {
    var a, b;
    a = waits_for(result);
    b = waits_for(other);
    if ((a==b)) {
        return ("Both wait for " + a) + ".";
    }
    return ((((((other["label"] + " waits for ") + b) + ", ") + result["label"]) + " for ") + a) + ".";
};

export function caveats(result) {
    var out;
    out = "";
    if (((result["path"]=="cuda-cores") || (result["path"]=="unverified"))) {
        out = result["path_text"];
    }
    if (((result["path"]=="upcast") && ((!(result["way"]["by_design"]))))) {
        out = result["path_text"];
    }
    if (((result["kind"]=="ideal") && (((result["reason"].startsWith)("No "))) && (out!=result["reason"]))) {
        out = (((out + " ") + result["reason"]).trim)();
    }
    return out;
};

export function text_of(claim) {
    var out, piece, stub1_seq, stub2_itr;
    out = "";
    stub1_seq = claim;
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        piece = stub1_seq[stub2_itr];
        out = out + piece["text"];
    }
    return out;
};

export function formula(result, gpu) {
    var bandwidth, c, compute, flops, g, lines, memory, moved, p, parts, peak;
    moved = bytes_text(result["bytes"]);
    flops = flops_text(result["flops"]);
    bandwidth = sig(gpu["hbm_bytes_per_s"] / 1000000000000.0, 4) + " TB/s";
    if ((result["ideal_seconds"] === null)) {
        return [(((moved + " / ") + bandwidth) + " = ") + duration(result["memory_seconds"])];
    }
    peak = (sig((result["way"]["flops_per_s"]) / 1000000000000.0, 5)) + " TFLOP/s";
    if ((result["seconds"] === null)) {
        return [((((((("max(" + moved) + " / ") + bandwidth) + ", ") + flops) + " / ") + peak) + ")", (((("= max(" + duration(result["memory_seconds"])) + ", ") + duration(result["compute_seconds"])) + ") = ") + duration(result["ideal_seconds"])];
    }
    parts = result["parts"];
    if ((parts["kernel"]=="gemv")) {
        g = result["constants"]["gemv"];
        return ["few tokens: GEMV kernel on CUDA cores", (((((((((((("\u221a((" + moved) + " / (") + sig(g["e_bw"], 3)) + " \u00d7 ") + bandwidth) + "))\u00b2 + (") + flops) + " / (") + sig(g["share"], 3)) + " \u00d7 ") + fp32_text(gpu)) + "))\u00b2) + ") + duration(parts["fixed"]), (((((("= \u221a(" + duration(parts["memory"])) + "\u00b2 + ") + duration(parts["compute"])) + "\u00b2) + ") + duration(parts["fixed"])) + " = ") + duration(parts["seconds"])];
    }
    c = result["constants"];
    memory = ((((moved + " / (") + sig(c["e_bw"], 3)) + " \u00d7 ") + bandwidth) + ") = ";
    compute = ((((flops + " / (") + sig(c["e_fl"], 3)) + " \u00d7 ") + peak) + ") = ";
    lines = [("memory      " + memory) + duration(parts["memory"]), ("arithmetic  " + compute) + duration(parts["compute"])];
    if (_pyfunc_op_contains("tn", c)) {
        lines[1] = "arithmetic  with tiles and waves = " + duration(parts["compute"]);
    }
    if ((!_pyfunc_op_contains("p", c))) {
        lines.push((("max(memory, arithmetic) + " + duration(parts["fixed"])) + " = ") + duration(parts["seconds"]));
        return lines;
    }
    lines.push((("loop over K " + sig(c["ns_per_k"], 3)) + " ns \u00d7 K = ") + duration(parts["latency"]));
    lines.push(("fixed       launch " + duration(parts["fixed"])) + quantize_text(parts));
    p = sig(c["p"], 3);
    lines.push((((((((("(memory^" + p) + " + arithmetic^") + p) + " + loop^") + p) + ")^(1/") + p) + ") + fixed = ") + duration(parts["seconds"]));
    return lines;
};

export function fp32_text(gpu) {
    return (sig((gpu["flops_per_s"]["fp32"]) / 1000000000000.0, 3)) + " TFLOP/s";
};

export function quantize_text(parts) {
    if ((parts["quantize"]==0)) {
        return "";
    }
    return " (of both kernels) + bytes of quantizing x " + duration(parts["quantize"]);
};

