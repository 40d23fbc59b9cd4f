// Generated from lowbit/result_points.py by tools/compile_js.py.
import { _pyfunc_op_contains, _pyfunc_op_error, _pymeth_get } from "./lowbit-python.js";
import { measured_format, shape_key } from "./lowbit-lookup.js";
import { ideal } from "./lowbit-roofline.js";
import { scheme } from "./lowbit-schemes.js";
export const OVER_DATASHEET = 0.03;
export const OVER_CEILINGS = 0.15;
export function drawable(data, known) {
    var err_2;
    if ((first_shown(data) === null)) {
        throw _pyfunc_op_error('ValueError', "This file has no times: it was made without a GPU. Run the lab on one and choose its file.");
    }
    if ((((!_pyfunc_op_contains((data["card"]["gpu"]), known))) && ((own_gpu(data) === null)))) {
        throw _pyfunc_op_error('ValueError', "The book does not know this file's GPU, and the file has no ceilings of it: run lowbit.gpu.smoke there, which measures them.");
    }
    return null;
};

export function first_shown(data) {
    var first, row, stub1_seq, stub2_itr;
    first = null;
    stub1_seq = data["rows"];
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        row = stub1_seq[stub2_itr];
        if (((row["kind"]=="timed") && (((first === null) || (first["format"]=="bf16"))))) {
            first = row;
        }
    }
    return first;
};

export function timed_curves(data, gpu, over) {
    var out, row, stub3_seq, stub4_itr;
    out = [];
    stub3_seq = data["rows"];
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        row = stub3_seq[stub4_itr];
        if ((row["kind"]=="timed")) {
            keep(out, row, gpu, over);
        }
    }
    return out;
};

export function keep(curves, row, gpu, over) {
    var curve, i, key, name, one, point, points, stub5_seq, stub6_itr;
    name = measured_format(scheme(row["format"])["name"]);
    curve = null;
    stub5_seq = curves;
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        one = stub5_seq[stub6_itr];
        if ((one["format"]==name)) {
            curve = one;
        }
    }
    if ((curve === null)) {
        curve = ({format: name, us: ({})});
        curves.push(curve);
    }
    key = shape_key(row["n"], row["k"]);
    if ((!_pyfunc_op_contains(key, curve["us"]))) {
        curve["us"][key] = [];
    }
    point = ({m: row["m"], seconds: row["seconds"], above: above_roof(row, gpu, over)});
    points = curve["us"][key];
    for (i = 0; i < points.length; i += 1) {
        if (((points[i]["m"])==row["m"])) {
            if ((row["seconds"] < (points[i]["seconds"]))) {
                points[i] = point;
            }
            return null;
        }
    }
    points.push(point);
    return null;
};

export function above_roof(row, gpu, over) {
    var least;
    least = ideal(row["m"], row["n"], row["k"], gpu, scheme(row["format"]))["ideal_seconds"];
    return (least !== null) && ((row["seconds"] < (least * (1.0 - over))));
};

export function own_gpu(data) {
    var found, rates, sixteen;
    found = _pymeth_get.call(data, "ceilings", null);
    if ((found === null)) {
        return null;
    }
    rates = found["flops_per_s"];
    sixteen = _pymeth_get.call(rates, "bf16", _pymeth_get.call(rates, "fp16", null));
    if ((sixteen === null)) {
        return null;
    }
    return ({name: data["card"]["name"], hbm_bytes_per_s: found["copy_bytes_per_s"], flops_per_s: ({bf16: sixteen, fp8: _pymeth_get.call(rates, "fp8", null), int8: _pymeth_get.call(rates, "int8", null), fp4: _pymeth_get.call(rates, "fp4", null)})});
};

