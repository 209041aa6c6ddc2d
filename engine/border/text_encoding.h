// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

/// Bytes of a file as UTF-8 text without a byte-order mark; of a workbook the text of one sheet.
namespace headroom::engine {

enum class TextEncoding { Utf8, Utf8Marked, Utf16Little, Utf16Big, Windows1252, Workbook };

struct DecodedText {
    std::string text;  ///< UTF-8
    TextEncoding encoding = TextEncoding::Utf8;
    std::string
        sheet;  ///< "sheet 'March' of an XLSX workbook"; Empty if the file is not a workbook.
    std::size_t sheets = 0;  ///< of the workbook
};

/// A byte-order mark decides. Without one, a text with a zero in every second byte is UTF-16, and a
/// text that is not UTF-8 is Windows-1252 (which contains Latin-1). Half a surrogate pair becomes
/// U+FFFD. Zero bytes of other texts stay.
DecodedText decodeText(std::string bytes);

/// "UTF-16, little endian".
std::string_view encodingWords(TextEncoding encoding);

/// The same, or a sheet of an XLSX workbook as comma-separated text (workbook_sheet.h); `sheet` empty: the first with
/// data. TXT-003: a workbook of another kind. Errors of sheetText().
Result<DecodedText> decodeFile(std::string bytes, const std::string& file,
                               std::string_view sheet = {});

/// A file, unpacked (gzip) and decoded; "prices.xlsx#March" is a sheet of a workbook. Errors of readTextFile() and
/// decodeFile().
Result<DecodedText> readDecoded(const std::filesystem::path& file, double memoryPerByte = 2.0);

}  // namespace headroom::engine
