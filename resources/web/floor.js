// SPDX-License-Identifier: Apache-2.0
// The floor plan: halls, racks and machines as they stand, racks coloured by one quantity.
import { numberText, typePx } from "/twin.js";

// Source: S. van der Walt and N. Smith (viridis, CC0), at even steps.
const kViridis = ["#440154", "#481a6c", "#472f7d", "#414487", "#39568c", "#31688e", "#2a788e", "#23888e",
  "#1f988b", "#22a884", "#35b779", "#54c568", "#7ad151", "#a5db36", "#d2e21b", "#fde725"];
const kMarginM = 1;
const kLeastText = 9;

const mix = (a, b, t) => {
  const part = (hex, at) => parseInt(hex.slice(at, at + 2), 16);
  return "rgb(" + [1, 3, 5].map((at) => Math.round(part(a, at) + (part(b, at) - part(a, at)) * t)).join() + ")";
};

export function rampColour(share) {
  const place = Math.min(1, Math.max(0, share)) * (kViridis.length - 1);
  const low = Math.min(Math.floor(place), kViridis.length - 2);
  return mix(kViridis[low], kViridis[low + 1], place - low);
}

/** Ends of a scale that people read: 1, 2, 2.5, 5 times a power of ten apart. */
export function niceEnds(low, high) {
  if (!(high > low)) { const d = Math.abs(low) * 0.05 || 1; low -= d; high += d; }
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= rough);
  return [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step, step];
}

