// Generated from lowbit/code_words.py by tools/compile_js.py.
import { _pyfunc_abs, _pyfunc_op_contains, _pymeth_join, copysign, f32, inf, nan } from "./lowbit-python.js";
import { cast_outcomes } from "./lowbit-casts.js";
import { code_text, family_of, number_text, read_as } from "./lowbit-code_fields.js";
import { grid_step, has_inf, has_nan, largest, lowest, smallest_normal } from "./lowbit-formats.js";
import { overflows, scale_for, stored, stored_code, values_around } from "./lowbit-stored.js";
import { percent } from "./lowbit-text.js";
export function said_plain(text) {
    return ({text: text, family: ""});
};

export function typed_answer(x, said, f, rounding, rule, amax) {
    var becomes, claim, exact, lost_sign, name, one, pair, reason, scaled, shown;
    name = ({text: f["label"], family: family_of(f)});
    shown = number_text(x, 9);
    if ((_pyfunc_abs(x)==inf)) {
        shown = ((x > 0))? ("Infinity") : ("Minus infinity");
    } else if (_pyfunc_op_contains("about", shown)) {
        shown = said.trim();
    } else if ((_pyfunc_op_contains("/", said) || (_pyfunc_op_contains("x", said.toLowerCase())))) {
        shown = ((said.trim() + " (") + shown) + ")";
    }
    if (((x!=x) && ((!has_nan(f))))) {
        return ({claim: [name, said_plain(" has no NaN.")], reason: "A cast has to put a number in its place.", note: casts_words(x, f, amax)});
    }
    one = stored(x, f, rounding, rule, amax);
    exact = (one["value"]==x) || ((x!=x) && (one["value"]!=one["value"]));
    lost_sign = (x==0) && (one["kind"]=="zero") && ((copysign(1.0, x) < 0));
    becomes = " becomes " + value_text(one["value"], one);
    reason = f["label"] + " has one zero, without a sign.";
    if ((exact && (!lost_sign))) {
        becomes = " is stored exactly";
        reason = stands_words(one, f);
    } else if ((!exact)) {
        reason = why_words(x, f, one, rounding);
        pair = values_around(x, one);
        if (((rounding=="stochastic") && ((!_pyfunc_op_contains(null, pair))))) {
            becomes = ((" becomes " + value_text(pair[0], one)) + " or ") + value_text(pair[1], one);
        }
    }
    scaled = ((one["scale"]==1))? ("") : (" scaled to " + number_text(amax, 9));
    claim = [said_plain((shown + becomes) + " in "), name, said_plain(scaled + ".")];
    return ({claim: claim, reason: reason, note: casts_words(x, f, amax)});
};

export function value_text(x, one) {
    return number_text(x, ((one["scale"]==1))? (9) : (6));
};

export function why_words(x, f, one, rounding) {
    var apart, high, low, odds, other, pair, stub1_;
    if ((one["overflow"]!="")) {
        return overflow_words(x, f, one, rounding);
    }
    stub1_ = values_around(x, one);
    low = stub1_[0];high = stub1_[1];
    if (((low === null) || (high === null))) {
        return edge_words(x, f, one, rounding);
    }
    pair = (value_text(low, one) + " and ") + value_text(high, one);
    if ((rounding=="stochastic")) {
        odds = "The second one with probability " + (percent((x - low) / (high - low)));
        return ((odds + ", so that on average it stays ") + number_text(x, 9)) + ".";
    }
    if (((rounding=="nearest") && (((x - low)==(high - x))))) {
        return ("Exactly halfway between " + pair) + tie_words(f);
    }
    if (((one["value"]==0) && (rounding=="nearest"))) {
        other = value_text(((x > 0))? (high) : (low), one);
        return ("Nothing of it is left: it is nearer to 0 than to " + other) + ".";
    }
    apart = (", which are " + value_text(high - low, one)) + " apart.";
    if (((f["kind"]=="float") && ((_pyfunc_abs(x) < (smallest_normal(f) * one["scale"]))))) {
        return ((off_words(x, one) + ": it lies between the subnormals ") + pair) + ".";
    }
    return ((off_words(x, one) + ": it lies between ") + pair) + apart;
};

export function tie_words(f) {
    if ((f["kind"]=="table")) {
        return ": a tie goes to the lower one.";
    }
    if ((f["kind"]=="power")) {
        return ": a tie goes up.";
    }
    return ": a tie goes to the code whose last bit is 0.";
};

export function edge_words(x, f, one, rounding) {
    var name, words;
    name = ((x > one["value"]))? ("largest") : ("lowest");
    words = ((off_words(x, one) + ": beyond the ") + name) + " value, ";
    if ((rounding=="zero")) {
        return words + "but rounding toward zero stops there.";
    }
    if ((rounding=="stochastic")) {
        return words + "so at random it may overflow.";
    }
    return words + "but not far enough to round beyond it.";
};

export function off_words(x, one) {
    var off, way;
    way = ((_pyfunc_abs(one["value"]) > _pyfunc_abs(x)))? (" too large") : (" too small");
    off = percent(one["relative_error"]);
    return (((off.slice(0,1).toUpperCase)()) + off.slice(1)) + way;
};

