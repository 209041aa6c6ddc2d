// SPDX-License-Identifier: Apache-2.0
// The connection to the server: questions by HTTP, what goes on by WebSocket, again and again where it breaks.

const kFirstWaitMs = 1000;
const kLongestWaitMs = 15000;

export class Twin {
  constructor() {
    // The token comes behind "#", which is sent to nobody, and is kept for this tab alone.
    const given = new URLSearchParams(location.hash.slice(1)).get("token");
    if (given) {
      sessionStorage.setItem("token", given);
      history.replaceState(null, "", location.pathname + location.search);
    }
    this.lastEvent = null;
    this.waitMs = kFirstWaitMs;
    this.hearers = {};
    this.wish = null;
  }

  get token() { return sessionStorage.getItem("token") || ""; }

  set token(text) {
    text ? sessionStorage.setItem("token", text) : sessionStorage.removeItem("token");
  }

  on(kind, hearer) { this.hearers[kind] = hearer; }

  tell(kind, value) { this.hearers[kind]?.(value); }

  /** The answer as an object; what is refused is thrown with its sentence. */
  async ask(path, method = "GET", body = undefined) {
    const headers = {};
    if (this.token) headers.Authorization = "Bearer " + this.token;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const response = await fetch("/api/v1/" + path, {
      method, headers, cache: "no-store", credentials: "omit",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = response.status === 204 ? null : await response.json();
    if (!response.ok) {
      const fault = new Error(`${answer.detail}. ${answer.remedy}.`);
      fault.status = response.status;
      throw fault;
    }
    return answer;
  }

  /** What the stream is to tell from now on. */
  subscribe(wish) {
    this.wish = wish;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(wish));
    else if (!this.socket) this.connect();
  }

  connect() {
    const protocols = ["headroom.v1"];
    if (this.token) protocols.push("headroom.token." + this.token);
    this.socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/api/v1/stream", protocols);
    this.socket.onopen = () => {
      this.waitMs = kFirstWaitMs;
      this.tell("link", "on");
      const again = this.lastEvent === null ? {} : { after: this.lastEvent };
      this.socket.send(JSON.stringify({ ...this.wish, ...again }));
    };
    this.socket.onmessage = (message) => {
      const told = JSON.parse(message.data);
      if (told.type === "events" && told.events.length) this.lastEvent = told.events.at(-1).id;
      this.tell(told.type, told);
    };
    this.socket.onclose = () => {
      this.socket = null;
      this.tell("link", "off");
      setTimeout(() => this.socket || this.connect(), this.waitMs);
      this.waitMs = Math.min(this.waitMs * 2, kLongestWaitMs);
    };
  }
}

const kMillion = 1e6;

/** "1,234", "12.30", "4.000 M", "–": four digits that count, so that a number that moves keeps its width. */
export function numberText(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  const size = Math.abs(value);
  if (size >= kMillion && size < kMillion * 1000) return `${numberText(value / kMillion)} M`;
  const options = size >= 1e9 ? { notation: "scientific", maximumFractionDigits: 2 }
    : size >= 1000 || value === 0 ? { maximumFractionDigits: 0 } : { minimumSignificantDigits: 4, maximumSignificantDigits: 4 };
  return new Intl.NumberFormat("en-GB", options).format(value);
}

/** The same without noughts at the end, for the ends of a scale. */
export function plainNumber(value) {
  return new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 4 }).format(value);
}

/** "3 d 04:05:06" of seconds since the start. */
export function sinceText(seconds) {
  const days = Math.floor(seconds / 86400);
  const two = (n) => String(Math.floor(n)).padStart(2, "0");
  return (days ? `${days} d ` : "") + `${two(seconds % 86400 / 3600)}:${two(seconds % 3600 / 60)}:${two(seconds % 60)}`;
}

/** Turns seconds since the start into the clock of the site, from one instant of which both are known. */
export class SiteClock {
  set({ clock, time_s }) {
    const read = Date.parse(clock.slice(0, 19).replace(" ", "T") + "Z");
    if (!Number.isNaN(read)) this.startMs = read - time_s * 1000;
  }

  /** "14 Jul 10:51:00"; before a clock is known, the time since the start. */
  text(timeS) {
    if (this.startMs === undefined) return sinceText(timeS);
    const at = new Date(this.startMs + timeS * 1000);
    const day = at.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
    return `${day} ${at.toISOString().slice(11, 19)}`;
  }
}

/** Pixels of a text that is `share` of the page's type size. */
export function typePx(share) {
  return Math.round(parseFloat(getComputedStyle(document.documentElement).fontSize) * share);
}
