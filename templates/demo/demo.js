// The demo's page. It keeps what each person sees (chats, in base.js), draws the chosen
// person's chat (chat.js) and panel (panel.js), and sends what is typed or tapped
// (composer.js). All truth comes over one event stream (/api/events); nothing is drawn
// before the server said so. This file talks to the server, knows who one is, and begins.
"use strict";

/* ---- talking to the server ---- */

async function send(path, body) {
  try {
    const r = await fetch("api/" + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ person: me, chat: place, ...body }),
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
    if (person === here()) drawChat(); else drawPeople();
  });
  on("message", (m) => {
    const c = chat(m.person);
    const fresh = !c.messages.has(m.id);
    c.messages.set(m.id, m);
    if (m.from === "bot") c.typing = 0;
    if (m.person !== here()) {
      if (fresh && (m.from === "bot" || m.person === "group")) c.unread++;
      return drawPeople();
    }
    drawMessage(m);
    if (fresh && m.from === "bot" && m.force_reply && !place) setMode("reply", m);
  });
  on("gone", ({ person, id }) => {
    chat(person).messages.delete(id);
    if (person === here()) drawChat();
  });
  on("typing", ({ person }) => {
    chat(person).typing = Date.now() + 5000;
    if (person === here()) drawTyping();
    setTimeout(drawTyping, 5100);
  });
  on("toast", ({ person, by, text }) => { if (person === here() && by === me) toast(text); });
  on("memory", (p) => {
    chat(p.person).panel = p;
    if (p.person === here()) drawPanel();
  });
}

/* ---- the world: people, notice, commands ---- */

function drawWorld() {
  $("place-bot").firstChild.textContent = world.bot.first_name;
  $("place-group").firstChild.textContent = world.group;
  $("notice").textContent = world.notice;
  $("notice-phone").textContent = world.notice;
  drawModel();
  const [wanted, where] = decodeURIComponent(location.hash.slice(1)).split("/");
  if (!world.people.some((p) => p.id === me)) {
    me = (world.people.find((p) => p.id === wanted) || world.people[0]).id;
    place = where === "group" ? where : "";
  }
  $("who").replaceChildren(...world.people.map((p) => new Option(p.name + (p.native ? " · " + p.native : ""), p.id)));
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
    b.querySelector(".person-last").textContent = last ? preview(last) : world.people.find((p) => p.id === b.dataset.person).native || "No messages yet";
    b.querySelector(".dot").hidden = !c.unread;
    b.setAttribute("aria-checked", String(b.dataset.person === me));
    b.tabIndex = b.dataset.person === me ? 0 : -1;
  }
  for (const b of $("places").children) {
    const c = chat(b.dataset.place || me);
    b.querySelector(".dot").hidden = !c.unread || b.dataset.place === place;
    b.setAttribute("aria-pressed", String(b.dataset.place === place));
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
  chat(here()).unread = 0;
  history.replaceState(null, "", "#" + encodeURIComponent(id) + (place && "/" + place));
  $("who").value = id;
  $("who-face").textContent = initials(p.name);
  $("who-face").style.setProperty("--hue", p.hue);
  setMode(null);
  drawChat();
  drawPanel();
}
$("who").onchange = (e) => become(e.target.value);

// goTo shows another chat of who one is: with the bot, or the group.
function goTo(where) {
  place = where;
  become(me);
}
for (const b of $("places").children) b.onclick = () => goTo(b.dataset.place);

/* ---- begin ---- */

grow();
listen();
if (matchMedia("(hover: hover)").matches) box.focus();
