// SPDX-License-Identifier: Apache-2.0
#include "engine/document/software_of.h"
#include "engine/estimate/training.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_rate.h"
#include "engine/sizing/brief.h"
#include "models/compute/accelerator_power.h"
#include "models/workload/job_profile.h"
#include "models/workload/language_model.h"
#include "models/workload/training_job.h"
#include "tests/engine/run/job_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

/// An estimate of a job is what a run of it comes to rest at. Both call the same laws, so they agree
/// within 0.1 % wherever the estimate is told what it cannot know: the temperature of the coolant. It
/// sways as machines of the plant start and stop, so both are means over an hour: power is linear in
/// it but for the fans' third power. Everything else is as small as it can be: a few racks of one
/// kind with a plant that keeps them from throttling, nothing fails, one kind of job that fills them.
namespace tst_steady {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr double kMost = 1e-3;
constexpr double kCheckpointS = 1800.0;

nlohmann::json partsOf(const std::string& type) {
    std::ifstream in(HEADROOM_SOURCE_DIR "/resources/catalog/" + type + ".json");
    return nlohmann::json::parse(in);
}

/// A part like another, with one figure of its own.
void addLike(nlohmann::json& file, const nlohmann::json& all, const std::string& like,
             const std::string& id, const std::string& figure, const std::string& value) {
    for (nlohmann::json part : all["parts"]) {
        if (part["id"] == like) {
            part["id"] = id;
            part["figures"][figure]["value"] = value;
            file["parts"].push_back(std::move(part));
        }
    }
}

/// The shipped catalogue, and a liquid-cooled rack for every accelerator that no rack of it holds: of
/// the B200, or of Rubin where that is too weak. Every accelerator has memory for the job: what does not fit does not run,
/// and how large a memory is moves neither power nor the step.
const Catalogue& everyRack() {
    static const Catalogue kCatalogue = [] {
        const nlohmann::json servers = partsOf("server"), racks = partsOf("rack");
        nlohmann::json ownServers = servers, ownRacks = racks;
        ownServers["parts"] = ownRacks["parts"] = nlohmann::json::array();
        for (const CatalogueEntry* entry : catalogue().entriesOf("accelerator")) {
            const auto all = catalogue().entriesOf("server");
            if (std::any_of(all.begin(), all.end(), [&](const CatalogueEntry* server) {
                    return catalogue().spec<models::ServerSpec>(server->id)->accelerator ==
                           entry->id;
                })) {
                continue;
            }
            const bool strong = catalogue().spec<models::AcceleratorSpec>(entry->id)->tdpW > 1000.0;
            const std::string server = "server-" + entry->id;
            addLike(ownServers, servers, strong ? "rubin-nvl72-tray" : "hgx-b200-liquid", server,
                    "accelerator", entry->id);
            addLike(ownRacks, racks, strong ? "rubin-nvl72" : "dlc-b200-8", "rack-" + entry->id,
                    "server", server);
        }
        QTemporaryDir folder;
        std::ofstream(folder.filePath("server.json").toStdString()) << ownServers;
        std::ofstream(folder.filePath("rack.json").toStdString()) << ownRacks;
        auto read =
            Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog", folder.path().toStdString());
        if (!read) {
            qFatal("%s", text(read.error()).c_str());
        }
        std::vector<FigureChange> changes;
        for (std::size_t e = 0; e < read->entries().size(); ++e) {
            const models::ComponentType& type = *read->entries()[e].type;
            for (std::size_t a = 0; a < type.attributes.size(); ++a) {
                if (type.id == "accelerator" && type.attributes[a].key == "hbm_gb") {
                    changes.push_back({e, a, 2e12});
                }
            }
        }
        return read->changed(changes);
    }();
    return kCatalogue;
}

/// The first rack of the catalogue that holds an accelerator, not behind a door.
std::string rackOf(const std::string& accelerator) {
    for (const CatalogueEntry* entry : everyRack().entriesOf("rack")) {
        const auto* rack = everyRack().spec<models::RackSpec>(entry->id);
        if (rack->rearDoor.empty() &&
            everyRack().spec<models::ServerSpec>(rack->server)->accelerator == accelerator) {
            return entry->id;
        }
    }
    return {};
}

ResultAll<SizedFacility> sized(const std::string& rack, std::int64_t accelerators) {
    FacilityBrief brief;
    brief.accelerators = accelerators;
    brief.racks = {{rack, 1.0}};
    brief.power = PowerRedundancy::None;
    brief.climate = "leesburg-va";
    brief.grid = "us-pjm";
    brief.plant = PlantKind::Chilled;
    brief.generators = false;
    return sizeFacility(brief, everyRack());
}

/// Two racks (one of a large kind) with what they need. Where the brief is refused, for a finding
/// about the part, they are in place of racks that draw more and are cooled in the same way.
Project facility(const std::string& rackId) {
    const auto* rack = everyRack().spec<models::RackSpec>(rackId);
    const auto* server = everyRack().spec<models::ServerSpec>(rack->server);
    const int each = rack->servers * server->accelerators;
    auto made = sized(rackId, each > 64 ? each : 2 * each);
    if (!made) {
        const bool air = server->cooling == models::CoolingKind::Air;
        const bool strong = rack->ratedPowerW > 100e3;
        made = sized(air      ? "air-h100-4"
                     : strong ? "rubin-nvl72"
                              : "dlc-b200-8",
                     air      ? 64
                     : strong ? 72
                              : 128);
        if (!made) {
            qFatal("%s", text(made.error()).c_str());
        }
        set(made->project, "racks-1", "rack", rackId);
    }
    return std::move(made->project);
}

/// Its largest job: all accelerators, or as many as their own links join where they have no other.
int jobSize(const models::AcceleratorSpec& accelerator, int accelerators) {
    return accelerator.scaleOutBytesPerS > 0.0
               ? accelerators
               : std::gcd(accelerators, std::max(1, accelerator.scaleUpDomain));
}

/// What the chips of a rack give their heat to in a run now.
EstimateCoolant coolantOf(const Simulator& s, int rack) {
    const Plant& plant = s.plant();
    const State& state = s.state();
    const auto r = static_cast<std::size_t>(rack);
    const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[r])];
    if (b.firstRow < 0 || b.server.cooling == models::CoolingKind::Air) {
        return {state.coolant.inletC[r], 1.0};
    }
    const PlantRow& row =
        plant
            .rows[static_cast<std::size_t>(b.firstRow + (rack - b.firstRack) / b.spec.racksPerRow)];
    const auto link = static_cast<std::size_t>(row.link);
    const double inC =
        state.coolant.nodeC[static_cast<std::size_t>(plant.cooling->links[link].from)];
    const double bathC = state.coolant.rackC[r];
    return {b.hasTank ? bathC : 0.5 * (inC + bathC),
            state.coolant.flowM3PerS[link] / (row.racks * b.coolantM3PerS)};
}

