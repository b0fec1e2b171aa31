// The chat: bubbles with their formats and buttons, in place as they change.
"use strict";

const when = (m) => new Date(m.at);
const clock = (d) => d.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
const dayName = (d) => {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(d).setHours(0, 0, 0, 0)) / 864e5);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return d.toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });
};
const preview = (m) => (m.text || (m.file ? m.file.name : m.media || "")).split("\n")[0];

// withEntities turns text and its entities (offsets in UTF-16 units, as strings here
// have them) into nodes. Entities are nested or apart, never crossing.
function withEntities(text, entities) {
  const build = (from, to, list) => {
    const out = [];
    let at = from;
    for (let i = 0; i < list.length; i++) {
      const e = list[i];
      if (e.offset < at) continue;
      const end = e.offset + e.length;
      const inner = list.slice(i + 1).filter((x) => x.offset >= e.offset && x.offset + x.length <= end);
      if (e.offset > at) out.push(text.slice(at, e.offset));
      out.push(entityNode(e, text.slice(e.offset, end), build(e.offset, end, inner)));
      at = end;
    }
    if (at < to) out.push(text.slice(at, to));
    return out;
  };
  const sorted = [...(entities || [])].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return build(0, text.length, sorted);
}

// withCommands marks the commands in what the bot says, as Telegram's apps do.
function withCommands(m) {
  const taken = (m.entities || []).filter((e) => /^(pre|code|text_link|url|bot_command)$/.test(e.type));
  const found = [...m.text.matchAll(/(?<=^|\s)\/[a-z0-9_]{1,32}(?=$|[\s.,;:!?)])/g)]
    .map((x) => ({ type: "bot_command", offset: x.index, length: x[0].length }))
    .filter((c) => !taken.some((e) => c.offset < e.offset + e.length && e.offset < c.offset + c.length));
  return [...(m.entities || []), ...found];
}

function entityNode(e, raw, children) {
  const simple = { bold: "strong", italic: "em", underline: "u", strikethrough: "s", blockquote: "blockquote", expandable_blockquote: "blockquote" };
  if (simple[e.type]) return el(simple[e.type], "", ...children);
  switch (e.type) {
    case "code": {
      const c = el("code", "", ...children);
      c.title = "Copy";
      c.onclick = () => navigator.clipboard?.writeText(raw).then(() => toast("Copied"));
      return c;
    }
    case "pre": return el("pre", "", el("code", "", ...children));
    case "spoiler": {
      const s = el("button", "spoiler", ...children);
      s.type = "button";
      s.setAttribute("aria-label", "Hidden text, show");
      s.onclick = () => { s.classList.add("open"); s.removeAttribute("aria-label"); };
      return s;
    }
    case "text_link": case "url": {
      const href = e.url || (/^[a-z]+:/i.test(raw) ? raw : "https://" + raw);
      if (!/^(https?|tg|mailto):/i.test(href)) return el("span", "", ...children);
      const a = el("a", "", ...children);
      a.href = href; a.target = "_blank"; a.rel = "noopener noreferrer";
      return a;
    }
    case "bot_command": {
      const b = el("button", "inline", ...children);
      b.type = "button";
      b.onclick = () => send("say", { text: raw });
      return b;
    }
    default: return el("span", "", ...children);
  }
}

// sideOf returns where a message stands: one's own right, others' left.
const sideOf = (m) => (m.from === "bot" ? "bot" : m.by === me ? "me" : "bot other");
const authorOf = (m) => (m.from === "bot" ? "bot" : m.by);

function bubble(m) {
  const b = el("div", "bubble");
  if (place && m.by !== me) {
    const p = world.people.find((x) => x.id === m.by) || { name: world.bot.first_name, hue: 170 };
    const name = el("span", "author", p.name.split(" ")[0]);
    name.style.setProperty("--hue", p.hue);
    b.append(name);
  }
  if (m.forwarded) b.append(el("span", "forward", "Forwarded from " + m.forwarded));
  if (m.reply) {
    const q = el("button", "quote", el("strong", "", m.reply.name), el("span", "", m.reply.text));
    q.type = "button";
    q.onclick = () => document.querySelector(`[data-message="${m.reply.id}"]`)?.scrollIntoView({ block: "center" });
    b.append(q);
  }
  if (m.file) {
    const a = el("a", "doc", el("span", "doc-icon", icon("file")),
      el("span", "", el("span", "doc-name", m.file.name), el("span", "doc-size", size(m.file.size))));
    a.href = m.file.url;
    a.download = m.file.name;
    b.append(a);
  }
  if (m.media) b.append(el("span", "media", m.media));
  if (m.from === "bot" && m.text === "…") {
    b.classList.add("thinking");
    b.append(el("span", "visually-hidden", "Keepsake is writing"), el("i"), el("i"), el("i"));
    return b;
  }
  if (m.text) b.append(el("span", "text", ...withEntities(m.text, m.from === "bot" ? withCommands(m) : m.entities)));
  if (m.reactions) b.append(el("span", "sign", m.reactions.join("")));
  b.append(el("span", "meta", (m.edited ? "edited " : "") + clock(when(m))));
  return b;
}

