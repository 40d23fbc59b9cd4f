// Generated from lowbit/format_card.py by tools/compile_js.py.
import { _pyfunc_str, _pymeth_join, nan } from "./lowbit-python.js";
import { code_text, number_text } from "./lowbit-code_fields.js";
import { code_count, code_of_nan, has_inf, has_nan, largest, lowest, smallest, smallest_normal, value_count } from "./lowbit-formats.js";
import { full, sig } from "./lowbit-text.js";
export const FORMAT_SOURCES = ({fp32: "IEEE 754-2019", tf32: "PTX ISA 9.0", fp16: "IEEE 754-2019", bf16: "PTX ISA 9.0", e4m3fn: "OCP 8-bit Floating Point (OFP8) 1.0", e4m3fnuz: "arXiv 2206.02915", e4m3: "ml_dtypes 0.6, float8_e4m3", e5m2: "OCP 8-bit Floating Point (OFP8) 1.0", e5m2fnuz: "arXiv 2206.02915", e3m2: "OCP Microscaling (MX) 1.0", e2m3: "OCP Microscaling (MX) 1.0", e2m1: "OCP Microscaling (MX) 1.0", ue4m3: "PTX ISA 9.0", e8m0: "OCP Microscaling (MX) 1.0", nf4: "QLoRA, arXiv 2305.14314", int8: "two's complement", uint8: "plain binary", int4: "two's complement", uint4: "plain binary", ternary: "BitNet b1.58, arXiv 2402.17764"});
export function source_words(f) {
    return FORMAT_SOURCES[f["id"]];
};

export function format_card(f) {
    var both, half, inf_code, out, worst;
    out = [card_row("Codes", card_codes(f)), card_row("Range", card_range(f))];
    if ((f["kind"]=="float")) {
        out.push(card_row("Above zero", card_above_zero(f)));
        worst = 1.0 / ((Math.pow(2.0, (f["mantissa"] + 1))) + 1.0);
        out.push(card_row("Rounding", ("at most " + sig(100.0 * worst, 2)) + "% off, above the subnormals"));
    }
    if ((f["kind"]=="power")) {
        out.push(card_row("Rounding", "at most 33% off"));
    }
    out.push(card_row("NaN", card_nan(f)));
    half = Math.pow(2, (f["bits"] - 1));
    inf_code = (has_inf(f))? (half - Math.pow(2, f["mantissa"])) : (0);
    both = (code_text(inf_code, f) + " and, negative, ") + code_text(inf_code + half, f);
    out.push(card_row("Infinity", (has_inf(f))? (both) : ("none")));
    out.push(card_row("Source", source_words(f)));
    return out;
};

export function card_row(name, text) {
    return ({name: name, text: text});
};

export function card_codes(f) {
    var parts, values;
    values = (full(value_count(f))) + " different numbers";
    if ((f["kind"]!="float")) {
        return ((full(code_count(f))) + ", ") + values;
    }
    parts = ((f["sign"]==1))? (["1 sign bit"]) : ([]);
    parts.push((_pyfunc_str(f["exponent"]) + " exponent bits with bias ") + _pyfunc_str(f["bias"]));
    parts.push(_pyfunc_str(f["mantissa"]) + (((f["mantissa"]==1))? (" mantissa bit") : (" mantissa bits")));
    return ((((full(code_count(f))) + ": ") + _pymeth_join.call(", ", parts)) + "; ") + values;
};

export function card_range(f) {
    return ((number_text(lowest(f), 9)) + " to ") + (number_text(largest(f), 9));
};

export function card_above_zero(f) {
    var words;
    words = ("from " + (number_text(smallest(f), 9))) + "; subnormals below ";
    return words + (number_text(smallest_normal(f), 9));
};

export function card_nan(f) {
    var both, code;
    if ((!has_nan(f))) {
        return "none";
    }
    code = code_text(code_of_nan(f), f);
    if (((f["kind"]=="power") || (f["top"]=="fnuz") || (f["sign"]==0))) {
        return code;
    }
    both = (code + " and ") + (code_text(code_of_nan(f) + (Math.pow(2, (f["bits"] - 1))), f));
    if ((f["top"]=="nan")) {
        return both;
    }
    return ((full(2 * (Math.pow(2, f["mantissa"]) - 1))) + " codes; numpy and ml_dtypes write ") + code;
};

