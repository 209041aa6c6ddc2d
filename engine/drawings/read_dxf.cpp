// SPDX-License-Identifier: Apache-2.0
#include "engine/drawings/read_dxf.h"

#include "engine/drawings/dxf_answer.h"
#include "engine/files/foreign_file.h"
#include "engine/files/input_file.h"
#include "engine/guests/guest_process.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <fstream>

namespace headroom::engine {

namespace {

constexpr double kAnswerS = 90.0;  // of the clock; the program stops after 60 s of processor
constexpr std::size_t kFirstBytes = 4096;  // that tell the format

std::string lowerEnding(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

/// A DXF by its first bytes; other formats by name.
Result<void> requireDxf(const std::filesystem::path& file) {
    std::error_code failure;
    if (!std::filesystem::exists(file, failure) ||
        !std::filesystem::is_regular_file(file, failure)) {
        const auto read = readInput(file);  // its words for a folder, a device, a missing file
        return read ? Result<void>{} : tl::unexpected(read.error());
    }
    std::ifstream stream(file, std::ios::binary);
    std::string begin(kFirstBytes, '\0');
    stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    begin.resize(static_cast<std::size_t>(stream.gcount()));
    if (isDxfText(begin)) {
        return {};
    }
    if (auto fine = refuseForeign(file, begin); !fine) {
        return fine;
    }
    return tl::unexpected(
        Error{"DRW-002",
              begin.empty() ? "The drawing is empty" : "The file is not a DXF in ASCII",
              "Export the floor plan again as ASCII DXF",
              file.string(),
              {},
              1});
}

}  // namespace

bool isDxfName(const std::filesystem::path& file) {
    return lowerEnding(file) == ".dxf";
}

Result<VectorDrawing> readDxf(const std::filesystem::path& file, const std::atomic<bool>* cancel) {
    if (auto fine = requireDxf(file); !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    std::error_code failure;
    const auto whole = std::filesystem::absolute(file, failure);
    auto process = GuestProcess::start("the reader of drawings",
                                       {failure ? file.string() : whole.string()}, "headroom-dxf");
    if (!process) {
        return tl::unexpected(Error{"DRW-001",
                                    "The program headroom-dxf, which reads DXF, was not found",
                                    "Install the package headroom-dxf, or save the drawing as SVG",
                                    file.string(),
                                    {},
                                    0});
    }
    const auto answer = (*process)->ask({{"read", true}}, kAnswerS, cancel);
    if (!answer && cancel != nullptr && *cancel) {
        return tl::unexpected(Error{"DRW-006",
                                    "Reading the drawing was cancelled",
                                    "Import the drawing again",
                                    file.string(),
                                    {},
                                    0});
    }
    if (!answer) {
        return tl::unexpected(Error{"DRW-003",
                                    "The drawing was not read: " + answer.error().message,
                                    "In the CAD program, keep the layers of one floor plan, purge "
                                    "the rest and save again as DXF R2000",
                                    file.string(),
                                    {},
                                    answer.error().line});
    }
    auto drawing = drawingOfAnswer(*answer, file.string());
    if (drawing && drawing->lines.empty()) {
        std::string skipped;
        for (const auto& [kind, count] : drawing->skipped) {
            skipped += fmt::format("{}{} {}", skipped.empty() ? "; not read: " : ", ", count, kind);
        }
        return tl::unexpected(Error{"DRW-005",
                                    "The drawing has no lines in its model space" + skipped,
                                    "Export the model, not a sheet, and explode proxies and 3-D "
                                    "objects to lines",
                                    file.string(),
                                    {},
                                    0});
    }
    return drawing;
}

}  // namespace headroom::engine
