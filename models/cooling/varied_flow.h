// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/cooling/cdu.h"
#include "models/cooling/crah.h"

/// Exchangers of which one flow varies while a controller looks for its valve's opening: what depends on the other
/// flow alone is worked out once. Same equations, source and validity as cduConductanceWPerK() and
/// crahConductanceWPerK(), which are these at one flow, to the last bit.
namespace headroom::models {

/// A CDU whose rack side has a flow.
class CduAtFlow {
  public:
    CduAtFlow(const CduSpec& spec, double secondaryM3PerS, double primaryJPerM3K, double secondaryJPerM3K, double kept);

    /// G [W/K] at a flow of facility water.
    double conductanceWPerK(double primaryM3PerS) const;

  private:
    double film(double flowM3PerS, double nominalM3PerS) const;

    const CduSpec& spec_;
    double secondaryM3PerS_, primaryJPerM3K_, secondaryJPerM3K_, kept_;
    double film_ = 0.0;  ///< of the rack side: relative resistance, or its conductance by the table [W/K]
};

/// An air handler whose fans move so much air.
class CrahAtAir {
  public:
    CrahAtAir(const CrahSpec& spec, double airM3PerS, double waterJPerM3K, double kept);

    /// G [W/K] at a flow of water.
    double conductanceWPerK(double waterM3PerS) const;

  private:
    const CrahSpec& spec_;
    double airM3PerS_, waterJPerM3K_, kept_;
    double film_ = 0.0;  ///< relative resistance of the air side
};

}  // namespace headroom::models
