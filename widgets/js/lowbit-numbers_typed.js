// Generated from lowbit/numbers_typed.py by tools/compile_js.py.
import { _pyfunc_abs, _pyfunc_int, _pyfunc_op_contains, _pyfunc_op_error, _pyfunc_str, _pymeth_join, _pymeth_split, double_of, inf, nan } from "./lowbit-python.js";
import { power_of_two } from "./lowbit-formats.js";
export const TYPED_EXAMPLES = "such as 300, -2.5, 1e-3, 0x1.8p-3, 1/3, inf or nan";
export const TYPED_DIGITS = "0123456789";
export const TYPED_HEX_DIGITS = "0123456789abcdef";
export const TYPED_MOST_HEX = Math.pow(2.0, 53);
export function typed_number(text) {
    var err_2, parts, t;
    t = _pymeth_join.call("-", (_pymeth_split.call(((_pymeth_join.call("-", (_pymeth_split.call((((text.trim().toLowerCase)())), "\u2212"))))), "\u2013")));
    if ((t=="")) {
        throw _pyfunc_op_error('ValueError', (("Write a number, " + TYPED_EXAMPLES) + "."));
    }
    parts = _pymeth_split.call(t, "/");
    if ((parts.length == 2)) {
        return typed_fraction(text, (parts[0].trim)(), (parts[1].trim)());
    }
    return typed_signed(text, t);
};

export function typed_fraction(text, above, below) {
    var a, b, err_2;
    a = typed_signed(text, above);
    b = typed_signed(text, below);
    if (((a!=a) || (b!=b) || ((_pyfunc_abs(a)==inf)) || (_pyfunc_abs(b)==inf))) {
        throw _pyfunc_op_error('ValueError', "A fraction needs two finite numbers, as in 1/3.");
    }
    if ((b==0)) {
        throw _pyfunc_op_error('ValueError', (("'" + text.trim()) + "' divides by zero; write inf for infinity."));
    }
    return typed_in_range(text, a / b, a==0);
};

export function typed_signed(text, t) {
    var sign;
    sign = (t.startsWith("-"))? (-1.0) : (1.0);
    if ((t.startsWith("-") || t.startsWith("+"))) {
        t = t.slice(1);
    }
    if (_pyfunc_op_contains(t, ["inf", "infinity", "\u221e"])) {
        return sign * inf;
    }
    if ((t=="nan")) {
        return nan;
    }
    return sign * ((t.startsWith("0x"))? (typed_hex(text, t)) : (typed_decimal(text, t)));
};

export function no_number(text) {
    return ((("'" + text.trim()) + "' is not a number; write one ") + TYPED_EXAMPLES) + ".";
};

export function typed_only(t, allowed) {
    var c, stub1_seq, stub2_itr;
    stub1_seq = t;
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        c = stub1_seq[stub2_itr];
        if ((!_pyfunc_op_contains(c, allowed))) {
            return false;
        }
    }
    return t!="";
};

export function typed_in_range(text, x, is_zero) {
    var err_2;
    if ((_pyfunc_abs(x)==inf)) {
        throw _pyfunc_op_error('ValueError', (("'" + text.trim()) + "' is beyond the largest double, 1.8\u00d710\u00b3\u2070\u2078; write inf if you mean it."));
    }
    if (((x==0) && (!is_zero))) {
        throw _pyfunc_op_error('ValueError', (("'" + text.trim()) + "' is below the smallest double, 4.9\u00d710\u207b\u00b3\u00b2\u2074; write 0 if you mean it."));
    }
    return x;
};

export function typed_power(text, t) {
    var err_2, sign;
    sign = (t.startsWith("-"))? (-1) : (1);
    if ((t.startsWith("-") || t.startsWith("+"))) {
        t = t.slice(1);
    }
    if ((!typed_only(t, TYPED_DIGITS))) {
        throw _pyfunc_op_error('ValueError', no_number(text));
    }
    return _pyfunc_int((sign * (Math.min(double_of(t), 9999.0))));
};

export function typed_decimal(text, t) {
    var digits, err_2, parts, power, sides, x;
    parts = _pymeth_split.call(without_commas(t), "e");
    sides = _pymeth_split.call(parts[0], ".");
    digits = _pymeth_join.call("", sides);
    if (((parts.length > 2) || (sides.length > 2) || (!typed_only(digits, TYPED_DIGITS)))) {
        throw _pyfunc_op_error('ValueError', no_number(text));
    }
    power = ((parts.length == 2))? (typed_power(text, parts[1])) : (0);
    x = double_of((parts[0] + "e") + _pyfunc_str(power));
    return typed_in_range(text, x, typed_only(digits, "0"));
};

export function without_commas(t) {
    var group, grouped, groups, stub3_seq, stub4_itr;
    groups = _pymeth_split.call(((_pymeth_split.call(t, ".")[0])), ",");
    if ((groups.length == 1)) {
        return t;
    }
    grouped = (groups[0].length) <= 3;
    stub3_seq = groups.slice(1);
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        group = stub3_seq[stub4_itr];
        if ((group.length != 3)) {
            grouped = false;
        }
    }
    if ((grouped && (groups[0]!=""))) {
        return _pymeth_join.call("", groups) + (t.slice((_pymeth_split.call(t, ".")[0]).length));
    }
    return (((groups.length == 2) && ((!_pyfunc_op_contains(".", t)))))? (_pymeth_join.call(".", _pymeth_split.call(t, ","))) : (t);
};

export function typed_hex(text, t) {
    var c, digits, err_2, m, parts, power, sides, stub5_seq, stub6_itr;
    parts = _pymeth_split.call(t.slice(2), "p");
    sides = _pymeth_split.call(parts[0], ".");
    digits = _pymeth_join.call("", sides);
    if (((parts.length > 2) || (sides.length > 2) || (!typed_only(digits, TYPED_HEX_DIGITS)))) {
        throw _pyfunc_op_error('ValueError', no_number(text));
    }
    m = 0.0;
    stub5_seq = digits;
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        c = stub5_seq[stub6_itr];
        m = (m * 16.0) + ((_pymeth_split.call(TYPED_HEX_DIGITS, c)[0]).length);
    }
    if ((m > TYPED_MOST_HEX)) {
        throw _pyfunc_op_error('ValueError', (("'" + text.trim()) + "' has more digits than the 53 bits of a double."));
    }
    power = ((parts.length == 2))? (typed_power(text, parts[1])) : (0);
    if ((sides.length == 2)) {
        power = power - (4 * (sides[1].length));
    }
    return typed_in_range(text, scaled_by_power(m, power), m==0);
};

export function scaled_by_power(m, e) {
    if ((e > 1023)) {
        return (m * power_of_two(1023)) * 2.0;
    }
    if ((e >= (-1000))) {
        return m * power_of_two(e);
    }
    return (m * power_of_two(-1000)) * (power_of_two(Math.max((e + 1000), (-1074))));
};

