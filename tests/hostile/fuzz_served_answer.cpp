// SPDX-License-Identifier: Apache-2.0
#include "engine/api/followed_there.h"
#include "engine/api/frame_json.h"
#include "engine/api/frame_parts.h"
#include "engine/api/frame_reader.h"
#include "engine/api/run_pages.h"
#include "engine/base/json.h"
#include "engine/replay/blank_frame.h"
#include "engine/run/simulator.h"
#include "tests/hostile/damage.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

#include <nlohmann/json.hpp>

#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace headroom::hostile {

namespace {

// A hall after some steps, with its channels.
struct ServedHall {
    std::unique_ptr<engine::Simulator> simulator;
    std::unique_ptr<engine::ChannelTable> table;

    ServedHall() {
        auto made = engine::Simulator::create(scenario("tour-small-hall"), shippedCatalogue(), {});
        require(made.has_value(), "the sample cannot be run");
        simulator = std::move(*made);
        constexpr int kSteps = 40;
        for (int i = 0; i < kSteps; ++i) {
            simulator->step();
        }
        table = std::make_unique<engine::ChannelTable>(&simulator->plant());
    }
};

const ServedHall& servedHall() {
    static const ServedHall kHall;
    return kHall;
}

std::string frameText(const engine::Frame& frame) {
    std::vector<std::size_t> channels(servedHall().table->channels().size());
    std::iota(channels.begin(), channels.end(), std::size_t{0});
    std::string out = R"({"type":"frame","time_s":600,"clock":"x","design":0,"values":)";
    engine::writeChannels(out, *servedHall().table, channels, frame);
    out += R"(,"racks":)";
    engine::writeRacks(out, {0, 1}, frame);
    out += R"(,"parts":)";
    engine::writeParts(out, engine::kAllParts, frame);
    return out + "}";
}

// One whole message of each kind that a server sends.
const std::map<std::string, std::string, std::less<>>& servedSamples() {
    static const std::map<std::string, std::string, std::less<>> kSamples = [] {
        const auto frame = servedHall().simulator->frame();
        std::map<std::string, std::string, std::less<>> all;
        all["frame"] = frameText(*frame);
        engine::writeHistory(all["history"], *frame, {});
        engine::writeAlarms(all["alarms"], *frame, 20);
        std::string& events = all["events"] = "[";
        for (const engine::Event* event : engine::newestEvents(*frame, 20)) {
            events += events.size() > 1 ? "," : "";
            engine::writeEvent(events, *event);
        }
        events += "]";
        return all;
    }();
    return kSamples;
}

void requireFrame(const nlohmann::json& message) {
    static const auto kBlank = engine::blankFrame(servedHall().simulator->sharedPlant());
    engine::Frame frame = *kBlank;
    if (!engine::readFrame(message, *servedHall().table, frame)) {
        return;
    }
    requireFinite(frame.timeS, "time of a frame");
    for (std::size_t q = 0; q < frame.racks.size(); ++q) {
        require(frame.racks[q].size() == kBlank->racks[q].size(), "racks of another hall");
    }
    std::string out;  // what views read of it
    engine::writeParts(out, engine::kAllParts, frame);
    engine::writeFigures(out, frame);
    engine::writeJobs(out, frame);
}

}  // namespace

/// An answer of a server that is followed: its kind in the first line (frame, history, alarms, events, followed, job,
/// swings), then its JSON, or the number of a damage to a true one.
void served_answer(std::string_view bytes) {
    const auto [kind, rest] = splitLine(bytes);
    std::string text(rest);
    const auto sample = servedSamples().find(kind);
    if (sample != servedSamples().end() &&
        text.find_first_not_of("0123456789\n") == std::string::npos && text.size() < 20) {
        text = damagedJson(sample->second,
                           text.empty() ? 0 : std::strtoull(text.c_str(), nullptr, 10));
    }
    const auto json = engine::parseJson<nlohmann::json>(text);
    if (kind == "frame") {
        requireFrame(json);
    } else if (kind == "history") {
        engine::HistoryRead read;
        if (engine::readHistory(json, read)) {
            require(engine::readHistory(json, read) || !read.jobs.cards.empty() ||
                        !read.jobs.spans.empty() || !read.losses.losses.empty(),
                    "the same history twice is refused and was empty");
        }
    } else if (kind == "alarms") {
        engine::readAlarms(json);
    } else if (kind == "events") {
        engine::readEvents(json);
    } else if (kind == "followed") {
        const auto first = engine::readFollowed(json, nullptr);
        engine::readFollowed(json, first.get());
    } else if (kind == "job") {
        engine::readJob(json);
        engine::readJobDetail(json);
    } else if (kind == "swings") {
        engine::readSwings(json, {});
    }
}

}  // namespace headroom::hostile
