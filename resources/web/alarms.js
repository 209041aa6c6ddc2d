// SPDX-License-Identifier: Apache-2.0
// Active alarms, grouped by the event that caused them first, as the window shows them.
const kSeverities = ["Critical", "Warning", "Notice"];
const kMostNamed = 4;

function worst(rows) {
  return kSeverities.find((severity) => rows.some((row) => row.severity === severity)) || "Notice";
}

/** Groups, the worst first, then the oldest: {severity, title, sinceS, rows}. */
export function byFirstCause(active) {
  const groups = new Map();
  for (const row of active) {
    // The alarm of the first cause itself has no cause: its own event is that of the group.
    const key = row.first_event >= 0 ? row.first_event : row.event >= 0 ? row.event : `alarm ${row.number}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  return [...groups.values()].map((rows) => {
    const first = rows.reduce((a, b) => (b.since_s < a.since_s ? b : a));
    const cause = rows.find((row) => row.cause)?.cause || `${first.name}: ${first.text}`;
    return { rows, severity: worst(rows), sinceS: first.since_s, title: cause.replace(/\.$/, "") };
  }).sort((a, b) => kSeverities.indexOf(a.severity) - kSeverities.indexOf(b.severity) || a.sinceS - b.sinceS);
}

const counted = (n, one, many) => `${n.toLocaleString("en-GB")} ${n === 1 ? one : many}`;

/** "5 critical, 2 warnings of 1 cause". */
export function alarmHead(bySeverity, groups) {
  // "Critical" is an adjective; warnings and notices are counted.
  const word = (name, n) => name.toLowerCase() + (name !== "Critical" && n !== 1 ? "s" : "");
  const parts = kSeverities.filter((name) => bySeverity[name])
    .map((name) => `${bySeverity[name].toLocaleString("en-GB")} ${word(name, bySeverity[name])}`);
  return parts.length ? `${parts.join(", ")} of ${counted(groups.length, "cause", "causes")}` : "";
}

/** "CDU 1 trips; 8 × Rack; 3 others". */
export function membersText(group) {
  const named = group.rows.slice(0, kMostNamed).map((row) => `${row.name}: ${row.text}`);
  const rest = group.rows.length - named.length;
  return named.join("; ") + (rest > 0 ? `; ${counted(rest, "other", "others")}` : "");
}

/** Ids of objects with an active alarm: the worst severity of each. */
export function severityByObject(active) {
  const found = new Map();
  for (const row of active) {
    for (const id of [row.object, row.name]) {
      const before = found.get(id);
      if (id && (before === undefined || kSeverities.indexOf(row.severity) < kSeverities.indexOf(before))) found.set(id, row.severity);
    }
  }
  return found;
}
