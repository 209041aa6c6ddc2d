// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "engine/run/frame/quantity.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headroom::engine {

struct Plant;

/// The channels of a plant by name ("hall/hall-a/it_power_kw"), and their values in its frames: in the order
/// and with the names that recordings have.
class ChannelTable {
  public:
    /// `plant` null: those of the facility alone.
    explicit ChannelTable(const Plant* plant);

    const std::vector<Channel>& channels() const { return channels_; }

    std::optional<std::size_t> find(std::string_view name) const;

    /// Names and patterns: "facility/pue", "hall/*", "*" (a star at the end matches anything), in order and each once.
    /// `unknown`: the first that names nothing.
    std::vector<std::size_t> match(const std::vector<std::string>& names,
                                   std::string& unknown) const;

    /// In the channel's unit; NaN where the frame has none: of another design, or of second 0.
    double value(const Frame& frame, std::size_t channel) const;

    /// The other way round, into a frame of that plant.
    void put(Frame& frame, std::size_t channel, double value) const;

  private:
    template <class OfFrame>
    auto* placeIn(OfFrame& frame, std::size_t channel) const;

    std::vector<Channel> channels_;
    std::unordered_map<std::string_view, std::size_t> byName_;  ///< views into channels_
    std::size_t halls_ = 0, cdus_ = 0;
};

/// Whether a step computed what a frame holds: that of second 0 holds zeros, which are not figures.
bool isComputed(const Frame& frame);

}  // namespace headroom::engine
