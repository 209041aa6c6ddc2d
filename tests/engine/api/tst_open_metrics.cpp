// SPDX-License-Identifier: Apache-2.0
#include "engine/api/open_metrics.h"
#include "engine/plant/plant.h"
#include "tests/engine/api/served.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace tst_open_metrics {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// A text by the grammar of OpenMetrics 1.0.0: families by name, samples by name and labels.
struct Parsed {
    std::map<std::string, std::string> types, units;
    std::map<std::string, double> samples;
    std::string fault;
};

Parsed parse(const std::string& text) {
    Parsed parsed;
    std::istringstream lines(text);
    std::string family;
    bool isOver = false;
    for (std::string line; std::getline(lines, line) && parsed.fault.empty();) {
        std::istringstream words(line);
        std::string first, what, name, rest;
        words >> first;
        if (isOver) {
            parsed.fault = "behind EOF: " + line;
        } else if (line == "# EOF") {
            isOver = true;
        } else if (first == "#") {
            words >> what >> name;
            std::getline(words >> std::ws, rest);
            if (what == "TYPE") {
                if (!parsed.types.emplace(name, rest).second) {
                    parsed.fault = "a family twice: " + name;
                }
                family = name;
            } else if (name != family) {
                parsed.fault = what + " of another family: " + line;
            } else if (what == "UNIT") {
                parsed.units[name] = rest;
                if (!name.ends_with("_" + rest)) {
                    parsed.fault = "the name does not end in its unit: " + line;
                }
            }
        } else {
            const auto end = line.rfind(' ');
            const std::string sample = line.substr(0, end);
            const std::string plain = sample.substr(0, sample.find('{'));
            const bool isCounter = parsed.types[family] == "counter";
            if (plain != family + (isCounter ? "_total" : "")) {
                parsed.fault = "a sample outside its family: " + line;
            }
            char* stop = nullptr;
            const double value = std::strtod(line.c_str() + end + 1, &stop);
            if (*stop != '\0' || !std::isfinite(value)) {
                parsed.fault = "no number: " + line;
            }
            if (!parsed.samples.emplace(sample, value).second) {
                parsed.fault = "a sample twice: " + sample;
            }
        }
    }
    if (!isOver) {
        parsed.fault += " no EOF";
    }
    return parsed;
}

}  // namespace

class TestOpenMetrics : public QObject {
    Q_OBJECT

  private slots:

