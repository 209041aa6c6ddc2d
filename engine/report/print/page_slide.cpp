// SPDX-License-Identifier: Apache-2.0
#include "engine/base/plain_text.h"
#include "engine/report/print/page_maker.h"
#include "engine/report/print/page_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine::report {

namespace {

constexpr Paper kSlide{960.0, 540.0};
constexpr double kEdge = 36.0;

}  // namespace

void PageMaker::slide(const Slide& slide, std::size_t number, std::size_t count) {
    begin(kSlide);
    plain_ = true;
    const double wide = kSlide.width - 2.0 * kEdge;
    colour(kAccent);
    cairo_rectangle(cairo_, kEdge, 26.0, 30.0, 3.0);
    cairo_fill(cairo_);
    const FontLook head{20.0, true, kInk}, quiet{10.0, false, kQuiet}, value{13.0, true, kInk},
        said{11.0, false, kInk};
    const auto title = layOut(markupText(slide.title), head, wide - 170.0);
    draw(*title, kEdge, 34.0, head);
    draw(*layOut(markupText(slide.when), quiet, 165.0, PANGO_ALIGN_RIGHT), kEdge + wide - 165.0,
         41.0, quiet);
    // From the foot up: number, note, figures; the picture has the rest.
    double low = kSlide.height - 34.0;
    const std::string foot =
        title_ + (title_.empty() || slide.source.empty() ? "" : " · ") + slide.source;
    draw(*layOut(markupText(foot), quiet, wide - 110.0), kEdge, low + 8.0, quiet);
    draw(*layOut(fmt::format("{} / {}", number, count), quiet, 100.0, PANGO_ALIGN_RIGHT),
         kEdge + wide - 100.0, low + 8.0, quiet);
    if (!slide.note.empty()) {
        const auto note = layOut(markupText(slide.note), said, wide);
        low -= std::min(note->height, 110.0) + 4.0;
        draw(*note, kEdge, low, said);
        low -= 8.0;
    }
    if (!slide.figures.empty()) {
        const double each = std::min(
            150.0, wide / static_cast<double>(std::max<std::size_t>(1, slide.figures.size())));
        low -= 34.0;
        double x = kEdge;
        for (const auto& [label, text] : slide.figures) {
            colour(kTint);
            cairo_rectangle(cairo_, x, low, each - 6.0, 34.0);
            cairo_fill(cairo_);
            draw(*layOut(markupText(label), quiet, each - 18.0), x + 6.0, low + 3.0, quiet);
            draw(*layOut(markupText(text), value, each - 18.0), x + 6.0, low + 15.0, value);
            x += each;
        }
        low -= 8.0;
    }
    const double top = 34.0 + title->height + 10.0;
    const double most = std::max(40.0, low - top);
    const auto [across, down] = pictureSize(slide.picture);
    const double scale = across > 0.0 && down > 0.0 ? std::min(wide / across, most / down) : 1.0;
    picture(slide.picture, kEdge + (wide - scale * across) / 2.0, top, scale * across, most);
    finish();
}

}  // namespace headroom::engine::report
