// SPDX-License-Identifier: Apache-2.0
// The page: what comes over the stream, put where it belongs.
import { SiteClock, Twin, numberText, plainNumber, sinceText } from "/twin.js";
import { alarmHead, byFirstCause, membersText, severityByObject } from "/alarms.js";
import { kPanels, settings } from "/settings.js";
import { Floor, rampColour } from "/floor.js";
import { Chart } from "/chart.js";

const kEverySeconds = 0.25;
const kMostEvents = 200;
const kCharts = "facility/facility_power_kw+facility/it_power_kw,facility/pue,facility/hottest_chip_c,facility/tokens_per_s";
const kCycleMs = 20000;
const kShare = { key: "power_share", label: "Power, share of rating", unit: "%" };

const $ = (id) => document.getElementById(id);
const twin = new Twin();
const floor = new Floor($("plan"), $("tip"));
const clock = new SiteClock();
let charts = [], channels = [];
let run = null, quantities = [], quantity = settings.get("colour", kShare.key), design = null, shownS = -1, loadedAt = 0;

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function option(value, text) {
  const made = element("option", "", text);
  made.value = value;
  return made;
}

// Figures.

async function beginFigures() {
  const { figures } = await twin.ask("figures");
  $("figures").replaceChildren(...figures.map((figure) => {
    const tile = element("div", "figure");
    tile.title = figure.why;
    if (figure.shown_if_defined) {
      tile.dataset.ifDefined = "";
      tile.hidden = figure.value === null;
    }
    const value = element("div", "value");
    value.dataset.key = figure.key;
    value.dataset.factor = figure.shown_factor;
    value.append(element("span", "number", numberText(shown(figure.value, value))), element("span", "unit", figure.shown_unit));
    tile.append(element("div", "label", figure.label), value,
      element("div", "of", figure.of === "now" ? "now" : "since the start"));
    return tile;
  }));
}

/** In the unit that people read it in. */
function shown(value, tile) {
  return value === null ? null : value * Number(tile.dataset.factor);
}

function showFigures(values) {
  for (const value of document.querySelectorAll(".figure .value")) {
    const now = values[value.dataset.key];
    value.firstChild.textContent = numberText(shown(now, value));
    const tile = value.parentElement;
    if ("ifDefined" in tile.dataset) tile.hidden = now === null;
  }
}

// Run.

function showRun(now) {
  run = now;
  $("name").textContent = now.name;
  document.title = `${now.name} – Headroom`;
  $("kind").textContent = now.kind === "live" ? "live" : "recording";
  $("controls").hidden = now.role !== "operate";
  $("play").textContent = now.playing ? "Pause" : "Play";
  if (document.activeElement !== $("speed")) $("speed").value = String(now.speed);
  const speed = now.speed === 0 ? "as fast as possible" : `${plainNumber(now.speed)} ×`;
  $("state").textContent = now.failure ? `Stopped: ${now.failure}` : now.playing ? `playing, ${speed}` +
    (now.behind ? ` (reaches ${numberText(now.achieved_speed)} ×)` : "") : "paused";
  showClock(now);
}

function showClock({ clock: told, time_s }) {
  clock.set({ clock: told, time_s });
  $("clock").textContent = told;
  $("clock").title = `${sinceText(time_s)} since the start; local standard time of the facility`;
}

async function lookAtRun() {
  try {
    showRun(await twin.ask("run"));
    return true;
  } catch (fault) {
    if (fault.status === 401 && twin.token) {
      // Of a server that was started anew, or taken out of its file: never sent again.
      twin.token = "";
      $("ask-why").textContent = fault.message;
      return lookAtRun();
    }
    if (fault.status === 401) $("ask").hidden = false;
    return false;
  }
}

// Floor.

async function beginFloor() {
  const [layout, all] = await Promise.all([twin.ask("layout"), twin.ask("channels")]);
  design = layout.design;
  const isRated = (layout.block_rated_kw || []).some((kw) => kw !== null);
  quantities = [...(isRated ? [kShare] : []), ...all.racks.filter((q) => q.key !== "job")];
  $("quantity").replaceChildren(...quantities.map((q) => option(q.key, q.label + (q.unit ? ` [${q.unit}]` : ""))));
  if (!quantities.some((q) => q.key === quantity)) quantity = quantities[0].key;
  $("quantity").value = quantity;
  $("hall").replaceChildren(option("-1", "all"), ...layout.halls.map((h, i) => option(String(i), h.name || h.id)));
  if (layout.halls.length > 1) $("hall").append(option("cycle", "one after the other"));
  // One hall fills the plan; of several, and of machines outdoors, all can be chosen.
  const wanted = settings.get("hall", "0");
  chooseHall(wanted === "all" ? "-1" : wanted, layout.halls.length);
  floor.setLayout(layout);
  floor.setQuantity(quantities.find((q) => q.key === quantity));
}

