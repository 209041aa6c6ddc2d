// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/document/fixture.h"

#include "engine/base/json.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace headroom::engine::fixture {

Json figure(const models::ComponentType& type, const std::string& key, const Json& value) {
    Json result = {{"value", value}, {"source", "S1"}, {"status", "assumption"}};
    const models::Attribute* attribute = type.find(key);
    if (attribute != nullptr && !attribute->unit.symbol.empty()) {
        result["unit"] = attribute->unit.symbol;
    }
    return result;
}

Json part(const std::string& typeId, const std::string& id, const Json& values) {
    const models::ComponentType& type = *models::findComponentType(typeId);
    Json figures = Json::object();
    for (const auto& [key, value] : values.items()) {
        figures[key] = figure(type, key, value);
    }
    return {{"id", id}, {"name", "Part " + id}, {"figures", figures}};
}

Json file(const std::string& typeId, const Json& parts) {
    return {{"format", "headroom-catalogue/1"},
            {"type", typeId},
            {"sources", {{"S1", {{"text", "Figures of this test"}, {"date", "2026-01"}}}}},
            {"parts", parts}};
}

std::map<std::string, Json> catalogueFiles() {
    std::map<std::string, Json> files;
    const auto add = [&](const std::string& typeId, const std::string& id, const Json& values) {
        if (files.count(typeId) == 0) {
            files[typeId] = file(typeId, Json::array());
        }
        files[typeId]["parts"].push_back(part(typeId, id, values));
    };
    const Json chip = {{"kind", "gpu"},
                       {"vendor", "Test"},
                       {"bf16_dense_tflops", 1000},
                       {"hbm_gb", 80},
                       {"hbm_tbps", 3},
                       {"tdp_w", 700},
                       {"idle_w", 100},
                       {"scaleup_gbps_unidir", 450},
                       {"scaleup_domain", 8},
                       {"scaleout_gbps", 50},
                       {"heat_capacity_j_per_k", 300},
                       {"leakage_per_k", 0},
                       {"reference_temp_c", 65},
                       {"throttle_software_c", 85},
                       {"throttle_hardware_c", 90},
                       {"shutdown_c", 100}};
    add("accelerator", "gpu-700", chip);
    add("accelerator", "gpu-other", chip);
    // 8 x 700 W + 2,400 W of host + 1,000 W of fans at most.
    Json server = {{"accelerator", "gpu-700"},
                   {"accelerators", 8},
                   {"cooling", "air"},
                   {"liquid_fraction_pct", 0},
                   {"host_idle_w", 1000},
                   {"host_max_w", 2400},
                   {"fan_rated_w", 1000},
                   {"fan_min_speed_pct", 30},
                   {"fan_airflow_m3_per_s", 0.5},
                   {"chip_to_coolant_k_per_w", 0.05},
                   {"psu", "psu-100"},
                   {"psus", 6},
                   {"nics", 8},
                   {"nameplate_kw", 10.2}};
    add("server", "server-air", server);
    server["cooling"] = "liquid";
    server["liquid_fraction_pct"] = 80;
    server["fan_rated_w"] = 0;
    server["fan_airflow_m3_per_s"] = 0;
    server["coolant_l_per_min_per_kw"] = 1.5;
    add("server", "server-liquid", server);
    const Json rack = {{"server", "server-air"}, {"servers", 4},   {"rated_power_kw", 40},
                       {"width_m", 0.6},         {"depth_m", 1.2}, {"height_m", 2.2}};
    add("rack", "rack-air", rack);
    Json liquidRack = rack;
    liquidRack["server"] = "server-liquid";
    add("rack", "rack-liquid", liquidRack);
    // Without loss, so that powers add up by hand.
    add("psu", "psu-100",
        {{"rated_power_w", 3000},
         {"efficiency_pct", Json::array({{50, 100}})},
         {"power_factor", 1}});
    const Json lossless = {{"rated_power_kw", 1000}, {"loss_a", 0}, {"loss_b", 0}, {"loss_c", 0}};
    Json ups = lossless;
    ups["battery_min"] = 5;
    ups["input_power_factor"] = 1;
    add("ups", "ups-1000", ups);
    add("pdu", "pdu-1000", lossless);
    add("transformer", "tx-2000",
        {{"rated_power_kva", 2000},
         {"no_load_loss_kw", 0},
         {"load_loss_kw", 0},
         {"primary_kv", 20},
         {"secondary_kv", 0.4}});
    add("genset", "genset-2000", {{"rated_power_kw", 2000}, {"start_s", 10}});
    // 20 MVA at 20 kV (c = 1.1) and no impedance behind it: 1.05 / 1.1 x 20 MVA / (sqrt(3) x 400 V) = 27.5554 kA.
    add("utility", "utility-20kv", {{"voltage_kv", 20}, {"short_circuit_mva", 20}});
    add("transfer_switch", "ats-4000", {{"rated_a", 4000}, {"transfer_s", 0.1}});
    add("switchboard", "board-4000", {{"voltage_v", 400}, {"rated_a", 4000}});
    const auto breaker = [&](const std::string& id, double ratedA, double delayS) {
        add("breaker", id,
            {{"rated_a", ratedA},
             {"thermal_s", 300},
             {"short_time_pickup", 6},
             {"short_time_s", delayS},
             {"opening_s", 0.05}});
    };
    breaker("cb-main", 4000, 0.4);
    breaker("cb-ups", 2500, 0.3);
    breaker("cb-pdu", 1600, 0.2);
    add("cable", "cable-2000", {{"resistance_ohm_per_km", 0}, {"rated_a", 2000}});
    add("cdu", "cdu-1000",
        {{"rated_heat_kw", 1000},
         {"ua_kw_per_k", 200},
         {"primary_flow_l_per_s", 25},
         {"secondary_flow_l_per_s", 25},
         {"pump_rated_kw", 10},
         {"volume_l", 500}});
    add("crah", "crah-100",
        {{"rated_heat_kw", 100},
         {"airflow_m3_per_s", 8},
         {"fan_rated_kw", 4},
         {"ua_kw_per_k", 10},
         {"water_flow_l_per_s", 4}});
    add("pump", "pump-100",
        {{"flow_l_per_s", 100},
         {"head_kpa", 200},
         {"efficiency_pct", 80},
         {"drive_efficiency_pct", 95}});
    add("dry_cooler", "dry-1000",
        {{"rated_heat_kw", 1000},
         {"ua_kw_per_k", 100},
         {"water_flow_l_per_s", 40},
         {"airflow_m3_per_s", 80},
         {"air_exponent", 0.6},
         {"fan_rated_kw", 20}});
    add("switch", "switch-64", {{"kind", "packet"}, {"ports", 64}, {"gbps_per_port", 400}});
    add("switch", "switch-4", {{"kind", "packet"}, {"ports", 4}, {"gbps_per_port", 400}});
    add("link_part", "link-400",
        {{"kind", "transceiver"}, {"ports", 1}, {"gbps_per_port", 400}, {"power_typ_w", 8}});
    add("link_part", "link-100",
        {{"kind", "transceiver"}, {"ports", 1}, {"gbps_per_port", 100}, {"power_typ_w", 4}});
    const Json collective = {
        {"efficiency_pct", 80}, {"base_latency_us", 20}, {"step_latency_us", 3}};
    Json inside = collective;
    inside["scope"] = "scale_up";
    Json across = collective;
    across["scope"] = "scale_out";
    add("interconnect", "inside", inside);
    add("interconnect", "across", across);
    add("language_model", "model-70b",
        {{"parameters_billion", 70},
         {"active_parameters_billion", 70},
         {"layers", 80},
         {"hidden", 8192},
         {"sequence_length", 4096}});
    add("job_profile", "pretraining",
        {{"matrix_share_pct", 80},
         {"compute_activity_pct", 90},
         {"communication_activity_pct", 30},
         {"overlap_pct", 50},
         {"checkpoint_bytes_per_parameter", 12},
         {"checkpoint_stall_s", 5},
         {"mean_activity_pct", 60}});
    add("climate", "somewhere",
        {{"latitude_deg", 39},
         {"longitude_deg", -77},
         {"utc_offset_h", -5},
         {"elevation_m", 100},
         {"pressure_pa", 100000},
         {"dry_bulb_c", std::vector<double>(288, 15.0)},
         {"dew_point_c", std::vector<double>(288, 10.0)},
         {"dry_bulb_deviation_k", std::vector<double>(12, 3.0)},
         {"day_correlation", 0.7}});
    add("grid", "region", {{"carbon_g_per_kwh", 400}, {"energy_usd_per_kwh", 0.08}});
    return files;
}

