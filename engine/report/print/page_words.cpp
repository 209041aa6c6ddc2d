// SPDX-License-Identifier: Apache-2.0
#include "engine/report/print/page_words.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace headroom::engine::report {

namespace {

// The first that a machine has; Pango continues to others for letters that a face lacks.
constexpr const char* kFaces = "Liberation Sans,Arimo,Nimbus Sans,Helvetica,DejaVu Sans,sans-serif";

std::string bytesOf(const std::string& source) {
    const std::size_t comma = source.find(',');
    std::string bytes;
    std::uint32_t group = 0;
    int bits = 0;
    for (std::size_t i = comma == std::string::npos ? source.size() : comma + 1; i < source.size();
         ++i) {
        const char c = source[i];
        const int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (digit < 0) {
            break;
        }
        group = (group << 6) | static_cast<std::uint32_t>(digit);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>((group >> bits) & 0xFFU);
        }
    }
    return bytes;
}

double bigEndian(const std::string& bytes, std::size_t at, std::size_t count) {
    double value = 0.0;
    for (std::size_t i = at; i < at + count && i < bytes.size(); ++i) {
        value = 256.0 * value + static_cast<unsigned char>(bytes[i]);
    }
    return value;
}

}  // namespace

PageMaker::Words::Words(cairo_t* cairo, const std::string& markup, const FontLook& look,
                        double width, PangoAlignment side)
    : layout(pango_cairo_create_layout(cairo)) {
    PangoFontDescription* font = pango_font_description_from_string(kFaces);
    pango_font_description_set_absolute_size(font, look.size * PANGO_SCALE);
    pango_font_description_set_weight(font, look.heavy ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout, side);
    if (width > 0.0) {
        pango_layout_set_width(layout, static_cast<int>(width * PANGO_SCALE));
    }
    // A text that Pango cannot read as markup is shown unchanged.
    if (pango_parse_markup(markup.data(), static_cast<int>(markup.size()), 0, nullptr, nullptr,
                           nullptr, nullptr) != FALSE) {
        pango_layout_set_markup(layout, markup.data(), static_cast<int>(markup.size()));
    } else {
        pango_layout_set_text(layout, markup.data(), static_cast<int>(markup.size()));
    }
    PangoRectangle ink, logical;
    pango_layout_get_extents(layout, &ink, &logical);
    height = static_cast<double>(logical.height) / PANGO_SCALE;
    natural = static_cast<double>(logical.width) / PANGO_SCALE;
}

std::pair<double, double> pictureSize(const std::string& source) {
    const std::string bytes = bytesOf(source);
    if (bytes.starts_with("\x89PNG\r\n") && bytes.size() >= 24) {
        return {bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4)};
    }
    // JPEG: the first start of frame, marker C0 … CF but for tables (C4, C8, CC).
    for (std::size_t at = 2; bytes.starts_with("\xFF\xD8") && at + 9 < bytes.size();) {
        const auto marker = static_cast<unsigned char>(bytes[at + 1]);
        if (static_cast<unsigned char>(bytes[at]) != 0xFF) {
            break;
        }
        if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 &&
            marker != 0xCC) {
            return {bigEndian(bytes, at + 7, 2), bigEndian(bytes, at + 5, 2)};
        }
        at += 2 + static_cast<std::size_t>(bigEndian(bytes, at + 2, 2));
    }
    return {0.0, 0.0};
}

}  // namespace headroom::engine::report
