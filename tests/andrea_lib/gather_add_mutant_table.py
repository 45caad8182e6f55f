"""What is broken in each mutant of the kernels, and which part must notice.

Not here, since nothing changes: `lo > first` as `>=` writes a sum that nobody reads;
`hi - lo > CAP` as `>=` sums one more token that nobody asks for. The casts to 64 bits
are in `test_gather_add_aot.py`.
"""

PRECISE = "rows.to(tl.float64 if x.dtype.element_ty == tl.float64 else tl.float32)"
KNOWN = "(i >= 0) & (i < V)"
DENSE = "dtype=dtype), dx.contiguous()"
CHUNK = "promote_types(dx.dtype, dx.dtype)"
STORE = "row.to(x.dtype.element_ty), c < D)"

# part of the examination: {what is wrong: (text of the file, text of the mutant)}
MUTANTS: dict[str, dict[str, tuple[str, str]]] = {
    "forward": {
        "rows and slices exchanged": ("return pid // slices,", "return pid % slices,"),
        "every slice is the first": ("pid % slices * BD + tl", "tl"),
        "strides of ids exchanged": (
            "b.to(tl.int64) * stride_b + t.to(tl.int64) * stride_t",
            "b.to(tl.int64) * stride_t + t.to(tl.int64) * stride_b",
        ),
        "one column too many": ("ok[:, None] & (c < D)", "ok[:, None] & (c <= D)"),
        "float64 read as float32": (PRECISE, "rows.to(tl.float32)"),
        "summed in bfloat16": (PRECISE, "rows"),
        "t and b exchanged": (
            "t, b = row % T, row // T * BB",
            "t, b = row // T, row % T * BB",
        ),
        "tiles overlap": ("row // T * BB", "row // T"),
        "one position for all": ("pos + t.to(tl.int64) * D + c", "pos + c"),
        "columns of pos not masked": ("c[None, :], (c < D)[None, :])", "c[None, :])"),
        "a difference": ("(e + p)", "(e - p)"),
        "no positions": ("(e + p)", "(e + 0 * p)"),
        "transposed output": ("(b.to(tl.int64) * T + t)", "(t * B + b)"),
        "stored beyond B": (
            "inside = (b < B)[:, None] &",
            "inside = (b >= 0)[:, None] &",
        ),
        "stored beyond D": (
            "(b < B)[:, None] & (c < D)",
            "(b < B)[:, None] & (c >= 0)",
        ),
        "too few slices": ("rows * triton.cdiv(wide.shape[-1], BD)", "rows"),
        "no last tile": ("triton.cdiv(B, BB) * T", "B // BB * T"),
    },
    "bad_ids": {
        "read although not ok": ("ok[:, None] & (c < D)", "(c < D)"),
        "absent rows are 0": ("other=other", "other=0.0"),
        "negative ids read": (KNOWN + ', float("nan")', 'i < V, float("nan")'),
        "id V read": (KNOWN + ", float", "(i >= 0) & (i <= V), float"),
        "rows of bad ids are 0": ('float("nan")', "0.0"),
        "bad ids count for pos": ("n, c, D, " + KNOWN, "n, c, D, b < B"),
        "id V counts for pos": ("n, c, D, " + KNOWN, "n, c, D, (i >= 0) & (i <= V)"),
        "bad ids fall on good rows": ("ids.clamp(-1, V)", "ids.clamp(0, V - 1)"),
    },
    "grad_pos": {
        "one id too many": ("ids + where, b < B", "ids + where, b <= B"),
        "absent ids are id 0": ("other=-1", "other=0"),
        "stored one column too far": (STORE, "row.to(x.dtype.element_ty), c <= D)"),
        "stored without a mask": (STORE, "row.to(x.dtype.element_ty))"),
        "stored one row further": ("n.to(tl.int64) * D + c,", "(n + 1) * D + c,"),
        "T is a position": ("tl.where(t < T, 0, B)", "tl.where(t <= T, 0, B)"),
        "the first batch is missing": (
            "tl.where(t < T, 0, B)",
            "tl.where(t < T, 1, B)",
        ),
        "steps of one": ("        start += U", "        start += 1"),
        "rows of position 0": ("n = b.to(tl.int64) * T + t", "n = b.to(tl.int64) * T"),
        "only the last step": ("acc += load_rows(dx, n", "acc = load_rows(dx, n"),
        "only T rows": ("grad_pos_kernel, P, dx", "grad_pos_kernel, T, dx"),
    },
    "grad_tok": {
        "steps of one": ("        lo += U", "        lo += 1"),
        "one row too many": ("other=0), c, D, j < hi", "other=0), c, D, j <= hi"),
        "order forgotten": ("tl.load(perm + j, j < hi, other=0), c", "j, c"),
        "sides exchanged": ("row % 2 == 0, first", "row % 2 == 1, first"),
        "owner behind the chunk": ("first, end - 1)", "first, end)"),
        "last chunk too long": ("tl.minimum(first + CAP, N)", "first + CAP"),
        "only the first side": ("((row % 2 == 0) | (lo > first))", "(row % 2 == 0)"),
        "rows of earlier chunks": ("tl.maximum(lo, first), tl", "lo, tl"),
        "rows of later chunks": ("tl.minimum(hi, end)", "hi"),
        "long is twice as long": ("(hi - lo > CAP)", "(hi - lo > 2 * CAP)"),
        "CAP rows are long": ("if hi - lo <= CAP:", "if hi - lo < CAP:"),
        "chunks from the end": ("chunk = lo // CAP", "chunk = hi // CAP"),
        "second side at the edge": ("k * CAP < lo, 1, 0", "k * CAP <= lo, 1, 0"),
        "always the first side": ("2 * k + side", "2 * k"),
        "one chunk too many": ("c, D, k * CAP < hi", "c, D, k * CAP <= hi"),
        "steps of one chunk": ("chunk += U", "chunk += 1"),
        "room for too few chunks": ("2 * triton.cdiv(N, CAP)", "2 * (N // CAP)"),
    },
    "wide_rows": {
        "first slice of part": ("2 * k + side, c, D", "2 * k + side, c % BD, D"),
        "first slice of dx": ("other=0), c, D", "other=0), c % c.shape[0], D"),
        "strides of dx, tokens": ("(V, D), " + DENSE, "(V, D), dtype=dtype), dx"),
        "strides of dx, positions": ("(P, D), " + DENSE, "(P, D), dtype=dtype), dx"),
    },
    "keys": {
        "shortened before cut": ("known = ids.clamp(-1, V)", "known = ids"),
        "the edge of 16 bits": (".max > V)", ".max >= V)"),
        "no last edge": ("torch.arange(-1, V + 2", "torch.arange(-1, V + 1"),
        "descending": ("sort(stable=True)", "sort(stable=True, descending=True)"),
    },
    "nothing": {"nothing is not zero": ("return dtok.zero_()", "return dtok")},
    "rounding": {
        "chunks rounded to bfloat16": ("promote_types(dx.dtype, torch.float32)", CHUNK),
    },
}
