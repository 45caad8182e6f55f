/* A button that copies the code of a cell. */
(() => {
  const copy = async (button, text) => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copiado";
    } catch {
      button.textContent = "No se pudo copiar";
    }
    setTimeout(() => { button.textContent = "Copiar"; }, 2000);
  };
  for (const code of document.querySelectorAll(".cell_input pre, .highlight-bash pre, .highlight-python pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copiar";
    button.addEventListener("click", () => copy(button, code.textContent));
    code.after(button);
  }
})();
