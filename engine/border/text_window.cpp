// SPDX-License-Identifier: Apache-2.0
#include "engine/border/text_window.h"

#include "engine/border/workbook_archive.h"
#include "engine/files/foreign_file.h"

#include <zlib.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

constexpr unsigned kZlibBuffer = 1U << 18U;

Error windowError(const char* code, const std::filesystem::path& file, std::string message,
                  std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = file.string();
    return error;
}

bool beginsPacked(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b");
}

bool isOfUtf16(TextEncoding encoding) {
    return encoding == TextEncoding::Utf16Little || encoding == TextEncoding::Utf16Big;
}

std::string firstBytes(const std::filesystem::path& file, std::size_t count) {
    std::string bytes(count, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, in.gcount())));
    return bytes;
}

}  // namespace

/// zlib passes files that are not packed unchanged.
struct TextWindow::File {
    gzFile handle = nullptr;
    std::uintmax_t size = 0;
    std::string carry;  ///< begin of a line that the next block completes
    bool isAtEnd = false;

    explicit File(gzFile opened) : handle(opened) {}

    File(const File&) = delete;
    File& operator=(const File&) = delete;

    ~File() { gzclose_r(handle); }

    /// Bytes up to the last line end of a block; all at the end of the file.
    std::string nextBlock() {
        std::string block = std::exchange(carry, {});
        const std::size_t before = block.size();
        block.resize(before + kBlockBytes);
        const int got = gzread(handle, block.data() + before, static_cast<unsigned>(kBlockBytes));
        block.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
        isAtEnd = got < static_cast<int>(kBlockBytes);
        if (const std::size_t end = block.rfind('\n'); !isAtEnd && end != std::string::npos) {
            carry = block.substr(end + 1);
            block.resize(end + 1);
        }
        return block;
    }
};

TextWindow::TextWindow(std::string text) : text_(std::move(text)) {}

TextWindow::TextWindow(TextWindow&&) noexcept = default;
TextWindow& TextWindow::operator=(TextWindow&&) noexcept = default;
TextWindow::~TextWindow() = default;

bool TextWindow::suits(const std::filesystem::path& file) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed) || failed) {
        return false;
    }
    const auto size = std::filesystem::file_size(file, failed);
    constexpr std::size_t kPacking = 8;
    if (failed || size < kLargeFile / kPacking) {
        return false;
    }
    const std::string begin = firstBytes(file, 4096);
    const bool isLarge = size >= kLargeFile || beginsPacked(begin);
    return isLarge && !isZip(begin) && !isOldWorkbook(begin) &&
           !isOfUtf16(decodeText(begin).encoding);
}

Result<TextWindow> TextWindow::ofFile(const std::filesystem::path& file) {
    gzFile handle = gzopen(file.c_str(), "rb");
    if (handle == nullptr) {
        return tl::unexpected(
            windowError("FIL-002", file, "cannot be opened", "Check name and permissions."));
    }
    gzbuffer(handle, kZlibBuffer);
    TextWindow window;
    window.file_ = std::make_unique<File>(handle);
    std::error_code failed;
    window.file_->size = std::filesystem::file_size(file, failed);
    if (beginsPacked(firstBytes(file, 2))) {
        std::string block(kZlibBuffer, '\0');
        int got = 0;
        do {
            got = gzread(handle, block.data(), kZlibBuffer);
        } while (got > 0);
        int fault = Z_OK;
        gzerror(handle, &fault);
        if (got < 0 || fault != Z_OK) {
            return tl::unexpected(windowError("FIL-003", file,
                                              "is a gzip file, but its data are damaged or cut",
                                              "Copy or download the file again."));
        }
    }
    window.rewind();
    if (auto readable = refuseForeign(file, window.text()); !readable) {
        return tl::unexpected(std::move(readable.error()));
    }
    return window;
}

void TextWindow::load() {
    DecodedText decoded = decodeText(file_->nextBlock());
    // Blocks that hold plain letters only are UTF-8 in any case; one that is not is of the 8-bit code.
    encoding_ =
        text_.empty() || decoded.encoding != TextEncoding::Utf8 ? decoded.encoding : encoding_;
    text_ += decoded.text;
}

bool TextWindow::more(std::size_t used) {
    if (file_ == nullptr || file_->isAtEnd) {
        return false;
    }
    text_.erase(0, used);
    load();
    return true;
}

void TextWindow::rewind() {
    if (file_ != nullptr) {
        gzrewind(file_->handle);
        file_->carry.clear();
        file_->isAtEnd = false;
        text_.clear();
        load();
    }
}

double TextWindow::share() const {
    return file_ == nullptr || file_->size == 0
               ? 1.0
               : std::min(1.0, static_cast<double>(gzoffset(file_->handle)) /
                                   static_cast<double>(file_->size));
}

}  // namespace headroom::engine
