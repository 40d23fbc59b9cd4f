// Generated from lowbit/formats.py by tools/compile_js.py.
import { _pyfunc_abs, _pyfunc_int, _pyfunc_op_contains, _pyfunc_op_error, _pyfunc_str, _pymeth_get, _pymeth_join, _pymeth_keys, copysign, floor, inf, log2, nan } from "./lowbit-python.js";
export const FORMATS = ({fp32: ({label: "FP32", kind: "float", bits: 32, sign: 1, exponent: 8, mantissa: 23, bias: 127, top: "ieee", overflow: "inf"}), tf32: ({label: "TF32", kind: "float", bits: 19, sign: 1, exponent: 8, mantissa: 10, bias: 127, top: "ieee", overflow: "inf"}), fp16: ({label: "FP16", kind: "float", bits: 16, sign: 1, exponent: 5, mantissa: 10, bias: 15, top: "ieee", overflow: "inf"}), bf16: ({label: "BF16", kind: "float", bits: 16, sign: 1, exponent: 8, mantissa: 7, bias: 127, top: "ieee", overflow: "inf"}), e4m3fn: ({label: "E4M3", kind: "float", bits: 8, sign: 1, exponent: 4, mantissa: 3, bias: 7, top: "nan", overflow: "saturate"}), e4m3fnuz: ({label: "E4M3 FNUZ", kind: "float", bits: 8, sign: 1, exponent: 4, mantissa: 3, bias: 8, top: "fnuz", overflow: "saturate"}), e4m3: ({label: "E4M3 IEEE", kind: "float", bits: 8, sign: 1, exponent: 4, mantissa: 3, bias: 7, top: "ieee", overflow: "inf"}), e5m2: ({label: "E5M2", kind: "float", bits: 8, sign: 1, exponent: 5, mantissa: 2, bias: 15, top: "ieee", overflow: "inf"}), e5m2fnuz: ({label: "E5M2 FNUZ", kind: "float", bits: 8, sign: 1, exponent: 5, mantissa: 2, bias: 16, top: "fnuz", overflow: "saturate"}), e3m2: ({label: "E3M2", kind: "float", bits: 6, sign: 1, exponent: 3, mantissa: 2, bias: 3, top: "numbers", overflow: "saturate"}), e2m3: ({label: "E2M3", kind: "float", bits: 6, sign: 1, exponent: 2, mantissa: 3, bias: 1, top: "numbers", overflow: "saturate"}), e2m1: ({label: "E2M1", kind: "float", bits: 4, sign: 1, exponent: 2, mantissa: 1, bias: 1, top: "numbers", overflow: "saturate"}), ue4m3: ({label: "UE4M3", kind: "float", bits: 7, sign: 0, exponent: 4, mantissa: 3, bias: 7, top: "nan", overflow: "saturate"}), e8m0: ({label: "E8M0", kind: "power", bits: 8, bias: 127, overflow: "saturate"}), int8: ({label: "INT8", kind: "int", bits: 8, lowest: -128, highest: 127, overflow: "saturate"}), uint8: ({label: "UINT8", kind: "int", bits: 8, lowest: 0, highest: 255, overflow: "saturate"}), int4: ({label: "INT4", kind: "int", bits: 4, lowest: -8, highest: 7, overflow: "saturate"}), uint4: ({label: "UINT4", kind: "int", bits: 4, lowest: 0, highest: 15, overflow: "saturate"}), nf4: ({label: "NF4", kind: "table", bits: 4, overflow: "saturate", values: [-1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635, -0.18477343022823334, -0.09105003625154495, 0.0, 0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224, 0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0]}), ternary: ({label: "Ternary", kind: "table", bits: 2, overflow: "saturate", values: [-1.0, 0.0, 1.0]})});
export const ALIASES = ({float32: "fp32", float16: "fp16", half: "fp16", bfloat16: "bf16", float8_e4m3fn: "e4m3fn", fp8: "e4m3fn", fp8e4nv: "e4m3fn", float8_e5m2: "e5m2", float8_e4m3fnuz: "e4m3fnuz", float8_e5m2fnuz: "e5m2fnuz", float8_e4m3: "e4m3", float6_e3m2fn: "e3m2", float6_e2m3fn: "e2m3", fp4: "e2m1", float4_e2m1fn: "e2m1", float8_e8m0fnu: "e8m0", ue8m0: "e8m0"});
export function format_row(name) {
    var err_2, field, key, out, stub1_seq, value;
    key = _pymeth_get.call(ALIASES, name, name);
    if ((!_pyfunc_op_contains(key, FORMATS))) {
        throw _pyfunc_op_error('ValueError', (((("Unknown number format '" + _pyfunc_str(name)) + "'. Known: ") + (_pymeth_join.call(", ", _pymeth_keys.call(FORMATS)))) + "."));
    }
    out = ({id: key});
    stub1_seq = FORMATS[key];
    for (field in stub1_seq) {
        if (!stub1_seq.hasOwnProperty(field)){ continue; }
        value = stub1_seq[field];
        out[field] = value;
    }
    return out;
};

