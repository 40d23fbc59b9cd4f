// Generated from lowbit/result_file.py by tools/compile_js.py.
import { _pyfunc_int, _pyfunc_op_contains, _pyfunc_op_error, _pyfunc_str, _pymeth_get, _pymeth_join, kind_of } from "./lowbit-python.js";
import { scheme } from "./lowbit-schemes.js";
import { sig } from "./lowbit-text.js";
export const RESULT_KIND = "bits-and-bandwidth result";
export const RESULT_VERSION = 1;
export const LARGEST_FILE = 1000000;
export function check(data, schema) {
    var err_2, err_3, fit, i, row, said, stub1_seq, stub2_itr;
    said = ((((kind_of(data)=="object")) && _pyfunc_op_contains("kind", data)))? (data["kind"]) : (null);
    if ((((kind_of(said)!="string")) || (said!=RESULT_KIND))) {
        throw _pyfunc_op_error('ValueError', (("This is no result file of the book's labs: such a file says kind: '" + RESULT_KIND) + "'."));
    }
    if ((_pyfunc_op_contains("version", data) && ((kind_of(data["version"])=="number")) && (data["version"] > RESULT_VERSION))) {
        throw _pyfunc_op_error('ValueError', (("This file is of version " + sig(data["version"], 3)) + "; this book reads version 1: take the newer book, or run the lab of this one."));
    }
    check_value(data, schema, "");
    for (i = 0; i < data["rows"].length; i += 1) {
        row = data["rows"][i];
        scheme(row["format"]);
        if (((row["kind"]=="timed") && ((((!_pyfunc_op_contains("seconds", row))) || (row["seconds"] === null))))) {
            throw _pyfunc_op_error('ValueError', (place_of("rows", i) + " is timed, but has no seconds."));
        }
    }
    stub1_seq = fits_of(data);
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        fit = stub1_seq[stub2_itr];
        scheme(fit["format"]);
    }
    return null;
};

export function check_value(value, schema, place) {
    var err_2, err_3, err_4, i, inner, key, kind, stub3_seq, stub4_itr, stub5_seq;
    kind = kind_of(value);
    if ((_pyfunc_op_contains("const", schema) && ((((kind!=kind_of(schema["const"]))) || (value!=schema["const"]))))) {
        throw _pyfunc_op_error('ValueError', (((((place + " must be ") + shown(schema["const"])) + ", not ") + shown(value)) + "."));
    }
    if ((_pyfunc_op_contains("enum", schema) && (((kind!="string") || (!_pyfunc_op_contains(value, schema["enum"])))))) {
        throw _pyfunc_op_error('ValueError', (((((place + " must be one of ") + _pymeth_join.call(", ", schema["enum"])) + ", not ") + shown(value)) + "."));
    }
    if (_pyfunc_op_contains("type", schema)) {
        check_type(value, kind, schema, place);
    }
    if (((kind=="object") && _pyfunc_op_contains("properties", schema))) {
        stub3_seq = _pymeth_get.call(schema, "required", []);
        for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
            key = stub3_seq[stub4_itr];
            if ((!_pyfunc_op_contains(key, value))) {
                throw _pyfunc_op_error('ValueError', (((((place!=""))? (place + ": ") : ("")) + key) + " is missing."));
            }
        }
        stub5_seq = schema["properties"];
        for (key in stub5_seq) {
            if (!stub5_seq.hasOwnProperty(key)){ continue; }
            inner = stub5_seq[key];
            if (_pyfunc_op_contains(key, value)) {
                check_value(value[key], inner, ((place==""))? (key) : ((place + ".") + key));
            }
        }
    }
    if ((kind=="array")) {
        if ((value.length > schema["maxItems"])) {
            throw _pyfunc_op_error('ValueError', (((place + " has more than ") + sig(schema["maxItems"], 6)) + " entries."));
        }
        for (i = 0; i < value.length; i += 1) {
            check_value(value[i], schema["items"], place_of(place, i));
        }
    }
    return null;
};

export function check_type(value, kind, schema, place) {
    var err_2, fine, high, low, whole;
    fine = _pyfunc_op_contains(kind, schema["type"]);
    if ((kind=="number")) {
        whole = _pyfunc_op_contains("integer", schema["type"]) && (((value % 1)==0));
        low = _pymeth_get.call(schema, "minimum", 0);
        high = _pymeth_get.call(schema, "maximum", (1e+18));
        fine = (fine || whole) && (value >= low) && (value <= high);
    }
    if (((kind=="string") && fine && ((value.length > _pymeth_get.call(schema, "maxLength", 500))))) {
        throw _pyfunc_op_error('ValueError', (((place + " is longer than ") + sig(schema["maxLength"], 4)) + " letters."));
    }
    if ((!fine)) {
        throw _pyfunc_op_error('ValueError', (((((place + " must be ") + wanted(schema)) + ", not ") + shown(value)) + "."));
    }
    return null;
};

export function wanted(schema) {
    var low, name, stub6_seq, stub7_itr, word, words;
    words = [];
    stub6_seq = schema["type"];
    for (stub7_itr = 0; stub7_itr < stub6_seq.length; stub7_itr += 1) {
        name = stub6_seq[stub7_itr];
        word = ({number: "a number", integer: "a whole number", string: "a text", boolean: "true or false", array: "a list", object: "an object", null: "null"})[name];
        if (_pyfunc_op_contains(name, ["number", "integer"])) {
            low = sig(_pymeth_get.call(schema, "minimum", 0), 3);
            word = (((word + " from ") + low) + " to ") + (sig(_pymeth_get.call(schema, "maximum", (1e+18)), 3));
        }
        words.push(word);
    }
    return _pymeth_join.call(" or ", words);
};

export function shown(value) {
    var kind;
    kind = kind_of(value);
    if ((kind=="string")) {
        return ("'" + (((value.length <= 30))? (value) : (value.slice(0,29) + "\u2026"))) + "'";
    }
    if ((kind=="number")) {
        return sig(value, 4);
    }
    if ((kind=="boolean")) {
        return (value)? ("true") : ("false");
    }
    return ({null: "null", array: "a list", object: "an object"})[kind];
};

export function place_of(name, i) {
    return ((name + "[") + (_pyfunc_str(_pyfunc_int(i)))) + "]";
};

export function fits_of(data) {
    return _pymeth_get.call(data, "fits", []);
};

