// SPDX-License-Identifier: Apache-2.0
#include "engine/document/project.h"
#include "tests/hostile/damage.h"
#include "tests/hostile/damaged_database.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/mutant.h"
#include "tests/hostile/net.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/run_invariant.h"
#include "tests/hostile/sample_recording.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// The net over everything that the engine reads. See README.md here.
namespace {

using namespace headroom;
namespace fs = std::filesystem;

/// Parsers that take long for each input get fewer cases; the others have one share each.
double shareOf(std::string_view parser) {
    static const std::map<std::string_view, double> kShares = {
        {"project", 3.0},        {"recording", 0.3},
        {"recording_rows", 0.5}, {"recording_summary", 0.3},
        {"live_answer", 0.03},   {"guest_process", 0.05},
        {"api_request", 0.3},    {"study", 1.0},
        {"push", 0.5},           {"telemetry_store", 0.5},
        {"study_database", 0.5}, {"case_file", 0.5},
        {"catalogue", 1.0},      {"epw", 0.3},
    };
    const auto known = kShares.find(parser);
    return known == kShares.end() ? 1.0 : known->second;
}

std::vector<std::string> samplesOf(std::string_view parser) {
    std::vector<fs::path> files;
    for (const char* kind : {"corpus", "finds"}) {
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(
                 fs::path(HEADROOM_SOURCE_DIR "/tests/hostile") / kind / parser, none)) {
            files.push_back(entry.path());
        }
    }
    if (parser == "project") {
        for (const auto& entry : fs::directory_iterator(HEADROOM_SOURCE_DIR "/scenarios")) {
            if (fs::exists(entry.path() / "project.json")) {
                files.push_back(entry.path() / "project.json");
            }
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> samples;
    for (const fs::path& file : files) {
        samples.push_back(hostile::bytesOfFile(file));
    }
    return samples;
}

/// True answers of a served run with a damage of that number.
std::string servedAnswer(std::uint64_t seed, const std::vector<std::string>& samples) {
    static constexpr std::array<const char*, 4> kKinds = {"frame", "history", "alarms", "events"};
    return seed % 4 == 0
               ? hostile::harmed(samples, seed)
               : std::string(kKinds[seed / 4 % kKinds.size()]) + '\n' + std::to_string(seed) + '\n';
}

hostile::Surface surfaceOf(const hostile::Parser& parser) {
    hostile::Surface surface;
    surface.name = parser.name;
    surface.share = shareOf(parser.name);
    surface.read = parser.read;
    auto samples = std::make_shared<std::vector<std::string>>(samplesOf(parser.name));
    hostile::require(!samples->empty(), "no inputs in corpus/" + surface.name);
    surface.make = [samples](std::uint64_t seed) { return hostile::harmed(*samples, seed); };
    if (parser.name == "served_answer") {
        surface.make = [samples](std::uint64_t seed) { return servedAnswer(seed, *samples); };
    }
    return surface;
}

const char* mutantScenario(std::uint64_t seed) {
    static constexpr std::array<const char*, 6> kScenarios = {"tour-small-hall",   "immersion-hall",
                                                              "cascading-cooling", "feed-loss-2n",
                                                              "training-swings",   "cloud-burst"};
    return kScenarios[seed % kScenarios.size()];
}

/// Legal but odd projects, checked and run for ten minutes.
hostile::Surface mutants() {
    hostile::Surface surface;
    surface.name = "mutants";
    surface.share = 0.25;
    surface.suffix = ".json";
    surface.make = [](std::uint64_t seed) {
        return engine::projectText(hostile::mutantOf(hostile::scenario(mutantScenario(seed)),
                                                     hostile::shippedCatalogue(), seed)
                                       .project);
    };
    surface.read = [](std::string_view text) {
        const auto project =
            engine::parseProject(std::string(text), "mutant.json", hostile::shippedCatalogue());
        hostile::require(project.has_value(),
                         "a legal project is refused: " +
                             (project ? std::string() : engine::text(project.error())));
        hostile::RunLimits limits;
        limits.untilS = 600.0;
        limits.mostSteps = 60;
        hostile::examine(*project, hostile::shippedCatalogue(), text.size(), limits);
    };
    return surface;
}

/// Loads the material that all children share.
void prepare() {
    hostile::scratchFolder();
    hostile::shippedCatalogue();
    hostile::sampleRecording();
    for (std::uint64_t i = 0; i < 6; ++i) {
        hostile::scenario(mutantScenario(i));
    }
}

}  // namespace

int main(int argc, char** argv) {
    prepare();
    std::vector<hostile::Surface> surfaces;
    for (const hostile::Parser& parser : hostile::parsers()) {
        surfaces.push_back(surfaceOf(parser));
    }
    surfaces.push_back(mutants());
    return hostile::netMain(argc, argv, surfaces, "hostile_net");
}
