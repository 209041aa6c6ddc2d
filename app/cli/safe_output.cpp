// SPDX-License-Identifier: Apache-2.0
#include "app/cli/safe_output.h"

#include "engine/base/plain_text.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <unistd.h>

namespace headroom::app {

namespace {

/// One stream: takes what stdio hands over in blocks, a character cut at the end of one included.
class SafeStream {
  public:
    explicit SafeStream(int file) : file_(file) {}

    bool write(std::string_view text) {
        // Nearly always: letters that need no second look.
        if (held_.empty() && std::all_of(text.begin(), text.end(), isSimple)) {
            return put(text);
        }
        held_ += text;
        std::string_view rest = held_;
        std::string safe;
        while (!rest.empty()) {
            const engine::Character c = engine::firstCharacter(rest);
            if (c.isCut) {
                break;
            }
            safe += engine::isOdd(c) ? engine::plainText(rest.substr(0, c.bytes))
                                     : std::string(rest.substr(0, c.bytes));
            rest.remove_prefix(c.bytes);
        }
        held_.erase(0, held_.size() - rest.size());
        return put(safe);
    }

    bool finish() {
        const std::string rest = engine::plainText(held_);
        held_.clear();
        return put(rest);
    }

  private:
    static bool isSimple(char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; }

    bool put(std::string_view text) {
        while (!text.empty()) {
            const ssize_t written = ::write(file_, text.data(), text.size());
            if (written < 0 && errno == EINTR) {
                continue;
            }
            if (written <= 0) {
                return false;
            }
            text.remove_prefix(static_cast<std::size_t>(written));
        }
        return true;
    }

    int file_;
    std::string held_;
};

SafeStream safeOut{STDOUT_FILENO};
SafeStream safeErr{STDERR_FILENO};

// 0 is how a cookie tells of a fault; errno is that of write().
ssize_t writeSafely(void* cookie, const char* text, std::size_t size) {
    try {
        return static_cast<SafeStream*>(cookie)->write({text, size}) ? static_cast<ssize_t>(size)
                                                                     : 0;
    } catch (const std::bad_alloc&) {  // no exception passes through stdio
        errno = ENOMEM;
        return 0;
    }
}

std::FILE* streamTo(SafeStream& safe, std::FILE* plain, int buffering) {
    cookie_io_functions_t functions{};
    functions.write = writeSafely;
    std::FILE* stream = ::fopencookie(&safe, "w", functions);
    if (stream == nullptr) {
        return plain;
    }
    std::setvbuf(stream, nullptr, buffering, BUFSIZ);
    return stream;
}

/// Standard output while it is kept for data; null otherwise.
std::FILE*& keptOutput() {
    static std::FILE* kept = nullptr;
    return kept;
}

/// Past the streams that write out control characters.
void putRaw(int file, const char* text) {
    if (::write(file, text, std::strlen(text)) < 0) {
        return;  // nobody looks
    }
}

bool showsColours(int file) {
    const char* refused = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return ::isatty(file) == 1 && (refused == nullptr || *refused == '\0') && terminal != nullptr &&
           std::string_view(terminal) != "dumb";
}

/// Select Graphic Rendition of ECMA-48.
const char* codeOf(Tone tone) {
    switch (tone) {
        case Tone::Fault:
            return "\033[1;31m";
        case Tone::Warning:
            return "\033[1;33m";
        case Tone::Note:
            break;
    }
    return "\033[1;36m";
}

}  // namespace

void makeOutputSafe() {
    stdout = streamTo(safeOut, stdout, ::isatty(STDOUT_FILENO) == 1 ? _IOLBF : _IOFBF);
    stderr = streamTo(safeErr, stderr, _IONBF);
}

bool keepOutputForData() {
    if (keptOutput() != nullptr) {
        return false;
    }
    std::fflush(stdout);
    keptOutput() = stdout;
    stdout = stderr;
    return true;
}

void writeToKeptOutput(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), keptOutput() != nullptr ? keptOutput() : stdout);
}

void printInTone(std::FILE* stream, Tone tone, std::string_view text) {
    const int file = stream == stderr ? STDERR_FILENO : STDOUT_FILENO;
    const bool coloured = showsColours(file);
    if (coloured) {
        std::fflush(stream);
        putRaw(file, codeOf(tone));
    }
    std::fwrite(text.data(), 1, text.size(), stream);
    if (coloured) {
        std::fflush(stream);
        putRaw(file, "\033[0m");
    }
}

bool finishOutput() {
    std::FILE* const output = keptOutput() != nullptr ? keptOutput() : stdout;
    const bool flushed = std::fflush(output) == 0 && std::ferror(output) == 0;
    const bool written = safeOut.finish();
    return safeErr.finish() && flushed && written;
}

void moveOnTerminal(const char* text) {
    std::fflush(stderr);
    putRaw(STDERR_FILENO, text);
}

}  // namespace headroom::app
