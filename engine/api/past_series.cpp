// SPDX-License-Identifier: Apache-2.0
#include "engine/api/past_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace headroom::engine {

namespace {

constexpr std::size_t kPastChannels = 64, kMostPastAsks = 32, kPastRows = 500;

/// Rows of one answer. All answers have the same rows while the run is paused; otherwise the rows of the first answer
/// count.
bool takeCurves(const AttachJson& body, std::size_t first, const std::vector<std::string>& names,
                std::vector<double>& timeS, std::vector<std::vector<float>>& curves) {
    try {
        const auto times = body.at("to_s").get<std::vector<double>>();
        if (first == 0) {
            timeS = times;
        }
        for (std::size_t n = 0; n < names.size(); ++n) {
            const AttachJson& mean = body.at("series").at(names[n]).at("mean");
            std::vector<float> values;
            std::size_t at = 0;
            for (const double when : timeS) {
                while (at + 1 < times.size() && times[at] < when) {
                    ++at;
                }
                const bool isThere = at < mean.size() && mean[at].is_number();
                values.push_back(isThere ? mean[at].get<float>()
                                         : std::numeric_limits<float>::quiet_NaN());
            }
            curves[first + n] = std::move(values);
        }
        return true;
    } catch (const AttachJson::exception&) {
        return false;
    }
}

}  // namespace

void takePastSeries(const RunServer& server, const ChannelTable& table, RunSeries& series) {
    const auto& channels = table.channels();
    const double sinceS = series.lastS();
    std::vector<double> timeS;
    std::vector<std::vector<float>> curves(channels.size());
    for (std::size_t first = 0, asks = 0;
         first < channels.size() && asks < kMostPastAsks && !server.isStopped();
         first += kPastChannels, ++asks) {
        std::vector<std::string> names;
        for (std::size_t c = first; c < std::min(first + kPastChannels, channels.size()); ++c) {
            names.push_back(channels[c].name);
        }
        std::string target = fmt::format("/api/v1/series?rows={}&channels={}", kPastRows,
                                         escapedForQuery(joinedWords(names)));
        if (std::isfinite(sinceS)) {
            target += fmt::format("&from_s={}", sinceS);
        }
        const auto answer = server.get(target);
        const AttachJson body = answer ? parsedAttach(answer->body) : AttachJson();
        if (!body.is_object() || !takeCurves(body, first, names, timeS, curves)) {
            return;  // charts begin now
        }
    }
    std::vector<double> row(channels.size());
    for (std::size_t i = 0; i < timeS.size(); ++i) {
        if (std::isfinite(sinceS) && timeS[i] <= sinceS) {
            continue;
        }
        for (std::size_t c = 0; c < row.size(); ++c) {
            row[c] = curves[c].empty()
                         ? std::numeric_limits<double>::quiet_NaN()
                         : static_cast<double>(curves[c][i]) * channels[c].quantity->unit.toSi;
        }
        series.add(timeS[i], row);
    }
}

}  // namespace headroom::engine
