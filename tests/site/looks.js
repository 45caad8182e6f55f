/* Questions that the browser tests ask of a page; each gives a list. */
window.looks = {
  /* Every word of the frame: what is neither the article nor a title of a page. */
  frame() {
    const others =
      "main, .page-contents ul, .menu a:not(.home a), .caption, .turn a > span";
    const named = "[title], [aria-label], [placeholder]";
    const ours =
      ".turn small, .copy, .done, details.hide > summary p, .bet > summary, .box-title, .only-js";
    const words = new Set();
    const add = (text) => {
      const plain = (text || "").replace(/\s+/g, " ").trim();
      if (plain) words.add(plain);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!parent.closest(`${others}, script, noscript`)) add(walker.currentNode.data);
    }
    for (const part of document.querySelectorAll(ours)) add(part.textContent);
    for (const part of document.body.querySelectorAll(named)) {
      if (part.closest("figure.moving")) continue; // its words are the chapter's
      for (const name of ["title", "aria-label", "placeholder"]) {
        add(part.getAttribute(name));
      }
    }
    return [...words];
  },
  /* Does the page itself scroll sideways? */
  wide() {
    const page = document.documentElement;
    return page.scrollWidth > page.clientWidth ? ["scrolls sideways"] : [];
  },
  /* Boxes that scroll, but not with the keyboard. */
  unreachable() {
    return [...document.querySelectorAll("main pre, main .scroll, main .equation")]
      .filter((box) => box.clientWidth && box.scrollWidth > box.clientWidth)
      .filter((box) => box.tabIndex < 0)
      .map((box) => box.outerHTML.slice(0, 90));
  },
  /* Links within the page that lead to no place in it. */
  lost() {
    return [...document.querySelectorAll('a[href^="#"]')]
      .map((link) => decodeURIComponent(link.hash.slice(1)))
      .filter((id) => id && !document.getElementById(id));
  },
};
