// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/text_file.h"

#include "engine/exchange/input_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 16U;

Error fileError(std::string code, const std::filesystem::path& path, std::string message,
                std::string remedy) {
    Error error;
    error.code = std::move(code);
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = path.string();
    return error;
}

/// Closes on every way out.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}

    ~Descriptor() { close(); }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }

    int close() {
        const int result = number_ < 0 ? 0 : ::close(number_);
        number_ = -1;
        return result;
    }

  private:
    int number_;
};

bool isGzip(std::string_view bytes) {
    return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

Error damaged(const std::filesystem::path& path, const std::string& fault) {
    return fileError("FIL-003", path, "is a gzip file, but " + fault,
                     "Copy or download the file again.");
}

Result<void> unpack(const std::filesystem::path& path, std::string_view packed,
                    double memoryPerByte, std::string& text) {
    z_stream stream{};
    // 15 + 16: the largest window, gzip header and trailer.
    if (inflateInit2(&stream, 15 + 16) != Z_OK) {
        return tl::unexpected(outOfMemory(path));
    }

    struct End {
        z_stream* stream;

        ~End() { inflateEnd(stream); }
    } const end{&stream};

    std::array<char, kBlockBytes> block;
    std::size_t next = 0;
    for (;;) {
        if (stream.avail_in == 0 && next < packed.size()) {
            const std::size_t size = std::min(packed.size() - next, kBlockBytes);
            // zlib does not write through next_in.
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + next));
            stream.avail_in = static_cast<uInt>(size);
            next += size;
        }
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        const int state = inflate(&stream, Z_NO_FLUSH);
        const std::size_t after = text.size() + block.size() - stream.avail_out;
        if (after > kMaximumInputBytes) {
            return tl::unexpected(damaged(path, "it unpacks to more than 1 GiB"));
        }
        if (after > text.capacity()) {
            if (auto fits = fitsMemory(path, 2 * after, memoryPerByte); !fits) {
                return fits;
            }
        }
        text.append(block.data(), block.size() - stream.avail_out);
        if (state == Z_STREAM_END) {
            // Members may follow one another; what does not begin as one is padding.
            const std::size_t at = next - stream.avail_in;
            if (!isGzip(packed.substr(at))) {
                return {};
            }
            next = at;
            stream.avail_in = 0;
            inflateReset(&stream);
            continue;
        }
        if (state == Z_MEM_ERROR) {
            return tl::unexpected(outOfMemory(path));
        }
        if (state == Z_BUF_ERROR || (state == Z_OK && stream.avail_in == 0 &&
                                     next == packed.size() && stream.avail_out != 0)) {
            return tl::unexpected(damaged(path, "it ends before the packed data does"));
        }
        if (state != Z_OK) {
            return tl::unexpected(
                damaged(path, std::string{"the packed data are damaged ("} +
                                  (stream.msg == nullptr ? "unknown cause" : stream.msg) + ")"));
        }
    }
}

bool writeAll(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

Error writeError(const std::filesystem::path& path, int cause) {
    return fileError("FIL-004", path,
                     std::string{"cannot be written: "} + std::generic_category().message(cause),
                     cause == ENOSPC || cause == EDQUOT
                         ? "Free some space or choose another folder."
                         : "Choose a folder that exists and in which you may write.");
}

}  // namespace

Result<std::string> readTextFile(const std::filesystem::path& path, double memoryPerByte) {
    return withinMemory(path, [&]() -> Result<std::string> {
        auto bytes = readInput(path, memoryPerByte);
        if (!bytes || !isGzip(*bytes)) {
            return bytes;
        }
        std::string text;
        Result<void> unpacked = unpack(path, *bytes, memoryPerByte, text);
        if (!unpacked) {
            return tl::unexpected(std::move(unpacked.error()));
        }
        return text;
    });
}

Result<void> writeTextFile(const std::filesystem::path& path, std::string_view text) {
    // A link stays a link: its target is replaced.
    std::error_code ignored;
    std::filesystem::path target = path;
    if (std::filesystem::is_symlink(path, ignored)) {
        target = std::filesystem::weakly_canonical(path, ignored);
    }
    const std::filesystem::path folder =
        target.has_parent_path() ? target.parent_path() : std::filesystem::path{"."};
    std::string temporary = target.string() + ".XXXXXX";
    Descriptor file{::mkostemp(temporary.data(), O_CLOEXEC)};
    if (file.number() < 0) {
        return tl::unexpected(writeError(path, errno));
    }

    struct stat before {};

    // mkostemp makes the file private; the old file's rights, or the usual ones, are wanted.
    const bool existed = ::stat(target.c_str(), &before) == 0;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    const mode_t mode = existed ? before.st_mode & 07777U : 0666U & ~mask;
    if (!writeAll(file.number(), text) || ::fchmod(file.number(), mode) != 0 ||
        ::fsync(file.number()) != 0 || file.close() != 0 ||
        ::rename(temporary.c_str(), target.c_str()) != 0) {
        const int cause = errno;
        ::unlink(temporary.c_str());
        return tl::unexpected(writeError(path, cause));
    }
    // The new name itself must reach the disk, too. Some file systems refuse; the data are safe.
    const Descriptor directory{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (directory.number() >= 0) {
        ::fsync(directory.number());
    }
    return {};
}

}  // namespace headroom::engine
