// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "engine/base/json.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace headroom::app {

namespace {

/// The window's program lies next to this one.
std::filesystem::path windowProgram() {
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "headroom";
}

}  // namespace

BenchResult benchUi() {
    const auto fail = [](const std::string& message, const std::string& remedy) {
        return tl::unexpected(
            engine::Errors{{"CLI-006", message, remedy, windowProgram().string(), "", 0}});
    };
    if (!std::filesystem::exists(windowProgram())) {
        return fail("The window's program is not next to this one.",
                    "Build with HEADROOM_UI, or leave out bench ui.");
    }
    // Without a display the plan stands for the view of the halls.
    const bool hasDisplay =
        std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
    const std::string command = std::string(hasDisplay ? "" : "QT_QPA_PLATFORM=offscreen ") + "\"" +
                                windowProgram().string() + "\" --bench 2>/dev/null";
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) {
        return fail("The window's program was not started.", "Free some memory.");
    }
    std::string text;
    std::array<char, 4096> buffer{};
    for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
        text.append(buffer.data(), n);
    }
    const int status = pclose(pipe);
    auto measured = engine::parseJson<nlohmann::ordered_json>(text);
    if (status != 0 || !measured.is_object()) {
        return fail("The window's program ended without figures.",
                    "Run headroom --bench and read what it says.");
    }
    nlohmann::ordered_json result = {{"name", "ui"}, {"display", hasDisplay}};
    result.update(measured);
    return result;
}

}  // namespace headroom::app
