// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/drawings/vector_drawing.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace headroom::engine {

/// The drawing in an answer of headroom-dxf (its form: app/drawing/expand.h). Every index and number is checked: the program read a file
/// of somebody else and may be wrong about it. DRW-002: it refused the file, with the line. DRW-003: its library broke at a line.
/// DRW-004: the answer has another form.
Result<VectorDrawing> drawingOfAnswer(const nlohmann::json& answer, const std::string& file);

}  // namespace headroom::engine
