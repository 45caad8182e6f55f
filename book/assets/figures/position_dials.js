/* Sinusoids and RoPE as clocks: one hand for the query, one for the key, in each of
   the d/2 pairs. The formulas are those of andrea_lib/positions.py. */
(() => {
  const { html, svg, set, sig, voice, slider, controls, choices, readings } = ANDREA;
  const MOST = 63;
  const RADIUS = 31;
  const NAMES = ["posición de la consulta", "posición de la clave", "producto punto"];
  const WAYS = [["sinusoids", "Sinusoides"], ["rope", "RoPE"]];

  const round = (x) => Math.round(x * 100) / 100;
  const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

  /* The vector of a position, pairs one after the other: (d,). */
  const sinusoidal = ({ speeds }, t) => speeds.flatMap((w) => [Math.sin(t * w), Math.cos(t * w)]);
  const rope = ({ speeds }, x, t) => speeds.flatMap((w, i) => {
    const [a, b, sin, cos] = [x[2 * i], x[2 * i + 1], Math.sin(t * w), Math.cos(t * w)];
    return [a * cos - b * sin, a * sin + b * cos];
  });
  const vectors = (data, way, m, n) => (way === "rope"
    ? [rope(data, data.q, m), rope(data, data.k, n)]
    : [sinusoidal(data, m), sinusoidal(data, n)]);
  const note = (data, way, m, n) => dot(...vectors(data, way, m, n));

  const makeDial = (pair) => {
    const [x, y] = [45 + 90 * (pair % 4), 38 + 92 * Math.floor(pair / 4)];
    const hands = ["query", "key"].map((name) => svg("path", { class: `hand ${name}` }));
    const box = svg("g", { transform: `translate(${x} ${y})` },
      svg("circle", { class: "dial", r: RADIUS + 3 }), hands[1], hands[0],
      svg("text", { y: RADIUS + 16 }, `pareja ${pair}`));
    return { box, hands };
  };
  const lengths = (vector) => vector.filter((_, i) => i % 2).map((y, i) => Math.hypot(vector[2 * i], y));
  /* First number to the right, second upwards. */
  const drawHand = (hand, vector, pair, scale) => {
    const [x, y] = [vector[2 * pair] * scale, -vector[2 * pair + 1] * scale];
    set(hand, { d: `M0,0L${round(x)},${round(y)}` });
  };

  /* The dot product at each distance, from 0 to MOST. */
  const makeCurve = () => {
    const parts = {
      zero: svg("path", { class: "axis" }),
      line: svg("path", { class: "curve" }),
      now: svg("circle", { class: "place-now", r: 4.5 }),
    };
    const words = [
      svg("text", { x: 180, y: 206 }, "producto punto según la distancia"),
      svg("text", { x: 22, y: 300 }, "0"), svg("text", { x: 338, y: 300 }, String(MOST)),
    ];
    return { ...parts, box: svg("g", {}, parts.zero, parts.line, parts.now, ...words) };
  };
  const drawCurve = (curve, heights, distance) => {
    const most = Math.max(...heights);
    const least = Math.min(0, ...heights);
    const x = (s) => round(22 + (316 * s) / MOST);
    const y = (height) => round(284 - (68 * (height - least)) / (most - least));
    set(curve.zero, { d: `M22,${y(0)}H338` });
    set(curve.line, { d: `M${heights.map((height, s) => `${x(s)},${y(height)}`).join("L")}` });
    set(curve.now, { cx: x(distance), cy: y(heights[distance]) });
  };

  const begins = (vector) => `(${vector.slice(0, 4).map((x) => sig(x)).join(", ")}, …)`;
  const describe = (way, m, [first]) => (way === "rope"
    ? `q, girada a la posición ${m}: ${begins(first)}`
    : `P[${m}] = ${begins(first)}`);

  ANDREA.figures.position_dials = async (body) => {
    await ANDREA.load("position_dials.data.js");
    const data = ANDREA.data.position_dials;
    const state = { way: "sinusoids", n: 5, distance: 3 };
    const dials = data.speeds.map((_, pair) => makeDial(pair));
    const curve = makeCurve();
    const drawing = svg("svg", {
      viewBox: "0 0 360 304", role: "img",
      "aria-label": "Ocho esferas con dos agujas cada una y, debajo, una curva",
    }, ...dials.map((dial) => dial.box), curve.box);
    const numbers = readings(NAMES);
    const verdict = html("p", { class: "verdict" });
    const { place, say } = voice();

    const draw = () => {
      const { way, n, distance } = state;
      const m = n + distance;
      const pairs = vectors(data, way, m, n);
      const scale = RADIUS / Math.max(...pairs.flatMap(lengths));
      dials.forEach((dial, i) => dial.hands.forEach((hand, j) => drawHand(hand, pairs[j], i, scale)));
      const distances = Array.from({ length: MOST + 1 }, (_, s) => s);
      drawCurve(curve, distances.map((s) => note(data, way, n + s, n)), distance);
      numbers.show({ [NAMES[0]]: m, [NAMES[1]]: n, [NAMES[2]]: sig(dot(...pairs)) });
      verdict.textContent = describe(way, m, pairs);
      return sig(dot(...pairs));
    };
    const move = (change) => {
      Object.assign(state, change);
      say(`A distancia ${state.distance}, producto punto: ${draw()}.`);
    };
    const range = (value) => ({ min: 0, max: MOST, value });
    const where = slider("Posición de la clave", range(state.n), (n) => move({ n }));
    const apart = slider("Distancia", range(state.distance), (distance) => move({ distance }));
    const ways = choices("Manera de poner la posición", WAYS, state.way, (way) => move({ way }));
    draw();
    body.replaceChildren(controls(ways.box, where.box, apart.box), drawing, numbers.box, verdict, place);
  };
})();
