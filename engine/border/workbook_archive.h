// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <functional>
#include <string>
#include <string_view>

/// Parts of an Office Open XML archive (ECMA-376 part 2), unpacked piece by piece and within bounds.
namespace headroom::engine {

class XmlWalker;

/// Walks through the part of a name, "xl/workbook.xml". False: the archive has no such part.
using WorkbookParts = std::function<Result<bool>(const std::string& name, XmlWalker& walker)>;

bool isZip(std::string_view bytes);  ///< begins as a ZIP archive
bool isOldWorkbook(
    std::string_view bytes);  ///< begins as an Excel 97-2003 or an encrypted workbook

/// Calls `use` with the parts of an archive. `bytes` must stay as long. All parts together may unpack to 1 GiB, and a
/// part of more than 1 MiB to 1000 times its packed size. TXT-004: the archive is damaged. TXT-005: beyond these bounds.
/// TXT-003: an archive of another kind (OpenDocument, binary XLSB, a text document), named in the message.
Result<void> withWorkbookParts(std::string_view bytes, const std::string& file,
                               const std::function<Result<void>(const WorkbookParts&)>& use);

Error workbookError(const char* code, const std::string& file, std::string message,
                    std::string remedy);

}  // namespace headroom::engine
