// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <QByteArray>
#include <QImage>

#include <cstdint>
#include <filesystem>

namespace headroom::ui {

/// Limits of a drawing under the plan, which may come from anybody.
inline constexpr std::uint64_t kMostDrawingBytes = std::uint64_t{64} << 20U;
inline constexpr std::uint64_t kMostDrawnElements = 200'000;

/// Elements that an SVG draws: each <use> counts as what it refers to. Stops counting beyond `most`; a <use> that refers to
/// itself counts as more than any limit. 0 for a text that is not XML.
std::uint64_t drawnElements(const QByteArray& svg, std::uint64_t most = kMostDrawnElements);

/// The picture of a PNG, JPEG or SVG file. An SVG is drawn with 4,096 pixels on its longer side.
/// FIL-001, FIL-002, FIL-006, FIL-007: the file cannot be read, or is not a regular file. UI-027: the file is not a picture,
/// or is above the limits here or above Qt's limit of 256 MiB for one picture.
engine::Result<QImage> readDrawing(const std::filesystem::path& file);

}  // namespace headroom::ui
