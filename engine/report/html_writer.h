// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/report/report_tree.h"

#include <string>

/// The one writer of report HTML. tests/structure/count finds sections that write tags by hand.
namespace headroom::engine::report {

/// One page that needs nothing next to it: no script, no link to anywhere, drawings as vectors. Light and dark by the
/// reader's setting. Same page, same bytes.
std::string htmlOf(const ReportPage& page);

/// The nodes alone, without a page around them.
std::string htmlOf(const Blocks& blocks);

}  // namespace headroom::engine::report
