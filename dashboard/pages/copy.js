// Adds a button to everything with the attribute data-copy, which copies its text. The text can be selected without it.
for (const source of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) break; // no secure context
  const button = document.createElement("button");
  const said = document.createElement("span");
  button.type = "button";
  button.className = "button quiet copy";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy " + (source.dataset.copy || "the text"));
  said.setAttribute("role", "status");
  said.className = "copied";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
      said.textContent = "Copied";
    } catch {
      said.textContent = "The browser does not allow copying: select the text.";
    }
  });
  source.after(button, said);
}