export function power_of_two(e) {
    if ((e < (-1000))) {
        return (Math.pow(2.0, (-1000))) * (Math.pow(2.0, (e + 1000)));
    }
    return Math.pow(2.0, e);
};

export function exponent_of(a) {
    var e;
    e = Math.max((-1074), (Math.min(1023, (floor(log2(a))))));
    while (power_of_two(e) > a) {
        e = e - 1;
    }
    while ((e < 1023) && ((power_of_two(e + 1) <= a))) {
        e = e + 1;
    }
    return e;
};

export function check_code(code, f) {
    var err_2, most;
    most = code_count(f) - 1;
    if (((code === null) || (code!=code) || (code < 0) || (code > most) || ((code % 1)!=0))) {
        throw _pyfunc_op_error('ValueError', (((f["label"] + " has the codes 0 to ") + _pyfunc_str(most)) + ", all whole numbers."));
    }
    return code;
};

export function code_count(f) {
    return ((f["kind"]=="table"))? (f["values"].length) : (Math.pow(2, f["bits"]));
};

export function fields(code, f) {
    var e, m;
    m = Math.pow(2, f["mantissa"]);
    e = Math.pow(2, f["exponent"]);
    return ({sign: Math.floor(code/(m * e)), exponent: Math.floor(code/m) % e, mantissa: code % m});
};

export function decode(code, f) {
    var e, part, sign, special, steps;
    check_code(code, f);
    if ((f["kind"]=="table")) {
        return f["values"][_pyfunc_int(code)];
    }
    if ((f["kind"]=="int")) {
        return ((code > f["highest"]))? (code - Math.pow(2.0, f["bits"])) : (code * 1.0);
    }
    if ((f["kind"]=="power")) {
        return ((code==255))? (nan) : (power_of_two(code - f["bias"]));
    }
    part = fields(code, f);
    sign = ((part["sign"]==1))? (-1.0) : (1.0);
    special = special_of(part, f);
    if ((special=="nan")) {
        return nan;
    }
    if ((special=="inf")) {
        return sign * inf;
    }
    steps = part["mantissa"] + (((part["exponent"] > 0))? (Math.pow(2, f["mantissa"])) : (0));
    e = (Math.max(part["exponent"], 1) - f["bias"]) - f["mantissa"];
    return (sign * steps) * power_of_two(e);
};

