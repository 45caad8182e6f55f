/* Which sections the reader has read: marks in this browser, and nowhere else. */
(() => {
  const KEY = "leido";
  const nameOf = (place) => place.pathname.split("/").slice(-2).join("/").replace(".html", "");
  const page = nameOf(location);
  const buttons = [...document.querySelectorAll(".done")];
  /* { page: { read: [sections], of: how many there are } } */
  let marks = {};
  try { marks = { ...JSON.parse(localStorage.getItem(KEY)) }; } catch { /* none kept */ }

  const mine = () => new Set(marks[page]?.read);
  const keep = (read) => {
    marks[page] = { read: [...read], of: buttons.length };
    try { localStorage.setItem(KEY, JSON.stringify(marks)); } catch { /* until it closes */ }
  };
  const show = () => {
    const read = mine();
    for (const button of buttons) {
      const { section } = button.dataset;
      button.setAttribute("aria-pressed", read.has(section));
      document.querySelector(`.page-contents a[href="#${CSS.escape(section)}"]`)
        ?.classList.toggle("read", read.has(section));
    }
    for (const link of document.querySelectorAll(".menu a")) {
      const { read: done = [], of } = marks[nameOf(link)] || {};
      if (done.length) link.dataset.progress = `${done.length} de ${of}`;
      else delete link.dataset.progress;
    }
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const read = mine();
      const { section } = button.dataset;
      if (!read.delete(section)) read.add(section);
      keep(read);
      show();
    });
  }
  show();
})();
