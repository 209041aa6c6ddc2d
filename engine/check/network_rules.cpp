// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

/// Rates that are meant to be equal may differ by this share (50 GB/s and 400 Gbit/s do not).
constexpr double kRateTolerance = 0.01;

constexpr double kGigabit = 1.25e8;  // bytes/s

void fabricReach(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        if (f.endpoints == 0 || f.tree.tiers > 0) {
            continue;
        }
        // Full reach at no oversubscription: radix, radix^2 / 2, radix^3 / 4.
        const double radix = f.radix;
        const int tiers = f.spec.tiers == 0 ? 3 : f.spec.tiers;
        const double up = std::min(radix - 1.0, std::ceil(radix / (1.0 + f.spec.oversubscription)));
        const double down = radix - up;
        const double reach = tiers == 1   ? radix
                             : tiers == 2 ? radix * down
                                          : radix * std::floor(radix / 2.0) * down;
        findings.add(Severity::Error, f.object->id,
                     std::to_string(f.endpoints) + " adapters join it, but " +
                         std::to_string(tiers) + " tiers of " + f.spec.switchPart + " (" +
                         std::to_string(f.radix) + " ports at the adapters' rate) reach " +
                         amountText(reach, "") + ".",
                     f.spec.tiers == 0 || f.spec.tiers == 3
                         ? "Choose a larger switch, more oversubscription, or several fabrics."
                         : "Set tiers to 3, or to 0 for the fewest that reach.",
                     static_cast<double>(f.endpoints), reach, "");
    }
}

void slow(Findings& findings, const DesignFabric& f, double rate, const std::string& what,
          const std::string& hint) {
    if (f.adapterBytesPerS > rate * (1.0 + kRateTolerance)) {
        findings.add(Severity::Warning, f.object->id,
                     what + " runs at " + amountText(rate / kGigabit, "Gbit/s") +
                         ", but the adapters of its servers at " +
                         amountText(f.adapterBytesPerS / kGigabit, "Gbit/s") + ".",
                     hint, rate / kGigabit, f.adapterBytesPerS / kGigabit, "Gbit/s");
    }
}

void hostLinkRate(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        slow(findings, f, f.hostLink->portBytesPerS, "The host link " + f.spec.hostLink,
             "Choose a faster host_link, or more adapters in the server.");
    }
}

void switchPortRate(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        slow(findings, f, f.switchPart->portBytesPerS, "A port of " + f.spec.switchPart,
             "Choose a faster switch.");
    }
}

void interconnectScope(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        const auto wrong = [&](const std::string& key, const std::string& id) {
            findings.add(Severity::Warning, f.object->id,
                         key + " names " + id + ", which the catalogue has for the other scope.",
                         "Choose one of the right scope: headroom-cli catalog interconnect.", 0.0,
                         0.0, "");
        };
        if (f.scaleUp->scope != models::InterconnectScope::ScaleUp) {
            wrong("scale_up", f.spec.scaleUp);
        }
        if (f.scaleOut->scope != models::InterconnectScope::ScaleOut) {
            wrong("scale_out", f.spec.scaleOut);
        }
    }
}

constexpr auto kRules = std::to_array<Rule>({
    {"fabric-reach", "A fabric reaches every adapter", &fabricReach},
    {"host-link-rate", "Host links are as fast as the adapters", &hostLinkRate},
    {"switch-port-rate", "Switch ports are as fast as the adapters", &switchPortRate},
    {"interconnect-scope", "Interconnects are used where they belong", &interconnectScope},
});

}  // namespace

std::span<const Rule> networkRules() {
    return kRules;
}

}  // namespace headroom::engine
