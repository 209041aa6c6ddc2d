// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"
#include "engine/run/power/power_part.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Power of IT at the meters of PUE categories 1 and 2 (ISO/IEC 30134-2): the outputs of the nearest UPSs above it, and of
/// the PDUs that feed its cords. Each watt counts once.
///
///   W = sum of M - B + U - S
///
/// M is the output of a meter. B is the input of a meter from another one above it. U is power of IT without a meter. S is
/// what a battery behind a meter takes (negative: gives).
///
/// For any wiring, IT power <= W <= power consumed: a meter counts loads and the losses below it, not what is stored.
class ItMeters : public PowerPart {
  public:
    explicit ItMeters(const RunContext& run);

    /// At the outputs of UPSs, PUE category 1 [W], by the flow that `demand` led to.
    double upsOutputW(const PowerDemand& demand) { return meteredW(ups_, demand); }

    /// At the outputs of PDUs, PUE category 2 [W].
    double pduOutputW(const PowerDemand& demand) { return meteredW(pdu_, demand); }

  private:
    /// Meters of one category.
    struct Meter {
        std::vector<std::uint8_t> unit;  ///< 1 means its output is metered
        std::vector<UnitIndex> metered;  ///< The same units, ascending.
        std::vector<UnitIndex> behind;   ///< Meters below another one.
        std::vector<UnitIndex> stores;   ///< UPSs below a meter, not metered.
        std::vector<int> unmetered;      ///< Loads of IT that may have a way around all meters.
    };

    bool meterUpsAbove(UnitIndex from);
    void findMetersBehindMeters(Meter& meter) const;
    void findThrough(const Meter& meter);
    double meteredW(const Meter& meter, const PowerDemand& demand);

    Meter ups_, pdu_;
    std::vector<double> through_;  ///< by unit: scratch of meteredW()
};

}  // namespace headroom::engine