export function special_of(part, f) {
    var last, minus_zero;
    last = Math.pow(2, f["exponent"]) - 1;
    if ((f["top"]=="fnuz")) {
        minus_zero = (part["sign"]==1) && (part["exponent"]==0) && (part["mantissa"]==0);
        return (minus_zero)? ("nan") : ("");
    }
    if (((part["exponent"] < last) || (f["top"]=="numbers"))) {
        return "";
    }
    if ((f["top"]=="nan")) {
        return ((part["mantissa"]==(Math.pow(2, f["mantissa"]) - 1)))? ("nan") : ("");
    }
    return ((part["mantissa"]==0))? ("inf") : ("nan");
};

export function largest(f) {
    var e, m, top;
    if ((f["kind"]=="table")) {
        return f["values"][(-1) + (f["values"].length)];
    }
    if ((f["kind"]=="int")) {
        return f["highest"] * 1.0;
    }
    if ((f["kind"]=="power")) {
        return power_of_two(254 - f["bias"]);
    }
    e = (Math.pow(2, f["exponent"]) - 1) - f["bias"];
    m = Math.pow(2, f["mantissa"]);
    if ((f["top"]=="ieee")) {
        e = e - 1;
    }
    top = (2 * m) - (((f["top"]=="nan"))? (2) : (1));
    return top * power_of_two(e - f["mantissa"]);
};

export function lowest(f) {
    if ((f["kind"]=="table")) {
        return f["values"][0];
    }
    if ((f["kind"]=="int")) {
        return f["lowest"] * 1.0;
    }
    if ((f["kind"]=="power")) {
        return power_of_two(-f["bias"]);
    }
    return ((f["sign"]==1))? (-largest(f)) : (0.0);
};

export function smallest_normal(f) {
    if ((f["kind"]=="float")) {
        return power_of_two(1 - f["bias"]);
    }
    return smallest(f);
};

export function smallest(f) {
    if ((f["kind"]=="float")) {
        return power_of_two((1 - f["bias"]) - f["mantissa"]);
    }
    if ((f["kind"]=="power")) {
        return power_of_two(-f["bias"]);
    }
    if ((f["kind"]=="int")) {
        return 1.0;
    }
    return Math.min.apply(null, (function list_comprehension (iter0) {var res = [];var v, i0;for (i0=0; i0<iter0.length; i0++) {v = iter0[i0];if (!((v > 0))) {continue;}{res.push(v);}}return res;}).call(this, f["values"]));
};

export function has_nan(f) {
    return (f["kind"]=="power") || ((f["kind"]=="float") && (f["top"]!="numbers"));
};

export function has_inf(f) {
    return (f["kind"]=="float") && (f["top"]=="ieee");
};

export function value_count(f) {
    var positive;
    if ((f["kind"]=="table")) {
        return f["values"].length;
    }
    if ((f["kind"]=="int")) {
        return (f["highest"] - f["lowest"]) + 1;
    }
    if ((f["kind"]=="power")) {
        return 255;
    }
    positive = code_of_largest(f);
    return ((f["sign"]==1))? ((2 * positive) + 1) : (positive + 1);
};

export function code_of_largest(f) {
    var codes, m;
    m = Math.pow(2, f["mantissa"]);
    codes = Math.pow(2, f["exponent"]) * m;
    if ((f["top"]=="ieee")) {
        return (codes - m) - 1;
    }
    return codes - (((f["top"]=="nan"))? (2) : (1));
};

export function binade(a, f) {
    return ((a==0))? (1 - f["bias"]) : (Math.max(exponent_of(a), (1 - f["bias"])));
};

export function grid_step(x, f) {
    var a, low;
    a = _pyfunc_abs(x);
    if ((!(a < inf))) {
        return nan;
    }
    if ((f["kind"]=="int")) {
        return 1.0;
    }
    if ((f["kind"]=="power")) {
        return power_of_two(((a > 0))? (Math.max(exponent_of(a), (-f["bias"]))) : (-f["bias"]));
    }
    if ((f["kind"]=="table")) {
        low = entry_below(x, f);
        if (((x < 0) && (low > 0) && (((f["values"][low])==x)))) {
            low = low - 1;
        }
        return (f["values"][low + 1]) - (f["values"][low]);
    }
    return power_of_two(binade(a, f) - f["mantissa"]);
};

