"""manifest.json and NOTICE.md of `andrea_lib/data`: `python -m tools.data.manifest`.

ENTRIES says what each file is; digests and sizes are read from the files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import andrea_lib
from andrea_lib.download import digest
from tools.data import packages
from tools.data.packages import Package

LICENCES = Path(__file__).with_name("licences.md")
OURS = "CC BY 4.0"


@dataclass(frozen=True)
class Entry:
    """A data file: what the reader is told, its licence, and where it comes from."""

    file: str
    about: str  # Spanish: it goes into NOTICE.md
    licence: str
    script: str = ""  # none: written by hand
    sources: tuple[Package, ...] = ()


ENTRIES = (
    Entry(
        "glove_en_100d.npz",
        "Vectores GloVe 6B de 100 números (float16): las 10 000 palabras inglesas más "
        "frecuentes y las del curso. Jeffrey Pennington, Richard Socher y Christopher "
        "D. Manning, «GloVe: global vectors for word representation», EMNLP 2014.",
        "PDDL 1.0",
        "tools/data/glove.py",
        (packages.GLOVE,),
    ),
    Entry(
        "e5_rows_es.npz",
        "Filas de la tabla de tokens de multilingual-e5-small, cuantizadas a 4 bits "
        "por el paquete, para palabras españolas que son un solo token. Liang Wang y "
        "otros, «Multilingual E5 text embeddings», 2024. Las palabras se eligieron por "
        "su frecuencia en resúmenes de Wikipedia; de esos textos no se guarda nada.",
        "MIT, © Microsoft Corporation",
        "tools/data/e5.py",
        (packages.E5, packages.WIKI),
    ),
    Entry(
        "e5_output_es.npz",
        "Salida de multilingual-e5-small (float16) para palabras españolas sueltas: la "
        "media de los tokens tras la última capa.",
        "MIT, © Microsoft Corporation",
        "tools/data/e5_output.py",
        (packages.E5,),
    ),
    Entry(
        "wiki_es_50d.npz",
        "Vectores de 50 números calculados con los resúmenes de 6239 artículos de "
        "Wikipedia en español (PPMI y SVD); de los textos no se guarda nada. Los "
        "escribieron las personas que editan Wikipedia: <https://es.wikipedia.org>.",
        "CC BY-SA 4.0, como los textos",
        "tools/data/wiki.py",
        (packages.WIKI,),
    ),
    Entry(
        "banco.npz",
        "Vectores de «banco» en cada capa de multilingual-e5-small, con frases del "
        "curso (`andrea_lib/banco.py`).",
        "MIT, © Microsoft Corporation",
        "tools/data/banco.py",
        (packages.E5,),
    ),
    Entry(
        "gpt2_merges.txt",
        "Las 50 000 uniones del tokenizador de GPT-2; de ellas sale su vocabulario. "
        "Alec Radford y otros, «Language models are unsupervised multitask learners», "
        "2019.",
        "MIT modificada, © 2019 OpenAI",
        "tools/data/gpt2.py",
        (packages.GPT2,),
    ),
    Entry(
        "micro_sgns.npz",
        "Vectores que `andrea_lib.sgns` aprende del micro-corpus con semilla 0: antes "
        "de empezar, en el paso 50 y al final; y los del corpus de control.",
        OURS,
        "tools/data/micro.py",
    ),
    Entry(
        "micro_decoder.npz",
        "Un decoder de tres bloques (d = 64) entrenado 400 pasos con el micro-corpus, "
        "semilla 0: pesos en float16, vocabulario y pérdidas.",
        OURS,
        "tools/data/micro_decoder.py",
    ),
    Entry(
        "micro_positions.npz",
        "Cinco decodificadores de dos bloques (d = 32), uno por cada esquema de "
        "posiciones, entrenados 1500 pasos con el micro-corpus, semilla 0; y una tabla "
        "P aprendida con las palabras barajadas. Pesos en float16.",
        OURS,
        "tools/data/micro_positions.py",
    ),
    Entry(
        "depth.json",
        "Aciertos de pilas de 1 a 64 capas que suman o reemplazan, con norma o sin "
        "ella, y tres semillas (`andrea_lib/depth.py`).",
        OURS,
        "tools/data/depth.py",
    ),
    Entry("corpus_es.toml", "Datos y plantillas del micro-corpus, del curso.", OURS),
    Entry(
        "words_en_es.csv",
        "Parejas y grupos de palabras inglesas con su traducción, del curso.",
        OURS,
    ),
)


def facts(entry: Entry, folder: Path) -> dict[str, Any]:
    """What manifest.json says of a file."""
    path = folder / entry.file
    return {
        "file": entry.file,
        "bytes": path.stat().st_size,
        "sha256": digest(path),
        "licence": entry.licence,
        "script": entry.script or None,
        "sources": [{"package": str(p), "sha256": p.sha256} for p in entry.sources],
    }


def manifest(folder: Path) -> list[dict[str, Any]]:
    """One record per data file, in the order of ENTRIES."""
    return [facts(entry, folder) for entry in ENTRIES]


def notice(records: list[dict[str, Any]]) -> str:
    """NOTICE.md: a section per file, then the texts of the licences."""
    sections = ["# De dónde salen estos datos y qué licencia tienen\n"]
    for entry, record in zip(ENTRIES, records, strict=True):
        made = f"Lo hizo `{entry.script}`." if entry.script else "Escrito a mano."
        used = [f"  - {p}, sha256 `{p.sha256}`\n" for p in entry.sources]
        sections.append(
            f"## `{entry.file}`\n\n{entry.about}\n\n"
            f"- Licencia: {entry.licence}\n- {made}\n"
            f"- sha256: `{record['sha256']}` ({record['bytes']} bytes)\n"
            + "".join(["- Paquetes de los que sale:\n", *used] if used else [])
        )
    return "\n".join([*sections, LICENCES.read_text(encoding="utf-8")])


def write(folder: Path) -> None:
    """Write both files beside the data."""
    records = manifest(folder)
    text = json.dumps(records, indent=2, ensure_ascii=False) + "\n"
    (folder / "manifest.json").write_text(text, encoding="utf-8", newline="\n")
    (folder / "NOTICE.md").write_text(notice(records), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path(andrea_lib.__file__).with_name("data"))
