// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_shares.h"

#include "engine/air/field/coefficients.h"
#include "engine/base/index.h"
#include "engine/base/json.h"
#include "engine/plant/plant.h"
#include "engine/resolve/design.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <map>

namespace headroom::engine {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kShareKeys{"air_field", "air_field_origin", "air_field_error_k", "hot_air_pct",
                                "hot_air_top_pct"};

/// Shares in percent are written to this.
constexpr double kSharePct = 1e-3;

std::vector<double> percents(const std::vector<double>& shares) {
    std::vector<double> result;
    for (const double share : shares) {
        result.push_back(std::round(100.0 * share / kSharePct) * kSharePct);
    }
    // Rounding leaves the last bits of a product: 12.300000000000001.
    for (double& each : result) {
        each = std::stod(fmt::format("{:.3f}", each));
    }
    return result;
}

std::string originOf(const AirField& field, const std::string& method, const std::string& date) {
    std::string text = method.empty() ? "" : method + ", ";
    text += fmt::format("cells of {:.2f} m, ", field.cellM);
    text += field.settled ? "settled" : fmt::format("not settled: {:.1f} K", field.settledRackK);
    return date.empty() ? text : text + ", " + date;
}

std::vector<double> shares(const std::vector<double>& pct) {
    std::vector<double> result;
    for (const double each : pct) {
        result.push_back(0.01 * each);
    }
    return result;
}

void forgetShares(Object& hall) {
    for (std::size_t i = 0; i < hall.values.size(); ++i) {
        if (std::find(kShareKeys.begin(), kShareKeys.end(), hall.type->attributes[i].key) !=
            kShareKeys.end()) {
            hall.values[i] = {};
        }
    }
}

std::string namesOf(const std::vector<std::string>& ids) {
    constexpr std::size_t kNamed = 6;
    std::string text;
    for (std::size_t i = 0; i < ids.size() && i < kNamed; ++i) {
        text += (i > 0 ? ", " : "") + ids[i];
    }
    return ids.size() > kNamed ? text + fmt::format(" and {} more", ids.size() - kNamed) : text;
}

}  // namespace

HallAirShares airSharesOf(const AirStudy& study, const AirStudyHall& hall, const AirField& field,
                          const std::string& method, const std::string& date) {
    HallAirShares found;
    found.hall = hall.id;
    found.key = airKey(study, hall);
    found.origin = originOf(field, method, date);
    const double cellsK = method.empty() ? airCellErrorK(field.cellM) : 0.0;
    found.errorK = std::round(100.0 * std::max(field.settledRackK, cellsK)) / 100.0;
    const std::vector<double> inlets = rackFractions(field, hall.plan, hall.load);
    found.inletPct = percents(inlets);
    found.topPct = percents(topFractions(field, hall.plan, hall.load, inlets));
    return found;
}

std::string dayOfAir() {
    return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
}

std::vector<Edit> airEdits(const HallAirShares& s) {
    const std::array<models::Value, kShareKeys.size()> values{s.key, s.origin, s.errorK, s.inletPct,
                                                              s.topPct};
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < values.size(); ++i) {
        edits.emplace_back(SetAttribute{s.hall, kShareKeys[i], values[i]});
    }
    return edits;
}

std::vector<Edit> airRemoval(const std::string& hall) {
    std::vector<Edit> edits;
    for (const char* key : kShareKeys) {
        edits.emplace_back(SetAttribute{hall, key, {}});
    }
    return edits;
}

bool holdsAirShares(const Project& project) {
    const auto halls = project.objectsOf("hall");
    return std::any_of(halls.begin(), halls.end(), [](const Object* hall) {
        return !std::holds_alternative<std::monostate>(hall->value(kShareKeys.front()));
    });
}

Project withoutAirShares(Project project) {
    for (Object& object : project.objects) {
        if (object.type->id == "hall") {
            forgetShares(object);
        }
    }
    return project;
}

ResultAll<Project> withAirShares(const Project& project, const Catalogue& catalogue,
                                 AirLibrary& library, const AirFieldOptions& options,
                                 const std::string& date) {
    const auto study = airStudy(project, catalogue);
    if (!study) {
        return tl::unexpected(study.error());
    }
    if (const auto computed = computeAir(library, *study, options); !computed) {
        return tl::unexpected(Errors{computed.error()});
    }
    Project result = withoutAirShares(project);
    for (const AirStudyHall& hall : study->halls) {
        const auto field = knownAir(library, *study, hall, options.cellM);
        if (!field || field->racks.empty()) {
            continue;
        }
        const auto edits = airEdits(airSharesOf(*study, hall, *field, {}, date));
        if (const auto done = applyAll(result, catalogue, edits); !done) {
            return tl::unexpected(Errors{done.error()});
        }
    }
    return result;
}