export function whole(q, rounding, random) {
    var low, part;
    low = floor(q);
    part = q - low;
    if ((rounding=="zero")) {
        return low;
    }
    if ((rounding=="stochastic")) {
        return ((random < part))? (low + 1) : (low);
    }
    if (((part > 0.5) || ((part==0.5) && (((low % 2)==1))))) {
        return low + 1;
    }
    return low;
};

export function encode(x, f, rounding, overflow, random) {
    var err_3, rule;
    rounding = (rounding === undefined) ? "nearest": rounding;
    overflow = (overflow === undefined) ? "": overflow;
    random = (random === undefined) ? 0.0: random;
    rule = ((overflow!=""))? (overflow) : (f["overflow"]);
    check_rules(f, rounding, rule, random);
    if ((x!=x)) {
        if ((!has_nan(f))) {
            throw _pyfunc_op_error('ValueError', (f["label"] + " has no NaN."));
        }
        return code_of_nan(f);
    }
    if ((f["kind"]=="table")) {
        return encode_table(x, f, rounding, random);
    }
    if ((f["kind"]=="power")) {
        return encode_power(x, f, rounding, rule, random);
    }
    if ((f["kind"]=="int")) {
        return encode_int(x, f, rounding, random);
    }
    return encode_float(x, f, rounding, rule, random);
};

export function check_rules(f, rounding, rule, random) {
    var err_2, thing;
    if ((!_pyfunc_op_contains(rounding, ["nearest", "zero", "stochastic"]))) {
        throw _pyfunc_op_error('ValueError', (("Unknown rounding '" + _pyfunc_str(rounding)) + "': nearest, zero or stochastic."));
    }
    if ((!_pyfunc_op_contains(rule, ["saturate", "inf", "nan"]))) {
        throw _pyfunc_op_error('ValueError', (("Unknown overflow rule '" + _pyfunc_str(rule)) + "': saturate, inf or nan."));
    }
    if ((!((0 <= random) && (random < 1)))) {
        throw _pyfunc_op_error('ValueError', "random is a number from 0 to below 1.");
    }
    if (((((rule=="inf") && ((!has_inf(f))))) || ((rule=="nan") && ((!has_nan(f)))))) {
        thing = ((rule=="inf"))? ("infinity") : ("NaN");
        throw _pyfunc_op_error('ValueError', (((f["label"] + " has no ") + thing) + " to overflow to."));
    }
    return null;
};

export function code_of_nan(f) {
    var m;
    if ((f["kind"]=="power")) {
        return 255;
    }
    m = Math.pow(2, f["mantissa"]);
    if ((f["top"]=="fnuz")) {
        return m * Math.pow(2, f["exponent"]);
    }
    if ((f["top"]=="nan")) {
        return (m * Math.pow(2, f["exponent"])) - 1;
    }
    return (m * (Math.pow(2, f["exponent"]) - 1)) + Math.floor(m/2);
};

export function encode_float(x, f, rounding, rule, random) {
    var code, e, half, m, minus, negative, steps, top;
    m = Math.pow(2, f["mantissa"]);
    half = m * Math.pow(2, f["exponent"]);
    negative = copysign(1.0, x) < 0;
    if ((negative && (f["sign"]==0))) {
        return 0;
    }
    minus = (negative)? (half) : (0);
    top = code_of_largest(f);
    code = top + 1;
    if ((_pyfunc_abs(x) < inf)) {
        e = binade(_pyfunc_abs(x), f);
        steps = whole(_pyfunc_abs(x) / power_of_two(e - f["mantissa"]), rounding, random);
        code = (((e + f["bias"]) - 1) * m) + steps;
        if ((rounding=="zero")) {
            code = Math.min(code, top);
        }
    }
    if (((code > top) && (rule=="inf"))) {
        return (minus + half) - m;
    }
    if (((code > top) && (rule=="nan"))) {
        return code_of_nan(f) + (((f["top"]!="fnuz"))? (minus) : (0));
    }
    code = Math.min(code, top);
    return (((code==0) && (f["top"]=="fnuz")))? (0) : (minus + code);
};

