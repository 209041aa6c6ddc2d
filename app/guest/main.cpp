// SPDX-License-Identifier: Apache-2.0
#include "app/guest/fmu_guest.h"
#include "app/guest/lifeline.h"
#include "app/guest/line_socket.h"
#include "app/guest/plugin_guest.h"

#include <cstdio>
#include <exception>
#include <string_view>

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
    LineSocket socket(kSocket);
    tieToParent(kSocket);
    try {
        const int code = kind == "fmu" ? serveFmu(argv[2], socket) : servePlugin(argv[2], socket);
        std::fflush(nullptr);  // what the library printed goes out
        kill(0, SIGKILL);      // Headroom asks no more; what the library started ends too
        return code;
    } catch (const std::exception& fault) {
        socket.answer({{"error", fault.what()}});
        return 1;
    }
}
