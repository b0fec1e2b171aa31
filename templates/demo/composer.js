// What is under the chat: suggestions, the message box, the list of commands.
"use strict";

/* ---- chips: what a newcomer may say next ---- */

// What somebody may try: what follows what was just said comes first, what was tried is gone.
function drawChips() {
  const sent = [...chat(here()).messages.values()].filter((m) => m.by === me);
  const mine = sent.map((m) => m.said || m.text);
  const tried = (c) => (c.kind === "become" ? [...chat(place || c.from).messages.values()].some((m) => m.by === c.from)
    : c.kind === "go" ? [...chat("group").messages.values()].some((m) => m.by) : mine.includes(c.text));
  const next = world.chips.filter((c) => c.who === me && (c.chat || "") === place && !tried(c) &&
    (!c.answers || mine.at(-1) === c.answers) && (!c.after || mine.includes(c.after))).slice(0, 4);
  if (next.map((c) => c.label || c.text).join("\n") === [...$("chips").children].map((b) => b.textContent).join("\n")) return;
  $("chips").replaceChildren(...next.map((c) => {
    const b = el("button", "chip", c.label || c.text);
    b.type = "button";
    b.onclick = () => tryOut(c);
    return b;
  }));
}

function tryOut(c) {
  switch (c.kind) {
    case "become": return become(c.from);
    case "go": return goTo("group");
    case "reply": return send("say", { text: c.text, reply_to: [...chat(here()).messages.values()].filter((m) => m.by === me).at(-1).id });
    case undefined: return send("say", { text: c.text });
    default: return send("send", { kind: c.kind, from: c.from, text: c.text });
  }
}

/* ---- the box below ---- */

const box = $("composer-text");

function grow() {
  box.style.height = "auto";
  box.style.height = Math.min(box.scrollHeight, 168) + "px";
  $("send").disabled = !box.value.trim();
}

function setMode(kind, m) {
  if (mode && mode.kind === "edit" && kind !== "edit") box.value = "";
  mode = kind ? { kind, message: m } : null;
  $("bar").hidden = !mode;
  box.placeholder = (mode && m.placeholder) || "Message";
  if (mode) {
    $("bar-icon").setAttribute("href", kind === "edit" ? "#i-edit" : "#i-reply");
    $("bar-title").textContent = kind === "edit" ? "Edit message" : "Reply to " + (m.from === "bot" ? world.bot.first_name : m.by === me ? "yourself" : world.people.find((p) => p.id === m.by).name);
    $("bar-body").textContent = preview(m);
    if (kind === "edit") box.value = m.text;
    box.focus();
  }
  grow();
}
$("bar-cancel").onclick = () => { setMode(null); box.focus(); };

async function submit() {
  const text = box.value.trim();
  if (!text) return;
  const was = mode;
  box.value = "";
  mode = null;
  $("bar").hidden = true;
  box.placeholder = "Message";
  grow();
  drawCommands();
  const ok = was && was.kind === "edit"
    ? await send("edit", { message: was.message.id, text })
    : await send("say", { text, reply_to: was ? was.message.id : 0 });
  if (!ok && !box.value) { box.value = text; grow(); }
}
$("composer").onsubmit = (e) => { e.preventDefault(); submit(); };
// Enter sends, Shift+Enter breaks the line. Phones tell of it here only, not as a key.
let shifted = false;
box.addEventListener("beforeinput", (e) => {
  if (shifted || !/^insert(LineBreak|Paragraph)$/.test(e.inputType)) return;
  e.preventDefault();
  submit();
});
box.addEventListener("input", () => { grow(); drawCommands(); });
box.addEventListener("keydown", (e) => {
  if (commandKeys(e)) return;
  shifted = e.shiftKey;
  if (e.key === "Escape" && mode) setMode(null);
  if (e.key === "ArrowUp" && !box.value && !mode) {
    const mine = [...chat(here()).messages.values()].filter((m) => m.by === me && m.text && !m.forwarded).pop();
    if (mine) { e.preventDefault(); setMode("edit", mine); }
  }
});

/* ---- commands ---- */

let picked = -1;

function drawCommands(all) {
  const typed = box.value;
  const list = all ? world.commands : /^\/\w*$/.test(typed) ? world.commands.filter((c) => ("/" + c.command).startsWith(typed)) : [];
  picked = list.length && !all ? 0 : -1;
  $("commands").replaceChildren(...list.map((c, i) => {
    const li = el("li", "command", el("b", "", "/" + c.command), el("span", "", c.description));
    li.setAttribute("role", "option");
    li.id = "command-" + i;
    li.setAttribute("aria-selected", String(i === picked));
    li.onmousedown = (e) => { e.preventDefault(); pick(i); };
    return li;
  }));
  $("commands").hidden = !list.length;
  $("slash").setAttribute("aria-expanded", String(!!list.length));
  pointAt();
}

function pointAt() {
  if ($("commands").hidden || picked < 0) box.removeAttribute("aria-activedescendant");
  else box.setAttribute("aria-activedescendant", "command-" + picked);
}

function pick(i) {
  const li = $("commands").children[i];
  box.value = li.firstChild.textContent;
  $("commands").hidden = true;
  $("slash").setAttribute("aria-expanded", "false");
  submit();
}

function commandKeys(e) {
  const n = $("commands").children.length;
  if ($("commands").hidden || !n) return false;
  if (e.key === "ArrowDown" || e.key === "ArrowUp") {
    picked = (picked + (e.key === "ArrowDown" ? 1 : -1) + n) % n;
    [...$("commands").children].forEach((c, i) => c.setAttribute("aria-selected", String(i === picked)));
    $("commands").children[picked].scrollIntoView({ block: "nearest" });
    pointAt();
  } else if ((e.key === "Enter" || e.key === "Tab") && picked >= 0 && !e.shiftKey) {
    pick(picked);
  } else if (e.key === "Escape") {
    $("commands").hidden = true;
    $("slash").setAttribute("aria-expanded", "false");
  } else return false;
  e.preventDefault();
  return true;
}
$("slash").onclick = () => { if ($("commands").hidden) drawCommands(true); else drawCommands(); box.focus(); };
box.addEventListener("blur", () => setTimeout(() => { if (document.activeElement !== $("slash")) $("commands").hidden = true; }, 150));
