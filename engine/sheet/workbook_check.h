// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace headroom::engine {

/// Whether every part of a workbook (a ZIP archive of XML texts) is there to its last tag. The
/// library that writes workbooks puts its parts together from temporary files and does not look
/// whether they could be written: on a full disk they are cut short.
bool isWholeWorkbook(std::string_view bytes);

}  // namespace headroom::engine
