// SPDX-License-Identifier: Apache-2.0
#include "app/drawing/collector.h"
#include "app/drawing/expand.h"
#include "app/drawing/refused.h"
#include "app/guest/confine.h"
#include "app/guest/lifeline.h"
#include "app/guest/line_socket.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dxflib/dl_dxf.h>
#include <exception>
#include <fstream>
#include <istream>
#include <new>
#include <sstream>
#include <string>
#include <sys/resource.h>

namespace headroom::drawing {

namespace {

constexpr int kSocket = 3;
constexpr rlim_t kMostMemory = rlim_t{3} << 30U;
constexpr rlim_t kMostSeconds = 60;

/// Tells the line at which the library broke, then ends. Calls nothing but write() and _exit().
extern "C" void broke(int signal) {
    std::array<char, 128> text{};
    std::size_t n = 0;
    const auto add = [&](const char* words) {
        for (; *words != '\0' && n < text.size(); ++words) {
            text[n++] = *words;
        }
    };
    const auto addNumber = [&](long number) {
        std::array<char, 20> digits{};
        std::size_t k = 0;
        do {
            digits[k++] = static_cast<char>('0' + number % 10);
            number /= 10;
        } while (number > 0 && k < digits.size());
        while (k > 0 && n < text.size()) {
            text[n++] = digits[--k];
        }
    };
    add("{\"refused\":\"\",\"signal\":");
    addNumber(signal);
    add(",\"line\":");
    addNumber(lineNow + 1);
    add("}\n");
    (void)!write(kSocket, text.data(), n);
    _exit(1);
}

/// Memory, time and files of this process, before it reads a byte.
void limit() {
#ifndef HEADROOM_SANITIZED
    const rlimit memory{kMostMemory, kMostMemory};
    setrlimit(RLIMIT_AS, &memory);
#endif
    const rlimit seconds{kMostSeconds, kMostSeconds + 1};
    setrlimit(RLIMIT_CPU, &seconds);
    const rlimit core{0, 0};
    setrlimit(RLIMIT_CORE, &core);
    const char* temporary = std::getenv("HEADROOM_GUEST_FOLDER");
    const std::string folder = temporary == nullptr ? "" : temporary;
    const auto done = guest::confine(folder, folder);
    std::fputs(guest::confinementText(done, "headroom-dxf").c_str(), stderr);
    for (const int each : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGXCPU}) {
        std::signal(each, &broke);
    }
}

/// Pairs of lines, a group code and its value, to dxflib. Its own loop over a file splits long lines and counts none.
void readGroups(std::istream& file, Collector& collector) {
    constexpr std::size_t kLongestLine = std::size_t{1} << 20U;
    DL_Dxf reader;
    std::string code, value;
    std::istringstream
        pair;  // one at a time: the library keeps the pair in members that only this call sets
    long bytes = 0;
    while (std::getline(file, code) && std::getline(file, value)) {
        bytes += static_cast<long>(code.size() + value.size() + 2);
        if (bytes > kMostBytes) {
            throw Refused("it has more than 256 MiB", kLess);
        }
        if (value.size() > kLongestLine) {
            throw Refused("a line has more than 1 MiB", "Save the drawing again as DXF");
        }
        if (!value.empty() && value.back() == '\r') {
            value.pop_back();
        }
        char* end = nullptr;
        const long group = std::strtol(code.c_str(), &end, 10);
        constexpr long kMostGroup = 1071;
        if (end == code.c_str() || group < -5 || group > kMostGroup) {
            throw Refused("a line is not a group code from -5 to 1071",
                          "Save the drawing again as DXF: the file is damaged or not a DXF");
        }
        collector.group(static_cast<int>(group), value);
        constexpr std::size_t kLongestOfLibrary =
            1000;  // it cuts lines at 1,024 and loses its place
        pair.clear();
        pair.str(std::to_string(group) + '\n' + value.substr(0, kLongestOfLibrary) + '\n');
        reader.readDxfGroups(pair, &collector);
        lineNow = lineNow + 2;
    }
    collector.endEntity();
}

guest::Json answerOf(std::istream& file) {
    Read read;
    Collector collector(read);
    readGroups(file, collector);
    return expanded(read);
}

guest::Json answered(std::istream& file) {
    try {
        return answerOf(file);
    } catch (const Refused& refused) {
        return {{"refused", refused.what()}, {"remedy", refused.remedy}, {"line", lineNow + 1}};
    } catch (const std::bad_alloc&) {
        return {{"refused", "it needs more than 3 GiB of memory"},
                {"remedy", kLess},
                {"line", lineNow + 1}};
    } catch (const std::exception& fault) {
        return {{"refused", std::string("the reader failed: ") + fault.what()},
                {"line", lineNow + 1}};
    }
}

}  // namespace

}  // namespace headroom::drawing

/// headroom-dxf FILE: a drawing for engine/drawings/read_dxf.h, which starts it and asks once over socket 3. Opens the file, then gives up
/// all other files, the network and other processes (app/guest/confine.h). Not for people.
int main(int argc, char** argv) {
    using namespace headroom;
    if (argc != 2) {
        std::fprintf(stderr, "headroom-dxf is started by Headroom: FILE\n");
        return 2;
    }
    std::ifstream file(argv[1], std::ios::binary);
    drawing::limit();
    guest::LineSocket socket(drawing::kSocket);
    guest::tieToParent(drawing::kSocket);
    if (socket.question()) {
        socket.answer(drawing::answered(file));
    }
    return 0;
}
