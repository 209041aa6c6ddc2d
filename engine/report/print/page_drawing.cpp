// SPDX-License-Identifier: Apache-2.0
// Drawings and pictures on a page, and drawings on sheets of their own.
#include "engine/report/print/page_maker.h"
#include "engine/report/print/page_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <librsvg/rsvg.h>

namespace headroom::engine::report {

namespace {

constexpr double kPxPt = 0.75;     // a pixel of a page is 1/96 inch
constexpr double kLegible = 0.42;  // of 100 %: names of 12.5 px are 3.9 pt, as on drawings
constexpr Paper kSheets[] = {{841.89, 595.28},
                             {1190.55, 841.89},
                             {1683.78, 1190.55},
                             {2383.94, 1683.78},
                             {3370.39, 2383.94}};  // A4 … A0, landscape

struct Drawn {
    explicit Drawn(const std::string& svg, const std::string& css)
        : handle(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(),
                                           nullptr)) {
        if (handle != nullptr && !css.empty()) {
            rsvg_handle_set_stylesheet(handle, reinterpret_cast<const guint8*>(css.data()),
                                       css.size(), nullptr);
        }
        if (handle != nullptr) {
            rsvg_handle_set_dpi(handle, 96.0);
            RsvgRectangle view{};
            gboolean hasWidth = FALSE, hasHeight = FALSE, hasView = FALSE;
            RsvgLength w{}, h{};
            rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &w, &hasHeight, &h, &hasView,
                                                 &view);
            if (hasView != FALSE && view.width > 0.0) {
                width = view.width;
                height = view.height;
            }
        }
    }

    ~Drawn() {
        if (handle != nullptr) {
            g_object_unref(handle);
        }
    }

    Drawn(const Drawn&) = delete;
    Drawn& operator=(const Drawn&) = delete;

    RsvgHandle* handle;
    double width = 1.0, height = 0.5;  // of its view box
};

}  // namespace

/// At true scale: the view box is in millimetres of the drawing's own paper, and it has a title block.
void PageMaker::trueScale(const std::string& svg) {
    const Drawn drawing(svg, css_);
    constexpr double kMm = 72.0 / 25.4;
    if (!kept_.empty()) {
        flush(40.0);
    }
    begin({drawing.width * kMm, drawing.height * kMm});
    plain_ = true;
    vector(svg, 0.0, 0.0, paper_.width);
    leave();
}

void PageMaker::sheet(const std::string& svg, const std::string& caption) {
    const Drawn drawing(svg, css_);
    constexpr double kHead = 44.0, kCaption = 22.0;
    const Paper* chosen = &kSheets[0];
    for (const Paper& paper : kSheets) {
        chosen = &paper;
        const double scale =
            std::min((paper.width - kLeft - kRight) / drawing.width,
                     (paper.height - kTop - kBottom - kHead - kCaption) / drawing.height) /
            kPxPt;
        if (scale >= kLegible) {
            break;
        }
    }
    if (!open_ || y_ > kTop + 1.0 || !(paper_ == *chosen)) {
        begin(*chosen);
    }
    flush(0.0);
    const double tall = bottom() - kCaption - y_;
    const double scale = std::min({width() / drawing.width, tall / drawing.height, 1.25 * kPxPt});
    const double wide = scale * drawing.width;
    vector(svg, left() + (width() - wide) / 2.0, y_, wide);
    y_ = std::max(y_ + scale * drawing.height + 4.0, bottom() - kCaption + 4.0);
    if (!caption.empty()) {
        paragraph(wordsOf(caption), {8.0, false, kQuiet}, 0.0);
    }
    leave();
}

double PageMaker::heightOf(const std::string& svg, double width) const {
    const Drawn drawing(svg, {});
    return width * drawing.height / drawing.width;
}

double PageMaker::vector(const std::string& svg, double x, double y, double width) {
    const Drawn drawing(svg, plain_ ? std::string() : css_);
    const double height = width * drawing.height / drawing.width;
    const RsvgRectangle place{x, y, width, height};
    GError* error = nullptr;
    if (drawing.handle == nullptr ||
        rsvg_handle_render_document(drawing.handle, cairo_, &place, &error) == FALSE) {
        fault_ = error != nullptr ? error->message : "a drawing is malformed";
        g_clear_error(&error);
    }
    return height;
}

/// A picture is drawn as an SVG that holds nothing else: one reader for PNG and JPEG.
double PageMaker::picture(const std::string& source, double x, double y, double width,
                          double most) {
    const auto [wide, tall] = pictureSize(source);
    if (wide <= 0.0 || tall <= 0.0) {
        fault_ = "a picture whose size cannot be read";
        return 0.0;
    }
    const double scale = std::min(width / wide, most / tall);
    if (y >= 0.0) {
        vector(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
                           "width=\"{0}\" height=\"{1}\"><image width=\"{0}\" height=\"{1}\" "
                           "href=\"{2}\"/></svg>",
                           wide, tall, source),
               x, y, scale * wide);
    }
    return scale * tall;
}

}  // namespace headroom::engine::report
