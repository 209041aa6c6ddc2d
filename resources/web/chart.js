// SPDX-License-Identifier: Apache-2.0
// A chart of one or two channels of the same unit over simulated time: mean as a line, least to most as a band.
import { numberText, typePx } from "/twin.js";
import { niceEnds } from "/floor.js";

const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** "45 s", "12 min", "6.5 h", "3 d". */
function spanText(seconds) {
  const [size, unit] = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]].find(([n]) => seconds >= n) || [1, "s"];
  return `${Math.round(seconds / size * 10) / 10} ${unit}`;
}

export class Chart {
  constructor(parent, title, channels, clock) {
    this.clock = clock;
    this.channels = channels;
    this.title = title;
    this.figure = document.createElement("figure");
    this.figure.className = "chart";
    this.caption = document.createElement("figcaption");
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.figure.append(this.caption, this.canvas);
    parent.append(this.figure);
    new ResizeObserver(() => this.draw()).observe(this.figure);
  }

  /** Of GET /api/v1/series. */
  setSeries(cut) {
    this.time = cut.to_s.slice();
    this.curves = this.channels.map((name) => {
      const of = cut.series[name];
      return of && { label: of.label, unit: of.unit, least: of.least.slice(), mean: of.mean.slice(), most: of.most.slice() };
    }).filter(Boolean);
    this.draw();
  }

  /** Of a frame of the stream. */
  add(timeS, values, spanS) {
    if (!this.curves?.length || (this.time.length && timeS <= this.time.at(-1))) return;
    this.time.push(timeS);
    this.curves.forEach((curve, i) => {
      const value = values[this.channels[i]] ?? null;
      for (const row of [curve.least, curve.mean, curve.most]) row.push(value);
    });
    while (spanS && this.time.length > 2 && this.time[1] < timeS - spanS) {
      this.time.shift();
      for (const curve of this.curves) for (const row of [curve.least, curve.mean, curve.most]) row.shift();
    }
    this.draw();
  }

  draw() {
    const width = this.figure.clientWidth;
    if (!width || !this.curves) return;
    this.caption.replaceChildren(...this.curves.map((curve, i) => {
      const key = document.createElement("span");
      key.className = i ? "key second" : "key";
      const last = curve.mean.findLast((v) => v !== null);
      key.textContent = `${curve.label}: ${numberText(last)} ${curve.unit}`;
      return key;
    }));
    const dots = devicePixelRatio || 1, kHeight = typePx(10), kTop = typePx(0.5), kBottom = typePx(1.15);
    this.canvas.width = width * dots;
    this.canvas.height = kHeight * dots;
    this.canvas.style.height = kHeight + "px";
    const pen = this.canvas.getContext("2d");
    pen.scale(dots, dots);
    pen.clearRect(0, 0, width, kHeight);
    pen.font = `${typePx(0.72)}px system-ui, sans-serif`;
    let low = Infinity, high = -Infinity;
    for (const curve of this.curves) {
      for (const v of curve.least) if (v !== null && v < low) low = v;
      for (const v of curve.most) if (v !== null && v > high) high = v;
    }
    if (low > high) {
      pen.fillStyle = colourOf("--faint");
      pen.fillText("No values yet", 8, kHeight / 2);
      return;
    }
    const [bottom, top, step] = niceEnds(low, high);
    const ticks = [];
    for (let v = bottom; v <= top + step / 2; v += step) ticks.push(v);
    // As many digits as tell two ticks apart.
    const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) + 1e-9) + (step / 10 ** Math.floor(Math.log10(step)) % 1 ? 1 : 0)));
    const tickText = (v) => Math.abs(v) >= 1e6 ? numberText(v) : v.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
    const left = Math.max(...ticks.map((v) => pen.measureText(tickText(v)).width)) + 8;
    const t0 = this.time[0], t1 = Math.max(this.time.at(-1), t0 + 1);
    const x = (t) => left + (t - t0) / (t1 - t0) * (width - left - 6);
    const y = (v) => kTop + (top - v) / (top - bottom) * (kHeight - kTop - kBottom);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const v of ticks) {
      pen.strokeStyle = colourOf("--grid");
      pen.beginPath(); pen.moveTo(left, y(v)); pen.lineTo(width - 6, y(v)); pen.stroke();
      pen.fillStyle = colourOf("--faint");
      pen.fillText(tickText(v), left - 4, y(v));
    }
    pen.textBaseline = "bottom";
    pen.textAlign = "left";
    pen.fillText("−" + spanText(t1 - t0), left, kHeight);
    pen.textAlign = "right";
    pen.fillText(this.clock.text(t1), width - 6, kHeight);
    this.curves.forEach((curve, i) => {
      const colour = colourOf(i ? "--curve-2" : "--curve-1");
      pen.fillStyle = colour;
      pen.globalAlpha = 0.18;
      pen.beginPath();
      this.time.forEach((t, k) => { if (curve.most[k] !== null) pen.lineTo(x(t), y(curve.most[k])); });
      for (let k = this.time.length - 1; k >= 0; --k) if (curve.least[k] !== null) pen.lineTo(x(this.time[k]), y(curve.least[k]));
      pen.fill();
      pen.globalAlpha = 1;
      pen.strokeStyle = colour;
      pen.lineWidth = typePx(0.11);
      pen.setLineDash(i ? [5, 3] : []);
      pen.beginPath();
      let isDown = false;
      this.time.forEach((t, k) => {
        if (curve.mean[k] === null) { isDown = false; return; }
        isDown ? pen.lineTo(x(t), y(curve.mean[k])) : pen.moveTo(x(t), y(curve.mean[k]));
        isDown = true;
      });
      pen.stroke();
      pen.setLineDash([]);
      pen.lineWidth = 1;
    });
    this.canvas.setAttribute("aria-label", `${this.title}: ` + this.curves.map((c) =>
      `${c.label} from ${numberText(low)} to ${numberText(high)} ${c.unit}`).join("; "));
  }
}
