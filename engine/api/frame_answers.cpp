// SPDX-License-Identifier: Apache-2.0
#include "engine/api/answers.h"
#include "engine/api/channel_table.h"
#include "engine/api/frame_json.h"
#include "engine/api/subscription.h"
#include "engine/base/json.h"
#include "engine/figures/figures.h"
#include "engine/live/run_series.h"
#include "engine/run/run_sums.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <numeric>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostSeries = 64;
constexpr double kMostRows = 5000.0, kUsualRows = 500.0;
constexpr double kMostEvents = 5000.0, kUsualEvents = 200.0;
constexpr double kEver = 1e15;

std::string head(const Frame& frame) {
    std::string out = "{\"time_s\":";
    writeNumber(out, frame.timeS);
    out += ",\"clock\":";
    writeText(out, frame.clock);
    out += ",\"design\":" + std::to_string(frame.design);
    return out;
}

void writeCurve(std::string& out, const char* key, const std::vector<float>& values, double toSi) {
    out += fmt::format("\"{}\":[", key);
    for (std::size_t i = 0; i < values.size(); ++i) {
        out += i == 0 ? "" : ",";
        writeNumber(out, static_cast<double>(values[i]) / toSi, 7);
    }
    out += ']';
}

void writeTimes(std::string& out, const char* key, const std::vector<double>& times) {
    out += fmt::format(",\"{}\":[", key);
    for (std::size_t i = 0; i < times.size(); ++i) {
        out += i == 0 ? "" : ",";
        writeNumber(out, times[i]);
    }
    out += ']';
}

}  // namespace

HttpResponse answerFrame(const Asked& asked) {
    const auto frame = asked.twin.frame();
    const auto plant = asked.twin.plant();
    const ChannelTable table(plant.get());
    std::vector<std::size_t> channels(table.channels().size());
    std::iota(channels.begin(), channels.end(), std::size_t{0});
    if (const auto names = asked.request.asked("channels")) {
        std::string unknown;
        channels = table.match(listOf(*names), unknown);
        if (!unknown.empty()) {
            return problemOf(
                {{"REQ-025",
                  "no channel is called \"" + unknown + "\"",
                  "GET /api/v1/channels lists them; a star at the end stands for anything",
                  {},
                  {},
                  0}});
        }
    }
    std::vector<std::size_t> racks;
    for (const std::string& key : listOf(asked.request.asked("racks").value_or(""))) {
        const auto place = rackQuantityOf(key);
        if (!place) {
            return problemOf({place.error()});
        }
        racks.push_back(*place);
    }
    std::string out = head(*frame) + ",\"values\":";
    writeChannels(out, table, channels, *frame);
    out += ",\"figures\":";
    writeFigures(out, *frame);
    out += ",\"racks\":";
    writeRacks(out, racks, *frame);
    out += '}';
    return jsonAnswer(std::move(out));
}

HttpResponse answerLayout(const Asked& asked) {
    std::string out;
    writeLayout(out, *asked.twin.frame());
    return jsonAnswer(std::move(out));
}

HttpResponse answerFigures(const Asked& asked) {
    const auto frame = asked.twin.frame();
    const bool isKnown = isComputed(*frame);
    const auto quantity = [&](FacilityQuantity q) { return (*frame)[q]; };
    const Sums now = sumsOfNow(quantity), sinceStart = sumsSinceStart(quantity);
    std::string out = head(*frame) + ",\"figures\":[";
    bool isFirst = true;
    for (const Figure* figure : figuresIn(kNowInWindow | kInWindow)) {
        const bool isNow = figure->isIn(kNowInWindow);
        const double value = figure->value(isNow ? now : sinceStart);
        out += isFirst ? "{\"key\":" : ",{\"key\":";
        isFirst = false;
        writeText(out, figure->key);
        out += ",\"label\":";
        writeText(out, figure->label);
        out += ",\"unit\":";
        writeText(out, figure->unit.symbol);
        out += isNow ? ",\"of\":\"now\",\"value\":" : ",\"of\":\"since_start\",\"value\":";
        writeNumber(out, isKnown ? value / figure->unit.toSi : std::nan(""));
        out += figure->isShownIfDefined() ? ",\"shown_if_defined\":true"
                                          : ",\"shown_if_defined\":false";
        out += ",\"shown_unit\":";
        writeText(out, figure->shown.symbol);
        out += ",\"shown_factor\":";
        writeNumber(out, figure->unit.toSi / figure->shown.toSi);
        out += ",\"text\":";
        writeText(out, isKnown ? figureText(*figure, value) : "not known yet");
        out += ",\"why\":";
        writeText(out, figure->why);
        out += '}';
    }
    return jsonAnswer(out + "]}");
}

