// What the page's other files share: making nodes, and what is known about everybody.
// Text from outside enters the page as text nodes only.
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
const chats = new Map(); // person id, or "group" -> {messages: Map, typing, panel, unread, seen: Set of memory versions}
let me = "";             // who one is
let place = "";          // where: "" is the chat with the bot, "group" the group
const here = () => place || me;
let mode = null;         // {kind: "reply" | "edit", message}

const chat = (id) => {
  if (!chats.has(id)) chats.set(id, { messages: new Map(), typing: 0, panel: null, unread: 0, seen: null });
  return chats.get(id);
};
