/* The menu on a narrow screen, Ctrl+K for the search, the button to the top. */
(() => {
  const page = document.documentElement;
  const button = document.querySelector(".menu-button");
  const menu = document.getElementById("menu");
  const search = document.getElementById("buscar");
  const top = document.querySelector(".to-top");

  const setMenu = (open) => {
    page.classList.toggle("menu-open", open);
    button.setAttribute("aria-expanded", open);
    if (open) menu.querySelector("a").focus();
  };
  const isOpen = () => page.classList.contains("menu-open");

  button.addEventListener("click", () => setMenu(!isOpen()));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen()) { setMenu(false); button.focus(); }
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  });
  document.addEventListener("click", (event) => {
    if (isOpen() && !menu.contains(event.target) && !button.contains(event.target)) setMenu(false);
  });
  addEventListener("scroll", () => top.classList.toggle("shown", scrollY > 1200), { passive: true });
  menu.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  document.querySelector(".print-button")?.addEventListener("click", () => print());
})();