HttpResponse answerChannels(const Asked& asked) {
    const auto plant = asked.twin.plant();
    const ChannelTable table(plant.get());
    const auto tell = [](nlohmann::ordered_json one, const QuantityInfo& info) {
        one["label"] = info.label;
        one["unit"] = info.unit.symbol;
        one["why"] = info.why;
        return one;
    };
    nlohmann::ordered_json body = {{"channels", nlohmann::ordered_json::array()},
                                   {"racks", nlohmann::ordered_json::array()}};
    for (const Channel& channel : table.channels()) {
        body["channels"].push_back(
            tell({{"name", channel.name}, {"object", channel.object}}, *channel.quantity));
    }
    for (const QuantityInfo& info : rackQuantities()) {
        body["racks"].push_back(tell({{"key", info.key}}, info));
    }
    return jsonAnswer(jsonText(body));
}

HttpResponse answerSeries(const Asked& asked) {
    const HttpRequest& request = asked.request;
    const auto plant = asked.twin.plant();
    const ChannelTable table(plant.get());
    std::string unknown;
    const auto found = table.match(listOf(request.asked("channels").value_or("")), unknown);
    if (!unknown.empty() || found.empty()) {
        return problemOf(
            {{unknown.empty() ? "REQ-011" : "REQ-025",
              unknown.empty() ? "no channels are stated"
                              : "no channel is called \"" + unknown + "\"",
              "state them as ?channels=facility/pue,hall/*; GET /api/v1/channels lists them",
              {},
              {},
              0}});
    }
    if (found.size() > kMostSeries) {
        return problemOf(
            {{"REQ-013",
              fmt::format("{} channels are asked for; at most {}", found.size(), kMostSeries),
              "ask for fewer at once",
              {},
              {},
              0}});
    }
    const auto series = asked.twin.series();
    const double beganS = series->firstS(), endedS = series->lastS();
    const auto fromS =
        askedNumber(request, "from_s", std::isfinite(beganS) ? beganS : 0.0, -kEver, kEver);
    const auto toS =
        askedNumber(request, "to_s", std::isfinite(endedS) ? endedS : 0.0, -kEver, kEver);
    const auto rows = askedNumber(request, "rows", kUsualRows, 2.0, kMostRows);
    for (const auto* one : {&fromS, &toS, &rows}) {
        if (!*one) {
            return problemOf({one->error()});
        }
    }
    std::vector<std::string> names;
    for (const std::size_t channel : found) {
        names.push_back(table.channels()[channel].name);
    }
    const SeriesCut cut = series->read(names, *fromS, *toS, static_cast<std::size_t>(*rows));
    std::string out = "{\"rows\":" + std::to_string(cut.size());
    writeTimes(out, "from_s", cut.fromS);
    writeTimes(out, "to_s", cut.toS);
    out += ",\"series\":{";
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Channel& channel = table.channels()[found[i]];
        out += i == 0 ? "" : ",";
        writeText(out, channel.name);
        out += ":{\"label\":";
        writeText(out, channel.quantity->label);
        out += ",\"unit\":";
        writeText(out, channel.quantity->unit.symbol);
        const double toSi = channel.quantity->unit.toSi;
        out += ',';
        writeCurve(out, "least", cut.curves[i].least, toSi);
        out += ',';
        writeCurve(out, "mean", cut.curves[i].mean, toSi);
        out += ',';
        writeCurve(out, "most", cut.curves[i].most, toSi);
        out += '}';
    }
    return jsonAnswer(out + "}}");
}

HttpResponse answerEvents(const Asked& asked) {
    const auto frame = asked.twin.frame();
    const auto after = askedNumber(asked.request, "after", -2.0, -1.0, kEver);
    const auto limit = askedNumber(asked.request, "limit", kUsualEvents, 1.0, kMostEvents);
    for (const auto* one : {&after, &limit}) {
        if (!*one) {
            return problemOf({one->error()});
        }
    }
    const auto most = static_cast<std::size_t>(*limit);
    const bool isNewest = *after < -1.0;  // not stated
    const auto events = isNewest ? newestEvents(*frame, most)
                                 : eventsAfter(*frame, static_cast<std::int64_t>(*after), most);
    std::string out = "{\"events\":[";
    for (const Event* event : events) {
        out += event == events.front() ? "" : ",";
        writeEvent(out, *event);
    }
    return jsonAnswer(out + "]}");
}

HttpResponse answerAlarms(const Asked& asked) {
    const auto ended = askedNumber(asked.request, "ended", 20.0, 0.0, 1000.0);
    if (!ended) {
        return problemOf({ended.error()});
    }
    std::string out;
    writeAlarms(out, *asked.twin.frame(), static_cast<std::size_t>(*ended));
    return jsonAnswer(std::move(out));
}

HttpResponse answerJobs(const Asked& asked) {
    const auto frame = asked.twin.frame();
    std::string out = head(*frame) + ",\"jobs\":";
    writeJobs(out, *frame);
    return jsonAnswer(out + "}");
}

}  // namespace headroom::engine
