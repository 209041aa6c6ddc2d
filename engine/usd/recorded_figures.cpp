// SPDX-License-Identifier: Apache-2.0
#include "engine/usd/recorded_figures.h"

#include "engine/part/part_address.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max();

/// Positions of the instants to keep out of `count`: evenly, the last among them.
std::vector<std::size_t> keptOf(std::size_t count) {
    std::vector<std::size_t> kept;
    const std::size_t most = std::min(count, kMostStageInstants);
    for (std::size_t k = 1; k <= most; ++k) {
        kept.push_back(k * count / most - 1);
    }
    return kept;
}

/// For each rack of the layout its index in the recording, where it is "block/R01-01". The order is the same unless the design was edited.
std::vector<std::size_t> recordedRacks(const Recording& recording, const Layout& layout) {
    const std::vector<std::string>& names = recording.info().racks;
    std::unordered_map<std::string, std::size_t> byName;
    for (std::size_t k = names.size(); k-- > 0;) {
        byName[names[k]] = k;
    }
    std::vector<std::size_t> racks;
    for (std::size_t k = 0; k < layout.racks.size(); ++k) {
        const RackBox& rack = layout.racks[k];
        const std::string name =
            layout.blocks[static_cast<std::size_t>(rack.block)] + '/' + rack.name();
        if (k < names.size() && names[k] == name) {
            racks.push_back(k);
            continue;
        }
        const auto found = byName.find(name);
        racks.push_back(found == byName.end() ? kUnknown : found->second);
    }
    return racks;
}

/// Facts about a channel by its name: "hall/hall-a/it_power_kw", "facility/pue".
ObjectFigures figuresOf(std::string_view channel) {
    ObjectFigures figures;
    const ChannelName name = ChannelName::parse(channel);
    figures.kind = name.place;
    figures.name = name.key;
    figures.object = name.object;
    return figures;
}

Result<RackFigures> fieldOf(const Recording& recording, const RecordedChannel& quantity,
                            const std::vector<double>& times,
                            const std::vector<std::size_t>& racks) {
    RackFigures figures{quantity.name, {}, {}};
    for (const std::size_t at : keptOf(times.size())) {
        const auto field = recording.field(quantity.name, times[at]);
        if (!field) {
            return tl::unexpected(field.error());
        }
        std::vector<double> values;
        values.reserve(racks.size());
        for (const std::size_t rack : racks) {
            values.push_back(rack < field->size()
                                 ? static_cast<double>((*field)[rack]) / quantity.toSi
                                 : std::nan(""));
        }
        figures.timeS.push_back(times[at]);
        figures.values.push_back(std::move(values));
    }
    return figures;
}

}  // namespace

Result<RecordedFigures> recordedFigures(const Recording& recording, const Layout& layout) {
    RecordedFigures result;
    result.figures.startLocal = recording.info().startLocal;
    const std::vector<std::size_t> racks = recordedRacks(recording, layout);
    result.racksWithout =
        static_cast<std::size_t>(std::count(racks.begin(), racks.end(), kUnknown));
    const auto count = [&](std::size_t recorded, std::size_t kept) {
        result.recordedInstants = std::max(result.recordedInstants, recorded);
        result.instants = std::max(result.instants, kept);
    };
    for (const RecordedChannel& quantity : recording.rackQuantities()) {
        const std::vector<double> times = recording.fieldTimes(quantity.name);
        if (times.empty()) {
            continue;
        }
        auto figures = fieldOf(recording, quantity, times, racks);
        if (!figures) {
            return tl::unexpected(figures.error());
        }
        count(times.size(), figures->timeS.size());
        result.figures.racks.push_back(std::move(*figures));
    }
    for (const RecordedChannel& channel : recording.channels()) {
        const auto series = recording.series(channel.name);
        if (!series) {
            return tl::unexpected(series.error());
        }
        ObjectFigures figures = figuresOf(channel.name);
        for (const std::size_t at : keptOf(series->timeS.size())) {
            figures.timeS.push_back(series->timeS[at]);
            figures.values.push_back(series->value[at]);
        }
        count(series->timeS.size(), figures.timeS.size());
        result.figures.objects.push_back(std::move(figures));
    }
    return result;
}

}  // namespace headroom::engine