const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Floor {
  constructor(canvas, tip) {
    this.canvas = canvas;
    this.tip = tip;
    this.hall = 0;
    this.values = [];
    this.ends = null;
    this.conditions = new Map();
    this.alarms = new Map();
    canvas.addEventListener("pointermove", (e) => this.point(e));
    canvas.addEventListener("pointerdown", (e) => this.point(e));
    canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
    new ResizeObserver(() => this.draw()).observe(canvas.parentElement);
  }

  setLayout(layout) {
    this.layout = layout;
    this.values = [];
    this.draw();
  }

  setQuantity(info) {
    this.info = info;
    const rated = (this.layout?.block_rated_kw || []).filter((kw) => kw !== null);
    // Ends that do not move keep the meaning of a colour.
    this.ends = info.unit === "%" ? [0, 100] : info.key === "power_kw" && rated.length ? [0, Math.max(...rated)] : null;
  }

  /** [rack, word] of those that are not normal, and the worst severity of each object with an alarm. */
  setMarks(conditions, alarms) {
    if (conditions) this.conditions = new Map(conditions);
    if (alarms) this.alarms = alarms;
  }

  /** Share of its rating in percent; null where none is known. */
  share(i, kw) {
    const rated = this.layout.block_rated_kw?.[this.layout.racks.block[i]];
    return kw === null || !rated ? null : kw / rated * 100;
  }

  setHall(hall) { this.hall = hall; this.draw(); }

  setValues(values) {
    this.values = values;
    const known = values.filter((v) => v !== null);
    if (known.length && this.info.unit !== "%") {
      const low = Math.min(...minMax(known)), high = Math.max(...minMax(known));
      // The scale only widens while one looks, so that a colour keeps its meaning.
      if (!this.ends || low < this.ends[0] || high > this.ends[1]) {
        const [a, b] = niceEnds(Math.min(low, this.ends?.[0] ?? low), Math.max(high, this.ends?.[1] ?? high));
        this.ends = [a, b];
      }
    }
    this.draw();
  }

  /** What is shown, in metres: one hall, or all that stands somewhere. */
  extent() {
    const { halls, equipment, racks } = this.layout;
    const boxes = this.hall >= 0 ? [halls[this.hall]]
      : [...halls, ...equipment, ...(halls.length ? [] : racks.x_m.map((x, i) => this.rack(i)))];
    if (!boxes.length) return null;
    const [x0, y0] = [Math.min(...boxes.map((b) => b.x_m)), Math.min(...boxes.map((b) => b.y_m))];
    const x1 = Math.max(...boxes.map((b) => b.x_m + b.width_m)), y1 = Math.max(...boxes.map((b) => b.y_m + b.depth_m));
    return { x0: x0 - kMarginM, y0: y0 - kMarginM, width: x1 - x0 + 2 * kMarginM, depth: y1 - y0 + 2 * kMarginM };
  }

  rack(i) {
    const r = this.layout.racks;
    return { x_m: r.x_m[i], y_m: r.y_m[i], width_m: r.width_m[i], depth_m: r.depth_m[i] };
  }

  draw() {
    const extent = this.layout && this.extent();
    const width = this.canvas.parentElement.clientWidth;
    if (!extent || !width) return;
    const box = this.canvas.parentElement, isFitted = getComputedStyle(box).flexGrow !== "0";
    const room = isFitted ? Math.max(box.clientHeight, 160) : Math.max(260, innerHeight * 0.62);
    // The name of a hall is above it, wherever it stands.
    const head = typePx(1);
    const scale = Math.min(width / extent.width, (room - head) / extent.depth);
    const height = extent.depth * scale + head, dots = devicePixelRatio || 1;
    this.canvas.width = width * dots;
    this.canvas.height = height * dots;
    this.canvas.style.height = height + "px";
    const left = (width - extent.width * scale) / 2;
    // North is up.
    this.place = (b) => [left + (b.x_m - extent.x0) * scale, height - (b.y_m + b.depth_m - extent.y0) * scale,
      b.width_m * scale, b.depth_m * scale];
    const pen = this.canvas.getContext("2d");
    pen.scale(dots, dots);
    pen.clearRect(0, 0, width, height);
    pen.font = `${typePx(0.72)}px system-ui, sans-serif`;
    const isIn = (b) => this.hall < 0 || overlaps(b, this.layout.halls[this.hall]);
    this.layout.halls.forEach((hall, i) => {
      if (this.hall >= 0 && this.hall !== i) return;
      const [x, y, w, h] = this.place(hall);
      pen.fillStyle = colourOf("--hall");
      pen.fillRect(x, y, w, h);
      pen.strokeStyle = colourOf("--faint");
      pen.strokeRect(x, y, w, h);
    });
    for (const machine of this.layout.equipment.filter(isIn)) {
      const [x, y, w, h] = this.place(machine);
      pen.fillStyle = colourOf("--equipment");
      pen.fillRect(x, y, w, h);
      this.outline(pen, this.alarms.get(machine.id), x, y, w, h);
      if (w > pen.measureText(machine.tag).width + 2 && h > kLeastText) {
        pen.fillStyle = colourOf("--text");
        pen.textAlign = "center";
        pen.textBaseline = "middle";
        pen.fillText(machine.tag, x + w / 2, y + h / 2);
      }
    }
    const racks = this.layout.racks, none = colourOf("--none");
    for (let i = 0; i < racks.x_m.length; ++i) {
      if (this.hall >= 0 && racks.hall[i] !== this.hall) continue;
      const [x, y, w, h] = this.place(this.rack(i));
      const value = this.values[i];
      const isKnown = value !== null && value !== undefined && this.ends;
      const word = this.conditions.get(i);
      pen.fillStyle = isKnown && !word ? rampColour((value - this.ends[0]) / (this.ends[1] - this.ends[0])) : none;
      const gap = w > 4 ? 0.5 : 0;
      pen.fillRect(x + gap, y + gap, Math.max(w - 2 * gap, 0.5), Math.max(h - 2 * gap, 0.5));
      if (word) this.mark(pen, x + gap, y + gap, w - 2 * gap, h - 2 * gap);
    }
    pen.fillStyle = colourOf("--faint");
    pen.textAlign = "left";
    pen.textBaseline = "bottom";
    this.layout.halls.forEach((hall, i) => {
      if (this.hall >= 0 && this.hall !== i) return;
      const [x, y] = this.place(hall);
      pen.fillText(hall.name || hall.id, x, y - 1);
    });
  }

  /** A rack that is not normal: a cross in the colour of trouble, which no value of a ramp has. */
  mark(pen, x, y, w, h) {
    pen.strokeStyle = colourOf("--critical");
    pen.lineWidth = Math.max(1, Math.min(w, h) / 7);
    pen.strokeRect(x, y, w, h);
    pen.beginPath();
    pen.moveTo(x, y); pen.lineTo(x + w, y + h);
    pen.moveTo(x, y + h); pen.lineTo(x + w, y);
    pen.stroke();
    pen.lineWidth = 1;
  }

  outline(pen, severity, x, y, w, h) {
    if (!severity) return;
    pen.strokeStyle = colourOf("--" + severity.toLowerCase());
    pen.lineWidth = Math.max(2, typePx(0.18));
    pen.strokeRect(x, y, w, h);
    pen.lineWidth = 1;
  }

  point(event) {
    const at = this.layout && this.place && this.canvas.getBoundingClientRect();
    if (!at) return;
    const px = event.clientX - at.left, py = event.clientY - at.top;
    const hits = (box) => { const [x, y, w, h] = this.place(box); return px >= x && px <= x + w && py >= y && py <= y + h; };
    const racks = this.layout.racks;
    let text = "";
    for (let i = 0; i < racks.x_m.length && !text; ++i) {
      if ((this.hall < 0 || racks.hall[i] === this.hall) && hits(this.rack(i))) {
        const value = this.values[i];
        text = `${racks.label[i]}: ` + (value === null || value === undefined ? "no value" : `${numberText(value)} ${this.info.unit}`);
        if (this.conditions.has(i)) text += `, ${this.conditions.get(i)}`;
      }
    }
    if (!text) {
      const machine = this.layout.equipment.find(hits);
      text = machine ? `${machine.kind} ${machine.id}` : "";
    }
    this.tip.hidden = !text;
    this.tip.textContent = text;
    this.tip.style.left = Math.min(px + 12, at.width - this.tip.offsetWidth) + "px";
    this.tip.style.top = Math.max(0, py - 30) + "px";
  }

  /** The plan in words, for those who do not see it. */
  said() {
    const of = (i) => this.hall < 0 || this.layout.racks.hall[i] === this.hall;
    let low = -1, high = -1, count = 0, sum = 0;
    this.values.forEach((v, i) => {
      if (v === null || !of(i)) return;
      ++count; sum += v;
      if (low < 0 || v < this.values[low]) low = i;
      if (high < 0 || v > this.values[high]) high = i;
    });
    if (!count) return "No rack has a value yet.";
    const name = (i) => `${this.layout.racks.label[i]} (${numberText(this.values[i])} ${this.info.unit})`;
    const words = new Map();
    for (const [i, word] of this.conditions) if (of(i)) words.set(word, (words.get(word) || 0) + 1);
    const marked = [...words].map(([word, n]) => `; ${n} ${word.toLowerCase()}`).join("");
    return `${count} racks, mean ${numberText(sum / count)} ${this.info.unit}; highest ${name(high)}, lowest ${name(low)}${marked}.`;
  }
}

function minMax(values) {
  let low = values[0], high = values[0];
  for (const v of values) { if (v < low) low = v; if (v > high) high = v; }
  return [low, high];
}

function overlaps(a, b) {
  return a.x_m < b.x_m + b.width_m && b.x_m < a.x_m + a.width_m && a.y_m < b.y_m + b.depth_m && b.y_m < a.y_m + a.depth_m;
}
