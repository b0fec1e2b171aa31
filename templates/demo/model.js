// Who answers: the stand-in or a real model, chosen in a dialog. The key is sent to the demo and kept nowhere here.
"use strict";

function drawModel() {
  document.querySelectorAll("[data-model]").forEach((b) => { b.textContent = world.real ? "Use another model" : "Use a real model"; });
  $("model-standin").hidden = !world.real || !world.stand_in;
  $("model-name").placeholder = world.model;
}

// Back closes the dialog, as it closes the panel.
function openModel() {
  history.pushState({ model: true }, "", location.href);
  $("model-wrong").hidden = true;
  $("model").showModal();
  $("model-key").focus();
}

async function choose(body) {
  $("model-wrong").hidden = true;
  $("model").setAttribute("aria-busy", "true");
  $("model-use").textContent = "Asking it…";
  const buttons = [...$("model").querySelectorAll("button")];
  buttons.forEach((b) => { b.disabled = true; });
  let wrong = "The demo cannot be reached.";
  try {
    const r = await fetch("api/model", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    wrong = r.ok ? "" : (await r.text()).trim() || "That did not work.";
  } catch { /* it stays said */ }
  buttons.forEach((b) => { b.disabled = false; });
  $("model-use").textContent = "Use it";
  $("model").removeAttribute("aria-busy");
  if (wrong) {
    $("model-wrong").textContent = wrong;
    $("model-wrong").hidden = false;
    return;
  }
  $("model-key").value = "";
  $("model").close();
  toast(body.stand_in ? "The stand-in answers again." : "The real model answers from now on.");
}

document.querySelectorAll("[data-model]").forEach((b) => { b.onclick = openModel; });
$("model-form").onsubmit = (e) => {
  e.preventDefault();
  choose({ key: $("model-key").value, url: $("model-url").value, model: $("model-name").value });
};
$("model-standin").onclick = () => choose({ stand_in: true });
$("model-cancel").onclick = () => $("model").close();
$("model").addEventListener("close", () => {
  $("model-key").value = "";
  if (history.state?.model) history.back();
});
addEventListener("popstate", (e) => { if (!e.state?.model && $("model").open) $("model").close(); });
