// The panel: what is remembered about who one is, with its versions and sources.
"use strict";

const title = { person: "People", preference: "Preferences", context: "Context", project: "Projects" };

function drawPanel() {
  const c = chat(here()), p = c.panel;
  if (!p) { $("panel-sub").textContent = ""; $("panel-body").replaceChildren(); return; }
  const name = place ? "the group" : world.people.find((x) => x.id === me).name.split(" ")[0];
  const n = p.memories.length;
  $("panel-sub").textContent = n === 0 ? "About " + name + ": nothing" : `About ${name}: ${n} ${n === 1 ? "memory" : "memories"}`;
  $("panel-badge").hidden = n === 0;
  $("panel-badge").textContent = n;
  const key = (m) => m.id + ":" + m.version;
  const opened = new Set([...$("panel-body").querySelectorAll("details[open]")].map((d) => d.dataset.memory));
  const out = [];
  let group = null;
  for (const m of p.memories) {
    if (m.category !== group) {
      group = m.category;
      out.push(el("h3", "group", title[group] || group[0].toUpperCase() + group.slice(1)));
    }
    const card = memoryCard(m);
    card.open = opened.has(m.id);
    if (c.seen && !c.seen.has(key(m))) card.classList.add("fresh");
    out.push(card);
  }
  if (!n) out.push(emptyPanel());
  c.seen = new Set(p.memories.map(key));
  $("panel-body").replaceChildren(...out);
}

function memoryCard(m) {
  const meta = el("span", "memory-meta",
    m.subject ? el("span", "tag", m.subject) : null,
    m.version > 1 ? el("span", "tag changed", "changed") : null,
    el("code", "", m.id), m.pinned ? icon("pin") : null, icon("down"));
  meta.lastChild.setAttribute("class", "more");
  const d = el("details", "memory",
    el("summary", "", el("span", "memory-text", m.content), meta),
    el("ul", "history", ...[...m.versions].reverse().map(version)));
  d.dataset.memory = m.id;
  return d;
}

function version(v) {
  const at = new Date(v.at);
  return el("li", "",
    el("span", "v-text", v.content),
    v.quote ? el("span", "v-quote", place ? "Because somebody said: " : "Because you said: ", el("q", "", v.quote)) : null,
    el("span", "v-when", `Version ${v.number}, ${dayName(at).toLowerCase() === "today" ? "today" : dayName(at)} at ${clock(at)}`));
}

function emptyPanel() {
  return el("div", "empty", icon("mark"), el("strong", "", "Nothing yet"),
    el("p", "", place ? "Mention the bot and say “remember that …”. Everybody in the group sees it, and nobody’s private chat."
      : "Tell it about someone you know, or say “remember that …”. It shows up here the moment it is kept."));
}

// On a phone the panel is a dialog over the chat; Back closes it, as it does everywhere on a phone.
function openPanel(open) {
  const panel = $("panel");
  panel.classList.toggle("open", open);
  if (open) { panel.setAttribute("role", "dialog"); panel.setAttribute("aria-modal", "true"); }
  else { panel.removeAttribute("role"); panel.removeAttribute("aria-modal"); }
  $("veil").hidden = !open;
  document.querySelector("main").inert = open;
  (open ? $("panel-close") : $("panel-open")).focus();
}
const closePanel = () => { if ($("panel").classList.contains("open")) history.back(); };
$("panel-open").onclick = () => { history.pushState({ panel: true }, "", location.href); openPanel(true); };
$("panel-close").onclick = closePanel;
$("veil").onclick = closePanel;
addEventListener("popstate", (e) => { if (!e.state?.panel && $("panel").classList.contains("open")) openPanel(false); });
addEventListener("keydown", (e) => { if (e.key === "Escape" && !$("model").open) closePanel(); });
document.querySelectorAll("[data-say]").forEach((b) => {
  b.onclick = () => { closePanel(); send("say", { text: b.dataset.say }); };
});