const size = (n) => (n < 1024 ? n + " B" : (n / 1024).toFixed(1) + " KB");

function keyboard(m) {
  if (!m.buttons || !m.buttons.length) return null;
  const fit = m.buttons.every((r) => r.reduce((n, b) => n + b.text.length, 0) <= 28 && r.length <= 3);
  const list = m.buttons.filter((r) => r.length === 1 && r[0].text.length > 16).length > 1; // rows to read, not keys to hit
  return el("div", fit ? "keys fit" : "keys", ...m.buttons.map((row, r) =>
    el("div", list && row.length === 1 ? "keys-row long" : "keys-row", ...row.map((b, c) => {
      if (b.url) {
        const a = el("a", "key", b.text, icon("link"));
        a.href = /^(https?|tg):/i.test(b.url) ? b.url : "#";
        a.target = "_blank"; a.rel = "noopener noreferrer";
        return a;
      }
      const k = el("button", "key", b.text);
      k.type = "button";
      k.onclick = async () => {
        k.setAttribute("aria-busy", "true");
        await send("press", { message: m.id, row: r, column: c });
        k.removeAttribute("aria-busy");
      };
      return k;
    }))));
}

function row(m) {
  const tools = el("div", "tools");
  const tool = (name, label, fn) => {
    const b = el("button", "icon-button", icon(name));
    b.type = "button"; b.title = label;
    b.setAttribute("aria-label", label);
    b.onclick = fn;
    tools.append(b);
  };
  tool("reply", "Reply", () => setMode("reply", m));
  if (m.by === me && m.text && !m.forwarded) tool("edit", "Edit", () => setMode("edit", m));
  const r = el("li", "row " + sideOf(m), el("div", "line", bubble(m), tools), keyboard(m));
  r.dataset.message = m.id;
  r.querySelector(".bubble").onclick = () => { // where nothing hovers, a tap shows what can be done
    document.querySelectorAll(".row.picked").forEach((x) => { if (x !== r) x.classList.remove("picked"); });
    r.classList.toggle("picked");
  };
  return r;
}

let tail = { day: "", from: "", row: null }; // of the chat that is shown

// placed is the row of the next message, behind the day when a new one begins.
function placed(m) {
  const out = [], d = dayName(when(m)), r = row(m);
  if (d !== tail.day) {
    out.push(el("li", "day", d));
    tail = { day: d, from: "", row: null };
  }
  r.classList.add("last");
  if (tail.from === authorOf(m)) tail.row.classList.remove("last");
  else r.classList.add("first");
  tail.from = authorOf(m);
  tail.row = r;
  return [...out, r];
}

function drawChat() {
  tail = { day: "", from: "", row: null };
  $("messages").replaceChildren(...[...chat(here()).messages.values()].flatMap(placed));
  drawAround();
  toEnd();
}

function drawAround() {
  $("welcome").hidden = chat(here()).messages.size > 0;
  drawTyping();
  drawChips();
  drawPeople();
}

// drawMessage adds one bubble at the end, or redraws it in place: nothing else moves.
function drawMessage(m) {
  const stay = !atEnd() && m.by !== me;
  const old = $("messages").querySelector(`[data-message="${m.id}"]`);
  if (old) {
    const r = row(m);
    r.className = old.className;
    const focused = old.contains(document.activeElement);
    old.replaceWith(r);
    if (tail.row === old) tail.row = r;
    if (focused) (r.querySelector(".key") || $("composer-text")).focus();
  } else {
    $("messages").append(...placed(m));
  }
  drawAround();
  if (stay) $("jump").hidden = false;
  else toEnd();
}

function drawTyping() {
  const on = chat(here()).typing > Date.now();
  const was = !$("typing").hidden;
  $("typing").hidden = !on;
  $("status").textContent = on ? "typing…" : place ? world.people.map((p) => p.name.split(" ")[0]).join(", ") : "bot";
  $("status").classList.toggle("live", on);
  if (on && !was) toEnd();
}

const atEnd = () => { const s = $("scroll"); return s.scrollHeight - s.scrollTop - s.clientHeight < 80; };
function toEnd() { const s = $("scroll"); s.scrollTop = s.scrollHeight; $("jump").hidden = true; }
$("scroll").addEventListener("scroll", () => { $("jump").hidden = atEnd(); }, { passive: true });
$("jump").onclick = toEnd;
addEventListener("resize", () => { if ($("jump").hidden) toEnd(); });

function toast(text) {
  const t = el("div", "toast", text);
  $("toasts").append(t);
  setTimeout(() => t.remove(), 4200);
}