void useAirShares(Plant& plant, const Project& project, const Catalogue& catalogue, bool anyState) {
    const bool isHeld =
        std::any_of(plant.hallAir.begin(), plant.hallAir.end(),
                    [](const HallAirPlan& plan) { return !plan.spec.airField.empty(); });
    if (!isHeld) {
        return;
    }
    DesignOptions quick;
    quick.study = quick.floor = false;
    const Design design = designOf(project, catalogue, quick);
    const auto study = airStudy(design, plant);
    if (!study) {
        return;  // no handler is off and no rack is named: it has no error
    }
    for (const AirStudyHall& hall : study->halls) {
        HallAirPlan& plan = plant.hallAir[at(hall.hall)];
        if (plan.spec.airField.empty()) {
            continue;
        }
        const auto racks = static_cast<std::size_t>(plan.racks());
        const bool fits =
            plan.spec.hotAirPct.size() == racks &&
            (plan.spec.hotAirTopPct.empty() || plan.spec.hotAirTopPct.size() == racks);
        if (!fits || !(anyState || plan.spec.airField == airKey(*study, hall))) {
            plan.inlets = InletSource::OutdatedField;
            continue;
        }
        plan.inlets = InletSource::Field;
        plan.rackFraction = shares(plan.spec.hotAirPct);
        plan.topFraction = shares(plan.spec.hotAirTopPct);
    }
}

Project withUsedAirShares(Project project, const Plant& plant) {
    for (const HallAirSource& hall : airOfRun(plant)) {
        if (hall.source == InletSource::OutdatedField) {
            const auto found = std::find_if(project.objects.begin(), project.objects.end(),
                                            [&](const Object& o) { return o.id == hall.hall; });
            if (found != project.objects.end()) {
                forgetShares(*found);
            }
        }
    }
    return project;
}

AirOfRun airOfRun(const Plant& plant) {
    AirOfRun air;
    for (std::size_t i = 0; i < plant.hallAir.size(); ++i) {
        const HallAirPlan& plan = plant.hallAir[i];
        if (plan.racks() > 0) {
            air.push_back({plant.layout.halls[i].id, plan.inlets, plan.spec.airField,
                           plan.spec.airFieldOrigin, plan.spec.airFieldErrorK});
        }
    }
    return air;
}

std::string textOf(const AirOfRun& air) {
    std::vector<std::string> stated, outdated;
    std::map<std::string, std::vector<std::string>> fields;
    for (const HallAirSource& hall : air) {
        switch (hall.source) {
            case InletSource::Field:
                fields[std::isnan(hall.errorK)
                           ? hall.origin
                           : fmt::format("{}; error up to {:.1f} K", hall.origin, hall.errorK)]
                    .push_back(hall.hall);
                break;
            case InletSource::Stated:
                stated.push_back(hall.hall);
                break;
            case InletSource::OutdatedField:
                outdated.push_back(hall.hall);
                break;
        }
    }
    std::string text;
    for (const auto& [origin, halls] : fields) {
        text += fmt::format("Air: field of {} ({}).\n", namesOf(halls), origin);
    }
    if (!stated.empty()) {
        text += fmt::format("Air: zones as stated in {}. The project holds no field.\n",
                            namesOf(stated));
    }
    if (!outdated.empty()) {
        text += fmt::format(
            "Air: zones as stated in {}. The field is of an earlier state: airflow --write renews "
            "it.\n",
            namesOf(outdated));
    }
    return text;
}

Json airJson(const AirOfRun& air) {
    Json list = Json::array();
    for (const HallAirSource& hall : air) {
        Json& row = list.emplace_back();
        const bool isField = hall.source == InletSource::Field;
        row["hall"] = hall.hall;
        row["model"] = isField ? "field" : "zones";
        if (isField) {
            row["field"] = hall.field;
            row["origin"] = hall.origin;
            row["error_k"] = std::isnan(hall.errorK) ? Json() : Json(hall.errorK);
        } else {
            row["outdated"] = hall.source == InletSource::OutdatedField;
        }
    }
    return list;
}

std::string withAir(const std::string& json, const AirOfRun& air) {
    Json object = parseJson<Json>(json);
    object["air"] = airJson(air);
    return jsonText(object, 2) + "\n";
}

}  // namespace headroom::engine
