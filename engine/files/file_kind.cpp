// SPDX-License-Identifier: Apache-2.0
#include "engine/files/file_kind.h"

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <array>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostText = std::size_t{64} << 20U;
constexpr int kRecordingIdAt = 68;  // of the SQLite file format: application_id

/// The characters of a file, packed by gzip or not.
class TextSource {
  public:
    explicit TextSource(gzFile file) : file_(file) { fill(); }

    bool atEnd() const { return at_ == size_; }

    char here() const { return block_[at_]; }

    void advance() {
        if (++at_ == size_) {
            fill();
        }
    }

  private:
    void fill() {
        const int read = taken_ < kMostText
                             ? ::gzread(file_, block_.data(), static_cast<unsigned>(block_.size()))
                             : 0;
        at_ = 0;
        size_ = read > 0 ? static_cast<std::size_t>(read) : 0;
        taken_ += size_;
    }

    gzFile file_;
    std::array<char, std::size_t{1} << 16U> block_;
    std::size_t at_ = 0;
    std::size_t size_ = 0;
    std::size_t taken_ = 0;
};

struct TextIterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    TextSource* source = nullptr;  // nullptr means the end

    char operator*() const { return source->here(); }

    TextIterator& operator++() {
        source->advance();
        return *this;
    }

    bool operator==(const TextIterator& other) const { return isEnd() == other.isEnd(); }

    bool operator!=(const TextIterator& other) const { return !(*this == other); }

  private:
    bool isEnd() const { return source == nullptr || source->atEnd(); }
};

/// Ends the reading at the member "format" of the outermost object.
class FormatFinder : public nlohmann::json_sax<Json> {
  public:
    std::string format;

    bool null() override { return plain(); }

    bool boolean(bool) override { return plain(); }

    bool number_integer(number_integer_t) override { return plain(); }

    bool number_unsigned(number_unsigned_t) override { return plain(); }

    bool number_float(number_float_t, const string_t&) override { return plain(); }

    bool binary(binary_t&) override { return plain(); }

    bool string(string_t& value) override {
        if (depth_ == 1 && isFormat_) {
            format = value;
            return false;
        }
        return depth_ > 0;
    }

    bool start_object(std::size_t) override { return enter(); }

    bool start_array(std::size_t) override { return depth_ > 0 && enter(); }

    bool key(string_t& name) override {
        isFormat_ = name == "format";
        return true;
    }

    bool end_object() override { return --depth_ > 0; }

    bool end_array() override { return --depth_ > 0; }

    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return false;
    }

  private:
    // A text that is not an object at all is not read on; nor one whose format is not a text.
    bool plain() const { return depth_ > 1 || (depth_ == 1 && !isFormat_); }

    bool enter() {
        ++depth_;
        return true;
    }

    int depth_ = 0;
    bool isFormat_ = false;
};

bool isRecordingHeader(std::string_view head) {
    return head.size() >= kRecordingIdAt + 4 &&
           head.starts_with(std::string_view("SQLite format 3", 16)) &&
           head.substr(kRecordingIdAt, 4) == "HDRM";
}

FileKind kindOfText(int descriptor) {
    const gzFile file = ::gzdopen(descriptor, "rb");
    if (file == nullptr) {
        ::close(descriptor);
        return FileKind::Other;
    }
    TextSource source(file);
    FormatFinder finder;
    Json::sax_parse(TextIterator{&source}, TextIterator{}, &finder);
    ::gzclose(file);
    return finder.format.starts_with("headroom-project/")     ? FileKind::Project
           : finder.format.starts_with("headroom-catalogue/") ? FileKind::Catalogue
                                                              : FileKind::Other;
}

}  // namespace

FileKind fileKind(const std::filesystem::path& path) {
    struct stat found {};

    if (::stat(path.c_str(), &found) != 0) {
        return FileKind::Nothing;
    }
    if (S_ISDIR(found.st_mode)) {
        return FileKind::Folder;
    }
    if (!S_ISREG(found.st_mode)) {
        return FileKind::Special;
    }
    // It may have become a pipe meanwhile: opening never waits.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return FileKind::Other;
    }
    std::array<char, 100> head{};
    const ssize_t size = ::pread(descriptor, head.data(), head.size(), 0);
    if (size > 0 && isRecordingHeader({head.data(), static_cast<std::size_t>(size)})) {
        ::close(descriptor);
        return FileKind::Recording;
    }
    return kindOfText(descriptor);
}

const char* fileKindWords(FileKind kind) {
    switch (kind) {
        case FileKind::Nothing:
            return "";
        case FileKind::Other:
            return "another file";
        case FileKind::Project:
            return "a project";
        case FileKind::Catalogue:
            return "a file of a catalogue";
        case FileKind::Recording:
            return "a recording";
        case FileKind::Folder:
            return "a folder";
        case FileKind::Special:
            return "a device, a pipe or a socket";
    }
    return "";
}

bool isDocument(FileKind kind) {
    return kind == FileKind::Project || kind == FileKind::Catalogue || kind == FileKind::Recording;
}

}  // namespace headroom::engine
