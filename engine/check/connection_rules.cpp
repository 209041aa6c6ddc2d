// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "engine/document/connections.h"

#include <array>

namespace headroom::engine {

namespace {

void unconnected(const Design& design, Findings& findings) {
    for (const MissingConnection& missing : missingConnections(*design.project)) {
        findings.add(Severity::Error, missing.object == nullptr ? "" : missing.object->id,
                     missing.message + " The design cannot run without.", missing.hint, 0.0, 1.0,
                     "");
    }
}

constexpr auto kConnectionRules = std::to_array<Rule>({
    {"unconnected", "Everything is joined to what it needs", &unconnected},
});

}  // namespace

std::span<const Rule> connectionRules() {
    return kConnectionRules;
}

}  // namespace headroom::engine
