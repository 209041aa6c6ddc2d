// SPDX-License-Identifier: Apache-2.0
#include "engine/power/sections.h"

#include "engine/base/index.h"

#include <algorithm>
#include <numeric>

namespace headroom::engine {

namespace {

/// The trunk may hold this share of the units, and the largest piece that of the others: else one
/// thread would wait for the other.
constexpr double kMostTrunk = 0.25, kMostPiece = 0.6;

/// Units that carry power to each other, as sets that grow together.
class Joined {
  public:
    explicit Joined(std::size_t units) : parent_(units), size_(units, 1) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    int root(int unit) {
        while (parent_[at(unit)] != unit) {
            unit = parent_[at(unit)] = parent_[at(parent_[at(unit)])];
        }
        return unit;
    }

    /// The size of what they are in then.
    int join(int a, int b) {
        a = root(a);
        b = root(b);
        if (a != b) {
            if (size_[at(a)] < size_[at(b)]) {
                std::swap(a, b);
            }
            parent_[at(b)] = a;
            size_[at(a)] += size_[at(b)];
        }
        return size_[at(a)];
    }

  private:
    std::vector<int> parent_;
    std::vector<int> size_;
};

bool carries(const PowerFlow& f, EdgeIndex edge) {
    return f.share[at(edge)] > 0.0;
}

/// Units before which all others fall into pieces that are small enough; -1 if there are none such.
int trunkOf(const PowerNetwork& n, const PowerFlow& f) {
    const auto units = static_cast<int>(n.units.size());
    Joined joined(n.units.size());
    int trunk = -1, largest = 0;
    for (int i = units - 1; i >= 0; --i) {
        largest = std::max(largest, 1);
        for (int k = n.firstOut[at(i)]; k < n.firstOut[at(i) + 1]; ++k) {
            if (const EdgeIndex e = n.outEdges[at(k)]; carries(f, e)) {
                largest = std::max(largest, joined.join(i, n.edges[at(e)].to));
            }
        }
        if (i <= kMostTrunk * units && largest <= kMostPiece * (units - i)) {
            trunk = i;
        }
    }
    return trunk;
}

/// Pieces in as many parts, in the order of their first units: neighbours stay together.
std::vector<std::vector<UnitIndex>> partsOf(const PowerNetwork& n, const PowerFlow& f, int trunk,
                                            int parts) {
    const auto units = static_cast<int>(n.units.size());
    Joined joined(n.units.size());
    for (int i = trunk; i < units; ++i) {
        const PowerUnit& u = n.units[at(i)];
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            if (carries(f, EdgeIndex(e)) && n.edges[at(e)].from >= trunk) {
                joined.join(i, n.edges[at(e)].from);
            }
        }
    }
    std::vector<std::vector<UnitIndex>> pieces(n.units.size());
    for (int i = trunk; i < units; ++i) {
        pieces[at(joined.root(i))].emplace_back(i);
    }
    std::erase_if(pieces, [](const auto& piece) { return piece.empty(); });
    std::sort(pieces.begin(), pieces.end(),
              [](const auto& a, const auto& b) { return a.front() < b.front(); });
    std::vector<std::vector<UnitIndex>> out(at(parts));
    const long all = units - trunk;
    long before = 0;
    for (const std::vector<UnitIndex>& piece : pieces) {
        // To whom its middle falls.
        const auto size = static_cast<long>(piece.size());
        auto& part = out[static_cast<std::size_t>((2 * before + size) * parts / (2 * all + 1))];
        part.insert(part.end(), piece.begin(), piece.end());
        before += size;
    }
    for (std::vector<UnitIndex>& part : out) {
        std::sort(part.begin(), part.end());
    }
    return out;
}

}  // namespace

bool PowerSections::fits(const PowerFlow& flow) const {
    return std::equal(
        carries.begin(), carries.end(), flow.share.begin(), flow.share.end(),
        [](std::uint8_t carried, double share) { return (carried != 0) == (share > 0.0); });
}

PowerSections sectionsOf(const PowerNetwork& n, const PowerFlow& f, int parts) {
    PowerSections s;
    for (const double share : f.share) {
        s.carries.push_back(share > 0.0 ? 1 : 0);
    }
    const int trunk = parts > 1 && n.subnetworks.size() == 1 ? trunkOf(n, f) : -1;
    if (trunk < 0) {
        return s;
    }
    s.trunk = trunk;
    s.parts = partsOf(n, f, trunk, parts);
    s.toParts.resize(at(trunk));
    for (auto i = static_cast<int>(n.units.size()); i-- > trunk;) {
        const PowerUnit& u = n.units[at(i)];
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            if (n.edges[at(e)].from < trunk) {
                s.toParts[at(n.edges[at(e)].from)].emplace_back(e);
            }
        }
    }
    return s;
}

}  // namespace headroom::engine
