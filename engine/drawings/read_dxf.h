// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/drawings/vector_drawing.h"

#include <atomic>
#include <filesystem>

namespace headroom::engine {

/// Whether the name ends with .dxf, in upper or lower case.
bool isDxfName(const std::filesystem::path& file);

/// A DXF in ASCII, R12 to 2018, read by the program headroom-dxf in a process without network and other files. Lines of blocks are
/// expanded. Limits: 256 MiB, 200,000 lines, 1,500,000 points, 60 s.
/// FIL-001, FIL-002, FIL-006, FIL-007: the file cannot be read, or is not a regular file. FIL-009: another format, as binary DXF and DWG.
/// DRW-001: headroom-dxf is not installed. DRW-002: the file exceeds a limit or is damaged, with the line. DRW-003: dxflib crashed, with
/// the line. DRW-006: `cancel` became true. DRW-004: headroom-dxf sent a malformed answer. DRW-005: the model space has no lines.
Result<VectorDrawing> readDxf(const std::filesystem::path& file,
                              const std::atomic<bool>* cancel = nullptr);

}  // namespace headroom::engine
