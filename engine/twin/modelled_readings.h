// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/run/frame/quantity.h"
#include "engine/telemetry/telemetry_map.h"

#include <vector>

namespace headroom::engine {

class Simulator;

/// Values of the models for the sensors that are compared, since they were forgotten last.
struct ModelledSeries {
    std::vector<double> timeS;                ///< since 1970, each step's end
    std::vector<int> sensors;                 ///< of the map: those with a channel
    std::vector<std::vector<double>> values;  ///< by place in `sensors`, SI
};

/// Reads the models where the building has sensors: channels of the run, or quantities of racks.
class ModelledReadings {
  public:
    /// TEL-045: a channel that the run does not have, or a unit that is not one of it. `keepsFrames`: frames().
    Errors begin(const TelemetryMap& map, const Simulator& simulator, bool keepsFrames);

    /// Takes the values of the step that just ended.
    void take(const Simulator& simulator, double nowS);

    /// Drops values from before a time, except for the step before it: a reading is compared between two steps.
    void forgetBefore(double timeS);

    const ModelledSeries& series() const { return series_; }

    /// Values of all channels at each step end, by time and channel of Simulator::channels(). Empty if they are not kept:
    /// memory that grows with each step.
    const std::vector<float>& frames() const { return frames_; }

  private:
    /// Where a sensor is in the run.
    struct Place {
        int channel = -1;  ///< or -1 if it is of a rack
        int rack = -1;
        RackQuantity quantity = RackQuantity::Count;
    };

    ModelledSeries series_;
    std::vector<Place> places_;   ///< by place in ModelledSeries::sensors
    std::vector<double> sample_;  ///< of one step, by channel
    std::vector<float> frames_;
    bool keepsFrames_ = false;
};

}  // namespace headroom::engine
