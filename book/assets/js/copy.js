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
  const addButtons = (part) => {
    for (const code of part.querySelectorAll(".cell_input pre, .highlight-bash pre, .highlight-python pre")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copiar";
      button.addEventListener("click", () => copy(button, code.textContent));
      code.after(button);
    }
  };
  addButtons(document);
  document.addEventListener("added", (event) => addButtons(event.target));
})();
