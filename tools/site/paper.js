/* Puts all pages of the course into one document, which Chromium then prints.
   pages: addresses of the pages in their order; site: where the course is published.
   Gives the places of the contents: [title, id, level]. */
async ({ pages, site }) => {
  const root = new URL(".", location);
  const address = (page) => new URL(page, root);
  const idOf = (page) => page.replace(/\W/g, "-");
  const known = new Map(pages.map((page) => [address(page).pathname, page]));

  /* A link to another page of the book becomes a link within it. */
  const inBook = (link, page) => {
    const to = new URL(link, address(page));
    if (to.origin !== root.origin) return to.href;
    const target = known.get(to.pathname);
    const rest = to.pathname.slice(root.pathname.length) + to.hash;
    if (!target) return site + rest;
    return to.hash ? `#${idOf(target)}--${decodeURIComponent(to.hash.slice(1))}` : `#${idOf(target)}`;
  };
  const article = async (page) => {
    const text = await (await fetch(address(page))).text();
    const main = new DOMParser().parseFromString(text, "text/html").querySelector("main");
    const made = document.createElement("article");
    made.id = idOf(page);
    made.append(...main.childNodes);
    for (const part of made.querySelectorAll("[id]")) part.id = `${made.id}--${part.id}`;
    for (const link of made.querySelectorAll("a[href]")) {
      link.setAttribute("href", inBook(link.getAttribute("href"), page));
    }
    for (const picture of made.querySelectorAll("img")) {
      picture.loading = "eager";
      picture.src = new URL(picture.getAttribute("src"), address(page));
    }
    for (const fold of made.querySelectorAll("details:not(.hide)")) fold.open = true;
    for (const gone of made.querySelectorAll(".headerlink, .done-line")) gone.remove();
    return made;
  };
  const places = (made) => [...made.querySelectorAll("h1, h2")].map((heading) => {
    const level = heading.localName === "h1" ? 1 : 2;
    return [heading.textContent.trim(), level === 1 ? made.id : heading.closest("[id]").id, level];
  });

  const articles = await Promise.all(pages.map(article));
  document.body.replaceChildren(...articles);
  document.documentElement.className = "book";
  await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
  return articles.flatMap(places);
}
