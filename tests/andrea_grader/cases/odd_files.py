"""Files that are odd, and still a notebook: nobody loses a point."""

import base64
import json

from tests.andrea_grader.cases.case import BOTH, SOLVED, Draft, case, dump
from tests.andrea_grader.cases.files import KIND
from tests.andrea_grader.masters import Json, text


@case(KIND, BOTH, "SAME")
def byte_order_mark(draft: Draft) -> bytes:
    return b"\xef\xbb\xbf" + dump(draft.nb)


@case(KIND, BOTH, "SAME", elsewhere=True)
def windows_line_ends(draft: Draft) -> bytes:
    """In the file and in the cells."""
    for cell in draft.cells:
        cell["source"] = text(cell).replace("\n", "\r\n")
    return dump(draft.nb, indent=1).replace(b"\n", b"\r\n")


@case(KIND, SOLVED, "SAME", slow=True)
def old_mac_line_ends(draft: Draft) -> None:
    for cell in draft.cells:
        cell["source"] = text(cell).replace("\n", "\r")


@case(KIND, SOLVED, "SAME")
def utf_16(draft: Draft) -> bytes:
    return dump(draft.nb).decode().encode("utf-16")


@case(KIND, SOLVED, "SAME", slow=True)
def utf_16_without_a_mark(draft: Draft) -> bytes:
    return dump(draft.nb).decode().encode("utf-16-be")


@case(KIND, SOLVED, "SAME", slow=True)
def utf_32(draft: Draft) -> bytes:
    return dump(draft.nb).decode().encode("utf-32")


@case(KIND, SOLVED, "SAME")
def windows_1252(draft: Draft) -> bytes:
    """What an editor of Windows calls «ANSI»; what it cannot write becomes «?»."""
    return dump(draft.nb).decode().encode("cp1252", "replace")


@case(KIND, SOLVED, "SAME", slow=True)
def accents_in_two_pieces(draft: Draft) -> bytes:
    """As macOS writes names: í is an i and an accent."""
    from unicodedata import normalize

    return normalize("NFD", dump(draft.nb).decode()).encode()


@case(KIND, SOLVED, "SAME", slow=True)
def zeros_at_the_end(draft: Draft) -> bytes:
    return dump(draft.nb) + bytes(300)


@case(KIND, SOLVED, "SAME")
def line_breaks_inside_texts(draft: Draft) -> bytes:
    """JSON forbids them; an editor that wraps lines does not know."""
    mark = "\ue000"
    for cell in draft.cells:
        cell["source"] = text(cell).replace("\n", mark)
    return dump(draft.nb).replace(mark.encode(), b"\n")


@case(KIND, SOLVED, "SAME")
def numbers_too_long_to_read(draft: Draft) -> bytes:
    """Python refuses to read an integer of more than 4300 digits."""
    draft.cells[0]["metadata"]["n"] = "NUMBER"
    return dump(draft.nb).replace(b'"NUMBER"', b"9" * 5_000)


@case(KIND, SOLVED, "SAME", slow=True)
def numbers_that_json_lacks(draft: Draft) -> None:
    draft.nb["metadata"] |= {"a": float("nan"), "b": float("inf"), "c": 1e300}


@case(KIND, SOLVED, "SAME", slow=True)
def half_letters(draft: Draft) -> bytes:
    """Lone surrogates, in names and in what is shown."""
    draft.end("'\ud800'")
    draft.start("# \udfff\nx = '\ud83d'")
    draft.nb["metadata"]["title"] = "\udcff"
    return json.dumps(draft.nb).encode()


@case(KIND, SOLVED, "SAME", slow=True)
def control_letters(draft: Draft) -> None:
    draft.start("# \x00 \x07 \x1b[31m \u202e\nx = 3")
    draft.start("print('\x1b]0;title\x07\u2028\u2029')")


@case(KIND, BOTH, "SAME")
def format_3(draft: Draft) -> Json:
    """Of before 2015: worksheets, input, pyout."""
    cells = [
        {"cell_type": "code", "input": text(c), "language": "python", "outputs": []}
        if c["cell_type"] == "code"
        else {"cell_type": "heading", "level": 1, "source": text(c)}
        for c in draft.cells
    ]
    sheet = {"cells": cells, "metadata": {}}
    return {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [sheet]}


@case(KIND, BOTH, "SAME")
def no_ids(draft: Draft) -> None:
    """It says 4.5 and has none."""
    for cell in draft.cells:
        del cell["id"]


@case(KIND, BOTH, "SAME")
def one_id_for_all(draft: Draft) -> None:
    for cell in draft.cells:
        cell["id"] = "igual"


@case(KIND, SOLVED, "SAME", slow=True)
def ids_that_are_no_texts(draft: Draft) -> None:
    odd = [None, 7, [], {}, "con espacios y ñ", "x" * 500, ""]
    for n, cell in enumerate(draft.cells):
        cell["id"] = odd[n % len(odd)]


@case(KIND, BOTH, "SAME")
def unknown_fields(draft: Draft) -> Json:
    for cell in draft.cells:
        cell |= {"outputExpanded": False, "extra": [None]}
    return draft.nb | {"plugin": {"v": 1}}


@case(KIND, SOLVED, "SAME", slow=True)
def fields_missing(draft: Draft) -> Json:
    """Cells without outputs or metadata, a notebook without its format."""
    kept = ("cell_type", "source", "id")
    return {"cells": [{k: cell[k] for k in kept} for cell in draft.cells]}


@case(KIND, SOLVED, "SAME")
def fields_of_another_type(draft: Draft) -> Json:
    for n, cell in enumerate(draft.cells):
        cell |= {"outputs": "nada", "execution_count": "uno", "attachments": 3}
        cell["metadata"] = [[], None, "x", 3, cell["metadata"]][n % 5]
    odd = [None, 3, "celda", [], {}, {"cell_type": None, "source": {"a": 1}}]
    return {"cells": [*odd, *draft.cells], "metadata": [], "nbformat": None}


@case(KIND, BOTH, "SAME")
def picture_of_30_megabytes(draft: Draft) -> None:
    data = {"image/png": base64.b64encode(b"\x89PNG" + bytes(22_500_000)).decode()}
    shown = {"output_type": "display_data", "metadata": {}, "data": data}
    draft.answers()[0]["outputs"] = [shown]


@case(KIND, SOLVED, "SAME", slow=True)
def a_thousand_cells(draft: Draft) -> None:
    note = {"cell_type": "markdown", "metadata": {}, "source": "Notas.\n" * 20}
    draft.nb["cells"] += [dict(note, id=f"nota-{n}") for n in range(1_000)]
