// The demo's page. It keeps what each person sees (chats), draws the chosen person's
// chat and panel, and sends what is typed or tapped. All truth comes over one event
// stream (/api/events); nothing is drawn before the server said so. Text from outside
// enters the page as text nodes only.
"use strict";

const $ = (id) => document.getElementById(id);
const el = (tag, cls, ...children) => {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
};
const icon = (name) => {
  const NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg");
  const use = document.createElementNS(NS, "use");
  use.setAttribute("href", "#i-" + name);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
};

let world = { people: [], commands: [], chips: [], bot: {} };
const chats = new Map(); // person id -> {messages: Map, typing, panel, unread, seen: Set of memory versions}
let me = "";             // whose chat is shown
let mode = null;         // {kind: "reply" | "edit", message}

const chat = (id) => {
  if (!chats.has(id)) chats.set(id, { messages: new Map(), typing: 0, panel: null, unread: 0, seen: null });
  return chats.get(id);
};

/* ---- talking to the server ---- */

async function send(path, body) {
  try {
    const r = await fetch("api/" + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ person: me, ...body }),
    });
    if (!r.ok) toast((await r.text()).trim() || "That did not work.");
    return r.ok;
  } catch {
    toast("The demo cannot be reached.");
    return false;
  }
}

function listen() {
  const stream = new EventSource("api/events");
  const on = (name, fn) => stream.addEventListener(name, (e) => fn(JSON.parse(e.data)));
  stream.onopen = () => { $("offline").hidden = true; };
  stream.onerror = () => { $("offline").hidden = false; };
  on("world", (w) => { world = w; drawWorld(); });
  on("chat", ({ person, messages }) => {
    chat(person).messages = new Map(messages.map((m) => [m.id, m]));
    chat(person).typing = 0;
    if (person === me) drawChat(); else drawPeople();
  });
  on("message", (m) => {
    const c = chat(m.person);
    const fresh = !c.messages.has(m.id);
    c.messages.set(m.id, m);
    if (m.from === "bot") c.typing = 0;
    if (m.person !== me) {
      if (fresh && m.from === "bot") c.unread++;
      return drawPeople();
    }
    drawMessage(m);
    if (fresh && m.from === "bot" && m.force_reply) setMode("reply", m);
  });
  on("gone", ({ person, id }) => {
    chat(person).messages.delete(id);
    if (person === me) drawChat();
  });
  on("typing", ({ person }) => {
    chat(person).typing = Date.now() + 5000;
    if (person === me) drawTyping();
    setTimeout(drawTyping, 5100);
  });
  on("toast", ({ person, text }) => { if (person === me && text) toast(text); });
  on("memory", (p) => {
    chat(p.person).panel = p;
    if (p.person === me) drawPanel();
  });
}

/* ---- the world: people, notice, commands ---- */

function drawWorld() {
  $("bot-name").textContent = world.bot.name;
  $("notice").textContent = world.notice;
  $("notice-phone").textContent = world.notice;
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (!world.people.some((p) => p.id === me)) {
    me = (world.people.find((p) => p.id === wanted) || world.people[0]).id;
  }
  $("who").replaceChildren(...world.people.map((p) => new Option(p.name, p.id)));
  makePeople();
  become(me);
}

const initials = (name) => name.split(/\s+/).slice(0, 2).map((w) => [...w][0]).join("");

function face(p) {
  const f = el("span", "face", initials(p.name));
  f.style.setProperty("--hue", p.hue);
  f.setAttribute("aria-hidden", "true");
  return f;
}

// What can be clicked is made once and changed in place: a node replaced between press
// and release would swallow the click.
function makePeople() {
  $("people").replaceChildren(...world.people.map((p) => {
    const dot = el("span", "dot");
    dot.setAttribute("role", "img");
    dot.setAttribute("aria-label", "new message");
    const b = el("button", "person", face(p),
      el("span", "person-text", el("span", "person-name", p.name), el("span", "person-last")), dot);
    b.type = "button";
    b.dataset.person = p.id;
    b.setAttribute("role", "radio");
    b.onclick = () => become(p.id);
    return b;
  }));
}

function drawPeople() {
  for (const b of $("people").children) {
    const c = chat(b.dataset.person);
    const last = [...c.messages.values()].pop();
    b.querySelector(".person-last").textContent = last ? preview(last) : "No messages yet";
    b.querySelector(".dot").hidden = !c.unread;
    b.setAttribute("aria-checked", String(b.dataset.person === me));
    b.tabIndex = b.dataset.person === me ? 0 : -1;
  }
}

