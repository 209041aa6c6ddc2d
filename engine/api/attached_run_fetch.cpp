// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_run_private.h"
#include "engine/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

/// Data that an attached run asks the server for once: files of its design, and the past of its series.
namespace headroom::engine {

namespace {

constexpr std::size_t kPastChannels = 64, kMostPastAsks = 32, kPastRows = 500;

}  // namespace

/// For a query: what is not a letter, digit or one of a few marks is escaped.
std::string escapedForQuery(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                             (c >= '0' && c <= '9') ||
                             std::string_view("-._~/*,").find(c) != std::string_view::npos;
        out += isPlain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return out;
}

std::string joinedWords(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : ",") + word;
    }
    return out;
}

Result<void> AttachedRun::Private::takeFiles() {
    const auto list = get("/api/v1/project/files");
    if (!list) {
        return tl::unexpected(list.error());
    }
    const AttachJson body = parsedAttach(list->body);
    folder.reset();
    auto made = TemporaryFolder::make("attached");
    if (!made) {
        return tl::unexpected(made.error());
    }
    folder = std::move(*made);
    if (!body.is_object() || !body.contains("files")) {
        return {};
    }
    for (const AttachJson& file : body["files"]) {
        const auto name = std::filesystem::path(wordInAttach(file, "name")).lexically_normal();
        // The server's names for them have no meaning outside it.
        if (name.empty() || !name.is_relative() || *name.begin() == "..") {
            continue;
        }
        auto bytes = get(fmt::format("/api/v1/project/files/{}", numberInAttach(file, "number")));
        if (!bytes) {
            return tl::unexpected(bytes.error());
        }
        const std::filesystem::path place = folder->path() / name;
        std::error_code ignored;  // writeFile() reports an unwritable folder
        std::filesystem::create_directories(place.parent_path(), ignored);
        if (auto done = writeFile(place, bytes->body); !done) {
            return done;
        }
    }
    return {};
}

void AttachedRun::Private::takePast() {
    const auto& channels = table->channels();
    const double sinceS = series->lastS();
    std::vector<double> timeS;
    std::vector<std::vector<float>> curves(channels.size());
    for (std::size_t first = 0, asks = 0; first < channels.size() && asks < kMostPastAsks && !stop;
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
        const auto answer = get(target);
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
        series->add(timeS[i], row);
    }
}

bool AttachedRun::Private::takeCurves(const AttachJson& body, std::size_t first,
                                      const std::vector<std::string>& names,
                                      std::vector<double>& timeS,
                                      std::vector<std::vector<float>>& curves) {
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

}  // namespace headroom::engine
