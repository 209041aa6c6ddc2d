// SPDX-License-Identifier: Apache-2.0
// Choices of the person who looks, kept in the address: a bookmark or a wall display opens the page as it was.
//
//   panels   floor,charts,alarms,events     those that are shown, in this order
//   hall     0, 1, …, all or cycle          cycle shows one hall after the other
//   colour   power_share, power_kw, …       rack quantity of the floor
//   span     3600, …, 0                     seconds of the charts; 0: the whole run
//   charts   facility/pue,a+b               a chart each; + puts two channels into one
//   theme    light or dark
//   kiosk    1                              nothing to press, and no pointer

export const kPanels = ["floor", "charts", "alarms", "events"];

const known = new URLSearchParams(location.search);

export const settings = {
  get(key, otherwise) { return known.get(key) ?? otherwise; },

  /** Keeps a choice; null forgets it. */
  set(key, value) {
    if (value === null) known.delete(key);
    else known.set(key, value);
    const text = decodeURIComponent(known.toString());
    history.replaceState(null, "", location.pathname + (text ? "?" + text : ""));
  },

  panels() {
    const asked = this.get("panels", kPanels.join()).split(",").filter((name) => kPanels.includes(name));
    return asked.length ? asked : kPanels;
  },

  isKiosk() { return this.get("kiosk", "0") === "1"; },
};
