// Generated from lowbit/blocks.py by tools/compile_js.py.
import { _pyfunc_abs, _pyfunc_op_error, _pyfunc_str, f32, floor, inf, log10, sqrt } from "./lowbit-python.js";
import { whole } from "./lowbit-formats.js";
import { code_of, grid_of, value_of } from "./lowbit-grids.js";
import { choose_scale, tensor_scale_of } from "./lowbit-scales.js";
import { DOUBLE_BLOCK, block_counts, block_size, checked_setting, effective_bits } from "./lowbit-settings.js";
export const TOO_LARGE = 1e+38;
export function quantize_matrix(values, rows, cols, setting) {
    var chosen, codes, counts, double, grid, i, made, out, p, part, places, s, scales, size, stub1_, stub1__, stub1_i0, stub1_iter0, stub2_, stub2__, stub2_i0, stub2_iter0, stub3_, stub3_i0, stub3_iter0, stub3_p, stub4_seq, stub5_itr, stub6_seq, stub7_itr, tops, ts, x, zeros;
    s = checked_setting(setting);
    x = checked_values(values, rows, cols);
    grid = grid_of(s);
    size = block_size(s["block"], rows, cols);
    counts = block_counts(s["block"], rows, cols);
    ts = (s["tensor_scale"])? (tensor_scale_of(largest_magnitude(x), grid)) : (1.0);
    stub1_ = [];stub1_iter0 = x;for (stub1_i0=0; stub1_i0<stub1_iter0.length; stub1_i0++) {stub1__ = stub1_iter0[stub1_i0];{stub1_.push(0);}}
    codes = stub1_;
    stub2_ = [];stub2_iter0 = x;for (stub2_i0=0; stub2_i0<stub2_iter0.length; stub2_i0++) {stub2__ = stub2_iter0[stub2_i0];{stub2_.push(0.0);}}
    out = stub2_;
    scales = [];
    zeros = [];
    tops = [];
    for (i = 0; i < counts[0] * counts[1]; i += 1) {
        places = places_of(i, counts[1], size, rows, cols);
        stub3_ = [];stub3_iter0 = places;for (stub3_i0=0; stub3_i0<stub3_iter0.length; stub3_i0++) {stub3_p = stub3_iter0[stub3_i0];{stub3_.push(x[stub3_p]);}}
        part = stub3_;
        chosen = choose_scale(part, grid, ts);
        scales.push(chosen["scale"]);
        zeros.push(chosen["zero"]);
        tops.push(((chosen["amax"] > 0))? (chosen["scale"]) : (0.0));
        stub4_seq = places;
        for (stub5_itr = 0; stub5_itr < stub4_seq.length; stub5_itr += 1) {
            p = stub4_seq[stub5_itr];
            codes[p] = code_of(x[p], chosen, grid);
            out[p] = value_of(codes[p], chosen, grid);
        }
    }
    double = null;
    if (s["double"]) {
        double = double_quantize(tops);
        scales = double["stored"];
        for (i = 0; i < scales.length; i += 1) {
            stub6_seq = places_of(i, counts[1], size, rows, cols);
            for (stub7_itr = 0; stub7_itr < stub6_seq.length; stub7_itr += 1) {
                p = stub6_seq[stub7_itr];
                out[p] = f32((grid["numbers"][codes[p]]) * scales[i]);
            }
        }
    }
    made = errors(x, out);
    made["codes"] = codes;
    made["values"] = out;
    made["scales"] = scales;
    made["zeros"] = (s["zero_point"])? (zeros) : ([]);
    made["tensor_scale"] = ts;
    made["block"] = size;
    made["double"] = double;
    made["effective_bits"] = effective_bits(rows, cols, s);
    return made;
};

export function checked_values(values, rows, cols) {
    var err_2, err_3, i, where, x;
    if ((!((rows >= 1) && (cols >= 1) && (((rows % 1)==0)) && (((cols % 1)==0))))) {
        throw _pyfunc_op_error('ValueError', "A matrix has at least one row and one column.");
    }
    if ((values.length != (rows * cols))) {
        throw _pyfunc_op_error('ValueError', "The list does not hold rows \u00d7 columns numbers.");
    }
    x = [];
    for (i = 0; i < values.length; i += 1) {
        if ((!(_pyfunc_abs(values[i]) <= TOO_LARGE))) {
            where = (("Row " + (_pyfunc_str(Math.floor(i/cols)))) + ", column ") + (_pyfunc_str((i % cols)));
            throw _pyfunc_op_error('ValueError', (((where + " is ") + unusable(values[i])) + "; clean the matrix first."));
        }
        x.push(f32(values[i]));
    }
    return x;
};

