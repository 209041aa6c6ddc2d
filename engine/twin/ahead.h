// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/replay/branch.h"
#include "engine/twin/twin_run.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Forecast, and the forecast with an order.
namespace headroom::engine {

struct AheadSpec {
    double aheadS = 6.0 * 3600.0;
    int members = 20;
    std::uint64_t seed = 1;
    std::vector<BranchOrder> orders;    ///< of the second branch; empty if there is none
    std::vector<std::string> channels;  ///< next to the usual ones
    int threads = 1;
    std::function<void(double)> progress;  ///< 0..1 of the members, on any thread; may be empty
};

/// One quantity from now on: middle and 90 % interval, SI.
struct AheadCurve {
    std::string channel;
    const QuantityInfo* quantity = nullptr;
    std::vector<double> low, middle, high;  ///< by Ahead::leadS
    std::vector<double>
        measured;          ///< what was measured then, NaN where nothing was; empty means no sensor
    double modelSd = 0.0;  ///< of the models next to the sensor, in the interval; 0 means no sensor
};

struct AheadBranch {
    std::string words;  ///< what is done in it; empty means nothing
    std::vector<AheadCurve> curves;
    std::vector<std::string> events;  ///< what it tells at the usual load, the first some
};

struct Ahead {
    double fromS = 0.0;         ///< since 1970
    std::vector<double> leadS;  ///< after it
    std::vector<AheadBranch> branches;
    int members = 0;
    double historyS = 0.0;  ///< from which loads and weather were drawn
    long judged = 0;        ///< measured later, in all curves of the first branch
    long inside = 0;        ///< of these, within the interval
};

/// Branches of the present twin. Each member continues under the loads after some time h of the recorded past
/// at which the total was about that of now: x(now + t) = x(h + t) + (x(now) - x(h)) exp(-t / 1 h) with h drawn from the
/// nearer half of times a quarter of an hour apart (eight at least), of the same hour of the day where the past has two
/// days or more; after an eighth of the past the next h is drawn; all racks together, so that what moves together does
/// under weather that moves as on a day within a fortnight in the site's weather year at the same hour w(now + t) = w(now)
/// + W(d + t) - W(d) + z e(t) with z normal and e(t) the root mean square of how far measured and usual weather moved apart
/// in a time t The first is the nearest-neighbour bootstrap (Lall and Sharma, Water Resources Research 32 (1996) 679), with
/// what it is off by at the beginning fading out. Assumption: in an hour. Low and high are the 5 and 95 % quantiles over
/// members, widened by
/// what models and sensor disagreed on while the twin followed: both as squares. Validity: no schedule, maintenance or
/// queue of jobs is known to it; with a single day of past the course of a day of the loads is not either.
/// Errors of orders (RPL-012) and SIM-045. `modelSd`: by sensor of the map, SI; NaN: not compared.
ResultAll<Ahead> lookAhead(const TwinRun& twin, const AheadSpec& spec,
                           const std::vector<double>& modelSd, const std::atomic<bool>& cancel);

}  // namespace headroom::engine
