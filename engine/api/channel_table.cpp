// SPDX-License-Identifier: Apache-2.0
#include "engine/api/channel_table.h"

#include "engine/plant/plant.h"
#include "engine/run/frame_builder.h"

#include <algorithm>
#include <limits>
#include <set>

namespace headroom::engine {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

template <class Rows>
auto within(Rows& rows, std::size_t index) {
    const std::size_t width = rows.empty() ? 1 : rows.front().size();
    return index / width < rows.size() ? &rows[index / width][index % width] : nullptr;
}

}  // namespace

bool isComputed(const Frame& frame) {
    return frame.timeS > 0.0 || frame[FacilityQuantity::ItPower] > 0.0;
}

ChannelTable::ChannelTable(const Plant* plant) {
    channels_ = channelsOf(plant == nullptr ? Plant{} : *plant);
    halls_ = plant == nullptr ? 0 : plant->halls.size();
    cdus_ = plant == nullptr ? 0 : plant->cdus.size();
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        byName_.emplace(channels_[i].name, i);
    }
}

std::optional<std::size_t> ChannelTable::find(std::string_view name) const {
    const auto at = byName_.find(name);
    return at == byName_.end() ? std::nullopt : std::optional(at->second);
}

std::vector<std::size_t> ChannelTable::match(const std::vector<std::string>& names,
                                             std::string& unknown) const {
    std::vector<std::size_t> found;
    std::set<std::size_t> taken;
    for (const std::string& name : names) {
        const std::size_t before = found.size();
        bool isKnown = false;
        const auto take = [&](std::size_t i) {
            isKnown = true;
            if (taken.insert(i).second) {
                found.push_back(i);
            }
        };
        if (name.ends_with('*')) {
            const std::string_view start(name.data(), name.size() - 1);
            for (std::size_t i = 0; i < channels_.size(); ++i) {
                if (channels_[i].name.starts_with(start)) {
                    take(i);
                }
            }
        } else if (const auto one = find(name)) {
            take(*one);
        }
        if (!isKnown && found.size() == before && unknown.empty()) {
            unknown = name;
        }
    }
    return found;
}

/// Null if the frame is of another design.
template <class OfFrame>
auto* ChannelTable::placeIn(OfFrame& frame, std::size_t channel) const {
    const std::size_t facility = facilityQuantities().size();
    const std::size_t halls = halls_ * hallQuantities().size();
    const std::size_t cdus = cdus_ * cduQuantities().size();
    if (channel < facility) {
        return &frame.facility[channel];
    }
    if (channel < facility + halls) {
        return within(frame.halls, channel - facility);
    }
    if (channel < facility + halls + cdus) {
        return within(frame.cdus, channel - facility - halls);
    }
    return within(frame.loops, channel - facility - halls - cdus);
}

double ChannelTable::value(const Frame& frame, std::size_t channel) const {
    if (!isComputed(frame)) {
        return kNoValue;
    }
    const double* si = placeIn(frame, channel);
    return (si == nullptr ? kNoValue : *si) / channels_[channel].quantity->unit.toSi;
}

void ChannelTable::put(Frame& frame, std::size_t channel, double value) const {
    if (double* si = placeIn(frame, channel)) {
        *si = value * channels_[channel].quantity->unit.toSi;
    }
}

}  // namespace headroom::engine
