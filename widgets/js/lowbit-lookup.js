// Generated from lowbit/lookup.py by tools/compile_js.py.
import { _pyfunc_int, _pyfunc_op_contains, _pyfunc_op_error, _pyfunc_str, _pymeth_get, _pymeth_join, _pymeth_split } from "./lowbit-python.js";
export function measured_format(name) {
    if ((name=="fp16")) {
        return "bf16";
    }
    return ((name=="fp8"))? ("fp8-tensor") : (name);
};

export function engine_id(row) {
    return (row["engine"] + "@") + row["version"];
};

export function engines_of(constants, gpu_id) {
    var first, found, row, stub1_seq, stub2_itr;
    found = [];
    first = _pymeth_get.call(constants["default_engine"], gpu_id, "");
    if ((first!="")) {
        found.push(first);
    }
    stub1_seq = constants["sets"];
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        row = stub1_seq[stub2_itr];
        if (((row["gpu"]==gpu_id) && ((!_pyfunc_op_contains(engine_id(row), found))))) {
            found.push(engine_id(row));
        }
    }
    return found;
};

export function resolve_engine(constants, gpu_id, engine) {
    var err_1, err_2, known, one, stub3_seq, stub4_itr;
    known = engines_of(constants, gpu_id);
    if ((engine=="")) {
        return ((known.length > 0))? (known[0]) : ("");
    }
    stub3_seq = known;
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        one = stub3_seq[stub4_itr];
        if ((((one.toLowerCase()==engine.toLowerCase())) || ((((_pymeth_split.call(one, "@")[0]).toLowerCase)())==engine.toLowerCase()))) {
            return one;
        }
    }
    if ((known.length == 0)) {
        throw _pyfunc_op_error('ValueError', "No engine has constants for this GPU; leave the engine out.");
    }
    throw _pyfunc_op_error('ValueError', (((("Unknown engine '" + engine) + "' for this GPU. Known: ") + _pymeth_join.call(", ", known)) + "."));
    return null;
};

export function row_of(sets, gpu_id, engine, name) {
    var row, stub5_seq, stub6_itr, wanted;
    wanted = measured_format(name);
    stub5_seq = sets;
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        row = stub5_seq[stub6_itr];
        if (((row["gpu"]==gpu_id) && ((engine_id(row)==engine)) && (row["format"]==wanted))) {
            return row;
        }
    }
    return null;
};

export function shape_key(n, k) {
    return ((_pyfunc_str(_pyfunc_int(n))) + "x") + (_pyfunc_str(_pyfunc_int(k)));
};

export function nearest_shape(row, n, k) {
    var best, best_distance, distance, key, parts, rk, rn, shape, size, stub7_seq;
    best = "";
    best_distance = 0.0;
    stub7_seq = row["us"];
    for (key in stub7_seq) {
        if (!stub7_seq.hasOwnProperty(key)){ continue; }
        parts = _pymeth_split.call(key, "x");
        rn = _pyfunc_int(parts[0]);
        rk = _pyfunc_int(parts[1]);
        size = ratio(rn * rk, n * k);
        shape = ratio(rn * k, n * rk);
        distance = (size * size) * shape;
        if (((best=="") || (distance < best_distance))) {
            best = key;
            best_distance = distance;
        }
    }
    return best;
};

export function ratio(a, b) {
    return Math.max((a / b), (b / a));
};

