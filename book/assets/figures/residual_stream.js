/* The residual stream, one write after another, as the small decoder recorded it.
   The values were computed when the site was built: tools/site/figures/stream.py. */
(() => {
  const { html, svg, set, sig, voice, slider, controls, choices, readings } = ANDREA;
  const NAMES = ["norma de lo que suma", "norma del flujo", "coseno con lo que había"];
  const SHORT = { entrada: "E + P", atención: "at.", MLP: "MLP" };
  const LEFT = 24;
  const MIDDLE = 152;

  const short = (name) => name.replace(/^\S+/, (machine) => SHORT[machine]);
  const round = (x) => Math.round(x * 10) / 10;
  const column = (i) => LEFT + 52 * i;

  /* A line with one knot for each write: the larger what it adds, the larger the knot. */
  const makeLine = (names, choose) => {
    const knots = names.map((name, i) => {
      const parts = { ring: svg("circle", { cx: column(i), cy: 32 }), sign: svg("path") };
      const box = svg("g", { class: "knot", onclick: () => choose(i) }, parts.ring, parts.sign,
        svg("text", { x: column(i), y: 70 }, short(name)));
      return { ...parts, box };
    });
    const line = svg("path", { class: "axis", d: `M${LEFT},32H${column(names.length - 1)}` });
    return { knots, box: svg("g", {}, line, ...knots.map((knot) => knot.box)) };
  };
  const drawKnot = (knot, i, written, along, now) => {
    const x = column(i);
    set(knot.ring, { r: round(5 + 1.5 * written) });
    set(knot.sign, { d: `M${x - 4},32h8${along < 0 ? "" : "m-4,-4v8"}` });
    set(knot.box, { class: `knot${i === now ? " now" : ""}${i > now ? " later" : ""}` });
  };

  /* The d numbers of the stream: bars, and a thin one for what was there before. */
  const bar = (value, i, width) => `M${round(21 + 5.1 * i)},${MIDDLE}v${-value}h${width}v${value}`;
  const bars = (values, scale, width) =>
    values.map((value, i) => bar(round(value * scale), i, width)).join("").replace(/--/g, "");
  const makeBars = () => {
    const parts = { after: svg("path", { class: "after" }), before: svg("path", { class: "before" }) };
    const zero = svg("path", { class: "axis", d: `M18,${MIDDLE}H345` });
    const words = svg("text", { x: 180, y: 226 }, "los 64 números del flujo en esa posición");
    return { ...parts, box: svg("g", {}, parts.after, parts.before, zero, words) };
  };
  const drawBars = (parts, steps, now, at) => {
    const most = Math.max(...steps.flatMap((step) => step.stream[at].map(Math.abs)));
    const scale = 56 / most;
    set(parts.after, { d: bars(steps[now].stream[at], scale, 3.6) });
    set(parts.before, { d: now ? bars(steps[now - 1].stream[at], scale, 1) : "" });
  };

  const guess = ([word, share]) => html("li", {},
    html("span", { class: "share", style: `width:${round(share)}%` }), `${word} · ${sig(share)}\u00a0%`);
  const said = ([word, share]) => `${word} ${sig(share)}\u00a0%`;
  const sentence = (name, along, now) => {
    if (!now) return "La entrada: la primera escritura, con norma 8.";
    const way = along < 0 ? "en contra" : "a favor";
    return `${name[0].toUpperCase()}${name.slice(1)}: escribe ${way} de lo que había.`;
  };

  /* Which sentence, and which of its words; move(change) hears of both. */
  const makePickers = (texts, state, move) => {
    const positions = () => {
      const words = texts[state.text].words.map((word, i) => [i, word]);
      return choices("Posición", words, state.at, (at) => move({ at })).box;
    };
    const chosen = html("div", {}, positions());
    const pickText = (event) => {
      const text = event.target.selectedIndex;
      Object.assign(state, { text, at: texts[text].words.length - 1 });
      chosen.replaceChildren(positions());
      move({});
    };
    const options = texts.map(({ words }) => html("option", {}, words.slice(1).join(" ")));
    const list = html("select", { onchange: pickText }, ...options);
    return [html("label", { class: "select" }, "Frase ", list), chosen];
  };

  ANDREA.figures.residual_stream = async (body) => {
    await ANDREA.load("residual_stream.data.js");
    const texts = ANDREA.data.residual_stream;
    const state = { text: 0, at: texts[0].words.length - 1, now: 0 };
    const names = texts[0].steps.map(({ name }) => name);
    const line = makeLine(names, (now) => { write.set(now); move({ now }); });
    const stream = makeBars();
    const drawing = svg("svg", {
      viewBox: "0 0 360 232", role: "img",
      "aria-label": "Una línea con siete escrituras y, debajo, las barras del flujo",
    }, line.box, stream.box);
    const numbers = readings(NAMES);
    const guesses = html("ol", { class: "guesses" });
    const verdict = html("p", { class: "verdict" });
    const { place, say } = voice();

    const draw = () => {
      const { text, at, now } = state;
      const { steps } = texts[text];
      steps.forEach((step, i) => drawKnot(line.knots[i], i, step.written[at], step.along[at], now));
      drawBars(stream, steps, now, at);
      const { name, written, size, along, lens } = steps[now];
      numbers.show({
        [NAMES[0]]: sig(written[at]),
        [NAMES[1]]: sig(size[at]),
        [NAMES[2]]: now ? sig(along[at]) : "—",
      });
      guesses.replaceChildren(...lens[at].map(guess));
      verdict.textContent = `${sentence(name, along[at], now)} Si el modelo acabara aquí, diría:`;
      return `${name}: ${lens[at].map(said).join(", ")}`;
    };
    const move = (change) => { Object.assign(state, change); say(draw()); };

    const range = { min: 0, max: names.length - 1, value: 0 };
    const write = slider("Escritura", range, (now) => move({ now }), (i) => names[i]);
    draw();
    body.replaceChildren(controls(...makePickers(texts, state, move), write.box), drawing, numbers.box, verdict, guesses, place);
  };
})();