/** "-1": all; "cycle": one after the other; else the number of a hall. */
function chooseHall(choice, halls) {
  const number = choice === "cycle" ? 0 : Math.min(Number.isInteger(Number(choice)) ? Number(choice) : 0, halls - 1);
  clearInterval(chooseHall.timer);
  if (choice === "cycle" && halls > 1) {
    chooseHall.timer = setInterval(() => {
      floor.setHall((floor.hall + 1) % halls);
      $("plan-said").textContent = floor.said();
    }, kCycleMs);
  }
  $("hall").value = choice === "cycle" && halls > 1 ? "cycle" : String(number);
  floor.hall = number;
}

/** Values of the racks in the order of the layout. */
function rackValues(racks) {
  const kw = racks[quantity === kShare.key ? "power_kw" : quantity] || [];
  return quantity === kShare.key ? kw.map((value, i) => floor.share(i, value)) : kw;
}

function showLegend() {
  const ramp = $("ramp"), pen = ramp.getContext("2d");
  ramp.width = ramp.clientWidth || 200;
  for (let x = 0; x < ramp.width; ++x) {
    pen.fillStyle = rampColour(x / (ramp.width - 1));
    pen.fillRect(x, 0, 1, ramp.height);
  }
  const unit = floor.info.unit;
  $("low").textContent = floor.ends ? `${plainNumber(floor.ends[0])} ${unit}` : "";
  $("high").textContent = floor.ends ? `${plainNumber(floor.ends[1])} ${unit}` : "";
}

// Charts.

/** The charts of the address. Names that the run does not have are left out, and said. */
async function beginCharts() {
  const known = new Set((await twin.ask("channels")).channels.map((channel) => channel.name));
  const asked = settings.get("charts", kCharts).split(",").map((one) => one.split("+").filter(Boolean)).filter((one) => one.length);
  const unknown = asked.flat().filter((name) => !known.has(name));
  $("charts").replaceChildren();
  charts = asked.map((one) => one.filter((name) => known.has(name))).filter((one) => one.length)
    .map((one) => new Chart($("charts"), one.join("+"), one, clock));
  channels = charts.flatMap((chart) => chart.channels);
  $("charts-said").textContent = unknown.length ? `This run has no ${unknown.join(", ")}.` : "";
  await loadCharts();
}

async function loadCharts() {
  if (!channels.length) return;
  const spanS = Number($("span").value);
  const now = run ? Math.max(run.time_s, shownS) : 0;
  const from = spanS && run ? `&from_s=${Math.max(0, now - spanS)}` : "";
  const until = run?.kind === "recording" ? `&to_s=${run.time_s}` : "";
  const cut = await twin.ask(`series?rows=400&channels=${channels.join()}${from}${until}`);
  for (const chart of charts) chart.setSeries(cut);
}

/** A frame more; where the run is so fast that frames leave most of it out, the series anew, which has every step. */
function showCharts(frame) {
  const spanS = Number($("span").value);
  if (spanS && shownS >= 0 && frame.time_s - shownS > spanS / 60) {
    if (performance.now() - loadedAt > 1000) {
      loadedAt = performance.now();
      loadCharts().catch(() => {});
    }
    return;
  }
  for (const chart of charts) chart.add(frame.time_s, frame.values, spanS);
}

// Lists.

function eventItem(event) {
  const item = element("li");
  item.append(element("time", "", clock.text(event.time_s)), element("span", "what", `${event.kind} ${event.subject}`),
    element("span", "why", event.text));
  return item;
}

function showEvents(events) {
  $("events").prepend(...events.slice().reverse().map(eventItem));
  while ($("events").childElementCount > kMostEvents) $("events").lastChild.remove();
}

function showAlarms({ active, by_severity }) {
  const groups = byFirstCause(active);
  $("alarm-count").textContent = alarmHead(by_severity, groups);
  const severity = ["Critical", "Warning", "Notice"].find((name) => by_severity[name]);
  $("banner").hidden = severity !== "Critical";
  if (severity === "Critical") {
    $("banner").textContent = `${alarmHead(by_severity, groups)}: ${groups[0].title}, since ${clock.text(groups[0].sinceS)}`;
  }
  $("alarms").replaceChildren(...(groups.length ? groups.slice(0, 100).map((group) => {
    const item = element("li");
    item.append(element("span", `severity ${group.severity.toLowerCase()}`, group.severity),
      element("span", "what", group.title), element("time", "", `since ${clock.text(group.sinceS)}`),
      element("span", "why", membersText(group)));
    return item;
  }) : [element("li", "why", "No active alarms.")]));
  floor.setMarks(null, severityByObject(active));
  floor.draw();
}

async function loadEvents() {
  const { events } = await twin.ask("events?limit=100");
  $("events").replaceChildren();
  showEvents(events);
  twin.lastEvent = events.length ? events.at(-1).id : -1;
}

/** Time went back: somebody moved through a recording, or the server was started anew. */
async function beginAgain() {
  shownS = -1;
  await Promise.all([loadCharts(), loadEvents()]);
  subscribe();
}

// Control.

