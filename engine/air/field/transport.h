// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/grid.h"

#include <cstdint>
#include <vector>

/// What air carries through a grid, once its flow is known: first-order upwind, steady.
namespace headroom::engine {

/// The flow of a grid: through upper faces `lift` [m3/s] is added to what the potential drives.
struct AirFlux {
    std::vector<double> phi, lift;

    double up(const AirGrid& grid, std::size_t c) const {
        return grid.faces.up[c] > 0.0F
                   ? grid.faces.up[c] *
                             (phi[c] - phi[c + static_cast<std::size_t>(grid.cells.strideZ())]) +
                         lift[c]
                   : 0.0;
    }
};

/// Values: cells in the order of the air's way, then movers (what they blow out), then the supply.
/// Where air does not go in circles one pass is exact; otherwise passes repeat.
class AirTransport {
  public:
    AirTransport(const AirGrid& grid, const AirFlux& flux, double supplyM3PerS);

    std::size_t cells() const { return order_.size(); }

    std::size_t cell(std::size_t place) const { return order_[place]; }

    bool moves(std::size_t place) const { return inverse_[place] > 0.0; }

    std::vector<double> values(double start) const {
        return std::vector<double>(order_.size() + grid_.movers.size() + 1, start);
    }

    std::size_t mover(std::size_t m) const { return order_.size() + m; }

    std::size_t supply() const { return order_.size() + grid_.movers.size(); }

    /// One pass down the air's way; returns the largest change.
    double sweep(std::vector<double>& v) const;

    /// Mean at the inlets of a mover.
    double inlet(std::size_t m, const std::vector<double>& v) const;

  private:
    template <class Work>
    void forFaces(const AirFlux& flux, std::size_t c, const Work& work) const;
    void order(const AirFlux& flux);
    void streams(const AirFlux& flux, double supplyM3PerS);

    const AirGrid& grid_;
    std::vector<std::uint32_t> order_, place_;
    std::vector<std::uint32_t> first_, from_;
    std::vector<double> stream_, inverse_;
};

}  // namespace headroom::engine
