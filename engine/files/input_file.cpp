// SPDX-License-Identifier: Apache-2.0
#include "engine/files/input_file.h"

#include "engine/base/log.h"
#include "engine/base/memory.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headroom::engine {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kInputBlockBytes = std::size_t{1} << 16U;
// Until somebody opens a pipe for writing; and until a writer that is there says more.
constexpr std::chrono::seconds kWriterComes{5};
constexpr std::chrono::seconds kWriterSpeaks{60};
// Below this, what a text needs is not worth a question to the system.
constexpr double kSmallBytes = 32e6;

Error inputError(std::string code, const std::filesystem::path& path, std::string message,
                 std::string remedy) {
    return {std::move(code), std::move(message), std::move(remedy), path.string(), {}, 0};
}

class InputDescriptor {
  public:
    explicit InputDescriptor(const std::filesystem::path& path)
        // Without waiting: for the writer of a pipe, or the carrier of a line.
        : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}

    ~InputDescriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }

    InputDescriptor(const InputDescriptor&) = delete;
    InputDescriptor& operator=(const InputDescriptor&) = delete;

    int number() const { return number_; }

  private:
    int number_;
};

Error openFault(const std::filesystem::path& path, int cause) {
    if (cause == ENOENT || cause == ENOTDIR) {
        return inputError("FIL-001", path, "there is no such file",
                          "Check the name and the folder.");
    }
    return inputError("FIL-002", path,
                      "cannot be opened: " + std::generic_category().message(cause),
                      cause == ELOOP ? "Its symbolic links lead in a circle: name the file itself."
                      : cause == ENAMETOOLONG ? "Choose a shorter name."
                                              : "Check the permissions of the file.");
}

/// Target of a name that is neither a file nor a pipe.
std::optional<Error> kindFault(const std::filesystem::path& path, mode_t mode) {
    if (S_ISREG(mode) || S_ISFIFO(mode)) {
        return std::nullopt;
    }
    if (S_ISDIR(mode)) {
        return inputError("FIL-002", path, "is a folder", "Name a file, not a folder.");
    }
    return inputError(
        "FIL-006", path,
        S_ISSOCK(mode) ? "is a socket, not a file" : "is a device or a terminal, not a file",
        "Name a file, or a pipe into which a program writes.");
}

Error tooLarge(const std::filesystem::path& path) {
    return inputError("FIL-002", path, "is larger than 1 GiB", "Cut it to what is needed.");
}

/// Waits a little until a pipe says something; FIL-007 where it has not for too long. `hasWriter`:
/// whether somebody holds its other end.
Result<void> awaitPipe(const std::filesystem::path& path, int file, Clock::time_point since,
                       bool hasWriter) {
    const Clock::duration limit = hasWriter ? Clock::duration(kWriterSpeaks) : kWriterComes;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(since + limit - Clock::now());
    if (left.count() <= 0) {
        return tl::unexpected(
            inputError("FIL-007", path,
                       hasWriter ? "is a pipe whose writer has said nothing for " +
                                       std::to_string(kWriterSpeaks.count()) + " s"
                                 : "is a pipe into which nobody writes",
                       "Start the program that writes into it first, or name a file."));
    }

    struct pollfd asked {
        file, POLLIN, 0
    };

    // In pieces: a writer that comes and says nothing does not end the wait by itself.
    ::poll(&asked, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 200)));
    return {};
}

}  // namespace

Result<void> fitsMemory(const std::filesystem::path& path, std::size_t bytes,
                        double memoryPerByte) {
    const double needed = static_cast<double>(bytes) * memoryPerByte;
    if (needed < kSmallBytes) {
        return {};
    }
    const auto left = static_cast<double>(memoryLeft());
    if (needed <= left) {
        return {};
    }
    return tl::unexpected(inputError(
        "FIL-008", path,
        "needs about " + memoryText(needed) + " of memory to be read, and there are " +
            memoryText(left) + " for this process",
        "Cut the file to what is needed, close other programs, or raise the limit (ulimit -v)."));
}

Error outOfMemory(const std::filesystem::path& path) {
    return inputError("FIL-008", path, "needs more memory to be read than this process may have",
                      "Cut the file to what is needed, close other programs, or raise the limit "
                      "(ulimit -v).");
}

bool isFolder(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

Result<std::string> readInput(const std::filesystem::path& path, double memoryPerByte) {
    struct stat about {};

    // Some devices do something when they are opened: asked before, and after for what came
    // between.
    if (::stat(path.c_str(), &about) != 0) {
        return tl::unexpected(openFault(path, errno));
    }
    if (const auto fault = kindFault(path, about.st_mode)) {
        return tl::unexpected(*fault);
    }
    const InputDescriptor file(path);
    if (file.number() < 0 || ::fstat(file.number(), &about) != 0) {
        return tl::unexpected(openFault(path, errno));
    }
    if (const auto fault = kindFault(path, about.st_mode)) {
        return tl::unexpected(*fault);
    }
    const bool isPipe = S_ISFIFO(about.st_mode);
    std::string bytes;
    const auto size = static_cast<std::size_t>(about.st_size);
    if (!isPipe) {
        if (size > kMaximumInputBytes) {
            return tl::unexpected(tooLarge(path));
        }
        if (auto fits = fitsMemory(path, size, memoryPerByte); !fits) {
            return tl::unexpected(std::move(fits.error()));
        }
        bytes.reserve(size);
    }
    std::array<char, kInputBlockBytes> block;
    Clock::time_point heard = Clock::now();
    for (;;) {
        const ssize_t got = ::read(file.number(), block.data(), block.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        const bool waits = isPipe && ((got < 0 && errno == EAGAIN) || (got == 0 && bytes.empty()));
        if (waits) {
            struct pollfd asked {
                file.number(), POLLIN, 0
            };

            if (got == 0 && ::poll(&asked, 1, 0) == 1 && (asked.revents & POLLHUP) != 0) {
                break;  // somebody was there, and left without a word
            }
            if (auto heardOf = awaitPipe(path, file.number(), heard, got < 0); !heardOf) {
                return tl::unexpected(std::move(heardOf.error()));
            }
            continue;
        }
        if (got < 0) {
            return tl::unexpected(inputError(
                "FIL-002", path, "cannot be read: " + std::generic_category().message(errno),
                "Check the disk."));
        }
        if (got == 0) {
            break;
        }
        heard = Clock::now();
        const std::size_t after = bytes.size() + static_cast<std::size_t>(got);
        if (after > kMaximumInputBytes) {
            return tl::unexpected(tooLarge(path));
        }
        if (after > bytes.capacity()) {
            if (auto fits = fitsMemory(path, 2 * after, memoryPerByte); !fits) {
                return tl::unexpected(std::move(fits.error()));
            }
        }
        bytes.append(block.data(), static_cast<std::size_t>(got));
    }
    logLine(LogCategory::Files, "{}: {} bytes", path.string(), bytes.size());
    return bytes;
}

}  // namespace headroom::engine
