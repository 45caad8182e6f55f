/* «Elige»: each choice is a button; pressed, it shows the reason for that choice. */
(() => {
  const arm = (choice, reason) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...choice.childNodes);
    const answer = document.createElement("div");
    answer.className = "reason";
    answer.setAttribute("role", "status");
    choice.append(button, answer);
    button.addEventListener("click", () => {
      const right = reason.querySelector("strong")?.textContent.startsWith("Sí");
      choice.className = right ? "right" : "wrong";
      answer.replaceChildren(...reason.cloneNode(true).childNodes);
    });
  };
  for (const box of document.querySelectorAll(".box.choose")) {
    const [choices, reasons] = box.querySelectorAll("ol");
    [...choices.children].forEach((choice, n) => arm(choice, reasons.children[n]));
  }
})();
