/* Where the reader is; what scrolls can be reached with the keyboard; paper. */
(() => {
  const contents = document.querySelector(".page-contents details");
  const wide = matchMedia("(min-width: 76rem)");
  wide.addEventListener("change", () => { if (contents) contents.open = wide.matches; });

  const places = new Map();
  for (const link of document.querySelectorAll(".page-contents a")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) places.set(heading, link);
  }
  const seen = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target); else seen.delete(target);
    }
    const here = [...places.keys()].filter((heading) => seen.has(heading)).pop();
    for (const [heading, link] of places) link.classList.toggle("here", heading === here);
  }, { rootMargin: "-80px 0px -55% 0px" });
  for (const heading of places.keys()) watch.observe(heading);

  /* First all is measured, then all is changed: the page is laid out once. */
  const measure = () => {
    const main = document.getElementById("contenido");
    const room = main.offsetWidth;
    const spans = [...main.querySelectorAll("span.math")];
    const wides = spans.map((span) => Math.max(span.offsetWidth, span.scrollWidth) > room);
    spans.forEach((span, n) => span.classList.toggle("wide", wides[n]));
    const boxes = [...main.querySelectorAll("pre, .scroll, .equation, .text_html, .math.wide")];
    const scroll = boxes.map((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth);
    boxes.forEach((box, n) => {
      if (scroll[n]) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    });
  };
  addEventListener("load", measure);
  addEventListener("resize", measure);
  document.addEventListener("added", measure);
  document.addEventListener("toggle", measure, true);

  const folded = [];
  addEventListener("beforeprint", () => {
    for (const box of document.querySelectorAll("main details:not([open], .hide)")) {
      box.open = true;
      folded.push(box);
    }
  });
  addEventListener("afterprint", () => { for (const box of folded.splice(0)) box.open = false; });
})();
