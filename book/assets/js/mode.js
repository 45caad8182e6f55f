/* The button for light and dark. The head of the page has set the mode already. */
(() => {
  const page = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => { try { return localStorage.getItem("modo"); } catch { return null; } };
  const show = () => { page.dataset.theme = chosen() || (dark.matches ? "dark" : "light"); };
  const turn = () => {
    const mode = page.dataset.theme === "dark" ? "light" : "dark";
    page.dataset.theme = mode;
    try { localStorage.setItem("modo", mode); } catch { /* a private window keeps nothing */ }
  };
  dark.addEventListener("change", show);
  document.querySelector(".mode-button").addEventListener("click", turn);
})();
