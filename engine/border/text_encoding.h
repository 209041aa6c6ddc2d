// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string>
#include <string_view>

/// Bytes of a file as UTF-8 text without a byte-order mark.
namespace headroom::engine {

enum class TextEncoding { Utf8, Utf8Marked, Utf16Little, Utf16Big, Windows1252 };

struct DecodedText {
    std::string text;  ///< UTF-8
    TextEncoding encoding = TextEncoding::Utf8;
};

/// A byte-order mark decides. Without one, a text with a zero in every second byte is UTF-16, and a
/// text that is not UTF-8 is Windows-1252 (which contains Latin-1). Half a surrogate pair becomes
/// U+FFFD. Zero bytes of other texts stay.
DecodedText decodeText(std::string bytes);

/// "UTF-16, little endian".
std::string_view encodingWords(TextEncoding encoding);

/// A file, unpacked (gzip) and decoded. Errors of readTextFile().
Result<DecodedText> readDecoded(const std::filesystem::path& file, double memoryPerByte = 2.0);

}  // namespace headroom::engine
