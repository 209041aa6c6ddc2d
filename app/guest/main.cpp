// SPDX-License-Identifier: Apache-2.0
#include "app/guest/confine.h"
#include "app/guest/fmu_guest.h"
#include "app/guest/lifeline.h"
#include "app/guest/line_socket.h"
#include "app/guest/plugin_guest.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace {

/// HEADROOM_GUEST_OPEN=1: the person who runs it lets guests use the network and all files, as one that talks to another program needs.
void confineTo(const std::filesystem::path& library, bool isFmu) {
    if (const char* open = std::getenv("HEADROOM_GUEST_OPEN");
        open != nullptr && std::string_view(open) == "1") {
        return;
    }
    // An FMU has its library at binaries/PLATFORM/NAME.so, and its resources in resources/.
    const std::filesystem::path folder = library.parent_path();
    const char* temporary = std::getenv("HEADROOM_GUEST_FOLDER");
    if (temporary != nullptr && chdir(temporary) == 0) {
        setenv("TMPDIR", temporary, 1);
    }
    const auto done = headroom::guest::confine(isFmu ? folder.parent_path().parent_path() : folder,
                                               temporary == nullptr ? "" : temporary);
    std::fputs(headroom::guest::confinementText(done, library.filename().string()).c_str(), stderr);
}

}  // namespace

/// headroom-guest plugin|fmu LIBRARY: a library of somebody else, for one run of Headroom that asks it over socket 3
/// (engine/guests/guest_process.h). Not for people.
int main(int argc, char** argv) {
    using namespace headroom::guest;
    if (argc != 3) {
        std::fprintf(stderr, "headroom-guest is started by Headroom: plugin|fmu LIBRARY\n");
        return 2;
    }
    const std::string_view kind = argv[1];
    constexpr int kSocket = 3;
    std::error_code ignored;
    const std::filesystem::path library = std::filesystem::canonical(argv[2], ignored);
    confineTo(library, kind == "fmu");
    LineSocket socket(kSocket);
    tieToParent(kSocket);
    try {
        const std::string file = library.empty() ? argv[2] : library.string();
        const int code = kind == "fmu" ? serveFmu(file, socket) : servePlugin(file, socket);
        std::fflush(nullptr);  // what the library printed goes out
        kill(0, SIGKILL);      // Headroom asks no more; what the library started ends too
        return code;
    } catch (const std::exception& fault) {
        socket.answer({{"error", fault.what()}});
        return 1;
    }
}