$("people").addEventListener("keydown", (e) => {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
  if (!step) return;
  e.preventDefault();
  const ids = world.people.map((p) => p.id);
  become(ids[(ids.indexOf(me) + step + ids.length) % ids.length]);
  $("people").querySelector('[aria-checked="true"]').focus();
});

function become(id) {
  me = id;
  const p = world.people.find((x) => x.id === id);
  chat(id).unread = 0;
  history.replaceState(null, "", "#" + encodeURIComponent(id));
  $("who").value = id;
  $("who-face").textContent = initials(p.name);
  $("who-face").style.setProperty("--hue", p.hue);
  setMode(null);
  drawChat();
  drawPanel();
}
$("who").onchange = (e) => become(e.target.value);

/* ---- messages ---- */

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

function bubble(m) {
  const b = el("div", "bubble");
  if (m.forward) b.append(el("span", "forward", "Forwarded from " + m.forward));
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
  if (m.from === "me" && m.text && !m.forward) tool("edit", "Edit", () => setMode("edit", m));
  const r = el("li", "row " + m.from, el("div", "line", bubble(m), tools), keyboard(m));
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
  if (tail.from === m.from) tail.row.classList.remove("last");
  else r.classList.add("first");
  tail.from = m.from;
  tail.row = r;
  return [...out, r];
}

function drawChat() {
  tail = { day: "", from: "", row: null };
  $("messages").replaceChildren(...[...chat(me).messages.values()].flatMap(placed));
  drawAround();
  toEnd();
}

function drawAround() {
  $("welcome").hidden = chat(me).messages.size > 0;
  drawTyping();
  drawChips();
  drawPeople();
}

// drawMessage adds one bubble at the end, or redraws it in place: nothing else moves.
function drawMessage(m) {
  const stay = !atEnd() && m.from === "bot";
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
  const on = chat(me).typing > Date.now();
  const was = !$("typing").hidden;
  $("typing").hidden = !on;
  $("status").textContent = on ? "typing…" : "bot";
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

/* ---- chips: what a newcomer may say next ---- */

function drawChips() {
  const mine = [...chat(me).messages.values()].filter((m) => m.from === "me").map((m) => m.text);
  const next = world.chips.filter((c) => !mine.includes(c.text) &&
    (!c.answers || mine.at(-1) === c.answers) && (!c.after || mine.includes(c.after))).slice(0, 4);
  if (next.map((c) => c.text).join("\n") === [...$("chips").children].map((b) => b.textContent).join("\n")) return;
  $("chips").replaceChildren(...next.map((c) => {
    const b = el("button", "chip", c.text);
    b.type = "button";
    b.onclick = () => send("say", { text: c.text });
    return b;
  }));
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
  box.placeholder = (mode && m.hint) || "Message";
  if (mode) {
    $("bar-icon").setAttribute("href", kind === "edit" ? "#i-edit" : "#i-reply");
    $("bar-title").textContent = kind === "edit" ? "Edit message" : "Reply to " + (m.from === "bot" ? world.bot.name : "yourself");
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
    const mine = [...chat(me).messages.values()].filter((m) => m.from === "me" && m.text && !m.forward).pop();
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

/* ---- the panel ---- */

const title = { person: "People", preference: "Preferences", context: "Context", project: "Projects" };

function drawPanel() {
  const c = chat(me), p = c.panel;
  if (!p) { $("panel-sub").textContent = ""; $("panel-body").replaceChildren(); return; }
  const name = world.people.find((x) => x.id === me).name.split(" ")[0];
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
    v.quote ? el("span", "v-quote", "Because you said: ", el("q", "", v.quote)) : null,
    el("span", "v-when", `Version ${v.number}, ${dayName(at).toLowerCase() === "today" ? "today" : dayName(at)} at ${clock(at)}`));
}

function emptyPanel() {
  return el("div", "empty", icon("mark"), el("strong", "", "Nothing yet"),
    el("p", "", "Tell it about someone you know, or say “remember that…”. It shows up here the moment it is kept."));
}

function openPanel(open) {
  $("panel").classList.toggle("open", open);
  $("veil").hidden = !open;
  document.querySelector("main").inert = open;
  (open ? $("panel-close") : $("panel-open")).focus();
}
$("panel-open").onclick = () => openPanel(true);
$("panel-close").onclick = () => openPanel(false);
$("veil").onclick = () => openPanel(false);
addEventListener("keydown", (e) => { if (e.key === "Escape" && $("panel").classList.contains("open")) openPanel(false); });
document.querySelectorAll("[data-say]").forEach((b) => {
  b.onclick = () => { if ($("panel").classList.contains("open")) openPanel(false); send("say", { text: b.dataset.say }); };
});

grow();
listen();
if (matchMedia("(hover: hover)").matches) box.focus();
