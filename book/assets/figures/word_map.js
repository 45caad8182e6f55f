/* A map of words: neighbours and analogies by cosine in all d numbers, drawn on the
   two axes of a PCA. The rule is that of `most_similar` in andrea_lib/word_vectors.py. */
(() => {
  const { html, svg, sig, voice, button, controls, choices } = ANDREA;
  const SHOWN = 6;
  const WAYS = [["near", "Vecinas"], ["analogy", "Analogía"]];
  const START = { near: ["música"], analogy: ["España", "Madrid", "Francia"] };
  const LABELS = { near: ["Palabra"], analogy: ["de", "a", "como de"] };

  /* The table, unpacked: unit rows (V · d), as andrea_lib reads them. */
  const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const unpack = ({ words, places, d, q, scale }) => {
    const [nibbles, scales] = [bytes(q), new Float32Array(bytes(scale).buffer)];
    const unit = new Float64Array(words.length * d);
    for (let i = 0; i < unit.length; i++) {
      const four = i % 2 ? nibbles[i >> 1] >> 4 : nibbles[i >> 1] & 15;
      unit[i] = Math.fround((four - 8) * scales[i >> 5]);
    }
    for (let start = 0; start < unit.length; start += d) {
      normalise(unit.subarray(start, start + d));
    }
    return { words, places, d, unit, row: new Map(words.map((word, i) => [word, i])) };
  };
  const normalise = (row) => {
    const norm = Math.sqrt(row.reduce((sum, x) => sum + x * x, 0));
    row.forEach((x, i) => { row[i] = x / norm; });
  };

  /* [[row, sign], …] → the words nearest to that sum, without those of the query. */
  const mostSimilar = ({ words, d, unit }, terms) => {
    const query = new Float64Array(d);
    for (const [row, sign] of terms) {
      for (let i = 0; i < d; i++) query[i] += sign * unit[row * d + i];
    }
    normalise(query);
    const cosine = (row) => query.reduce((sum, x, i) => sum + x * unit[row * d + i], 0);
    const used = new Set(terms.map(([row]) => row));
    const scored = words.map((_, row) => [row, cosine(row)]).filter(([row]) => !used.has(row));
    return scored.sort((a, b) => b[1] - a[1]).slice(0, SHOWN);
  };

  /* Capitals and accents do not matter unless the word is there just as written. */
  const plainVowels = (text) => text.normalize("NFD").replace(/([aeiou])\p{M}/giu, "$1");
  const bare = (text) => plainVowels(text).normalize("NFC").toLowerCase();
  const find = ({ words, row }, typed) => {
    const text = typed.trim().normalize("NFC");
    return row.get(text) ?? words.findIndex((word) => bare(word) === bare(text));
  };
  const beginning = ({ words }, text) =>
    words.filter((word) => bare(word).startsWith(bare(text))).slice(0, SHOWN);
  const missing = (table, typed) => {
    if (!typed.trim()) return "Escribe una palabra: la casilla está vacía.";
    const like = beginning(table, typed.trim().slice(0, 3));
    const advice = like.length ? ` Prueba con ${like.join(", ")}.` : "";
    return `«${typed.trim()}» no está: en el vocabulario de mE5 no es un solo token.${advice}`;
  };

  /* Labels stand in two columns, left and right of the dots, and never overlap. */
  const column = (points, right) => {
    let free = 8;
    return [...points].sort((a, b) => a.at[1] - b.at[1]).map((point, i, all) => {
      const room = 236 - 17 * (all.length - 1 - i);
      const y = Math.max(free, Math.min(point.at[1], room));
      free = y + 17;
      return { ...point, label: [right ? 356 : 4, Math.round(y * 10) / 10], right };
    });
  };
  const callout = ({ word, at, kind, label, right }) => svg("g", { class: `word ${kind}` },
    svg("path", { d: `M${at}L${[label[0] + (right ? 1 : -1), label[1]]}` }),
    svg("circle", { cx: at[0], cy: at[1], r: 3.5 }),
    svg("text", { x: label[0], y: label[1] + 4, class: right ? "right" : "left" }, word));
  const place = ({ places }, row) => [places[2 * row], places[2 * row + 1]];
  const round = (x) => Math.round(x * 10) / 10;

  const drawMap = (table, asked, found, way) => {
    const point = (kind) => (row) => ({ word: table.words[row], at: place(table, row), kind });
    const best = found.slice(0, way === "near" ? SHOWN : 1).map(([row]) => row);
    const points = [...asked.map(point("asked")), ...best.map(point("found"))];
    const sides = [true, false].map((right) => points.filter(({ at }) => at[0] > 180 === right));
    const labels = [...column(sides[0], true), ...column(sides[1], false)].map(callout);
    const names = points.map(({ word }) => word).join(", ");
    return svg("svg", {
      viewBox: "0 0 360 240", role: "img", class: "map",
      "aria-label": `Mapa de puntos con ${names}`,
    }, ...(way === "near" ? [] : parallelogram(table, asked)), ...labels);
  };
  /* a → b, moved to c: the fourth corner is b − a + c, also in the drawing. */
  const parallelogram = (table, rows) => {
    const [a, b, c] = rows.map((row) => place(table, row));
    const corner = [0, 1].map((i) => round(b[i] - a[i] + c[i]));
    return [
      svg("path", { class: "sides", d: `M${a}L${b}L${corner}L${c}Z` }),
      svg("path", { class: "corner", d: `M${corner[0] - 4},${corner[1]}h8m-4,-4v8` }),
    ];
  };

  let unpacked;
  const load = async () => {
    await ANDREA.load("word_map.data.js");
    unpacked ??= unpack(ANDREA.data.word_map);
    return unpacked;
  };

  /* The boxes to write words in, as many as the question needs. */
  const makeBoxes = () => {
    const options = html("datalist", { id: "word_map-words" });
    const box = html("span", { class: "boxes" });
    const oninput = async (event) => {
      const words = beginning(await load(), event.target.value.trim());
      options.replaceChildren(...words.map((value) => html("option", { value })));
    };
    const input = (label, value) => html("label", {}, `${label} `, html("input", {
      type: "text", "aria-label": label, list: options.id, autocomplete: "off",
      spellcheck: "false", autocapitalize: "off", value, onfocus: load, oninput,
    }));
    const ask = (way, words) =>
      box.replaceChildren(...words.map((word, i) => input(LABELS[way][i], word)));
    const typed = () => [...box.querySelectorAll("input")].map((each) => each.value);
    return { box, options, ask, typed };
  };
  /* The answers, each a button that asks for its own neighbours. */
  const list = ({ words }, found, follow) => html("ol", { class: "nearest" },
    ...found.map(([row, cosine]) => html("li", {},
      button(words[row], () => follow(words[row])), html("span", {}, ` ${sig(cosine)}`))));
  const title = (way, words) => (way === "near"
    ? `Vecinas de «${words[0]}», por coseno`
    : `${words[1]} − ${words[0]} + ${words[2]}, por coseno`);
  /* The word whose dot is nearest to a click. */
  const wordAt = (table, drawing, { clientX, clientY }) => {
    const screen = new DOMPoint(clientX, clientY);
    const { x, y } = screen.matrixTransform(drawing.getScreenCTM().inverse());
    const away = table.words.map((_, row) => {
      const at = place(table, row);
      return (at[0] - x) ** 2 + (at[1] - y) ** 2;
    });
    return table.words[away.indexOf(Math.min(...away))];
  };

  const makeForm = (ways, boxes, show) => {
    const onsubmit = (event) => { event.preventDefault(); show(); };
    return html("form", { class: "controls", onsubmit },
      ways.box, boxes.box, html("button", {}, "Buscar"), boxes.options);
  };

  ANDREA.figures.word_map = async (body) => {
    // The picture that came with the page stands until somebody asks for another.
    const still = body.querySelector(".map-result");
    const result = still ?? html("div", { class: "map-result" });
    const message = html("p", { class: "verdict" }, title("near", START.near));
    const boxes = makeBoxes();
    const { place: voicePlace, say } = voice();
    let way = "near";

    const answer = (table, rows) => {
      const signs = way === "near" ? [1] : [-1, 1, 1];
      const found = mostSimilar(table, rows.map((row, i) => [row, signs[i]]));
      message.textContent = title(way, rows.map((row) => table.words[row]));
      result.replaceChildren(drawMap(table, rows, found, way), list(table, found, follow));
      say(found.map(([row, cosine]) => `${table.words[row]} ${sig(cosine)}`).join(", "));
    };
    const show = async () => {
      const table = await load();
      const words = boxes.typed();
      const rows = words.map((word) => find(table, word));
      const lost = rows.indexOf(-1);
      if (lost < 0) answer(table, rows);
      else message.textContent = missing(table, words[lost]);
    };
    const turn = (to, words) => {
      way = to;
      ways.press(way);
      boxes.ask(way, words);
      return show();
    };
    const follow = (word) => turn("near", [word]);
    const ways = choices("Qué buscar", WAYS, way, (to) => turn(to, START[to]));
    result.onclick = async (event) => {
      const drawing = event.target.closest("svg");
      if (drawing) follow(wordAt(await load(), drawing, event));
    };
    boxes.ask(way, START.near);
    if (!still) await show();
    body.replaceChildren(makeForm(ways, boxes, show), message, result, voicePlace);
  };
})();
