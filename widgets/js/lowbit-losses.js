// Generated from lowbit/losses.py by tools/compile_js.py.
import { ceil, floor, inf, sqrt } from "./lowbit-python.js";
import { SIZE, is_apart } from "./lowbit-outliers.js";
export function losses(one, x, made, place) {
    var counts, e, i, lost, n, noise, out, row_noise, row_signal, signal, stub1_seq, stub2_itr, y;
    out = ({zeros: 0, row_zeros: 0, sharing: 0, sharing_zeros: 0, codes_used: 0});
    counts = [];
    signal = 0.0;
    noise = 0.0;
    row_signal = 0.0;
    row_noise = 0.0;
    y = made["values"];
    for (i = 0; i < SIZE * SIZE; i += 1) {
        e = x[i] - y[i];
        lost = (((y[i]==0) && (x[i]!=0)))? (1) : (0);
        out["zeros"] = out["zeros"] + lost;
        while (counts.length <= (made["codes"][i])) {
            counts.push(0);
        }
        counts[made["codes"][i]] = (counts[made["codes"][i]]) + 1;
        if (((i!=place) && ((!is_apart(one, i))))) {
            signal = signal + (x[i] * x[i]);
            noise = noise + (e * e);
        }
        if (((place >= 0) && (i!=place))) {
            if ((Math.floor(i/SIZE)==Math.floor(place/SIZE))) {
                row_signal = row_signal + (x[i] * x[i]);
                row_noise = row_noise + (e * e);
                out["row_zeros"] = out["row_zeros"] + lost;
            }
            if ((block_of(i, made["block"])==block_of(place, made["block"]))) {
                out["sharing"] = out["sharing"] + 1;
                out["sharing_zeros"] = out["sharing_zeros"] + lost;
            }
        }
    }
    stub1_seq = counts;
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        n = stub1_seq[stub2_itr];
        if ((n > 0)) {
            out["codes_used"] = out["codes_used"] + 1;
        }
    }
    out["counts"] = counts;
    out["others"] = relative_error(noise, signal);
    out["row"] = relative_error(row_noise, row_signal);
    return out;
};

export function relative_error(noise, signal) {
    return ((noise==0))? (0.0) : (((signal > 0))? (sqrt(noise / signal)) : (inf));
};

export function block_of(i, block) {
    return ((Math.floor(Math.floor(i/SIZE)/block[0])) * ceil(SIZE / block[1])) + (Math.floor((i % SIZE)/block[1]));
};

