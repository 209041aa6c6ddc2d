// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/air_case.h"

#include "engine/base/json.h"
#include "engine/validate/case_reader.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace headroom::engine {

namespace {

constexpr double kMostM = 1000.0, kMostM3PerS = 1e4, kMostW = 1e9, kMostC = 200.0, kMostK = 100.0;

/// Air of the cases: rho cp = 1,200 J/(m3 K), as their solver has it (air/README.md).
constexpr double kCaseJPerM3K = 1200.0;

Box boxOf(CaseReader& in) {
    const std::vector<double> b = in.numbers("box", -kMostM, kMostM);
    if (b.size() != 6) {
        in.fail("box", "six numbers should be here: x0 y0 z0 x1 y1 z1 in metres");
        return {};
    }
    return {b[0], b[1], b[2], b[3] - b[0], b[4] - b[1], b[5] - b[2]};
}

void addRack(CaseReader rack, AirCase& c) {
    RackBox box;
    box.box = boxOf(rack);
    const bool north = rack.text("faces") == "north";
    box.facing = north ? models::Facing::North : models::Facing::South;
    box.row = north ? 0 : 1;
    box.column = static_cast<int>(c.racks.size());
    box.label = rack.text("id");
    c.racks.push_back(box.label);
    c.layout.racks.push_back(box);
    c.load.flowM3PerS.push_back(rack.required("flow_m3_per_s", 0.0, kMostM3PerS));
    c.load.heatW.push_back(rack.required("heat_w", 0.0, kMostW));
}

void readFacts(CaseReader facts, AirCase& c) {
    models::HallSpec& s = c.spec;
    s.widthM = facts.required("width_m", 1.0, kMostM);
    s.depthM = facts.required("depth_m", 1.0, kMostM);
    s.heightM = facts.required("height_m", 1.0, kMostM);
    s.supplyAirC = facts.required("supply_c", -kMostC, kMostC);
    s.airSupply = facts.text("supply") == "fan_wall" ? models::AirSupply::FanWall
                                                     : models::AirSupply::RaisedFloor;
    s.airReturn =
        facts.text("return") == "ceiling" ? models::AirReturn::Ceiling : models::AirReturn::Room;
    if (facts.has("leakage")) {
        s.containment = models::Containment::HotAisle;
        s.containmentLeakage = facts.required("leakage", 0.0, 1.0);
    }
    c.layout.halls.push_back({{0.0, 0.0, 0.0, s.widthM, s.depthM, s.heightM}, "hall", "Hall"});
    c.layout.blocks = {"racks"};
    c.layout.blockRacks = {"rack"};
    for (std::size_t i = 0; i < facts.list("racks").size(); ++i) {
        addRack(facts.objectAt("racks", i), c);
    }
    for (std::size_t i = 0; i < facts.list("handlers").size(); ++i) {
        CaseReader handler = facts.objectAt("handlers", i);
        c.layout.equipment.push_back({boxOf(handler), EquipmentKind::Crah, 0, handler.text("id")});
    }
    c.load.supplyM3PerS = facts.required("supply_m3_per_s", 0.0, kMostM3PerS);
    c.load.supplyC = s.supplyAirC;
}

/// "loss": {"of": "fans", "handlers": [0], "supply_m3_per_s": 3.8, "every_s": 60, "instants": [{"s1": 24.0, …}, …]}
void readLoss(CaseReader facts, CaseReader in, AirCase& c) {
    AirCaseLoss lost;
    const std::string of = in.text("of");
    if (of != "fans" && of != "water") {
        in.fail("of", "\"fans\" or \"water\" should be here");
    }
    lost.loss.water = of == "water";
    lost.loss.handlers = in.counts("handlers");
    lost.loss.supplyM3PerS = in.required("supply_m3_per_s", 0.0, kMostM3PerS);
    constexpr double kLongestS = 3600.0;
    lost.everyS = in.required("every_s", 1.0, kLongestS);
    for (std::size_t i = 0; i < c.racks.size(); ++i) {
        lost.rackJPerK.push_back(
            facts.objectAt("racks", i).number("heat_j_per_k", 0.0, 0.0, kMostW));
    }
    for (std::size_t n = 0; n < in.list("instants").size(); ++n) {
        CaseReader instant = in.objectAt("instants", n);
        std::vector<double>& inlets = lost.inletC.emplace_back();
        for (const std::string& rack : c.racks) {
            inlets.push_back(instant.required(rack.c_str(), -kMostC, kMostC));
        }
    }
    if (lost.inletC.empty()) {
        in.fail("instants", "at least one instant should be here");
    }
    c.loss = std::move(lost);
}

/// {"name": {"s1": 24.0, …}, …}
void readOthers(CaseReader others, const nlohmann::json& json, AirCase& c) {
    for (const auto& [name, values] : json.items()) {
        AirCaseInlets other{name, {}};
        CaseReader in = others.object(name.c_str());
        for (const std::string& rack : c.racks) {
            other.inletC.push_back(
                in.number(rack.c_str(), std::numeric_limits<double>::quiet_NaN(), -kMostC, kMostC));
        }
        c.others.push_back(std::move(other));
    }
}

}  // namespace

double AirCase::meanC(const std::vector<double>& inlets) const {
    double sum = 0.0, flow = 0.0;
    for (std::size_t i = 0; i < inlets.size(); ++i) {
        sum += load.flowM3PerS[i] * inlets[i];
        flow += load.flowM3PerS[i];
    }
    return flow > 0.0 ? sum / flow : 0.0;
}

Result<AirCase> readAirCase(const CaseFile& file) {
    auto text = readTextFile(file.path);
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    const nlohmann::json json = parseJson<nlohmann::json>(*text);
    if (!json.is_object()) {
        return tl::unexpected(caseError(file.path, "", "an object should be here"));
    }
    std::optional<Error> fault;
    AirCase c;
    c.jPerM3K = kCaseJPerM3K;
    CaseReader in(json, "", file.path, fault);
    readFacts(in.object("facts"), c);
    CaseReader best = in.object("best");
    CaseReader racks = best.object("racks");
    for (const std::string& id : c.racks) {
        CaseReader rack = racks.object(id.c_str());
        c.inletC.push_back(rack.required("inlet_c", -kMostC, kMostC));
        c.maxC.push_back(rack.required("max_c", -kMostC, kMostC));
    }
    CaseReader tolerance = in.object("tolerance");
    c.meanLimitK = tolerance.required("mean_inlet_k", 0.0, kMostK);
    c.rackLimitK = tolerance.required("each_inlet_k", 0.0, kMostK);
    c.hottestLimitK = tolerance.required("hottest_inlet_k", 0.0, kMostK);
    if (!fault && in.has("loss")) {
        readLoss(in.object("facts"), in.object("loss"), c);
    }
    constexpr const char* kOld = "headroom_446e94a7";
    if (!fault && in.has(kOld) && json[kOld].is_object()) {
        readOthers(in.object(kOld), json[kOld], c);
    }
    if (!fault && c.racks.empty()) {
        in.fail("facts", "at least one rack should be here");
    }
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    return c;
}

}  // namespace headroom::engine
