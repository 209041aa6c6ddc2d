// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace headroom::engine::report {

/// CSS of the report: light and dark by the reader's setting, and a page for print.
extern const char* const kReportStyle;

/// The same for drawings on paper: light, every variable by its value, nothing that only a screen or
/// a browser knows.
std::string paperStyle();

}  // namespace headroom::engine::report
