/* Where the reader is; what scrolls can be reached with the keyboard; paper. */
(() => {
  const contents = document.querySelector(".page-contents details");
  const wide = matchMedia("(min-width: 76rem)");
  const fold = () => { if (contents) contents.open = wide.matches; };
  fold();
  wide.addEventListener("change", fold);

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

  const boxes = document.querySelectorAll("pre, .scroll, .equation, .text_html, span.math");
  const measure = () => {
    for (const box of boxes) {
      if (box.matches("span.math")) box.classList.toggle("wide", box.offsetWidth > box.closest("main").offsetWidth);
      if (box.scrollWidth > box.clientWidth && box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  addEventListener("load", measure);
  addEventListener("resize", measure);

  const folded = [];
  addEventListener("beforeprint", () => {
    for (const box of document.querySelectorAll("main details:not([open], .hide)")) {
      box.open = true;
      folded.push(box);
    }
  });
  addEventListener("afterprint", () => { for (const box of folded.splice(0)) box.open = false; });
})();
