// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/check/rules.h"
#include "engine/power/standby.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

/// Units that the two ways of a rack have in common.
namespace headroom::engine {

namespace {

/// Standby generators are away: what is live then is fed by the mains, by way of transfer switches.
PowerSwitching mainsAlone(const PowerNetwork& n) {
    PowerSwitching s = restingSwitching(n);
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        if (makesPower(n.units[i].kind) && s.available[i] == 0) {
            s.modulesOut[i] = n.units[i].modules;
        }
    }
    return s;
}

/// Racks with several cords that are dark while a unit is out and no generator runs, by block.
class SharedPaths {
  public:
    explicit SharedPaths(const Design& design)
        : design_(design),
          p_(design.power),
          n_(p_.network),
          side_(generatorSide(n_)),
          mains_(mainsAlone(n_)) {
        flow_.sizeLive(n_);
        PowerSwitching s = mains_;
        transferAndStart(n_, side_, s, flow_);
        fed_ = flow_.liveCords;
    }

    void run(Findings& findings) {
        std::vector<Shared> blocks(design_.blocks.size());
        for (const Contingency& c : p_.study.cases) {
            const PowerUnit& u = n_.units[at(c.unit)];
            if (c.modules < u.modules || makesPower(u.kind)) {
                continue;
            }
            const std::vector<std::int64_t> dark = darkWithout(c);
            for (std::size_t b = 0; b < blocks.size(); ++b) {
                if (dark[b] > 0) {
                    blocks[b].see(c, dark[b]);
                }
            }
        }
        std::set<int> units;
        int worst = -1;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            if (blocks[b].unit >= 0) {
                units.insert(blocks[b].unit);
                worst = worst < 0 || blocks[b].racks > blocks[at(worst)].racks ? static_cast<int>(b)
                                                                               : worst;
            }
        }
        if (worst >= 0) {
            say(blocks[at(worst)], static_cast<int>(units.size()) - 1,
                *design_.blocks[at(worst)].object, findings);
        }
    }

  private:
    struct Shared {
        int unit = -1;  ///< the nearest to the racks: units are in the order of the flow
        std::int64_t racks = 0;
        int above = 0;  ///< more units that all ways pass

        void see(const Contingency& c, std::int64_t dark) {
            above += unit >= 0 ? 1 : 0;
            if (c.unit > unit) {
                unit = c.unit;
                racks = dark;
            }
        }
    };

    /// By block, with generators at rest; racks that its loss darkens anyhow are a matter of shared-feed.
    std::vector<std::int64_t> darkWithout(const Contingency& c) {
        PowerSwitching s = mains_;
        s.modulesOut[at(c.unit)] = n_.units[at(c.unit)].modules;
        if (n_.units[at(c.unit)].kind == PowerKind::Utility) {
            s.available[at(c.unit)] = 0;
        }
        transferAndStart(n_, side_, s, flow_);
        std::vector<std::int64_t> dark(design_.blocks.size(), 0);
        for (std::size_t l = 0; l < n_.loads.size(); ++l) {
            const PowerLoad& load = n_.loads[l];
            if (load.kind == PowerLoadKind::Rack && load.cords > 1 && fed_[l] > 1 &&
                flow_.liveCords[l] == 0 &&
                !std::binary_search(c.lostLoads.begin(), c.lostLoads.end(), LoadIndex(l))) {
                ++dark[at(p_.rackBlock[at(load.index)])];
            }
        }
        return dark;
    }

    /// One finding: a design of many alike halls does the same in all of them.
    void say(const Shared& s, int others, const Object& block, Findings& findings) const {
        const PowerUnit& u = n_.units[at(s.unit)];
        const std::string more =
            s.above > 0 ? " (and " + countText(s.above) + " more before it)" : "";
        findings.add(
            Severity::Note, block.id,
            "All feeds of its racks pass " + u.name + more + ": while it is out, " +
                countText(s.racks) + (s.racks == 1 ? " rack lives" : " racks live") +
                " on generator sets alone, and the two ways are one." +
                (others > 0 ? " The same holds for other racks behind " + countText(others) +
                                  (others == 1 ? " more unit." : " more units.")
                            : ""),
            "Feed the ways from units of their own, up to the connection to the grid.",
            static_cast<double>(s.racks), 0.0, "");
    }

    const Design& design_;
    const DesignPower& p_;
    const PowerNetwork& n_;
    std::vector<std::uint8_t> side_;
    PowerSwitching mains_;
    PowerFlow flow_;
    ByLoad<int> fed_;  ///< by load: cords that the mains feed
};

void commonPath(const Design& design, Findings& findings) {
    if (design.power.wired) {
        SharedPaths(design).run(findings);
    }
}

constexpr auto kPathRules = std::to_array<Rule>({
    {"common-path", "The ways to the cords of a rack share nothing up to the grid", &commonPath,
     CheckDepth::Full},
});

}  // namespace

std::span<const Rule> pathRules() {
    return kPathRules;
}

}  // namespace headroom::engine
