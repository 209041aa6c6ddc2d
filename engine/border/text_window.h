// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/border/text_encoding.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace headroom::engine {

/// A text that is read front to back, in blocks of whole lines: a large file takes some MiB of memory, at any
/// size. A text at hand is one block.
class TextWindow {
  public:
    static constexpr std::size_t kBlockBytes = std::size_t{4} << 20U;
    /// A row that is longer than this may be cut.
    static constexpr std::size_t kLongestRow = std::size_t{1} << 20U;
    /// Files from this size on are read in blocks; packed ones from an eighth of it on.
    static constexpr std::size_t kLargeFile = std::size_t{32} << 20U;

    explicit TextWindow(std::string text);

    /// A regular file, packed (gzip) or not, whose packed data are sound. FIL-002, FIL-003, FIL-009.
    static Result<TextWindow> ofFile(const std::filesystem::path& file);

    /// Whether a file is large, regular, and text in which a byte is a character or a part of UTF-8: others
    /// are read as a whole.
    static bool suits(const std::filesystem::path& file);

    TextWindow(TextWindow&&) noexcept;
    TextWindow& operator=(TextWindow&&) noexcept;
    ~TextWindow();

    /// Valid until more() or rewind().
    std::string_view text() const { return text_; }

    /// Drops what is before `used`, and appends the next block; false if nothing follows.
    bool more(std::size_t used);

    /// The first block again.
    void rewind();

    double share() const;  ///< of the file that was read so far, 0..1

    TextEncoding encoding() const { return encoding_; }  ///< of the first block

  private:
    struct File;

    TextWindow() = default;
    void load();

    std::string text_;
    TextEncoding encoding_ = TextEncoding::Utf8;
    std::unique_ptr<File> file_;  ///< null means a text at hand
};

}  // namespace headroom::engine
