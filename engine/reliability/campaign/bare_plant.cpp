// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/bare_plant.h"

#include "engine/run/faults/hazards.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr int kRacksPerRow = 32;
constexpr double kNeverDoneS = 1e13;  ///< work of the job: longer than any campaign

/// Lower case, letters and digits only.
std::string plain(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return out;
}

std::string projectTextOf(const BareCluster& c, const std::string& accelerator, int racks) {
    const int perRow = std::min(racks, kRacksPerRow);
    const int rows = (racks + perRow - 1) / perRow;
    // Assumption: 25 kW a rack, more than any that this is asked for.
    const double mw = std::max(1.0, 0.025 * rows * perRow);
    std::string text = R"({
  "format": "headroom-project/1",
  "project": {"name": "Bare cluster", "start": "2026-01-01T00:00:00", "seed": %SEED%,
    "step_s": 3600},
  "site": {"name": "Anywhere", "climate": "leesburg-va", "grid": "us-pjm"},
  "power_units": [
    {"id": "grid", "name": "Utility", "part": "utility-20kv", "rating_mva": %MVA%},
    {"id": "mv", "name": "Board", "part": "mv-20-630", "sources": ["grid"]},
    {"id": "tx", "name": "Transformers", "part": "mv-lv-2500", "modules": %TX%,
     "sources": ["mv"]}
  ],
  "cooling_loops": [
    {"id": "water", "name": "Water", "supply_setpoint_c": 18, "design_rise_k": 8,
     "cooling_tower": "tower-5000", "cooling_tower_count": %UNITS%,
     "chiller": "carrier-19ex-5208", "chiller_count": %UNITS%, "exchanger_approach_k": 2,
     "tower_minimum_c": 7, "pump": "pump-loop-250", "pump_count": %UNITS%,
     "condenser_pump": "pump-condenser-250", "condenser_pump_count": %UNITS%, "volume_m3": 150,
     "cycles_of_concentration": 5, "feeds": ["tx"], "pump_feeds": ["tx"]}
  ],
  "halls": [
    {"id": "hall", "name": "Hall", "x_m": 0, "y_m": 0, "width_m": %WIDTH%, "depth_m": %DEPTH%,
     "height_m": 5, "feeds": ["tx"], "fan_feeds": ["tx"], "crah": "fan-wall-500",
     "crah_count": %CRAH%, "air_loop": "water", "supply_air_c": 23, "recirculation_pct": 4,
     "bypass_pct": 10}
  ],
  "fabrics": [
    {"id": "fabric", "name": "Fabric", "tiers": 3, "switch": "tomahawk-5-128x400",
     "oversubscription": 1, "host_link": "dac-800-2x400", "switch_link": "osfp-800-2dr4",
     "scale_up": "nvlink4", "scale_out": "roce-400g", "hall": "hall"}
  ],
  "rack_blocks": [
    {"id": "racks", "name": "Racks", "hall": "hall", "rack": "%RACK%", "rows": %ROWS%,
     "racks_per_row": %PERROW%, "row_pitch_m": 3.0, "fabric": "fabric", "feeds": ["tx"],
     "x_m": 3, "y_m": 3}
  ],
  "batch_jobs": [
    {"id": "job", "name": "Job", "accelerator": "%ACCELERATOR%", "accelerators": %JOB%,
     "run_h": 1000000, "submit_h": 0, "checkpoint_interval_min": %INTERVAL%,
     "checkpoint_policy": "%POLICY%", "profile": "%PROFILE%"}
  ],
  "failures": {"enabled": true, "spare_pct": 0}
})";
    const auto put = [&](const std::string& name, const std::string& value) {
        for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) {
            text.replace(at, name.size(), value);
        }
    };
    put("%SEED%", std::to_string(c.seed));
    put("%MVA%", fmt::format("{}", 2.0 * mw));
    put("%TX%", std::to_string(static_cast<int>(std::ceil(mw / 1.5)) + 1));
    put("%UNITS%", std::to_string(static_cast<int>(std::ceil(mw / 4.0)) + 1));
    put("%CRAH%", std::to_string(static_cast<int>(std::ceil(mw / 0.4)) + 1));
    put("%WIDTH%", fmt::format("{}", 8.0 + 0.8 * perRow));
    put("%DEPTH%", fmt::format("{}", 10.0 + 3.0 * rows));
    put("%RACK%", c.rack);
    put("%ROWS%", std::to_string(rows));
    put("%PERROW%", std::to_string(perRow));
    put("%ACCELERATOR%", accelerator);
    put("%JOB%", std::to_string(c.jobAccelerators));
    put("%INTERVAL%", fmt::format("{}", c.checkpointS / 60.0));
    put("%POLICY%", c.checkpointPolicy);
    put("%PROFILE%", c.profile);
    return text;
}

}  // namespace

ResultAll<Plant> barePlant(const Catalogue& catalogue, const BareCluster& cluster) {
    const auto* rack = catalogue.spec<models::RackSpec>(cluster.rack);
    const auto* server =
        rack != nullptr ? catalogue.spec<models::ServerSpec>(rack->server) : nullptr;
    if (server == nullptr) {
        return tl::unexpected(Errors{{"VAL-004",
                                      "The catalogue has no rack \"" + cluster.rack + "\".",
                                      "Name a rack of the catalogue.",
                                      {},
                                      {},
                                      0}});
    }
    const int racks = (cluster.servers + rack->servers - 1) / rack->servers;
    auto project = parseProject(projectTextOf(cluster, server->accelerator, std::max(1, racks)), {},
                                catalogue);
    if (!project) {
        return tl::unexpected(project.error());
    }
    auto plant = compile(*project, catalogue, {});
    if (plant) {
        plant->batches.front().spec.runS = kNeverDoneS;
    }
    return plant;
}

void scaleFailures(Plant& plant, double factor) {
    for (PlantHazard& h : plant.hazards) {
        h.ratePerS *= factor;
        h.mode.ratePerS *= factor;
    }
    drawHazards(plant, plant.hazards);
}

std::string rackWith(const Catalogue& catalogue, const std::string& accelerator, int perServer) {
    const std::string wanted = plain(accelerator);
    std::string best;
    long bestRank = 0;
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::RackSpec::type().id)) {
        const auto& rack = *static_cast<const models::RackSpec*>(entry->spec.get());
        const CatalogueEntry* server = catalogue.find(models::ServerSpec::type().id, rack.server);
        if (server == nullptr || !rack.tank.empty() || !rack.rearDoor.empty()) {
            continue;
        }
        const auto& s = *static_cast<const models::ServerSpec*>(server->spec.get());
        const CatalogueEntry* chip =
            catalogue.find(models::AcceleratorSpec::type().id, s.accelerator);
        if (chip == nullptr || s.accelerators != perServer ||
            s.cooling != models::CoolingKind::Air) {
            continue;
        }
        const std::string name = plain(chip->name), id = plain(chip->id);
        if (name != wanted && id != wanted) {
            continue;
        }
        const long rank = 1 + rack.servers;
        if (rank > bestRank) {
            bestRank = rank;
            best = entry->id;
        }
    }
    return best;
}

}  // namespace headroom::engine
