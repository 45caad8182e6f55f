/* What Sphinx's search says, in the voice of the course. */
// It would paint the words it found all over the page, menu and formulas included.
const SPHINX_HIGHLIGHT_ENABLED = false;
Documentation.addTranslations({
  locale: "es",
  plural_expr: "n == 1 ? 0 : 1",
  messages: {
    "Searching": "Buscando",
    "Preparing search...": "Preparando la búsqueda…",
    "Search Results": "Resultados",
    "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.":
      "Ninguna página tiene todas esas palabras. Prueba con menos, o con otra forma.",
    "Search finished, found ${resultCount} page(s) matching the search query.":
      "Páginas encontradas: ${resultCount}.",
  },
});
// From a folder the browser may not read other pages: no excerpts then.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
