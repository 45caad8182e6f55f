/* Two arrows: their tips are dragged; norms, dot product, cosine and angle follow.
   The formulas are those of andrea_lib/geometry.py. */
(() => {
  const { html, svg, set, sig, fixed, plain, voice, draggable, button, controls, readings } = ANDREA;
  const UNIT = 20;
  const REACH = { x: 9, y: 7 };
  const STEP = 0.5;
  const MOVES = {
    ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP],
  };
  // The four arrows of the section, 2.1.
  const GIVEN = [[4, 3], [8, 6], [-4, 3], [-3, -4]];
  const NAMES = ["norma de u", "norma de v", "u · v", "coseno", "ángulo", "sombra de v"];

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const norm = (a) => Math.sqrt(dot(a, a));
  const unit = (a) => [a[0] / norm(a), a[1] / norm(a)];
  const cosine = (a, b) => Math.min(1, Math.max(-1, dot(unit(a), unit(b))));
  const angle = (a, b) => {
    const [p, q] = [unit(a), unit(b)];
    const apart = norm([p[0] - q[0], p[1] - q[1]]);
    return (2 * Math.atan2(apart, norm([p[0] + q[0], p[1] + q[1]])) * 180) / Math.PI;
  };
  const pair = (a) => `(${plain(a[0])}, ${plain(a[1])})`;

  const side = (u, v) => {
    const zero = [["u", u], ["v", v]].find(([, a]) => norm(a) === 0);
    if (zero) return `${zero[0]} es (0, 0): no apunta a ninguna parte y no tiene coseno.`;
    if (dot(u, v) === 0) return "En ángulo recto: el producto punto es 0.";
    return dot(u, v) > 0 ? "Hacia el mismo lado: positivo." : "Hacia lados contrarios: negativo.";
  };
  const values = (u, v) => {
    const both = norm(u) > 0 && norm(v) > 0;
    const numbers = [
      sig(norm(u)), sig(norm(v)), plain(dot(u, v)),
      both ? sig(cosine(u, v)) : "no existe",
      both ? `${fixed(angle(u, v), 2)}°` : "no existe",
      norm(u) ? sig(dot(u, v) / norm(u)) : "no existe",
    ];
    return Object.fromEntries(NAMES.map((name, i) => [name, numbers[i]]));
  };

  /* On paper y grows upwards, on a screen downwards. */
  const at = ([x, y]) => [x * UNIT, -y * UNIT];
  const line = (from, to) => `M${at(from).map(round)}L${at(to).map(round)}`;
  const round = (x) => Math.round(x * 100) / 100;
  const head = (a) => {
    if (norm(a) < 0.3) return "";
    const [x, y] = unit(a);
    const back = (bend) => [a[0] - 0.6 * x + bend * y, a[1] - 0.6 * y - bend * x];
    return `${line(a, back(0.28))}L${at(back(-0.28)).map(round)}Z`;
  };
  const arc = (u, v) => {
    if (norm(u) === 0 || norm(v) === 0) return "";
    const [from, to] = [unit(u), unit(v)].map((a) => at([a[0] * 1.2, a[1] * 1.2]).map(round));
    const sweep = u[0] * v[1] - u[1] * v[0] > 0 ? 0 : 1;
    return `M${from}A${1.2 * UNIT} ${1.2 * UNIT} 0 0 ${sweep} ${to}`;
  };

  const grid = () => {
    const lines = [];
    for (let x = -REACH.x; x <= REACH.x; x++) lines.push(line([x, -REACH.y], [x, REACH.y]));
    for (let y = -REACH.y; y <= REACH.y; y++) lines.push(line([-REACH.x, y], [REACH.x, y]));
    const axes = line([-REACH.x, 0], [REACH.x, 0]) + line([0, -REACH.y], [0, REACH.y]);
    return [svg("path", { class: "grid", d: lines.join("") }), svg("path", { class: "axis", d: axes })];
  };

  const makeArrow = (name) => {
    const parts = {
      shaft: svg("path", { class: "shaft" }),
      point: svg("path", { class: "point" }),
      label: svg("text", {}, name),
      reach: svg("circle", { class: "reach", r: 17 }),
    };
    const tip = svg("g", {
      class: "handle", tabindex: 0, role: "slider", "aria-label": `Punta de ${name}`,
      "aria-roledescription": "punto que se mueve con las flechas del teclado",
      "aria-valuemin": -REACH.x, "aria-valuemax": REACH.x,
    }, parts.point, parts.reach);
    return { ...parts, tip, box: svg("g", { class: `arrow ${name}` }, parts.shaft, parts.label, tip) };
  };
  const drawArrow = (arrow, a) => {
    const [x, y] = at(a);
    set(arrow.shaft, { d: line([0, 0], a) });
    set(arrow.point, { d: head(a) });
    set(arrow.reach, { cx: x, cy: y });
    const away = norm(a) ? unit(a) : [0, 1];
    set(arrow.label, { x: round(x + 14 * away[0]), y: round(y - 14 * away[1] + 4) });
    set(arrow.tip, { "aria-valuenow": a[0], "aria-valuetext": pair(a) });
  };

  /* The shadow of v on u, the line down to it, and the angle between them. */
  const makeShadow = () => {
    const [shadow, drop, bend] = ["shadow", "drop", "bend"].map((name) => svg("path", { class: name }));
    const draw = ({ u, v }) => {
      const share = norm(u) ? dot(u, v) / dot(u, u) : 0;
      const foot = [share * u[0], share * u[1]];
      set(shadow, { d: line([0, 0], foot) });
      set(drop, { d: line(v, foot) });
      set(bend, { d: arc(u, v) });
    };
    return { parts: [shadow, drop, bend], draw };
  };

  const byKey = (move) => (event) => {
    if (!MOVES[event.key]) return;
    event.preventDefault();
    move(MOVES[event.key]);
  };
  const snap = (n, most) => Math.max(-most, Math.min(most, Math.round(n / STEP) * STEP)) + 0;

  ANDREA.figures.two_arrows = (body) => {
    const tips = { u: [3, 4], v: [4, 3] };
    const arrows = { u: makeArrow("u"), v: makeArrow("v") };
    const shadow = makeShadow();
    const size = [-REACH.x, -REACH.y, 2 * REACH.x, 2 * REACH.y].map((n) => n * UNIT);
    const drawing = svg("svg", {
      viewBox: size.join(" "), role: "group", "aria-label": "Dos flechas, u y v, en una cuadrícula",
    }, ...grid(), ...shadow.parts, arrows.u.box, arrows.v.box);
    const numbers = readings(NAMES);
    const verdict = html("p", { class: "verdict" });
    const { place, say } = voice();

    const draw = () => {
      for (const name of ["u", "v"]) drawArrow(arrows[name], tips[name]);
      shadow.draw(tips);
      const found = values(tips.u, tips.v);
      numbers.show(found);
      verdict.textContent = `u = ${pair(tips.u)}, v = ${pair(tips.v)}. ${side(tips.u, tips.v)}`;
      return found;
    };
    const move = (name, [x, y]) => {
      tips[name] = [snap(x, REACH.x), snap(y, REACH.y)];
      const found = draw();
      say(`u · v: ${found["u · v"]}; coseno: ${found.coseno}; ángulo: ${found.ángulo}.`);
    };
    for (const name of ["u", "v"]) {
      const { tip } = arrows[name];
      draggable(tip, drawing, (x, y) => move(name, [x / UNIT, -y / UNIT]));
      tip.onkeydown = byKey(([x, y]) => move(name, [tips[name][0] + x, tips[name][1] + y]));
    }
    const given = GIVEN.map((v) => button(pair(v), () => move("v", v)));
    const presets = controls(html("span", {}, "v como arriba:"), ...given);
    draw();
    body.replaceChildren(presets, drawing, numbers.box, verdict, place);
  };
})();
