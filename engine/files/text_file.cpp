// SPDX-License-Identifier: Apache-2.0
#include "engine/files/text_file.h"

#include "engine/files/foreign_file.h"
#include "engine/files/input_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
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

}  // namespace

Result<std::string> readTextFile(const std::filesystem::path& path, double memoryPerByte) {
    return withinMemory(path, [&]() -> Result<std::string> {
        auto bytes = readInput(path, memoryPerByte);
        if (!bytes) {
            return bytes;
        }
        if (auto readable = refuseForeign(path, *bytes); !readable) {
            return tl::unexpected(std::move(readable.error()));
        }
        if (!isGzip(*bytes)) {
            return bytes;
        }
        std::string text;
        Result<void> unpacked = unpack(path, *bytes, memoryPerByte, text);
        if (!unpacked) {
            return tl::unexpected(std::move(unpacked.error()));
        }
        if (auto readable = refuseForeign(path, text); !readable) {
            return tl::unexpected(std::move(readable.error()));
        }
        return text;
    });
}

}  // namespace headroom::engine