export function overflow_words(x, f, one, rounding) {
    var end, has, name, next_one, q, rule, step, then, words;
    then = ({nan: "it becomes NaN", inf: "it becomes infinity", saturate: "it saturates"});
    rule = then[one["overflow"]];
    if ((_pyfunc_abs(x)==inf)) {
        has = (has_inf(f))? (" has an infinity, but here ") : (" has no infinity: ");
        return ((f["label"] + has) + rule) + ".";
    }
    if (((f["kind"]=="power") && (x <= 0))) {
        return "Powers of two are neither zero nor negative: the smallest one stands in.";
    }
    end = ((x > 0))? (largest(f)) : (lowest(f));
    name = ((x > 0))? ("largest") : ("lowest");
    words = (name + " value, ") + value_text(end * one["scale"], one);
    step = (_pyfunc_op_contains(f["kind"], ["float", "int"]))? (grid_step(end, f)) : (0.0);
    q = x / one["scale"];
    if (((step > 0) && (((_pyfunc_abs((q - end))) < step)) && (end!=0))) {
        next_one = value_text((end + copysign(step, x)) * one["scale"], one);
        return ((((("It rounds to " + next_one) + ", beyond the ") + words) + ": ") + rule) + ".";
    }
    return ((("It is beyond the " + words) + ": ") + rule) + ".";
};

export function casts_words(x, f, amax) {
    var i, names, one, over, parts, place, q, scale, start, stub2_seq, stub3_itr, text, value, words;
    scale = scale_for(f, amax);
    q = x / scale;
    words = [];
    names = [];
    stub2_seq = cast_outcomes(f32(q), f);
    for (stub3_itr = 0; stub3_itr < stub2_seq.length; stub3_itr += 1) {
        one = stub2_seq[stub3_itr];
        value = one["value"];
        text = ((value === null))? ("undefined") : (number_text(value * scale, 6));
        if ((!_pyfunc_op_contains(text, words))) {
            words.push(text);
            names.push([]);
        }
        for (place = 0; place < words.length; place += 1) {
            if ((words[place]==text)) {
                (names[place].push)(one["who"]);
            }
        }
    }
    over = (q!=q) && ((!has_nan(f)));
    if (((words.length == 0) || ((words.length == 1) && (!over) && ((!overflows(q, f, "nearest")))))) {
        return "";
    }
    parts = [];
    for (i = 0; i < words.length; i += 1) {
        parts.push((words[i] + " in ") + _pymeth_join.call(", ", names[i]));
    }
    start = ((f["kind"]=="int"))? ("A bare cast gives ") : ("Casts: ");
    return (start + _pymeth_join.call("; ", parts)) + ".";
};

export function code_answer(code, f, amax) {
    var name, note, one, others, scaled, start, stub4_, stub4_i0, stub4_iter0, stub4_other;
    one = stored_code(code, f, amax);
    scaled = ((one["scale"]==1))? ("") : (" scaled to " + number_text(amax, 9));
    name = ({text: f["label"], family: family_of(f)});
    start = ((("Code " + code_text(code, f)) + " is ") + value_text(one["value"], one)) + " in ";
    stub4_ = [];stub4_iter0 = read_as(code, f);for (stub4_i0=0; stub4_i0<stub4_iter0.length; stub4_i0++) {stub4_other = stub4_iter0[stub4_i0];{stub4_.push((stub4_other["label"] + " ") + number_text(stub4_other["value"], 6));}}
    others = stub4_;
    note = ("The same bits in other formats: " + _pymeth_join.call(", ", others)) + ".";
    return ({claim: [said_plain(start), name, said_plain(scaled + ".")], reason: stands_words(one, f), note: ((others.length > 0))? (note) : ("")});
};

export function stands_words(one, f) {
    var high, kind, low, pair, start;
    kind = one["kind"];
    if ((kind=="NaN")) {
        return nan_words(f);
    }
    if ((kind=="infinity")) {
        return "The highest exponent with a mantissa of 0 is infinity.";
    }
    if ((kind=="minus zero")) {
        return "Minus zero equals zero and keeps the sign.";
    }
    low = one["below"];
    high = one["above"];
    if ((high === null)) {
        return ("The largest value; the next lower one is " + value_text(low, one)) + ".";
    }
    if ((low === null)) {
        return ("The lowest value; the next one is " + value_text(high, one)) + ".";
    }
    pair = ((value_text(low, one) + " and ") + value_text(high, one)) + ".";
    start = ((kind=="subnormal"))? ("Subnormal: its neighbours are ") : ("Its neighbours are ");
    return start + pair;
};

export function nan_words(f) {
    var words;
    if ((f["kind"]=="power")) {
        return "All ones is NaN; every other code is a power of two.";
    }
    if ((f["top"]=="fnuz")) {
        return "The only NaN stands where minus zero would be.";
    }
    if ((f["top"]=="nan")) {
        words = "Only all ones is NaN; the highest exponent also holds numbers, up to ";
        return (words + (number_text(largest(f), 9))) + ".";
    }
    return "The highest exponent is kept for infinity (mantissa 0) and NaN.";
};

