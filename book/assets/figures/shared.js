/* What the figures share: making elements, writing numbers as the chapters do,
   dragging, sliders, and a voice for those who listen to the page. */
(() => {
  const build = (node, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") node[name] = value;
      else node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  };
  const html = (name, attributes = {}, ...children) =>
    build(document.createElement(name), attributes, children);
  const svg = (name, attributes = {}, ...children) =>
    build(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

  /* Numbers: the same text as `sig` and `thousands` of andrea_lib/show.py. */
  const signed = (text) => text.replace("-", "−");
  // Python rounds a tie to the even digit, toFixed away from zero: 12.25 → 12.2.
  const toEven = (x, decimals) => {
    const tail = Math.abs(x).toFixed(decimals + 30).slice(-30);
    const text = x.toFixed(decimals);
    if (tail !== `5${"0".repeat(29)}` || "02468".includes(text.at(-1))) return text;
    return (x - Math.sign(x) * 10 ** -decimals * 0.1).toFixed(decimals);
  };
  const fixed = (x, decimals) => signed(toEven(x, decimals).replace(/^-(0\.?0*)$/, "$1"));
  const thousands = (n) => {
    const digits = String(Math.abs(n));
    const text = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, "\u202f") : digits;
    return n < 0 ? `−${text}` : text;
  };
  const raised = (n) => String(n).replace(/./g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]);
  const sig = (x, digits = 3) => {
    if (x === 0) return "0";
    const [mantissa, power] = x.toExponential(digits - 1).split("e");
    const decimals = digits - 1 - power;
    if (power < -4 || power >= 6) return signed(`${mantissa}·10${raised(Number(power))}`);
    if (decimals > 0) return signed(toEven(x, decimals));
    return thousands(Number(toEven(x * 10 ** decimals, 0)) * 10 ** -decimals);
  };
  /* At most two decimals, none that says nothing: 24, −7.5. */
  const plain = (x) => signed(String(Math.round(x * 100) / 100));

  /* Reads the last text aloud once the reader has stopped moving things. */
  const voice = () => {
    const place = html("p", { class: "unseen", role: "status" });
    let later;
    const say = (text) => {
      clearTimeout(later);
      later = setTimeout(() => { place.textContent = text; }, 400);
    };
    return { place, say };
  };

  /* Calls move(x, y), in the drawing's own units, while a pointer drags the handle. */
  const draggable = (handle, drawing, move) => {
    const here = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY);
      const { x, y } = point.matrixTransform(drawing.getScreenCTM().inverse());
      move(x, y);
    };
    handle.onpointerdown = (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      handle.focus({ preventScroll: true });
      handle.onpointermove = here;
    };
    // A finger on it must not scroll the page; Chromium hears no touch-action inside a drawing.
    handle.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    handle.onpointerup = handle.onpointercancel = () => { handle.onpointermove = null; };
  };

  /* A labelled slider that shows its value; change(value) hears of each step. */
  const slider = (label, { min, max, step = 1, value }, change, words = plain) => {
    const input = html("input", { type: "range", "aria-label": label, min, max, step, value });
    const shown = html("output", {}, words(value));
    const tell = () => {
      shown.textContent = words(input.valueAsNumber);
      input.setAttribute("aria-valuetext", words(input.valueAsNumber));
    };
    input.oninput = () => { tell(); change(input.valueAsNumber); };
    const set = (number) => { input.value = number; tell(); };
    return { box: html("label", { class: "slider" }, html("span", {}, label), input, shown), input, set };
  };

  const button = (text, onclick) => html("button", { type: "button", onclick }, text);
  const controls = (...parts) => html("div", { class: "controls" }, ...parts);

  /* Buttons of which one is pressed; choose(value) hears of a change. */
  const choices = (label, options, start, choose) => {
    const press = (value) => {
      for (const each of box.querySelectorAll("button")) {
        each.setAttribute("aria-pressed", each.dataset.value === String(value));
      }
    };
    const make = ([value, text]) => html("button", {
      type: "button", "data-value": value, onclick: () => { press(value); choose(value); },
    }, text);
    const box = html("div", { class: "choices", role: "group", "aria-label": label }, ...options.map(make));
    press(start);
    return { box, press };
  };

  /* Name and value pairs; show({name: text}) fills them in. */
  const readings = (names) => {
    const cells = new Map(names.map((name) => [name, html("dd")]));
    const pairs = [...cells].map(([name, cell]) => html("div", {}, html("dt", {}, name), cell));
    const show = (values) => {
      for (const [name, text] of Object.entries(values)) cells.get(name).textContent = text;
    };
    return { box: html("dl", { class: "readings" }, ...pairs), show };
  };

  const set = (node, attributes) => build(node, attributes, []);
  Object.assign(ANDREA, {
    html, svg, set, fixed, sig, thousands, plain, voice, draggable, slider, button,
    controls, choices, readings,
  });
})();