async function change(path, method, body, words) {
  try {
    const answer = await twin.ask(path, method, body);
    $("answer").className = "";
    $("answer").textContent = words;
    if (answer?.kind) showRun(answer);
  } catch (fault) {
    $("answer").className = "bad";
    $("answer").textContent = fault.message;
  }
}

function beginControls() {
  $("play").onclick = () => change("run", "PATCH", { playing: !run.playing }, "");
  $("step").onclick = () => change("run/steps", "POST", { count: 1 }, "");
  $("speed").onchange = () => change("run", "PATCH", { speed: Number($("speed").value) }, "");
  $("order-form").onsubmit = (e) => {
    e.preventDefault();
    change("orders", "POST", { order: $("order").value }, "Given.");
  };
  $("ask-form").onsubmit = (e) => {
    e.preventDefault();
    twin.token = $("ask-token").value.trim();
    $("ask-token").value = "";
    begin();
  };
  $("theme").onclick = () => {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
    redraw();
  };
  $("kiosk").onclick = () => {
    settings.set("kiosk", "1");
    document.documentElement.requestFullscreen?.().catch(() => {});
    showKiosk();
  };
  addEventListener("keydown", (e) => {
    if (e.key === "Escape" && settings.isKiosk()) {
      settings.set("kiosk", null);
      showKiosk();
    }
  });
  $("quantity").onchange = () => {
    quantity = $("quantity").value;
    settings.set("colour", quantity);
    floor.setQuantity(quantities.find((q) => q.key === quantity));
    subscribe();
  };
  $("hall").onchange = () => {
    const choice = $("hall").value;
    settings.set("hall", choice === "-1" ? "all" : choice);
    chooseHall(choice, floor.layout.halls.length);
    floor.draw();
  };
  const span = settings.get("span", null);
  if (span !== null && [...$("span").options].some((o) => o.value === span)) $("span").value = span;
  $("span").onchange = () => {
    settings.set("span", $("span").value);
    loadCharts();
  };
}

/** Shows the chosen panels in their order, and a box for each to choose by. */
function arrange() {
  const shown = settings.panels();
  for (const name of kPanels) {
    const panel = $(`panel-${name}`), place = shown.indexOf(name);
    panel.hidden = place < 0;
    panel.style.order = String(place);
  }
  for (const column of document.querySelectorAll(".column")) {
    column.hidden = [...column.children].every((panel) => panel.hidden);
  }
  const isAlone = document.querySelectorAll(".column:not([hidden])").length === 1;
  document.querySelector("main").classList.toggle("alone", isAlone);
  $("choose").replaceChildren(...kPanels.map((name) => {
    const label = element("label"), box = element("input");
    box.type = "checkbox";
    box.checked = shown.includes(name);
    box.onchange = () => {
      const now = box.checked ? [...shown, name] : shown.filter((one) => one !== name);
      settings.set("panels", now.length && now.join() !== kPanels.join() ? now.join() : null);
      arrange();
      redraw();
    };
    label.append(box, ` ${name[0].toUpperCase()}${name.slice(1)}`);
    return label;
  }));
}

function showKiosk() {
  document.documentElement.classList.toggle("kiosk", settings.isKiosk());
  redraw();
}

function redraw() {
  floor.draw();
  for (const chart of charts) chart.draw();
}

function subscribe() {
  twin.subscribe({ channels, racks: [quantity === kShare.key ? "power_kw" : quantity], parts: ["conditions"], figures: true,
    events: true, alarms: true, every_s: kEverySeconds, after: twin.lastEvent });
}

twin.on("link", (state) => {
  $("link").className = "link " + state;
  $("link").textContent = state === "on" ? "Live" : "No connection; trying again …";
  if (state === "on") lookAtRun();
});

twin.on("frame", async (frame) => {
  showClock(frame);
  showFigures(frame.figures);
  showCharts(frame);
  if (frame.time_s < shownS) await beginAgain();
  shownS = run.time_s = frame.time_s;
  if (frame.design !== design) {
    design = frame.design;
    await Promise.all([beginFloor(), beginFigures()]);
  }
  floor.setMarks(frame.parts?.conditions || [], null);
  floor.setValues(rackValues(frame.racks));
  showLegend();
  $("plan-said").textContent = floor.said();
});

twin.on("events", (told) => showEvents(told.events));
twin.on("alarms", (told) => showAlarms(told.alarms));
twin.on("error", (told) => { $("answer").textContent = told.errors.map((e) => e.detail).join("; "); });

async function begin() {
  if (!await lookAtRun()) {
    if ($("ask").hidden) setTimeout(begin, 3000);
    return;
  }
  $("ask").hidden = true;
  await Promise.all([beginFigures(), beginFloor(), beginCharts()]);
  await loadEvents();
  const health = await twin.ask("health");
  $("version").textContent = `Headroom ${health.version}`;
  subscribe();
}

const theme = settings.get("theme", localStorage.getItem("theme"));
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
arrange();
beginControls();
showKiosk();
setInterval(() => { if (run) lookAtRun(); }, 2000);
begin();
