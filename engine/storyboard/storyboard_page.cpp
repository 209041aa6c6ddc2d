// SPDX-License-Identifier: Apache-2.0
#include "engine/storyboard/storyboard_page.h"

#include "engine/report/format.h"
#include "engine/report/print/pdf.h"

#include <fmt/format.h>

#include <span>

namespace headroom::engine {

namespace {

using report::escaped;

constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --page: #f3f4f6; --card: #ffffff; --text: #1b1f24; --quiet: #5b6470; --accent: #2463a6; }
@media (prefers-color-scheme: dark) { :root { --page: #101317; --card: #1a1e23; --text: #e4e7eb; --quiet: #98a2ae; --accent: #7db4ee; } }
* { box-sizing: border-box; }
html { scroll-snap-type: y mandatory; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, "Segoe UI", "Liberation Sans", sans-serif; }
section { min-height: 100vh; scroll-snap-align: start; display: flex; flex-direction: column; padding: 2.2vh 3vw; gap: 1.2vh; }
h2 { margin: 0; font-size: 1.6rem; line-height: 1.2; } h2 span { color: var(--accent); margin-right: .5rem; }
.when { color: var(--quiet); }
.picture { flex: 1 1 0; min-height: 40vh; background: center / contain no-repeat; }
.picture img { width: 100%; height: 100%; object-fit: contain; display: block; max-height: 74vh; }
.figures { display: flex; flex-wrap: wrap; gap: .7rem; }
.figures div { background: var(--card); border-radius: 6px; padding: .35rem .9rem; }
.figures span { color: var(--quiet); font-size: .85rem; display: block; }
.figures b { font-size: 1.15rem; }
p { margin: 0; max-width: 75rem; white-space: pre-line; }
@page { size: 297mm 167mm; margin: 0; }
@media print { section { height: 100vh; break-after: page; } }
)css";

std::string stampOf(const StoryShot& shot) {
    return shot.when + (shot.when.empty() || shot.source.empty() ? "" : " · ") + shot.source;
}

std::string pictureOf(const StoryShot& shot) {
    return "data:image/png;base64," + report::base64(std::as_bytes(std::span(shot.png)));
}

}  // namespace

std::string storyboardHtml(const Storyboard& storyboard, const std::vector<StoryShot>& shots) {
    std::string html =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>" +
        escaped(storyboard.title) + "</title>\n<style>" + kStyle + "</style></head>\n<body>\n";
    for (std::size_t i = 0; i < std::min(shots.size(), storyboard.scenes.size()); ++i) {
        const StoryScene& scene = storyboard.scenes[i];
        std::string figures;
        for (const auto& [label, value] : shots[i].figures) {
            figures +=
                "<div><span>" + escaped(label) + "</span><b>" + escaped(value) + "</b></div>";
        }
        html += fmt::format("<section><h2><span>{}</span>{}</h2>\n", i + 1, escaped(scene.title));
        const std::string stamp = stampOf(shots[i]);
        html +=
            stamp.empty() ? std::string() : "<div class=\"when\">" + escaped(stamp) + "</div>\n";
        html += "<div class=\"picture\"><img alt=\"" + escaped(scene.title) + "\" src=\"" +
                pictureOf(shots[i]) + "\"></div>\n";
        html += figures.empty() ? std::string() : "<div class=\"figures\">" + figures + "</div>\n";
        html += scene.note.empty() ? std::string() : "<p>" + escaped(scene.note) + "</p>\n";
        html += "</section>\n";
    }
    return html + "</body></html>\n";
}

Result<std::string> storyboardPdf(const Storyboard& storyboard, const std::vector<StoryShot>& shots,
                                  const std::string& date) {
    std::vector<report::Slide> slides;
    for (std::size_t i = 0; i < std::min(shots.size(), storyboard.scenes.size()); ++i) {
        slides.push_back({storyboard.scenes[i].title, shots[i].when, pictureOf(shots[i]),
                          storyboard.scenes[i].note, shots[i].figures, shots[i].source});
    }
    return report::slidesPdf(slides, {storyboard.title, date});
}

}  // namespace headroom::engine
