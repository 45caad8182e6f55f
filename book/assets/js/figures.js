/* Figures that move: the code of each one comes when the reader comes near it.
   Scripts, not modules or fetch: a page opened from a folder may load nothing else. */
(() => {
  const home = `${document.documentElement.dataset.content_root}_static/figures/`;
  const asked = new Map();

  const request = (file) => new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = home + file;
    script.onload = done;
    script.onerror = failed;
    document.head.append(script);
  });
  const load = (file) => {
    if (!asked.has(file)) asked.set(file, request(file));
    return asked.get(file);
  };

  const enliven = async (body) => {
    const name = body.dataset.figure;
    await load("shared.js");
    await load(`${name}.js`);
    await ANDREA.figures[name](body);
    body.inert = false;
    body.dataset.ready = "yes";
  };

  window.ANDREA = { figures: {}, data: {}, load };
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) { watch.unobserve(target); enliven(target); }
    }
  }, { rootMargin: "600px" });
  for (const body of document.querySelectorAll("[data-figure]")) watch.observe(body);
})();
