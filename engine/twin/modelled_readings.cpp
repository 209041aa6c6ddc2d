// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/modelled_readings.h"

#include "engine/document/json_text.h"
#include "engine/part/part_address.h"
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/twin/time_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace headroom::engine {

namespace {

Error channelFault(const TelemetryMap& map, std::string message, std::string remedy) {
    return {"TEL-045", std::move(message), std::move(remedy), map.file.string(), {}, 0};
}

}  // namespace

Errors ModelledReadings::begin(const TelemetryMap& map, const Simulator& simulator,
                               bool keepsFrames) {
    keepsFrames_ = keepsFrames;
    Errors errors;
    const std::vector<Channel>& channels = simulator.channels();
    std::vector<std::string> names;
    for (const Channel& channel : channels) {
        names.push_back(channel.name);
    }
    std::map<std::string_view, int> byName;
    for (std::size_t c = 0; c < names.size(); ++c) {
        byName.emplace(names[c], static_cast<int>(c));
    }
    const std::vector<std::string>& racks = simulator.plant().rackNames;
    for (std::size_t s = 0; s < map.sensors.size(); ++s) {
        const SensorSpec& sensor = map.sensors[s];
        if (sensor.channel.empty()) {
            continue;
        }
        Place place;
        const QuantityInfo* quantity = nullptr;
        if (const auto found = byName.find(sensor.channel); found != byName.end()) {
            place.channel = found->second;
            quantity = channels[static_cast<std::size_t>(place.channel)].quantity;
        } else if (const ChannelName name = ChannelName::parse(sensor.channel);
                   name.place == "rack") {
            const auto rack = std::find(racks.begin(), racks.end(), name.object);
            const auto infos = rackQuantities();
            const auto info =
                std::find_if(infos.begin(), infos.end(),
                             [&](const QuantityInfo& each) { return each.key == name.key; });
            if (rack != racks.end() && info != infos.end()) {
                place.rack = static_cast<int>(rack - racks.begin());
                quantity = &*info;
                place.quantity = static_cast<RackQuantity>(info - infos.begin());
            }
        }
        if (quantity == nullptr) {
            errors.push_back(channelFault(
                map,
                fmt::format("{}: a run has no channel {}", inQuotes(sensor.id),
                            inQuotes(sensor.channel)),
                didYouMean(sensor.channel, names,
                           "Channels are named as the columns of `headroom-cli export`")));
            continue;
        }
        const models::MeasuredKind wanted = kindOfChannelUnit(quantity->unit.symbol);
        const models::MeasuredKind given = sensor.unit->kind;
        const auto isPlain = [](models::MeasuredKind kind) {
            return kind == models::MeasuredKind::Other || kind == models::MeasuredKind::Share ||
                   kind == models::MeasuredKind::Count;
        };
        if (wanted != given && !(isPlain(wanted) && isPlain(given))) {
            errors.push_back(channelFault(
                map,
                fmt::format("{}: {} is in {}, and {} is {}", inQuotes(sensor.id), sensor.channel,
                            quantity->unit.symbol, inQuotes(sensor.unit->symbol),
                            models::measuredKindWords(given)),
                "Give a unit of the same kind, or another channel"));
            continue;
        }
        series_.sensors.push_back(static_cast<int>(s));
        places_.push_back(place);
    }
    series_.values.resize(series_.sensors.size());
    sample_.resize(channels.size());
    return errors;
}

void ModelledReadings::take(const Simulator& simulator, double nowS) {
    series_.timeS.push_back(nowS);
    simulator.sample(sample_);
    if (keepsFrames_) {
        frames_.insert(frames_.end(), sample_.begin(), sample_.end());
    }
    for (std::size_t k = 0; k < places_.size(); ++k) {
        const Place& place = places_[k];
        series_.values[k].push_back(
            place.channel >= 0 ? sample_[static_cast<std::size_t>(place.channel)]
                               : static_cast<double>(simulator.rackField(
                                     place.quantity)[static_cast<std::size_t>(place.rack)]));
    }
}

void ModelledReadings::forgetBefore(double timeS) {
    const std::size_t step = std::max<std::size_t>(1, lastBefore(series_.timeS, timeS)) - 1;
    dropFirst(series_.timeS, step);
    for (std::vector<double>& values : series_.values) {
        dropFirst(values, step);
    }
    dropFirst(frames_, keepsFrames_ ? step * sample_.size() : 0);
}

}  // namespace headroom::engine
