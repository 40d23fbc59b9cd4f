// Generated from lowbit/{text,schemes,roofline,speed,lookup,answer}.py by tools/compile_js.py.
const MODEL = (() => {
const { floor, ceil } = Math;
var _pyfunc_abs = Math.abs;
var _pyfunc_create_dict = function () {
    var d = {};
    for (var i=0; i<arguments.length; i+=2) { d[arguments[i]] = arguments[i+1]; }
    return d;
};
var _pyfunc_int = function (x, base) { // nargs: 1 2
    if(base !== undefined) return parseInt(x, base);
    return x<0 ? Math.ceil(x): Math.floor(x);
};
var _pyfunc_op_add = function (a, b) { // nargs: 2
    if (Array.isArray(a) && Array.isArray(b)) {
        return a.concat(b);
    } return a + b;
};
var _pyfunc_op_contains = function op_contains (a, b) { // nargs: 2
    if (b == null) {
    } else if (Array.isArray(b)) {
        for (var i=0; i<b.length; i++) {if (_pyfunc_op_equals(a, b[i]))
                                           return true;}
        return false;
    } else if (b.constructor === Object) {
        for (var k in b) {if (a == k) return true;}
        return false;
    } else if (b.constructor == String) {
        return b.indexOf(a) >= 0;
    } var e = Error('Not a container: ' + b); e.name='TypeError'; throw e;
};
var _pyfunc_op_equals = function op_equals (a, b) { // nargs: 2
    var a_type = typeof a;
    // If a (or b actually) is of type string, number or boolean, we don't need
    // to do all the other type checking below.
    if (a_type === "string" || a_type === "boolean" || a_type === "number") {
        return a == b;
    }

    if (a == null || b == null) {
    } else if (Array.isArray(a) && Array.isArray(b)) {
        var i = 0, iseq = a.length == b.length;
        while (iseq && i < a.length) {iseq = op_equals(a[i], b[i]); i+=1;}
        return iseq;
    } else if (a.constructor === Object && b.constructor === Object) {
        var akeys = Object.keys(a), bkeys = Object.keys(b);
        akeys.sort(); bkeys.sort();
        var i=0, k, iseq = op_equals(akeys, bkeys);
        while (iseq && i < akeys.length)
            {k=akeys[i]; iseq = op_equals(a[k], b[k]); i+=1;}
        return iseq;
    } return a == b;
};
var _pyfunc_op_error = function (etype, msg) { // nargs: 2
    var e = new Error(etype + ': ' + msg);
    e.name = etype
    return e;
};
var _pyfunc_op_mult = function (a, b) { // nargs: 2
    if ((typeof a === 'number') + (typeof b === 'number') === 1) {
        if (a.constructor === String) return _pymeth_repeat.call(a, b);
        if (b.constructor === String) return _pymeth_repeat.call(b, a);
        if (Array.isArray(b)) {var t=a; a=b; b=t;}
        if (Array.isArray(a)) {
            var res = []; for (var i=0; i<b; i++) res = res.concat(a);
            return res;
        }
    } return a * b;
};
var _pyfunc_str = String;
var _pyfunc_truthy = function (v) {
    if (v === null || typeof v !== "object") {return v;}
    else if (v.length !== undefined) {return v.length ? v : false;}
    else if (v.byteLength !== undefined) {return v.byteLength ? v : false;}
    else if (v.constructor !== Object) {return true;}
    else {return Object.getOwnPropertyNames(v).length ? v : false;}
};
var _pymeth_append = function (x) { // nargs: 1
    if (!Array.isArray(this)) return this.append.apply(this, arguments);
    this.push(x);
};
var _pymeth_endswith = function (x) { // nargs: 1
    if (this.constructor !== String) return this.endswith.apply(this, arguments);
    var last_index = this.lastIndexOf(x);
    return last_index == this.length - x.length && last_index >= 0;
};
var _pymeth_get = function (key, d) { // nargs: 1 2
    if (this.constructor !== Object) return this.get.apply(this, arguments);
    if (this[key] !== undefined) {return this[key];}
    else if (d !== undefined) {return d;}
    else {return null;}
};
var _pymeth_join = function (x) { // nargs: 1
    if (this.constructor !== String) return this.join.apply(this, arguments);
    return x.join(this);  // call join on the list instead of the string.
};
var _pymeth_lower = function () { // nargs: 0
    if (this.constructor !== String) return this.lower.apply(this, arguments);
    return this.toLowerCase();
};
var _pymeth_repeat = function(count) { // nargs: 0
    if (this.repeat) return this.repeat(count);
    if (count < 1) return '';
    var result = '', pattern = this.valueOf();
    while (count > 1) {
        if (count & 1) result += pattern;
        count >>= 1, pattern += pattern;
    }
    return result + pattern;
};
var _pymeth_split = function (sep, count) { // nargs: 0, 1 2
    if (this.constructor !== String) return this.split.apply(this, arguments);
    if (sep === '') {var e = Error('empty sep'); e.name='ValueError'; throw e;}
    sep = (sep === undefined) ? /\s/ : sep;
    if (count === undefined) { return this.split(sep); }
    var res = [], i = 0, index1 = 0, index2 = 0;
    while (i < count && index1 < this.length) {
        index2 = this.indexOf(sep, index1);
        if (index2 < 0) { break; }
        res.push(this.slice(index1, index2));
        index1 = index2 + sep.length || 1;
        i += 1;
    }
    res.push(this.slice(index1));
    return res;
};
var _pymeth_startswith = function (x) { // nargs: 1
    if (this.constructor !== String) return this.startswith.apply(this, arguments);
    return this.indexOf(x) == 0;
};
var _pymeth_strip = function (chars) { // nargs: 0 1
    if (this.constructor !== String) return this.strip.apply(this, arguments);
    chars = (chars === undefined) ? ' \t\r\n' : chars;
    var i, s1 = this, s2 = '', s3 = '';
    for (i=0; i<s1.length; i++) {
        if (chars.indexOf(s1[i]) < 0) {s2 = s1.slice(i); break;}
    } for (i=s2.length-1; i>=0; i--) {
        if (chars.indexOf(s2[i]) < 0) {s3 = s2.slice(0, i+1); break;}
    } return s3;
};
var _pymeth_upper = function () { // nargs: 0
    if (this.constructor !== String) return this.upper.apply(this, arguments);
    return this.toUpperCase();
};
var MENU, RUNGS, SCHEMES, SIXTEEN, answer, band, best_seconds, both_wait, bytes_text, calibrated, caveats, check_size, compared, decimal, duration, engine_id, engines_of, exponent10, flops_text, formula, fp32_text, full, gemm, gemv, grouped_w4a16, ideal, idealised, m_at_intensity, measured_format, merged, name_of, nearest_shape, no_constants, path, path_text, percent, plain, quantize_text, ratio, resolve_engine, roof, row_of, scales_in, scheme, shape_key, sig, step_ideal, superscript, ten_to, text_of, thousands, tile_work, tokens, traffic, waits_for, with_knobs;
ten_to = function flx_ten_to (e) {
    var _, p;
    p = 1.0;
    for (_ = 0; _ < _pyfunc_abs(e); _ += 1) {
        p = _pyfunc_op_mult(p, 10.0);
    }
    return ((e < 0))? (1.0 / p) : (p);
};

exponent10 = function flx_exponent10 (x) {
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

thousands = function flx_thousands (digits) {
    var done, out;
    out = digits;
    done = "";
    while (out.length > 3) {
        done = ("," + out.slice(-3)) + done;
        out = out.slice(0,-3);
    }
    return _pyfunc_op_add(out, done);
};

superscript = function flx_superscript (e) {
    var d, out, signs, stub1_seq, stub2_itr;
    signs = ((e < 0))? ("\u207b") : ("");
    out = "";
    stub1_seq = _pyfunc_str(_pyfunc_abs(e));
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        d = stub1_seq[stub2_itr];
        out = _pyfunc_op_add(out, ("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[_pyfunc_int(d)]));
    }
    return _pyfunc_op_add(signs, out);
};

sig = function flx_sig (x, n) {
    var digits, e, scaled, unit, whole;
    if (((x === null) || (!_pyfunc_op_equals(x, x)))) {
        return "\u2013";
    }
    if ((x < 0)) {
        return "\u2212" + sig(-x, n);
    }
    if (_pyfunc_op_equals(x, 0)) {
        return "0";
    }
    if ((x > (1e+300))) {
        return "\u221e";
    }
    e = exponent10(x);
    unit = ten_to(_pyfunc_abs(((n - 1) - e)));
    scaled = ((((n - 1) - e) >= 0))? (_pyfunc_op_mult(x, unit)) : (x / unit);
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

decimal = function flx_decimal (digits, point) {
    var left, right;
    if ((point <= 0)) {
        digits = _pyfunc_op_add((_pyfunc_op_mult("0", (1 - point))), digits);
        point = 1;
    }
    while (digits.length < point) {
        digits = digits + "0";
    }
    left = digits.slice(0,point);
    right = digits.slice(point);
    while (_pymeth_endswith.call(right, "0")) {
        right = right.slice(0,-1);
    }
    return _pyfunc_op_add(thousands(left), (((!_pyfunc_op_equals(right, "")))? ("." + right) : ("")));
};

full = function flx_full (x) {
    return thousands(_pyfunc_str(_pyfunc_int(x)));
};

duration = function flx_duration (seconds) {
    if ((seconds >= 1.0)) {
        return sig(seconds, 3) + " s";
    }
    if ((seconds >= 0.001)) {
        return (sig(_pyfunc_op_mult(seconds, 1000.0), 3)) + " ms";
    }
    return (sig(_pyfunc_op_mult(seconds, 1000000.0), 3)) + " \u00b5s";
};

percent = function flx_percent (fraction) {
    if (((0 < fraction) && (fraction < 0.0001))) {
        return "less than 0.01%";
    }
    return (sig(_pyfunc_op_mult(fraction, 100.0), 2)) + "%";
};

bytes_text = function flx_bytes_text (b) {
    if ((b >= 1000000000.0)) {
        return sig(b / 1000000000.0, 3) + " GB";
    }
    if ((b >= 1000000.0)) {
        return sig(b / 1000000.0, 3) + " MB";
    }
    return sig(b / 1000.0, 3) + " kB";
};

flops_text = function flx_flops_text (f) {
    if ((f >= 1000000000000.0)) {
        return sig(f / 1000000000000.0, 3) + " TFLOP";
    }
    if ((f >= 1000000000.0)) {
        return sig(f / 1000000000.0, 3) + " GFLOP";
    }
    return sig(f / 1000000.0, 3) + " MFLOP";
};

SIXTEEN = ({family: "bf16", weight_bits: 16, block: [0, 0], scale_bits: 0, zero_bits: 0, tensor_scale_bits: 0, act_bits: 16, act_block: [0, 0], act_scale_bits: 0, mma: "16-bit"});
SCHEMES = _pyfunc_create_dict("bf16", ({label: "BF16", mma: "bf16"}), "fp16", ({label: "FP16", mma: "fp16"}), "fp8-tensor", ({label: "FP8", detail: "E4M3 weights and activations, one scale per tensor", family: "fp8", weight_bits: 8, scale_bits: 32, act_bits: 8, act_scale_bits: 32, mma: "fp8"}), "fp8-row", ({label: "FP8 row", detail: "E4M3, one scale per output channel and per token", family: "fp8", weight_bits: 8, block: [1, 0], scale_bits: 32, act_bits: 8, act_block: [1, 0], act_scale_bits: 32, mma: "fp8"}), "fp8-block", ({label: "FP8 block", detail: "E4M3, 128\u00d7128 weight blocks, 1\u00d7128 activation groups", family: "fp8", weight_bits: 8, block: [128, 128], scale_bits: 32, act_bits: 8, act_block: [1, 128], act_scale_bits: 32, mma: "fp8"}), "int8", ({label: "INT8", detail: "W8A8, one scale per output channel and per token", family: "int8", weight_bits: 8, block: [1, 0], scale_bits: 32, act_bits: 8, act_block: [1, 0], act_scale_bits: 32, mma: "int8"}), "w8a16-int8", ({label: "W8A16 INT8", detail: "8-bit integer weights, 16-bit arithmetic", family: "int8", weight_bits: 8, block: [1, 0], scale_bits: 16}), "w8a16-fp8", ({label: "W8A16 FP8", detail: "FP8 weights, 16-bit arithmetic", family: "fp8", weight_bits: 8, block: [1, 0], scale_bits: 16}), "w4a16-channel", ({label: "W4A16 channel", detail: "4-bit weights, one scale per output channel, 16-bit arithmetic", family: "w4", weight_bits: 4, block: [1, 0], scale_bits: 16}), "mxfp8", ({label: "MXFP8", detail: "E4M3 with one E8M0 scale per 32 values", family: "fp8", weight_bits: 8, block: [1, 32], scale_bits: 8, act_bits: 8, act_block: [1, 32], act_scale_bits: 8, mma: "mxfp8"}), "mxfp4", ({label: "MXFP4", detail: "E2M1 with one E8M0 scale per 32 values, weights and activations", family: "fp4", weight_bits: 4, block: [1, 32], scale_bits: 8, act_bits: 4, act_block: [1, 32], act_scale_bits: 8, mma: "mxfp4"}), "mxfp4-a16", ({label: "MXFP4 A16", detail: "MXFP4 weights, 16-bit arithmetic", family: "fp4", weight_bits: 4, block: [1, 32], scale_bits: 8}), "nvfp4", ({label: "NVFP4", detail: "E2M1 with one E4M3 scale per 16 values, weights and activations", family: "fp4", weight_bits: 4, block: [1, 16], scale_bits: 8, tensor_scale_bits: 32, act_bits: 4, act_block: [1, 16], act_scale_bits: 8, mma: "nvfp4"}), "nvfp4-a16", ({label: "NVFP4 A16", detail: "NVFP4 weights, 16-bit arithmetic", family: "fp4", weight_bits: 4, block: [1, 16], scale_bits: 8, tensor_scale_bits: 32}));
MENU = ["bf16", "fp16", "fp8-tensor", "fp8-row", "fp8-block", "int8", "w8a16-int8", "w8a16-fp8", "w4a16-channel", "w4a16-g128", "w4a16-g128-zp", "mxfp8", "mxfp4", "mxfp4-a16", "nvfp4", "nvfp4-a16"];
scheme = function flx_scheme (name) {
    var err_2, key;
    key = (_pyfunc_op_equals(name, "fp8"))? ("fp8-tensor") : (name);
    if (_pymeth_startswith.call(key, "w4a16-g")) {
        return grouped_w4a16(key);
    }
    if ((!_pyfunc_op_contains(key, MENU))) {
        throw _pyfunc_op_error('ValueError', (((("Unknown format '" + name) + "'. Known: ") + _pymeth_join.call(", ", MENU)) + "; w4a16-g<G> takes any group size, fp8 means fp8-tensor."));
    }
    return merged(merged(({name: key, detail: ""}), SIXTEEN), SCHEMES[key]);
};

merged = function flx_merged (a, b) {
    var d, field, out, stub3_seq, stub4_seq, stub5_itr, value;
    out = ({});
    stub4_seq = [a, b];
    if ((typeof stub4_seq === "object") && (!Array.isArray(stub4_seq))) { stub4_seq = Object.keys(stub4_seq);}
    for (stub5_itr = 0; stub5_itr < stub4_seq.length; stub5_itr += 1) {
        d = stub4_seq[stub5_itr];
        stub3_seq = d;
        for (field in stub3_seq) {
            if (!stub3_seq.hasOwnProperty(field)){ continue; }
            value = stub3_seq[field];
            out[field] = value;
        }
    }
    return out;
};

grouped_w4a16 = function flx_grouped_w4a16 (name) {
    var d, digits, err_2, row, stub6_seq, stub7_itr, zero;
    zero = _pymeth_endswith.call(name, "-zp");
    digits = (_pyfunc_truthy(zero))? (name.slice(7,-3)) : (name.slice(7));
    stub6_seq = digits;
    if ((typeof stub6_seq === "object") && (!Array.isArray(stub6_seq))) { stub6_seq = Object.keys(stub6_seq);}
    for (stub7_itr = 0; stub7_itr < stub6_seq.length; stub7_itr += 1) {
        d = stub6_seq[stub7_itr];
        if ((!_pyfunc_op_contains(d, "0123456789"))) {
            digits = "";
        }
    }
    if ((_pyfunc_op_equals(digits, "") || (digits.length > 6) || (_pyfunc_int(digits) < 1))) {
        throw _pyfunc_op_error('ValueError', (("Unknown format '" + name) + "'. A group size is a whole number, as in w4a16-g128."));
    }
    row = scheme("w4a16-channel");
    digits = _pyfunc_str(_pyfunc_int(digits));
    row["name"] = ("w4a16-g" + digits) + ((_pyfunc_truthy(zero))? ("-zp") : (""));
    row["label"] = ("W4A16 g" + digits) + ((_pyfunc_truthy(zero))? (" zp") : (""));
    row["detail"] = ((("4-bit weights, one scale" + ((_pyfunc_truthy(zero))? (" and zero point") : (""))) + " per ") + digits) + " inputs, 16-bit arithmetic";
    row["block"] = [1, _pyfunc_int(digits)];
    row["zero_bits"] = (_pyfunc_truthy(zero))? (4) : (0);
    return row;
};

path = function flx_path (gpu, s) {
    var missing, out, peak_of, peaks, sixteen, wanted;
    peaks = gpu["flops_per_s"];
    sixteen = ((peaks["bf16"] === null))? ("fp16") : ("bf16");
    out = ({kind: "upcast", mma: sixteen, flops_per_s: peaks[sixteen], act_bits: 16, by_design: _pyfunc_op_equals(s["mma"], "16-bit")});
    if (_pyfunc_op_equals(s["mma"], "16-bit")) {
        return out;
    }
    peak_of = ({mxfp8: "fp8", mxfp4: "fp4", nvfp4: "fp4"});
    wanted = _pymeth_get.call(peak_of, s["mma"], s["mma"]);
    missing = _pyfunc_op_contains(wanted, gpu["no_path"]);
    if ((_pyfunc_op_equals(s["mma"], "mxfp8") && (peaks["fp4"] === null))) {
        missing = true;
    }
    if ((_pyfunc_op_equals(s["mma"], "nvfp4") && ((!_pyfunc_op_equals(gpu["vendor"], "NVIDIA"))))) {
        missing = true;
    }
    if ((_pyfunc_truthy(missing) && (s["act_bits"] < 16))) {
        return out;
    }
    out["act_bits"] = s["act_bits"];
    if (_pyfunc_truthy(missing)) {
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

path_text = function flx_path_text (gpu, s, way) {
    var cores, how, name, units;
    name = gpu["name"];
    units = (_pyfunc_op_equals(gpu["vendor"], "NVIDIA"))? ("CUDA cores") : ("vector units");
    cores = (_pyfunc_op_equals(gpu["vendor"], "NVIDIA"))? ("tensor cores") : ("matrix cores");
    if (_pyfunc_op_equals(way["kind"], "native")) {
        return ((((name + " multiplies ") + _pymeth_upper.call(way["mma"])) + " on its ") + cores) + ".";
    }
    if (_pyfunc_op_equals(way["kind"], "unverified")) {
        return ((("No source gives the " + _pymeth_upper.call(way["mma"])) + " peak of ") + name) + ".";
    }
    if (_pyfunc_op_equals(way["kind"], "cuda-cores")) {
        return ((((((name + " has no ") + s["label"]) + " ") + cores) + ": its ") + units) + " do the work in FP32.";
    }
    how = ("the weights are stored, turned into " + _pymeth_upper.call(way["mma"])) + " and multiplied there";
    if (_pyfunc_truthy(way["by_design"])) {
        return ((s["label"] + " keeps only the weights small: ") + how) + ".";
    }
    return ((((name + " has no path to multiply ") + s["label"]) + ": ") + how) + ".";
};

scales_in = function flx_scales_in (rows, cols, block) {
    var c, r;
    r = (_pyfunc_op_equals(block[0], 0))? (rows) : (block[0]);
    c = (_pyfunc_op_equals(block[1], 0))? (cols) : (block[1]);
    return _pyfunc_op_mult(ceil(rows / r), ceil(cols / c));
};

traffic = function flx_traffic (m, n, k, s, act_bits) {
    var act_scales, acts, blocks, out, scales, weights, zeros;
    blocks = scales_in(n, k, s["block"]);
    weights = (_pyfunc_op_mult(_pyfunc_op_mult(n, k), s["weight_bits"])) / 8.0;
    scales = (_pyfunc_op_add(_pyfunc_op_mult(blocks, s["scale_bits"]), s["tensor_scale_bits"])) / 8.0;
    zeros = _pyfunc_op_mult(blocks, s["zero_bits"]) / 8.0;
    acts = (_pyfunc_op_mult(_pyfunc_op_mult(m, k), act_bits)) / 8.0;
    act_scales = 0.0;
    if ((act_bits < 16)) {
        act_scales = (_pyfunc_op_mult(scales_in(m, k, s["act_block"]), s["act_scale_bits"])) / 8.0;
    }
    out = _pyfunc_op_mult(_pyfunc_op_mult(m, n), 2.0);
    return ({weights: weights, scales: scales, zeros: zeros, activations: _pyfunc_op_add(acts, act_scales), output: out, total: _pyfunc_op_add((_pyfunc_op_add((_pyfunc_op_add((_pyfunc_op_add(_pyfunc_op_add(weights, scales), zeros)), acts)), act_scales)), out)});
};

ideal = function flx_ideal (m, n, k, gpu, s) {
    var compute, flops, memory, moved, out, peak, way;
    way = path(gpu, s);
    moved = traffic(m, n, k, s, way["act_bits"]);
    flops = _pyfunc_op_mult((_pyfunc_op_mult(_pyfunc_op_mult(2.0, m), n)), k);
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

roof = function flx_roof (intensity, gpu, way) {
    return Math.min(way["flops_per_s"], _pyfunc_op_mult(intensity, gpu["hbm_bytes_per_s"]));
};

m_at_intensity = function flx_m_at_intensity (intensity, n, k, s, act_bits) {
    var fixed, per_token, room, weights;
    fixed = traffic(1, n, k, s, 16);
    weights = _pyfunc_op_add(_pyfunc_op_add(fixed["weights"], fixed["scales"]), fixed["zeros"]);
    per_token = _pyfunc_op_add((_pyfunc_op_mult(k, act_bits) / 8.0), _pyfunc_op_mult(n, 2.0));
    room = (_pyfunc_op_mult(_pyfunc_op_mult(2.0, n), k)) - _pyfunc_op_mult(intensity, per_token);
    return ((room > 0))? (_pyfunc_op_mult(intensity, weights) / room) : (null);
};

step_ideal = function flx_step_ideal (m, gpu, name, model) {
    var layer, one, s, seconds, stub8_seq, stub9_itr;
    seconds = 0.0;
    stub8_seq = model["layers"];
    if ((typeof stub8_seq === "object") && (!Array.isArray(stub8_seq))) { stub8_seq = Object.keys(stub8_seq);}
    for (stub9_itr = 0; stub9_itr < stub8_seq.length; stub9_itr += 1) {
        layer = stub8_seq[stub9_itr];
        s = scheme((_pyfunc_truthy(layer["quantized"]))? (name) : ("bf16"));
        one = ideal(m, layer["n"], layer["k"], gpu, s)["ideal_seconds"];
        if ((one === null)) {
            return null;
        }
        seconds = _pyfunc_op_add(seconds, _pyfunc_op_mult(layer["count"], one));
    }
    return seconds;
};

RUNGS = ["ideal", "L1", "L2", "L3", "L4"];
tile_work = function flx_tile_work (m, n, k, gpu, c) {
    var per_sm, tm;
    tm = c["tm_min"];
    while ((tm < m) && (tm < c["tm_max"])) {
        tm = _pyfunc_op_mult(2, tm);
    }
    per_sm = (_pyfunc_op_mult(ceil(m / tm), ceil(n / c["tn"]))) / gpu["sms"];
    if ((per_sm > 1)) {
        per_sm = _pyfunc_op_add(per_sm, (_pyfunc_op_mult(0.5, (ceil(per_sm) - per_sm))));
    } else {
        per_sm = Math.max(per_sm, (1.0 / c["split"]));
    }
    return _pyfunc_op_mult((_pyfunc_op_mult((_pyfunc_op_mult((_pyfunc_op_mult(_pyfunc_op_mult(per_sm, gpu["sms"]), 2.0)), tm)), c["tn"])), k);
};

calibrated = function flx_calibrated (m, n, k, gpu, s, c) {
    var bandwidth, compute, core, few, fixed, flops, latency, memory, moved, out, quantize, tiled, total, wall, way, work;
    way = path(gpu, s);
    moved = traffic(m, n, k, s, way["act_bits"]);
    bandwidth = _pyfunc_op_mult(c["e_bw"], gpu["hbm_bytes_per_s"]);
    flops = _pyfunc_op_mult((_pyfunc_op_mult(_pyfunc_op_mult(2.0, m), n)), k);
    tiled = _pyfunc_op_contains("tn", c) && (gpu["sms"] !== null);
    work = (_pyfunc_truthy(tiled))? (tile_work(m, n, k, gpu, c)) : (flops);
    memory = moved["total"] / bandwidth;
    compute = work / _pyfunc_op_mult(c["e_fl"], way["flops_per_s"]);
    fixed = _pyfunc_op_mult(c["t0_us"], (1e-06));
    latency = 0.0;
    quantize = 0.0;
    core = Math.max(memory, compute);
    if (_pyfunc_op_contains("p", c)) {
        latency = _pyfunc_op_mult((_pyfunc_op_mult(c["ns_per_k"], (1e-09))), k);
        if ((way["act_bits"] < 16)) {
            quantize = (_pyfunc_op_mult(_pyfunc_op_mult(m, k), (2.0 + (way["act_bits"] / 8.0)))) / bandwidth;
        }
        wall = Math.max(core, latency);
        total = _pyfunc_op_add((_pyfunc_op_add((Math.pow((memory / wall), c["p"])), (Math.pow((compute / wall), c["p"])))), (Math.pow((latency / wall), c["p"])));
        core = _pyfunc_op_mult(wall, (Math.pow(total, (1.0 / c["p"]))));
    }
    out = ({seconds: _pyfunc_op_add(_pyfunc_op_add(fixed, quantize), core), kernel: "gemm", fixed: fixed, quantize: quantize, memory: memory, compute: compute, latency: latency});
    if ((_pyfunc_op_contains("gemv", c) && (((gpu["flops_per_s"]["fp32"]) !== null)))) {
        few = gemv(m, n, k, gpu, moved["total"], c["gemv"]);
        if ((few["seconds"] < out["seconds"])) {
            return few;
        }
    }
    return out;
};

gemv = function flx_gemv (m, n, k, gpu, moved, g) {
    var compute, fixed, memory;
    memory = moved / _pyfunc_op_mult(g["e_bw"], gpu["hbm_bytes_per_s"]);
    compute = (_pyfunc_op_mult((_pyfunc_op_mult(_pyfunc_op_mult(2.0, m), n)), k)) / (_pyfunc_op_mult(g["share"], (gpu["flops_per_s"]["fp32"])));
    fixed = _pyfunc_op_mult(g["t0_us"], (1e-06));
    return ({seconds: _pyfunc_op_add(fixed, (Math.pow((_pyfunc_op_add(_pyfunc_op_mult(memory, memory), _pyfunc_op_mult(compute, compute))), 0.5))), kernel: "gemv", fixed: fixed, quantize: 0.0, memory: memory, compute: compute, latency: 0.0});
};

check_size = function flx_check_size (value, name) {
    var err_2;
    if (((value === null) || ((!_pyfunc_op_equals(value, value))) || (value < 1) || (value > 10000000) || (!_pyfunc_op_equals((value % 1), 0)))) {
        throw _pyfunc_op_error('ValueError', (name + " must be a whole number from 1 to 10,000,000."));
    }
    return value;
};

gemm = function flx_gemm (m, n, k, gpu, name, fit, rung, knobs) {
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
    out["preliminary"] = _pyfunc_op_equals(_pymeth_get.call(gpu, "status", ""), "preliminary");
    out["reason"] = "";
    out["parts"] = null;
    out["median_error"] = null;
    out["p90_error"] = null;
    if ((out["ideal_seconds"] === null)) {
        out["reason"] = out["path_text"];
        return out;
    }
    if (_pyfunc_op_equals(rung, "ideal")) {
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
    if ((!_pyfunc_truthy(knobs))) {
        out["median_error"] = constants["median_error"];
        out["p90_error"] = constants["p90_error"];
    }
    return out;
};

band = function flx_band (result) {
    var error, fast;
    error = result["p90_error"];
    if (((result["seconds"] === null) || (error === null))) {
        return null;
    }
    fast = Math.max((result["seconds"] / (1.0 + error)), result["ideal_seconds"]);
    return [fast, result["seconds"] / (Math.max((1.0 - error), 0.02))];
};

with_knobs = function flx_with_knobs (constants, knobs) {
    var key, out, stub10_seq, value;
    out = merged(constants, ({}));
    stub10_seq = knobs;
    for (key in stub10_seq) {
        if (!stub10_seq.hasOwnProperty(key)){ continue; }
        value = stub10_seq[key];
        if (_pyfunc_op_contains(key, out)) {
            out[key] = value;
        }
    }
    return out;
};

no_constants = function flx_no_constants (gpu, s) {
    if (_pymeth_startswith.call(s["name"], "w4a16-g")) {
        return "No public table of measured times for group-scaled W4A16 was found, so there are no constants; w4a16-channel has them on some GPUs.";
    }
    return ((("No measured times for " + s["label"]) + " on ") + gpu["name"]) + ", so no constants.";
};

measured_format = function flx_measured_format (name) {
    if (_pyfunc_op_equals(name, "fp16")) {
        return "bf16";
    }
    return (_pyfunc_op_equals(name, "fp8"))? ("fp8-tensor") : (name);
};

engine_id = function flx_engine_id (row) {
    return (row["engine"] + "@") + row["version"];
};

engines_of = function flx_engines_of (constants, gpu_id) {
    var first, found, row, stub11_seq, stub12_itr;
    found = [];
    first = _pymeth_get.call(constants["default_engine"], gpu_id, "");
    if ((!_pyfunc_op_equals(first, ""))) {
        _pymeth_append.call(found, first);
    }
    stub11_seq = constants["sets"];
    if ((typeof stub11_seq === "object") && (!Array.isArray(stub11_seq))) { stub11_seq = Object.keys(stub11_seq);}
    for (stub12_itr = 0; stub12_itr < stub11_seq.length; stub12_itr += 1) {
        row = stub11_seq[stub12_itr];
        if ((_pyfunc_op_equals(row["gpu"], gpu_id) && ((!_pyfunc_op_contains(engine_id(row), found))))) {
            _pymeth_append.call(found, engine_id(row));
        }
    }
    return found;
};

resolve_engine = function flx_resolve_engine (constants, gpu_id, engine) {
    var err_1, err_2, known, one, stub13_seq, stub14_itr;
    known = engines_of(constants, gpu_id);
    if (_pyfunc_op_equals(engine, "")) {
        return ((known.length > 0))? (known[0]) : ("");
    }
    stub13_seq = known;
    if ((typeof stub13_seq === "object") && (!Array.isArray(stub13_seq))) { stub13_seq = Object.keys(stub13_seq);}
    for (stub14_itr = 0; stub14_itr < stub13_seq.length; stub14_itr += 1) {
        one = stub13_seq[stub14_itr];
        if ((((_pyfunc_op_equals(_pymeth_lower.call(one), _pymeth_lower.call(engine)))) || (_pyfunc_op_equals((_pymeth_lower.call(((_pymeth_split.call(one, "@")[0])))), _pymeth_lower.call(engine))))) {
            return one;
        }
    }
    if ((known.length == 0)) {
        throw _pyfunc_op_error('ValueError', "No engine has constants for this GPU; leave the engine out.");
    }
    throw _pyfunc_op_error('ValueError', (((("Unknown engine '" + engine) + "' for this GPU. Known: ") + _pymeth_join.call(", ", known)) + "."));
    return null;
};

row_of = function flx_row_of (sets, gpu_id, engine, name) {
    var row, stub15_seq, stub16_itr, wanted;
    wanted = measured_format(name);
    stub15_seq = sets;
    if ((typeof stub15_seq === "object") && (!Array.isArray(stub15_seq))) { stub15_seq = Object.keys(stub15_seq);}
    for (stub16_itr = 0; stub16_itr < stub15_seq.length; stub16_itr += 1) {
        row = stub15_seq[stub16_itr];
        if ((_pyfunc_op_equals(row["gpu"], gpu_id) && ((_pyfunc_op_equals(engine_id(row), engine))) && _pyfunc_op_equals(row["format"], wanted))) {
            return row;
        }
    }
    return null;
};

shape_key = function flx_shape_key (n, k) {
    return ((_pyfunc_str(_pyfunc_int(n))) + "x") + (_pyfunc_str(_pyfunc_int(k)));
};

nearest_shape = function flx_nearest_shape (row, n, k) {
    var best, best_distance, distance, key, parts, rk, rn, shape, size, stub17_seq;
    best = "";
    best_distance = 0.0;
    stub17_seq = row["us"];
    for (key in stub17_seq) {
        if (!stub17_seq.hasOwnProperty(key)){ continue; }
        parts = _pymeth_split.call(key, "x");
        rn = _pyfunc_int(parts[0]);
        rk = _pyfunc_int(parts[1]);
        size = ratio(_pyfunc_op_mult(rn, rk), _pyfunc_op_mult(n, k));
        shape = ratio(_pyfunc_op_mult(rn, k), _pyfunc_op_mult(n, rk));
        distance = _pyfunc_op_mult(_pyfunc_op_mult(size, size), shape);
        if ((_pyfunc_op_equals(best, "") || (distance < best_distance))) {
            best = key;
            best_distance = distance;
        }
    }
    return best;
};

ratio = function flx_ratio (a, b) {
    return Math.max((a / b), (b / a));
};

plain = function flx_plain (text) {
    return ({text: text, family: ""});
};

name_of = function flx_name_of (result) {
    return ({text: result["label"], family: result["family"]});
};

tokens = function flx_tokens (m) {
    return (_pyfunc_op_equals(m, 1))? ("one token") : (full(m) + " tokens");
};

best_seconds = function flx_best_seconds (result) {
    return ((result["seconds"] === null))? (result["ideal_seconds"]) : (result["seconds"]);
};

waits_for = function flx_waits_for (result) {
    var largest, overhead, parts;
    if ((result["seconds"] === null)) {
        return (_pyfunc_op_equals(result["bound"], "memory"))? ("memory") : ("arithmetic");
    }
    parts = result["parts"];
    overhead = _pyfunc_op_add(parts["fixed"], parts["quantize"]);
    largest = Math.max(parts["memory"], parts["compute"], parts["latency"], overhead);
    if (_pyfunc_op_equals(largest, parts["memory"])) {
        return "memory";
    }
    if (_pyfunc_op_equals(largest, parts["compute"])) {
        return "arithmetic";
    }
    if (_pyfunc_op_equals(largest, overhead)) {
        return "its fixed cost";
    }
    return "the serial loop over K";
};

compared = function flx_compared (ratio) {
    var digits, times;
    if (((0.97 <= ratio) && (ratio <= 1.03))) {
        return "as fast as";
    }
    times = Math.max(ratio, (1.0 / ratio));
    digits = ((times >= 1.1))? (2) : (3);
    return _pyfunc_op_add(sig(times, digits), (((ratio > 1))? ("\u00d7 faster than") : ("\u00d7 slower than")));
};

answer = function flx_answer (m, result, other) {
    var both, claim, is_ideal, lost, note, ratio, start, used, why;
    if ((result["ideal_seconds"] === null)) {
        lost = "Without it there is no roof to draw.";
        return ({claim: [plain(result["reason"])], reason: lost, note: ""});
    }
    note = caveats(result);
    if (((other !== null) && ((!_pyfunc_op_contains(caveats(other), note))))) {
        note = _pymeth_strip.call((((note + " ") + caveats(other))));
    }
    if (_pyfunc_truthy(result["preliminary"])) {
        note = _pymeth_strip.call(("The numbers of this GPU are preliminary. " + note));
    }
    both = (other !== null) && (other["ideal_seconds"] !== null);
    is_ideal = (result["seconds"] === null) || (_pyfunc_truthy(both) && (other["seconds"] === null));
    if (_pyfunc_truthy(is_ideal)) {
        result = idealised(result);
        other = (_pyfunc_truthy(both))? (idealised(other)) : (null);
    }
    start = plain((_pyfunc_op_add(((_pyfunc_truthy(is_ideal))? ("Ideally, at ") : ("At ")), tokens(m))) + " a step, ");
    if ((_pyfunc_truthy(both) && ((!_pyfunc_op_equals(other["format"], result["format"]))))) {
        ratio = best_seconds(other) / best_seconds(result);
        claim = [start, name_of(result), plain((" is " + compared(ratio)) + " "), name_of(other)];
        _pymeth_append.call(claim, plain("."));
        return ({claim: claim, reason: both_wait(result, other), note: note});
    }
    claim = [start, name_of(result), plain((" takes " + (duration(best_seconds(result)))) + ".")];
    used = (result["flops"] / best_seconds(result)) / (result["way"]["flops_per_s"]);
    why = ((("It waits for " + waits_for(result)) + ": ") + percent(used)) + " of the peak is used.";
    return ({claim: claim, reason: why, note: note});
};

idealised = function flx_idealised (result) {
    return merged(result, ({seconds: null}));
};

both_wait = function flx_both_wait (result, other) {
    var a, b;
    a = waits_for(result);
    b = waits_for(other);
    if (_pyfunc_op_equals(a, b)) {
        return ("Both wait for " + a) + ".";
    }
    return ((((((other["label"] + " waits for ") + b) + ", ") + result["label"]) + " for ") + a) + ".";
};

caveats = function flx_caveats (result) {
    var out;
    out = "";
    if ((_pyfunc_op_equals(result["path"], "cuda-cores") || _pyfunc_op_equals(result["path"], "unverified"))) {
        out = result["path_text"];
    }
    if ((_pyfunc_op_equals(result["path"], "upcast") && ((!_pyfunc_truthy(result["way"]["by_design"]))))) {
        out = result["path_text"];
    }
    if ((_pyfunc_op_equals(result["kind"], "ideal") && _pymeth_startswith.call(result["reason"], "No ") && ((!_pyfunc_op_equals(out, result["reason"]))))) {
        out = _pymeth_strip.call((((out + " ") + result["reason"])));
    }
    return out;
};

text_of = function flx_text_of (claim) {
    var out, piece, stub18_seq, stub19_itr;
    out = "";
    stub18_seq = claim;
    if ((typeof stub18_seq === "object") && (!Array.isArray(stub18_seq))) { stub18_seq = Object.keys(stub18_seq);}
    for (stub19_itr = 0; stub19_itr < stub18_seq.length; stub19_itr += 1) {
        piece = stub18_seq[stub19_itr];
        out = _pyfunc_op_add(out, piece["text"]);
    }
    return out;
};

formula = function flx_formula (result, gpu) {
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
    if (_pyfunc_op_equals(parts["kernel"], "gemv")) {
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
        _pymeth_append.call(lines, ((("max(memory, arithmetic) + " + duration(parts["fixed"])) + " = ") + duration(parts["seconds"])));
        return lines;
    }
    _pymeth_append.call(lines, ((("loop over K " + sig(c["ns_per_k"], 3)) + " ns \u00d7 K = ") + duration(parts["latency"])));
    _pymeth_append.call(lines, (("fixed       launch " + duration(parts["fixed"])) + quantize_text(parts)));
    p = sig(c["p"], 3);
    _pymeth_append.call(lines, ((((((((("(memory^" + p) + " + arithmetic^") + p) + " + loop^") + p) + ")^(1/") + p) + ") + fixed = ") + duration(parts["seconds"])));
    return lines;
};

fp32_text = function flx_fp32_text (gpu) {
    return (sig((gpu["flops_per_s"]["fp32"]) / 1000000000000.0, 3)) + " TFLOP/s";
};

quantize_text = function flx_quantize_text (parts) {
    if (_pyfunc_op_equals(parts["quantize"], 0)) {
        return "";
    }
    return " (of both kernels) + bytes of quantizing x " + duration(parts["quantize"]);
};

return { ten_to, exponent10, thousands, superscript, sig, decimal, full, duration, percent, bytes_text, flops_text, scheme, merged, grouped_w4a16, SIXTEEN, SCHEMES, MENU, path, path_text, scales_in, traffic, ideal, roof, m_at_intensity, step_ideal, tile_work, calibrated, gemv, check_size, gemm, band, with_knobs, no_constants, RUNGS, measured_format, engine_id, engines_of, resolve_engine, row_of, shape_key, nearest_shape, ratio, plain, name_of, tokens, best_seconds, waits_for, compared, answer, idealised, both_wait, caveats, text_of, formula, fp32_text, quantize_text };
})();
export const ten_to = MODEL.ten_to;
export const exponent10 = MODEL.exponent10;
export const thousands = MODEL.thousands;
export const superscript = MODEL.superscript;
export const sig = MODEL.sig;
export const decimal = MODEL.decimal;
export const full = MODEL.full;
export const duration = MODEL.duration;
export const percent = MODEL.percent;
export const bytes_text = MODEL.bytes_text;
export const flops_text = MODEL.flops_text;
export const scheme = MODEL.scheme;
export const merged = MODEL.merged;
export const grouped_w4a16 = MODEL.grouped_w4a16;
export const SIXTEEN = MODEL.SIXTEEN;
export const SCHEMES = MODEL.SCHEMES;
export const MENU = MODEL.MENU;
export const path = MODEL.path;
export const path_text = MODEL.path_text;
export const scales_in = MODEL.scales_in;
export const traffic = MODEL.traffic;
export const ideal = MODEL.ideal;
export const roof = MODEL.roof;
export const m_at_intensity = MODEL.m_at_intensity;
export const step_ideal = MODEL.step_ideal;
export const tile_work = MODEL.tile_work;
export const calibrated = MODEL.calibrated;
export const gemv = MODEL.gemv;
export const check_size = MODEL.check_size;
export const gemm = MODEL.gemm;
export const band = MODEL.band;
export const with_knobs = MODEL.with_knobs;
export const no_constants = MODEL.no_constants;
export const RUNGS = MODEL.RUNGS;
export const measured_format = MODEL.measured_format;
export const engine_id = MODEL.engine_id;
export const engines_of = MODEL.engines_of;
export const resolve_engine = MODEL.resolve_engine;
export const row_of = MODEL.row_of;
export const shape_key = MODEL.shape_key;
export const nearest_shape = MODEL.nearest_shape;
export const ratio = MODEL.ratio;
export const plain = MODEL.plain;
export const name_of = MODEL.name_of;
export const tokens = MODEL.tokens;
export const best_seconds = MODEL.best_seconds;
export const waits_for = MODEL.waits_for;
export const compared = MODEL.compared;
export const answer = MODEL.answer;
export const idealised = MODEL.idealised;
export const both_wait = MODEL.both_wait;
export const caveats = MODEL.caveats;
export const text_of = MODEL.text_of;
export const formula = MODEL.formula;
export const fp32_text = MODEL.fp32_text;
export const quantize_text = MODEL.quantize_text;
