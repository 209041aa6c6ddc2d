// SPDX-License-Identifier: Apache-2.0
#include "engine/sheet/workbook_check.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

// Signatures and sizes of the ZIP format (APPNOTE.TXT 6.3, 4.3.7, 4.3.12, 4.3.16).
constexpr std::uint32_t kLocalHeader = 0x04034b50, kEntryHeader = 0x02014b50,
                        kEndHeader = 0x06054b50;
constexpr std::size_t kLocalBytes = 30, kEntryBytes = 46, kEndBytes = 22;
constexpr std::uint32_t kStored = 0, kDeflated = 8;
constexpr std::size_t kHeadBytes = 1024;  // the declaration and the first tag
constexpr std::size_t kTailBytes = 64;    // the last tag

std::uint32_t fieldAt(std::string_view bytes, std::size_t at, int size) {
    std::uint32_t value = 0;
    for (int i = size - 1; i >= 0 && at + static_cast<std::size_t>(i) < bytes.size(); --i) {
        value = value << 8U | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
    }
    return value;
}

/// Beginning and end of a text that is too long to be held.
struct Ends {
    std::string head, tail;

    void add(std::string_view piece) {
        head.append(piece.substr(0, kHeadBytes - std::min(kHeadBytes, head.size())));
        tail.append(piece.substr(piece.size() - std::min(piece.size(), kTailBytes)));
        tail.erase(0, tail.size() - std::min(tail.size(), kTailBytes));
    }

    /// The element that begins it ends it.
    bool isWholeXml() const {
        std::size_t at = head.starts_with("<?") ? head.find("?>") : 0;
        at = head.find('<', at == std::string::npos ? head.size() : at);
        if (at == std::string::npos) {
            return false;
        }
        const std::size_t end = head.find_first_of(" />\r\n", at + 1);
        const std::size_t last = tail.find_last_not_of("\r\n ");
        if (end == std::string::npos || last == std::string::npos) {
            return false;
        }
        const std::string text = tail.substr(0, last + 1);
        const bool isEmpty = text.ends_with("/>") && head.find('<', at + 1) == std::string::npos;
        return isEmpty || text.ends_with("</" + head.substr(at + 1, end - at - 1) + ">");
    }
};

std::optional<Ends> inflated(std::string_view packed) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
        return std::nullopt;
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::array<char, std::size_t{1} << 16U> block;
    Ends ends;
    int state = Z_OK;
    while (state == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        state = inflate(&stream, Z_NO_FLUSH);
        ends.add({block.data(), block.size() - stream.avail_out});
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END ? std::optional(std::move(ends)) : std::nullopt;
}

bool isWholePart(std::string_view bytes, std::string_view entry) {
    const std::size_t local = fieldAt(entry, 42, 4);
    if (local + kLocalBytes > bytes.size() || fieldAt(bytes, local, 4) != kLocalHeader) {
        return false;
    }
    const std::size_t data =
        local + kLocalBytes + fieldAt(bytes, local + 26, 2) + fieldAt(bytes, local + 28, 2);
    const std::size_t size = fieldAt(entry, 20, 4);
    if (data > bytes.size() || size > bytes.size() - data) {
        return false;
    }
    const std::string_view packed = bytes.substr(data, size);
    const std::uint32_t method = fieldAt(entry, 10, 2);
    if (method == kStored) {
        Ends ends;
        ends.add(packed);
        return ends.isWholeXml();
    }
    const auto ends = method == kDeflated ? inflated(packed) : std::nullopt;
    return ends && ends->isWholeXml();
}

}  // namespace

bool isWholeWorkbook(std::string_view bytes) {
    const std::string_view mark("PK\x05\x06", 4);
    const std::size_t end = bytes.rfind(mark);
    if (end == std::string_view::npos || end + kEndBytes > bytes.size() ||
        fieldAt(bytes, end, 4) != kEndHeader) {
        return false;
    }
    const std::uint32_t parts = fieldAt(bytes, end + 10, 2);
    std::size_t at = fieldAt(bytes, end + 16, 4);
    for (std::uint32_t i = 0; i < parts; ++i) {
        if (at + kEntryBytes > bytes.size() || fieldAt(bytes, at, 4) != kEntryHeader) {
            return false;
        }
        const std::string_view entry = bytes.substr(at);
        if (!isWholePart(bytes, entry)) {
            return false;
        }
        at += kEntryBytes + fieldAt(entry, 28, 2) + fieldAt(entry, 30, 2) + fieldAt(entry, 32, 2);
    }
    return parts > 0;
}

}  // namespace headroom::engine
