// SPDX-License-Identifier: Apache-2.0
#include "engine/wiring/obvious.h"

#include "engine/base/index.h"
#include "engine/document/connections.h"
#include "engine/kinds/power_kind.h"
#include "engine/wiring/by_hand.h"
#include "models/facility/power_unit.h"
#include "models/power/usual.h"

#include <algorithm>
#include <set>

namespace headroom::engine {

namespace {

constexpr const char* kTrial = "unit-on-trial";

/// With a unit of that part which nothing feeds yet.
Project withUnit(const Project& project, const std::string& part) {
    const models::ComponentType& type = models::PowerUnitSpec::type();
    Object unit;
    unit.id = kTrial;
    unit.type = &type;
    unit.values.resize(type.attributes.size());
    for (std::size_t i = 0; i < type.attributes.size(); ++i) {
        if (type.attributes[i].key == "part") {
            unit.values[i] = part;
        }
    }
    Project with = project;
    with.objects.push_back(std::move(unit));
    return with;
}

/// Voltage of an array, V.
double outputV(const PowerNetwork& network, const std::string& id) {
    const int array = network.arrayOf(id);
    if (array < 0 || network.arrays[at(array)].units == 0) {
        return models::kNotStated;
    }
    return network.units[at(network.arrays[at(array)].firstUnit)].voltageV;
}

/// UPSs, PDUs and transfer switches take any voltage that they are given; people hang them on low
/// voltage.
bool isForLowVoltage(PowerKind kind) {
    return infoOf(kind).feedRank >= 0 && kind != PowerKind::Switchboard;
}

}  // namespace

std::vector<std::string> obviousSources(const Project& project, const Catalogue& catalogue,
                                        const std::string& part) {
    const PowerKindInfo* kind = powerKindOf(catalogue, part);
    if (kind == nullptr || kind->isSource) {
        return {};
    }
    const auto units = project.objectsOf("power_unit");
    std::set<std::string> feeding;
    for (const Object* unit : units) {
        const auto sources = specOf<models::PowerUnitSpec>(*unit).sources;
        feeding.insert(sources.begin(), sources.end());
    }
    const Project with = withUnit(project, part);
    const WiringSketch sketch = sketchWiring(project, catalogue);
    std::vector<std::string> found;
    for (const Object* unit : units) {
        const PowerKindInfo* of = powerKindOf(catalogue, specOf<models::PowerUnitSpec>(*unit).part);
        const bool isEnd = of != nullptr && of->feedRank != 0 && feeding.count(unit->id) == 0;
        const bool isTooHigh = isForLowVoltage(kind->kind) &&
                               !(outputV(*sketch.network, unit->id) <= models::kLowVoltageV);
        if (isEnd && !isTooHigh && joinByHand(with, catalogue, unit->id, {{kTrial, "sources"}})) {
            found.push_back(unit->id);
        }
    }
    return found.size() == 1 ? found : std::vector<std::string>{};
}

std::vector<std::string> unjoined(const Project& project,
                                  const std::vector<std::string_view>& keys) {
    std::vector<std::string> ids;
    for (const MissingConnection& missing : missingConnections(project)) {
        const bool isAsked =
            missing.object != nullptr &&
            std::find(keys.begin(), keys.end(), missing.attribute->key) != keys.end();
        if (isAsked && std::find(ids.begin(), ids.end(), missing.object->id) == ids.end()) {
            ids.push_back(missing.object->id);
        }
    }
    return ids;
}

}  // namespace headroom::engine