export function unusable(x) {
    if ((x!=x)) {
        return "NaN";
    }
    return (((x==inf) || (x==(-inf))))? ("infinite") : ("beyond 1e38, too large for float32 scales");
};

export function places_of(block, across, size, rows, cols) {
    var col, left, out, row, top;
    top = Math.floor(block/across) * size[0];
    left = (block % across) * size[1];
    out = [];
    for (row = top; row < Math.min((top + size[0]), rows); row += 1) {
        for (col = left; col < Math.min((left + size[1]), cols); col += 1) {
            out.push((row * cols) + col);
        }
    }
    return out;
};

export function largest_magnitude(x) {
    var stub8_seq, stub9_itr, top, v;
    top = 0.0;
    stub8_seq = x;
    for (stub9_itr = 0; stub9_itr < stub8_seq.length; stub9_itr += 1) {
        v = stub8_seq[stub9_itr];
        top = Math.max(top, _pyfunc_abs(v));
    }
    return top;
};

export function double_quantize(tops) {
    var code, factor, mean, most, out, part, start, steps, stub10_seq, stub11_itr, stub12_, stub12_i0, stub12_iter0, stub13_seq, stub14_itr, top, total, v;
    total = 0.0;
    stub10_seq = tops;
    for (stub11_itr = 0; stub11_itr < stub10_seq.length; stub11_itr += 1) {
        top = stub10_seq[stub11_itr];
        total = total + top;
    }
    mean = f32(total / tops.length);
    out = ({codes: [], factors: [], mean: mean, stored: []});
    for (start = 0; start < tops.length; start += DOUBLE_BLOCK) {
        stub12_ = [];stub12_iter0 = tops.slice(start,start + DOUBLE_BLOCK);for (stub12_i0=0; stub12_i0<stub12_iter0.length; stub12_i0++) {top = stub12_iter0[stub12_i0];{stub12_.push(f32(top - mean));}}
        part = stub12_;
        most = f32(2 * largest_magnitude(part));
        factor = ((most > (1e-36)))? (f32(256 / most)) : (1.0);
        (out["factors"].push)(factor);
        stub13_seq = part;
        for (stub14_itr = 0; stub14_itr < stub13_seq.length; stub14_itr += 1) {
            v = stub13_seq[stub14_itr];
            steps = whole(f32(_pyfunc_abs(v) * factor), "nearest", 0.0);
            code = ((v > 0))? (Math.min(127, steps)) : ((-Math.min(128, steps)) + 0);
            (out["codes"].push)(code);
            (out["stored"].push)(f32(f32(code / factor) + mean));
        }
    }
    return out;
};

export function errors(x, y) {
    var e, i, noise, relative, signal, worst;
    signal = 0.0;
    noise = 0.0;
    worst = 0.0;
    for (i = 0; i < x.length; i += 1) {
        e = x[i] - y[i];
        signal = signal + (x[i] * x[i]);
        noise = noise + (e * e);
        worst = Math.max(worst, _pyfunc_abs(e));
    }
    relative = ((noise==0))? (0.0) : (((signal > 0))? (sqrt(noise / signal)) : (inf));
    return ({relative_rmse: relative, sqnr_db: ((noise==0))? (inf) : ((-20) * log10(relative)), max_error: worst});
};

export function output_error(x, w, xq, wq, m, n, k) {
    var a, b, exact, i, j, made, p;
    exact = [];
    made = [];
    for (i = 0; i < m; i += 1) {
        for (j = 0; j < n; j += 1) {
            a = 0.0;
            b = 0.0;
            for (p = 0; p < k; p += 1) {
                a = a + (x[(i * k) + p] * w[(j * k) + p]);
                b = b + (xq[(i * k) + p] * wq[(j * k) + p]);
            }
            exact.push(a);
            made.push(b);
        }
    }
    return errors(exact, made)["relative_rmse"];
};

