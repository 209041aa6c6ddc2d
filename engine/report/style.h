// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::engine::report {

/// CSS of the report: light and dark by the reader's setting, and a page for print.
extern const char* const kReportStyle;

}  // namespace headroom::engine::report
