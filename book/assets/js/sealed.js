/* The code of a solution lies sealed in its page until its fold is opened: nobody
   meets it by accident. What is new on a page is announced to the other scripts. */
(() => {
  const unseal = (box) => {
    const bytes = Uint8Array.from(atob(box.dataset.sealed), (sign) => sign.charCodeAt(0));
    box.removeAttribute("data-sealed");
    box.innerHTML = new TextDecoder().decode(bytes);
    box.dispatchEvent(new CustomEvent("added", { bubbles: true }));
  };
  const unsealAll = (part) => part.querySelectorAll("[data-sealed]").forEach(unseal);
  document.addEventListener("toggle", (event) => {
    if (event.target.open) unsealAll(event.target);
  }, true);
  addEventListener("beforeprint", () => unsealAll(document));
})();