export function encode_int(x, f, rounding, random) {
    var steps;
    steps = whole(Math.min(_pyfunc_abs(x), Math.pow(2.0, f["bits"])), rounding, random);
    if ((x > 0)) {
        return Math.min(steps, f["highest"]);
    }
    steps = Math.min(steps, (-f["lowest"]));
    return ((steps > 0))? (Math.pow(2, f["bits"]) - steps) : (0);
};

export function encode_power(x, f, rounding, rule, random) {
    var e, part, top;
    if ((x <= 0)) {
        return ((rule=="nan"))? (255) : (0);
    }
    top = 254 - f["bias"];
    e = top + 1;
    if ((x < inf)) {
        e = Math.max(exponent_of(x), (-f["bias"]));
        part = (x / power_of_two(e)) - 1.0;
        if (((((rounding=="nearest") && (part >= 0.5))) || ((rounding=="stochastic") && (random < part)))) {
            e = e + 1;
        }
        if ((rounding=="zero")) {
            e = Math.min(e, top);
        }
    }
    if (((e > top) && (rule=="nan"))) {
        return 255;
    }
    return Math.min(e, top) + f["bias"];
};

export function entry_below(x, f) {
    var low;
    low = 0;
    while (((low < ((f["values"].length) - 2))) && (((f["values"][low + 1]) <= x))) {
        low = low + 1;
    }
    return low;
};

export function encode_table(x, f, rounding, random) {
    var above, below, low;
    low = entry_below(x, f);
    below = f["values"][low];
    above = f["values"][low + 1];
    if (((x <= below) || (x >= above))) {
        return ((x <= below))? (low) : (low + 1);
    }
    if ((rounding=="zero")) {
        return ((x >= 0))? (low) : (low + 1);
    }
    if ((rounding=="stochastic")) {
        return ((random < ((x - below) / (above - below))))? (low + 1) : (low);
    }
    return ((x > ((below + above) / 2.0)))? (low + 1) : (low);
};

export function neighbours(code, f) {
    var half, lone_zero, out, places, size, x;
    x = decode(code, f);
    if ((!(_pyfunc_abs(x) < inf))) {
        return ({below: null, above: null});
    }
    if ((f["kind"]!="float")) {
        places = Math.pow(2, f["bits"]);
        return ({below: ((x > lowest(f)))? (((code - 1) + places) % places) : (null), above: ((x < largest(f)))? ((code + 1) % places) : (null)});
    }
    half = Math.pow(2, (f["exponent"] + f["mantissa"]));
    size = code % half;
    out = ((size < code_of_largest(f)))? (size + 1) : (null);
    if ((x > 0)) {
        return ({below: size - 1, above: out});
    }
    if ((x==0)) {
        return ({below: ((f["sign"]==1))? (half + 1) : (null), above: 1});
    }
    lone_zero = (size==1) && (f["top"]=="fnuz");
    return ({below: ((out === null))? (null) : (half + out), above: (lone_zero)? (0) : ((half + size) - 1)});
};

export function describe(code, f) {
    var x;
    x = decode(code, f);
    if ((x!=x)) {
        return "NaN";
    }
    if (((x==inf) || (x==(-inf)))) {
        return "infinity";
    }
    if ((x==0)) {
        return ((copysign(1.0, x) < 0))? ("minus zero") : ("zero");
    }
    if (((f["kind"]=="float") && ((_pyfunc_abs(x) < smallest_normal(f))))) {
        return "subnormal";
    }
    return ((f["kind"]=="float"))? ("normal") : ("value");
};