bool agree(const char* what, double estimate, double run, double most = kMost) {
    const double error = std::abs(estimate / run - 1.0);
    if (!(error < most)) {
        qWarning("%s: estimate %.8g, run %.8g, off by %.3g %%", what, estimate, run, 100.0 * error);
    }
    return error < most;
}

/// Jobs follow the clocks of their racks in steps of 0.4 % (engine/run/jobs/job_rates.cpp), racks in
/// steps of their own, so where the
/// power limit holds the clock a little below nominal, as in air, a run may stand that far from its law.
constexpr double kClockSteps = 0.0045;

}  // namespace

class TestSteady : public QObject {
    Q_OBJECT

  private slots:
    void estimateIsTheRunAtRest_data();
    void estimateIsTheRunAtRest();
};

void TestSteady::estimateIsTheRunAtRest_data() {
    QTest::addColumn<QString>("accelerator");
    for (const CatalogueEntry* entry : everyRack().entriesOf("accelerator")) {
        QTest::newRow(entry->id.c_str()) << QString::fromStdString(entry->id);
    }
}

void TestSteady::estimateIsTheRunAtRest() {
    QFETCH(QString, accelerator);
    const std::string id = accelerator.toStdString();
    const std::string rack = rackOf(id);
    QVERIFY(!rack.empty());
    Project project = facility(rack);
    for (const char* type : {"training_job", "job_generator"}) {
        removeAll(project, type);
    }
    set(project, "failures", "enabled", false);
    set(project, "failures", "spare_pct", 0.0);

    auto cluster = clusterOf(project, id, everyRack());
    QVERIFY2(cluster.has_value(), cluster ? "" : cluster.error().text().c_str());
    const models::AcceleratorSpec& chip = *cluster->accelerator;
    const double leastClock = std::min(0.98, models::clockAtLimit(chip, 1.0, chip.referenceC));
    const int size = jobSize(*cluster->accelerator, cluster->accelerators);
    const int copies = cluster->accelerators / size;
    add(project, "training_job", "training",
        {{"model", std::string{"llama3-8b"}},
         {"accelerator", id},
         {"accelerators", std::int64_t{size}},
         {"copies", std::int64_t{copies}},
         {"tensor_parallel", std::int64_t{1}},
         {"micro_batches", std::int64_t{8}},
         {"batch_million_tokens", size * 8 * 8192.0 * 1e-6},
         {"total_billion_tokens", 1e8},
         {"checkpoint_interval_min", kCheckpointS / 60.0},
         {"profile", std::string{"llm-pretraining"}}});

    auto made = Simulator::create(project, everyRack(), {});
    QVERIFY2(made.has_value(), made ? "" : text(made.error()).c_str());
    Simulator& s = **made;
    run(s, 7200.0);
    const auto racks = static_cast<std::size_t>(s.plant().racks);
    std::vector<EstimateCoolant> coolant(racks, {0.0, 0.0});
    std::vector<double> rackW(racks, 0.0);
    int steps = 0;
    for (; s.timeS() < 10800.0; ++steps) {
        s.step();
        for (std::size_t r = 0; r < racks; ++r) {
            const EstimateCoolant now = coolantOf(s, static_cast<int>(r));
            coolant[r].coolantC += now.coolantC;
            coolant[r].flowRatio += now.flowRatio;
            rackW[r] += static_cast<double>(s.state().shown.rackPowerW[r]);
            // Nothing throttles; at full activity the power limit may cost a few thousandths, and more
            // where it is below what the whole module draws.
            QVERIFY(s.state().rackClock[r] > leastClock);
        }
    }

    // The same job, asked of the estimate.
    models::TrainingJobSpec spec;
    for (const Object& object : project.objects) {
        if (object.id == "training") {
            spec = specOf<models::TrainingJobSpec>(object);
        }
    }
    TrainingQuestion question;
    question.cluster = &*cluster;
    question.model = everyRack().spec<models::LanguageModelSpec>(spec.model);
    question.profile = everyRack().spec<models::JobProfileSpec>(spec.profile);
    question.software = softwareOf(spec, everyRack());
    question.plan = models::planOf(spec, *question.model);
    question.terms.checkpointS = kCheckpointS;
    // Leakage, and with it what a power limit leaves of the clock, follows the temperature: at the
    // coolant of the run.
    EstimateCoolant mean{0.0, 0.0};
    for (const EstimateCoolant& of : coolant) {
        mean.coolantC += of.coolantC / steps / static_cast<double>(racks);
        mean.flowRatio += of.flowRatio / steps / static_cast<double>(racks);
    }
    cluster->coolant = mean;
    const TrainingEstimate first = estimateTraining(question);

    double tokensPerS = 0.0, most = kMost;
    int running = 0;
    for (const Job& job : s.state().jobs) {
        if (job.state == JobState::Running) {
            ++running;
            QVERIFY(job.clock > leastClock);
            most =
                s.state().rackClock[0] == 1.0 && cluster->clock(1.0) == 1.0 ? kMost : kClockSteps;
            QVERIFY(agree("step", first.step.stepS, job.stepS, most));
            // And how sure both are of it.
            const models::CertainRange range = stepRangeOf(s.plant(), job);
            QVERIFY(agree("low end", first.stepRange.low, range.low, most));
            QVERIFY(agree("high end", first.stepRange.high, range.high, most));
            QVERIFY(agree("tokens/s", first.step.tokensPerS * first.goodput, job.rate, most));
            tokensPerS += job.rate;
        }
    }
    QCOMPARE(running, copies);

    // Every rack at the coolant that it has.
    double runW = 0.0, estimateW = 0.0;
    const double each = static_cast<double>(cluster->accelerators) / static_cast<double>(racks);
    for (std::size_t r = 0; r < racks; ++r) {
        cluster->coolant = {coolant[r].coolantC / steps, coolant[r].flowRatio / steps};
        const double estimateRackW = estimateTraining(question).powerW / size * each;
        QVERIFY(agree("rack", estimateRackW, rackW[r] / steps, most));
        estimateW += estimateRackW;
        runW += rackW[r] / steps;
    }
    QVERIFY(agree("power", estimateW, runW, most));
    QVERIFY(agree("energy of a token", estimateW / copies / (first.step.tokensPerS * first.goodput),
                  runW / tokensPerS, most));
}

HEADROOM_TEST(TestSteady)
}  // namespace tst_steady

#include "tst_steady.moc"
