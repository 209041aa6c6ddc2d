// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/report/print/page_maker.h"

#include <string>
#include <utility>

namespace headroom::engine::report {

/// A block of text as Pango laid it out. Lengths are points.
struct PageMaker::Words {
    Words(cairo_t* cairo, const std::string& markup, const FontLook& look, double width,
          PangoAlignment side);

    ~Words() { g_object_unref(layout); }

    Words(const Words&) = delete;
    Words& operator=(const Words&) = delete;

    PangoLayout* layout;
    double height = 0.0;
    double natural = 0.0;  ///< width that its lines take
};

/// Width and height [px] of a picture in a "data:" address: PNG or JPEG; 0 where it is neither.
std::pair<double, double> pictureSize(const std::string& source);

}  // namespace headroom::engine::report
