// Sends a form with the attribute data-once only once: a double click would otherwise show the answer to the second
// sending, in which a secret that is shown once is missing. The server makes one thing of a form in any case.
for (const form of document.querySelectorAll("form[data-once]")) {
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
    for (const button of form.querySelectorAll("button")) button.setAttribute("aria-disabled", "true");
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return; // by the back button, with the page as it was left
    sent = false;
    for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-disabled");
  });
}