void writeFile(const QString& path, const std::string& text) {
    QFile out(path);
    QVERIFY2(out.open(QIODevice::WriteOnly), qPrintable(path));
    QCOMPARE(out.write(text.data(), static_cast<qint64>(text.size())),
             static_cast<qint64>(text.size()));
}

ResultAll<Catalogue> loadCatalogue(const std::map<std::string, Json>& files) {
    const QTemporaryDir folder;
    for (const auto& [typeId, json] : files) {
        writeFile(folder.filePath(QString::fromStdString(typeId + ".json")), jsonText(json, 2));
    }
    return Catalogue::load(folder.path().toStdString());
}

const Catalogue& catalogue() {
    static const Catalogue kCatalogue = [] {
        auto loaded = loadCatalogue(catalogueFiles());
        if (!loaded) {
            qFatal("%s", text(loaded.error()).c_str());
        }
        return *loaded;
    }();
    return kCatalogue;
}

Json project() {
    return parseJson<Json>(R"({
  "format": "headroom-project/1",
  "project": {"name": "Test", "start": "2026-07-01T00:00:00", "seed": 1, "step_s": 15},
  "site": {"climate": "somewhere", "grid": "region", "mechanical_power_factor": 1},
  "power_units": [
    {"id": "grid-a", "part": "utility-20kv", "rating_mva": 10},
    {"id": "tx-a", "part": "tx-2000", "modules": 2, "sources": ["grid-a"], "breaker": "cb-main"},
    {"id": "gens-a", "part": "genset-2000", "modules": 3, "redundant": 1},
    {"id": "ats-a", "part": "ats-4000", "sources": ["tx-a", "gens-a"]},
    {"id": "main-a", "part": "board-4000", "sources": ["ats-a"], "breaker": "cb-main"},
    {"id": "ups-a", "part": "ups-1000", "modules": 4, "redundant": 1, "sources": ["main-a"],
     "breaker": "cb-ups"},
    {"id": "pdus-a", "part": "pdu-1000", "count": 4, "sources": ["ups-a"], "breaker": "cb-pdu"},
    {"id": "mech-a", "part": "board-4000", "sources": ["main-a"], "breaker": "cb-pdu"}
  ],
  "cooling_loops": [
    {"id": "loop-a", "supply_setpoint_c": 20, "design_rise_k": 10, "dry_cooler": "dry-1000",
     "dry_cooler_count": 4, "pump": "pump-100", "pump_count": 2, "volume_m3": 50,
     "feeds": ["mech-a"], "x_m": -60, "y_m": 0}
  ],
  "halls": [
    {"id": "hall-a", "width_m": 40, "depth_m": 30, "feeds": ["pdus-a"],
     "fan_feeds": ["mech-a"], "crah": "crah-100", "crah_count": 20, "air_loop": "loop-a"}
  ],
  "cdu_groups": [
    {"id": "cdus-a", "hall": "hall-a", "cdu": "cdu-1000", "count": 3, "loop": "loop-a",
     "supply_setpoint_c": 30, "feeds": ["mech-a"], "x_m": 36, "y_m": 2}
  ],
  "fabrics": [
    {"id": "fabric-a", "switch": "switch-64", "host_link": "link-400", "switch_link": "link-400",
     "scale_up": "inside", "scale_out": "across", "hall": "hall-a"}
  ],
  "rack_blocks": [
    {"id": "racks-a", "hall": "hall-a", "rack": "rack-air", "rows": 4, "racks_per_row": 10,
     "row_pitch_m": 3, "fabric": "fabric-a", "feeds": ["pdus-a"], "x_m": 5, "y_m": 5}
  ],
  "training_jobs": [
    {"id": "job-a", "model": "model-70b", "accelerator": "gpu-700", "accelerators": 512,
     "tensor_parallel": 8, "pipeline_parallel": 4, "batch_million_tokens": 4,
     "total_billion_tokens": 100, "profile": "pretraining"}
  ]
})");
}

ResultAll<Project> read(const Json& json) {
    return parseProject(jsonText(json, 2), "project.json", catalogue());
}

Project mustRead(const Json& json) {
    auto read = fixture::read(json);
    if (!read) {
        qFatal("%s", text(read.error()).c_str());
    }
    return *read;
}

}  // namespace headroom::engine::fixture