    // A quantity with a unit has a base unit in its name, and no two share a name.
    void everyQuantityHasAName() {
        std::set<std::string> names;
        const auto look = [&](std::span<const QuantityInfo> quantities, const char* word) {
            for (const QuantityInfo& quantity : quantities) {
                const MetricName name = metricNameOf(quantity, std::string_view(word).empty());
                QVERIFY2(names.insert(word + name.name).second, name.name.c_str());
                const bool isCount = quantity.unit.symbol.empty();
                QVERIFY2(isCount || !name.unit.empty(), name.name.c_str());
                QVERIFY2(name.unit.empty() || name.name.ends_with(name.unit), name.name.c_str());
                for (const char c : name.name) {
                    QVERIFY((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
                }
            }
        };
        look(facilityQuantities(), "");
        look(hallQuantities(), "hall_");
        look(cduQuantities(), "cdu_group_");
        look(loopQuantities(), "cooling_loop_");
        look(batteryQuantities(), "external_battery_");
        look(rackQuantities(), "rack_");
    }

    void namesFollowTheConventions() {
        const auto of = [](FacilityQuantity q) { return metricNameOf(infoOf(q), true); };
        QCOMPARE(of(FacilityQuantity::ItPower).name.c_str(), "it_power_watts");
        QCOMPARE(of(FacilityQuantity::FacilityEnergy).name.c_str(), "facility_energy_joules");
        QVERIFY(of(FacilityQuantity::FacilityEnergy).isCounter);
        QCOMPARE(of(FacilityQuantity::DryBulb).name.c_str(), "dry_bulb_celsius");
        QCOMPARE(of(FacilityQuantity::Utilization).name.c_str(), "utilization_ratio");
        QCOMPARE(of(FacilityQuantity::Carbon).name.c_str(), "carbon_grams");
        QCOMPARE(of(FacilityQuantity::Carbon).factor, 1000.0);
        QCOMPARE(of(FacilityQuantity::WaterRate).name.c_str(),
                 "water_rate_cubic_meters_per_second");
        QCOMPARE(of(FacilityQuantity::TokenTime).name.c_str(), "tpot_seconds");
        QCOMPARE(of(FacilityQuantity::TokensPerS).name.c_str(), "tokens_per_second");
        QCOMPARE(of(FacilityQuantity::Pue).name.c_str(), "pue");
    }

    // Each series that a shipped Grafana dashboard draws is one of a run's, with the labels that its legend names.
    void dashboardsDrawWhatARunHas() {
        const Served served;
        served.step(4);
        const Parsed told = parse(metricsText(*served.twin->frame(), served.twin->plant().get(), {},
                                              true, 60.0, true, MetricsFormat::OpenMetrics));
        int queries = 0;
        for (const auto& file :
             std::filesystem::directory_iterator(HEADROOM_SOURCE_DIR "/resources/grafana")) {
            std::ifstream stream(file.path());
            const auto dashboard = nlohmann::json::parse(stream);
            for (const auto& panel : dashboard.at("panels")) {
                for (const auto& target : panel.value("targets", nlohmann::json::array())) {
                    const auto query = target.at("expr").get<std::string>();
                    const auto legend = target.at("legendFormat").get<std::string>();
                    const std::string name = query.substr(0, query.find('{'));
                    const auto at = told.samples.lower_bound(name);
                    QVERIFY2(at != told.samples.end() &&
                                 at->first.substr(0, at->first.find('{')) == name,
                             query.c_str());
                    const auto label = legend.find("{{");
                    if (label != std::string::npos) {
                        const std::string key =
                            legend.substr(label + 2, legend.find("}}") - label - 2);
                        QVERIFY2(at->first.find(key + "=") != std::string::npos, legend.c_str());
                    }
                    ++queries;
                }
            }
        }
        QVERIFY(queries > 20);
    }

    void aRunIsTold() {
        const Served served;
        served.step(4);
        const auto frame = served.twin->frame();
        const Parsed told = parse(metricsText(*frame, served.twin->plant().get(), {.requests = 7},
                                              true, 60.0, true, MetricsFormat::OpenMetrics));
        QVERIFY2(told.fault.empty(), told.fault.c_str());
        const auto is = [&](const std::string& name, double value) {
            const auto at = told.samples.find(name);
            return at != told.samples.end() &&
                   std::abs(at->second - value) <= std::abs(value) * 1e-9;
        };
        QVERIFY(is("headroom_it_power_watts", (*frame)[FacilityQuantity::ItPower]));
        QVERIFY(is("headroom_it_energy_joules_total", (*frame)[FacilityQuantity::ItEnergy]));
        QVERIFY(is("headroom_simulated_time_seconds", 75.0));
        QVERIFY(is("headroom_http_requests_total", 7.0));
        const std::string hall = served.twin->plant()->halls.front().id;
        QVERIFY(is("headroom_hall_supply_air_celsius{hall=\"" + hall + "\"}",
                   frame->halls.front()[static_cast<std::size_t>(HallQuantity::SupplyAir)]));
        // 40 racks, each under its own name.
        int racks = 0;
        for (const auto& [name, value] : told.samples) {
            racks += name.starts_with("headroom_rack_power_watts{") ? 1 : 0;
        }
        QCOMPARE(racks, 40);
        QCOMPARE(told.types.at("headroom_it_power_watts").c_str(), "gauge");
        QCOMPARE(told.units.at("headroom_it_power_watts").c_str(), "watts");
    }

    // The older format has neither units nor an end, and counters bear their ending in the type.
    void theOlderFormat() {
        const Served served;
        const std::string text = metricsText(*served.twin->frame(), served.twin->plant().get(), {},
                                             false, 0.0, false, MetricsFormat::Text);
        QVERIFY(text.find("# EOF") == std::string::npos);
        QVERIFY(text.find("# UNIT") == std::string::npos);
        QVERIFY(text.find("# TYPE headroom_it_energy_joules_total counter") != std::string::npos);
        QVERIFY(text.find("headroom_rack_") == std::string::npos);
    }

    void theClientChoosesTheFormat() {
        Served served;
        const auto type = [&](const char* accept) {
            return served.ask("GET", "/metrics", Role::Read, "", {{"accept", accept}}).type;
        };
        QVERIFY(type("application/openmetrics-text;version=1.0.0;q=0.8,text/plain;q=0.5") ==
                kOpenMetricsType);
        QVERIFY(type("text/plain") == kTextMetricsType);
        QVERIFY(type("*/*") == kTextMetricsType);
        QVERIFY(type("") == kTextMetricsType);
    }
};

HEADROOM_TEST(TestOpenMetrics)
}  // namespace tst_open_metrics

#include "tst_open_metrics.moc"
