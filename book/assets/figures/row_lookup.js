/* Rows by id: typed text becomes GPT-2's tokens, their ids, and the rows of a table E.
   Tokens as in andrea_lib/tokenizer.py; the table as in tools/site/figures/rows.py. */
(() => {
  const { html, svg, fixed, thousands, voice, controls, readings } = ANDREA;
  const START = "Hola mundo!";
  const NUMBERS = 4;
  const NAMES = ["tokens", "filas distintas", "forma de x"];
  const WORDS = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

  /* Byte → the visible character that stands for it in the merges. */
  const alphabet = () => {
    const seen = (byte) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte !== 173);
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);
    const hidden = bytes.filter((byte) => !seen(byte));
    const order = [...bytes.filter(seen), ...hidden];
    const sign = (byte) => String.fromCharCode(seen(byte) ? byte : 256 + hidden.indexOf(byte));
    return new Map(order.map((byte) => [byte, sign(byte)]));
  };
  /* Ids: the 256 bytes, then the merges in the order in which they were learnt. */
  const unpack = ({ merges, ...table }) => {
    const letters = alphabet();
    const pairs = merges.split("\n");
    const pieces = [...letters.values(), ...pairs.map((pair) => pair.replace(" ", ""))];
    return {
      ...table, letters, pieces,
      rank: new Map(pairs.map((pair, i) => [pair, i])),
      id: new Map(pieces.map((piece, i) => [piece, i])),
      byte: new Map([...letters].map(([byte, sign]) => [sign, byte])),
    };
  };

  /* Joins the pair that was learnt first, until none is known. */
  const merge = ({ rank }, parts) => {
    for (;;) {
      const ranks = parts.slice(1).map((part, i) => rank.get(`${parts[i]} ${part}`) ?? Infinity);
      const best = Math.min(...ranks);
      if (best === Infinity) return parts;
      const at = ranks.indexOf(best);
      parts = [...parts.slice(0, at), parts[at] + parts[at + 1], ...parts.slice(at + 2)];
    }
  };
  const encode = (bpe, text) => (text.match(WORDS) ?? []).flatMap((word) => {
    const bytes = [...new TextEncoder().encode(word)];
    return merge(bpe, bytes.map((byte) => bpe.letters.get(byte))).map((piece) => bpe.id.get(piece));
  });

  /* The text of an id; bytes that are no whole character as \xc3. */
  const whole = (bytes) => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return null;
    }
  };
  const read = (bytes) => {
    if (!bytes.length) return "";
    for (const n of [1, 2, 3, 4]) {
      const sign = n <= bytes.length ? whole(bytes.slice(0, n)) : null;
      if (sign !== null) return sign + read(bytes.slice(n));
    }
    return `\\x${bytes[0].toString(16).padStart(2, "0")}${read(bytes.slice(1))}`;
  };
  const token = ({ pieces, byte }, id) =>
    read(Uint8Array.from([...pieces[id]].map((sign) => byte.get(sign))));
  const visible = (text) => text.replace(/ /g, "␣").replace(/\p{Cc}|\p{Zl}|\p{Zp}/gu, "⏎");

  /* Philox 4×64, ten rounds (Salmon and others, 2011), as numpy counts: any four
     numbers of the table without those before them. */
  const MASK = (1n << 64n) - 1n;
  const round = ([a, b, c, d], [k0, k1]) => {
    const [p, q] = [0xd2e7470ee14c6c93n * a, 0xca5a826395121157n * c];
    return [(q >> 64n) ^ b ^ k0, q & MASK, (p >> 64n) ^ d ^ k1, p & MASK];
  };
  const philox = (count, key) => {
    let [block, keys] = [[BigInt(count), 0n, 0n, 0n], [BigInt(key), 0n]];
    for (let i = 0; i < 10; i++) {
      block = round(block, keys);
      keys = [(keys[0] + 0x9e3779b97f4a7c15n) & MASK, (keys[1] + 0xbb67ae8584caa73bn) & MASK];
    }
    return block.map((bits) => Number(bits >> 11n) / 2 ** 53);
  };
  /* The first numbers of row id; d is a multiple of four. */
  const row = ({ d, key, limit }, id) =>
    philox((id * d) / 4 + 1, key).map((u) => Math.fround(-limit + 2 * limit * u));

  const TOP = 22;
  const TALL = 178;
  const link = (from, to) => `M104,${from}C150,${from} 150,${to} 196,${to}`;
  const shade = (x, limit) => (x < 0 ? "minus" : "plus") + Math.ceil((3 * Math.abs(x)) / limit);
  /* E on the left, the rows that were read on the right, one below the other. */
  const drawTokens = (bpe, ids) => {
    const high = Math.min(20, TALL / Math.max(1, ids.length));
    const parts = ids.flatMap((id, i) => {
      const from = Math.round(TOP + (TALL * id) / bpe.V);
      const y = TOP + high * i;
      const cells = row(bpe, id).map((x, j) => svg("rect", {
        class: shade(x, bpe.limit), x: 200 + 34 * j, y, width: 34, height: high - 1,
      }));
      return [
        svg("path", { class: "read", d: `M24,${from}H104` }),
        svg("path", { class: "link", d: link(from, y + high / 2) }), ...cells,
      ];
    });
    return svg("svg", {
      viewBox: "0 0 360 224", role: "img",
      "aria-label": `La tabla E a la izquierda y, a la derecha, las ${ids.length} filas leídas`,
    }, svg("rect", { class: "dial", x: 24, y: TOP, width: 80, height: TALL }), ...parts,
    svg("text", { x: 64, y: 14 }, "E"), svg("text", { x: 268, y: 14 }, "x"),
    svg("text", { x: 64, y: 218 }, `${thousands(bpe.V)} filas`));
  };
  const line = (bpe, id) => html("tr", {}, ...[
    visible(token(bpe, id)), String(id),
    `${row(bpe, id).slice(0, NUMBERS).map((x) => fixed(x, 3)).join(", ")}, …`,
  ].map((text) => html("td", {}, text)));
  const nothing = () =>
    html("tr", {}, html("td", { colspan: 3 }, "Sin texto no hay tokens, ni filas que leer."));
  const drawTable = (bpe, ids) => {
    const lines = ids.length ? ids.map((id) => line(bpe, id)) : [nothing()];
    const head = ["token", "id", "su fila de E"].map((text) => html("th", { scope: "col" }, text));
    return html("div", { class: "rows", tabindex: 0, role: "region", "aria-label": "Las filas leídas" },
      html("table", {}, html("thead", {}, html("tr", {}, ...head)),
        html("tbody", {}, ...lines)));
  };

  ANDREA.figures.row_lookup = async (body) => {
    // What came with the page stands until somebody types: the merges weigh half a MB.
    const still = body.querySelector(".lookup");
    const result = still ?? html("div", { class: "lookup" });
    const { place, say } = voice();
    let bpe;

    const draw = async () => {
      await ANDREA.load("row_lookup.data.js");
      bpe ??= unpack(ANDREA.data.row_lookup);
      const ids = encode(bpe, input.value);
      const numbers = readings(NAMES);
      numbers.show({
        tokens: ids.length,
        "filas distintas": new Set(ids).size,
        "forma de x": `(${ids.length}, ${bpe.d})`,
      });
      result.replaceChildren(drawTokens(bpe, ids), numbers.box, drawTable(bpe, ids));
      return ids;
    };
    const type = async () => {
      const ids = await draw();
      say(`${ids.length} tokens: ${ids.map((id) => token(bpe, id)).join(" · ")}`);
    };
    const input = html("input", {
      type: "text", "aria-label": "Texto", value: START, maxlength: 120, autocomplete: "off", spellcheck: "false",
      autocapitalize: "off", onfocus: () => ANDREA.load("row_lookup.data.js"), oninput: type,
    });
    const box = html("label", { class: "typed" }, "Texto ", input);
    if (!still) await draw();
    body.replaceChildren(controls(box), result, place);
  };
})();
