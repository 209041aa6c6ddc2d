// SPDX-License-Identifier: Apache-2.0
#include "engine/report/style.h"

#include <map>
#include <sstream>
#include <string_view>

namespace headroom::engine::report {

const char* const kReportStyle = R"css(
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --text: #1b1f24; --quiet: #5b6470; --rule: #dfe3e8;
  --grid: #e9ecf0; --accent: #2463a6;
  --mark: #b42318; --cold: #1263c8; --warm: #c8402a; --s0: #2463a6; --s1: #c2571a; --s2: #2f8159; --s3: #7b53a6; --s4: #9a7b12; --s5: #a83a5c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --card: #1c2025; --text: #e4e7eb; --quiet: #98a2ae; --rule: #333a42;
    --grid: #282e35; --accent: #7db4ee;
    --mark: #ff8577; --cold: #4aa3ff; --warm: #ff8a6f; --s0: #6aa9ec; --s1: #ef9a5f; --s2: #6cc398; --s3: #b994e4; --s4: #d8b94f; --s5: #ea86a4;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 2.5rem 1.5rem 4rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
}
main { max-width: 70rem; margin: 0 auto; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .35rem; letter-spacing: -.01em; }
h2 { font-size: 1.1rem; margin: 2.6rem 0 .8rem; }
p { margin: .3rem 0; }
.facts, .note, figcaption { color: var(--quiet); }
.warning {
  margin: 1rem 0; padding: .6rem .9rem; border-left: 4px solid var(--s1); background: var(--card);
}
.tiles {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: .75rem;
  margin-top: 1.5rem;
}
.tile { background: var(--card); border: 1px solid var(--rule); border-radius: 6px; padding: .7rem .9rem; }
.tile b { display: block; font-size: 1.15rem; font-weight: 600; white-space: nowrap; }
.tile span { color: var(--quiet); font-size: .85rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(30rem, 100%), 1fr)); gap: .75rem; }
figure { margin: 0; background: var(--card); border: 1px solid var(--rule); border-radius: 6px; padding: .8rem .9rem; }
figure h3 { margin: 0 0 .3rem; font-size: .95rem; }
figcaption { font-size: .8rem; margin-top: .4rem; }
figure details { font-size: .8rem; color: var(--quiet); }
details.from summary { cursor: pointer; color: var(--accent); } details.from p { margin: .15rem 0 .15rem .8rem; }
dl { margin: 0; } dt { color: var(--text); } dd { margin: 0 0 .35rem; }
.note { font-size: .85rem; }
figure img { width: 100%; height: auto; display: block; border-radius: 3px; }
.images { display: grid; gap: .75rem; }
svg { width: 100%; height: auto; display: block; overflow: visible; }
svg .x, svg .y, svg .unit, svg .legend { font-size: 11.5px; fill: var(--quiet); }
svg .legend { fill: var(--text); }
svg .y { text-anchor: end; }
svg .x { text-anchor: middle; }
svg .unit { fill: var(--text); }
svg .axis { stroke: var(--quiet); stroke-width: 1; }
svg .grid { stroke: var(--grid); stroke-width: 1; }
svg line.mark { stroke: var(--mark); stroke-width: 1.1; stroke-dasharray: 3 2; }
svg text.mark { fill: var(--mark); font-size: 10px; text-anchor: middle; font-weight: 600; }
svg .line { fill: none; stroke-width: 1.7; stroke-linejoin: round; }
svg .band { stroke: none; fill-opacity: .18; }
svg .area { stroke: none; fill-opacity: .62; }
svg .line.s0 { stroke: var(--s0); } svg .band.s0, svg .area.s0 { fill: var(--s0); }
svg .line.s1 { stroke: var(--s1); } svg .band.s1, svg .area.s1 { fill: var(--s1); }
svg .line.s2 { stroke: var(--s2); } svg .band.s2, svg .area.s2 { fill: var(--s2); }
svg .line.s3 { stroke: var(--s3); } svg .band.s3, svg .area.s3 { fill: var(--s3); }
svg .line.s4 { stroke: var(--s4); } svg .band.s4, svg .area.s4 { fill: var(--s4); }
svg .line.s5 { stroke: var(--s5); } svg .band.s5, svg .area.s5 { fill: var(--s5); }
svg .running { fill: var(--s0); } svg .starting { fill: var(--s4); } svg .queued { fill: var(--rule); }
h2 .no { color: var(--accent); margin-right: .35rem; }
h3 { font-size: .95rem; margin: 1.3rem 0 .4rem; }
nav { margin: 1.6rem 0 0; }
nav ol { columns: 2; margin: 0; padding-left: 1.4rem; }
nav a { color: var(--accent); text-decoration: none; }
table.block { width: auto; min-width: 24rem; margin-top: 1rem; border: 1px solid var(--rule); background: var(--card); }
table.block th { color: var(--quiet); font-weight: 400; border-right: 1px solid var(--rule); }
figure.drawing, figure.plan { margin-bottom: .75rem; }
figure .sheet { overflow: auto; max-height: 46rem; }
figure.plan .sheet { background: #ffffff; max-height: none; }
svg .mid { text-anchor: middle; } svg .end { text-anchor: end; }
svg .title { fill: var(--text); font-size: 17px; font-weight: 600; }
svg .name { fill: var(--text); font-size: 12.5px; font-weight: 600; }
svg .figure { fill: var(--quiet); font-size: 11.5px; }
svg .small { fill: var(--text); font-size: 10px; }
svg .body { fill: var(--card); stroke: var(--text); stroke-width: 1.5; }
svg .outline { fill: none; stroke: var(--text); stroke-width: 1.2; }
svg .ink { fill: none; stroke: var(--text); stroke-width: 1.2; }
svg .solid { fill: var(--text); stroke: none; }
svg .behind { fill: var(--card); stroke: var(--quiet); stroke-width: 1.1; }
svg .frame { fill: none; stroke: var(--rule); stroke-width: 1; }
svg .head { fill: var(--grid); stroke: none; }
svg .room { fill: var(--card); stroke: var(--rule); stroke-width: 1.2; }
svg .water { fill: var(--quiet); fill-opacity: .55; stroke: none; }
svg .label { fill: var(--card); fill-opacity: .9; stroke: none; }
svg .rest { fill: none; stroke: var(--quiet); stroke-width: 1; }
svg .wire { fill: none; stroke: var(--accent); stroke-width: 1.8; }
svg .link { fill: none; stroke: var(--s0); stroke-opacity: .55; }
svg .gap { stroke: var(--card); stroke-width: 9; }
svg .supply { fill: none; stroke: var(--cold); stroke-linecap: square; }
svg .return { fill: none; stroke: var(--warm); stroke-linecap: square; }
svg .supply.tip { fill: var(--cold); stroke: none; } svg .return.tip { fill: var(--warm); stroke: none; }
.table { overflow-x: auto; background: var(--card); border: 1px solid var(--rule); border-radius: 6px; }
.scroll { overflow: auto; max-height: 34rem; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; }
th, td { padding: .38rem .8rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--grid); }
tr:last-child td { border-bottom: 0; }
thead th { position: sticky; top: 0; background: var(--card); border-bottom: 1px solid var(--rule); font-weight: 600; }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.why { color: var(--quiet); }
td.name { white-space: nowrap; }
.side { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: .75rem; margin-top: .75rem; align-items: start; }
summary { cursor: pointer; color: var(--accent); padding: .3rem 0; }
pre {
  background: var(--card); border: 1px solid var(--rule); border-radius: 6px; padding: 1rem;
  overflow: auto; max-height: 40rem; font-size: .8rem; line-height: 1.4;
}
footer { margin-top: 3rem; padding-top: .8rem; border-top: 1px solid var(--rule); color: var(--quiet); font-size: .82rem; }
@media screen and (max-width: 40rem) { td.why { min-width: 16rem; } }
@page { size: A4; margin: 18mm 16mm 20mm 18mm; }
@media print {
  body { background: none; padding: 0; font-size: 9.5pt; }
  main { max-width: none; }
  .scroll, pre, figure .sheet { max-height: none; overflow: visible; }
  figure, .tile, tr, table.block { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  thead { display: table-header-group; }
  thead th { position: static; }
  figure.drawing, figure.plan { break-before: page; }
  figure .sheet svg { width: 100% !important; min-width: 0 !important; }
}
)css";

std::string paperStyle() {
    const std::string_view all = kReportStyle;
    // Variables of the first block, which is the light one.
    std::map<std::string, std::string> values;
    const std::string_view root = all.substr(0, all.find('}'));
    for (std::size_t at = root.find("--"); at != std::string_view::npos; at = root.find("--", at)) {
        const std::size_t colon = root.find(':', at), end = root.find(';', at);
        values[std::string(root.substr(at, colon - at))] =
            std::string(root.substr(colon + 1, end - colon - 1));
        at = end;
    }
    std::string css = "svg { font-family: \"Liberation Sans\", \"Nimbus Sans\", sans-serif; }\n";
    std::istringstream lines{std::string(all)};
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("svg ")) {
            continue;
        }
        for (std::size_t at = line.find("var("); at != std::string::npos; at = line.find("var(")) {
            const std::size_t end = line.find(')', at);
            line.replace(at, end + 1 - at, values[line.substr(at + 4, end - at - 4)]);
        }
        css += line + '\n';
    }
    return css;
}

}  // namespace headroom::engine::report
