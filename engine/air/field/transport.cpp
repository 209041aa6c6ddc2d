// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/transport.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

AirTransport::AirTransport(const AirGrid& grid, const AirFlux& flux, double supplyM3PerS)
    : grid_(grid) {
    order(flux);
    streams(flux, supplyM3PerS);
}

double AirTransport::sweep(std::vector<double>& v) const {
    double change = 0.0;
    for (std::size_t p = 0; p < order_.size(); ++p) {
        if (inverse_[p] > 0.0) {
            double sum = 0.0;
            for (std::uint32_t n = first_[p]; n < first_[p + 1]; ++n) {
                sum += stream_[n] * v[from_[n]];
            }
            const double now = sum * inverse_[p];
            change = std::max(change, std::abs(now - v[p]));
            v[p] = now;
        }
    }
    return change;
}

double AirTransport::inlet(std::size_t m, const std::vector<double>& v) const {
    double sum = 0.0;
    for (const std::size_t c : grid_.movers[m].inlets) {
        sum += v[place_[c]];
    }
    return sum / static_cast<double>(grid_.movers[m].inlets.size());
}

template <class Work>
void AirTransport::forFaces(const AirFlux& flux, std::size_t c, const Work& work) const {
    const Conductances& f = grid_.faces;
    const std::vector<double>& phi = flux.phi;
    const auto sy = at(grid_.cells.strideY()), sz = at(grid_.cells.strideZ());
    const auto face = [&](std::size_t other, float conductance) {
        if (conductance > 0.0F) {
            work(other, conductance * (phi[other] - phi[c]));
        }
    };
    face(c + 1, f.east[c]);
    face(c - 1, f.east[c - 1]);
    face(c + sy, f.north[c]);
    face(c - sy, f.north[c - sy]);
    work(c + sz, -flux.up(grid_, c));
    work(c - sz, flux.up(grid_, c - sz));
}

/// Downstream as far as air does not go in circles; a circle starts where the potential is
/// highest.
void AirTransport::order(const AirFlux& flux) {
    const std::vector<double>& phi = flux.phi;
    std::vector<std::uint32_t> byPotential;
    for (std::size_t c = 0; c < grid_.solid.size(); ++c) {
        if (grid_.solid[c] == 0) {
            byPotential.push_back(static_cast<std::uint32_t>(c));
        }
    }
    std::sort(byPotential.begin(), byPotential.end(), [&](std::uint32_t a, std::uint32_t b) {
        return phi[a] != phi[b] ? phi[a] > phi[b] : a < b;
    });
    std::vector<unsigned char> waits(grid_.solid.size(), 0), done(grid_.solid.size(), 0);
    for (const std::uint32_t c : byPotential) {
        forFaces(flux, c, [&](std::size_t, double in) {
            if (in > 0.0) {
                ++waits[c];
            }
        });
    }
    order_.reserve(byPotential.size());
    for (const std::uint32_t start : byPotential) {
        if (done[start] != 0) {
            continue;
        }
        std::size_t head = order_.size();
        done[start] = 1;
        order_.push_back(start);
        for (; head < order_.size(); ++head) {
            forFaces(flux, order_[head], [&](std::size_t to, double in) {
                if (in < 0.0 && done[to] == 0 && --waits[to] == 0) {
                    done[to] = 1;
                    order_.push_back(static_cast<std::uint32_t>(to));
                }
            });
        }
    }
    place_.assign(grid_.solid.size(), 0);
    for (std::size_t p = 0; p < order_.size(); ++p) {
        place_[order_[p]] = static_cast<std::uint32_t>(p);
    }
}

void AirTransport::streams(const AirFlux& flux, double supplyM3PerS) {
    std::vector<std::vector<std::pair<std::size_t, double>>> blown(order_.size());
    for (std::size_t m = 0; m < grid_.movers.size(); ++m) {
        const AirMover& mover = grid_.movers[m];
        const double each = mover.flowM3PerS / static_cast<double>(mover.outlets.size());
        for (const std::size_t c : mover.outlets) {
            blown[place_[c]].emplace_back(AirTransport::mover(m), each);
        }
    }
    const double each = supplyM3PerS / static_cast<double>(grid_.supplies.size());
    for (const std::size_t c : grid_.supplies) {
        blown[place_[c]].emplace_back(supply(), each);
    }
    first_.push_back(0);
    for (std::size_t p = 0; p < order_.size(); ++p) {
        const std::size_t c = order_[p];
        double sum = 0.0;
        const auto add = [&](std::size_t source, double stream) {
            from_.push_back(static_cast<std::uint32_t>(source));
            stream_.push_back(stream);
            sum += stream;
        };
        forFaces(flux, c, [&](std::size_t other, double in) {
            if (in > 0.0) {
                add(place_[other], in);
            }
        });
        for (const auto& [source, stream] : blown[p]) {
            add(source, stream);
        }
        first_.push_back(static_cast<std::uint32_t>(from_.size()));
        inverse_.push_back(sum > 0.0 ? 1.0 / sum : 0.0);
    }
}

}  // namespace headroom::engine
