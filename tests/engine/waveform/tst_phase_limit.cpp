// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/waveform/waveform.h"
#include "models/compute/accelerator_power.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <vector>

/// A power limit holds in every phase of a step, costs time where it acts, and the waveform, the run and the
/// phases of the job agree on the mean.
namespace tst_phase_limit {

using namespace headroom::engine;
using namespace headroom::tests;
namespace models = headroom::models;

namespace {

/// The catalogue with another thermal design power of the H100; what full activity draws stays.
const Catalogue& limitedTo(int watt) {
    static std::map<int, Catalogue> all;
    if (const auto it = all.find(watt); it != all.end()) {
        return it->second;
    }
    const QDir from(HEADROOM_SOURCE_DIR "/resources/catalog");
    const QTemporaryDir to;
    for (const QString& name : from.entryList({"*.json"}, QDir::Files)) {
        QFile in(from.filePath(name));
        QFile out(to.filePath(name));
        if (!in.open(QIODevice::ReadOnly) || !out.open(QIODevice::WriteOnly)) {
            qFatal("no catalogue");
        }
        QByteArray text = in.readAll();
        if (name == "accelerator.json") {
            const qsizetype part = text.indexOf("\"id\": \"h100-sxm\"");
            const QByteArray stated = "\"tdp_w\": {\"value\": 700";
            const qsizetype at = text.indexOf(stated, part);
            if (part < 0 || at < 0) {
                qFatal("no H100");
            }
            text.replace(at, stated.size(), "\"tdp_w\": {\"value\": " + QByteArray::number(watt));
        }
        out.write(text);
    }
    auto read = Catalogue::load(to.path().toStdString());
    if (!read) {
        qFatal("%s", text(read.error()).c_str());
    }
    return all.emplace(watt, std::move(*read)).first->second;
}

/// One job after it has run for a while.
struct Settled {
    std::unique_ptr<Simulator> s;
    SwingPlant plant;
    double limitW = 0.0;

    Settled(const Project& project, int watt) : limitW(watt) {
        auto made = Simulator::create(project, limitedTo(watt), {});
        if (!made) {
            qFatal("%s", text(made.error()).c_str());
        }
        s = std::move(*made);
        while (s->timeS() < 2700.0) {
            s->step();
        }
        plant = swingPlant(*s, models::PowerSmoothingSpec{});
    }

    const SwingLoad& load() const { return plant.loads.front(); }

    double shown(FacilityQuantity q) const { return s->state().shown[q]; }

    /// One chip in a phase of that activity [W].
    double chipW(double activity) const {
        return (load().meanChipW +
                load().chipSpanW * (activity - models::meanActivity(load().phases))) /
               load().accelerators;
    }

    double highestW() const {
        double most = 0.0;
        for (const models::ActivityPhase& p : load().phases) {
            most = std::max({most, chipW(p.start), chipW(p.end)});
        }
        return most;
    }
};

Project alone(const char* job, const std::function<void(Project&)>& change) {
    Project project = scenario("tour-small-hall");
    removeAll(project, "job_generator");
    std::erase_if(project.objects, [&](const Object& o) {
        return o.type->id == std::string_view("training_job") && o.id != job;
    });
    set(project, "failures", "enabled", false);
    change(project);
    return project;
}

}  // namespace

class TestPhaseLimit : public QObject {
    Q_OBJECT

  private slots:

    void limits_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("tensor ranks, copies exchange once a step") << 0;
        QTest::newRow("small batch: exchanges are most of the step") << 1;
        QTest::newRow("layer by layer") << 2;
        QTest::newRow("pipeline") << 3;
    }

    // H100 of 71 W idle and 700 W at full activity. Without a limit below its design power, the hardest phase
    // draws 600 to 700 W. Under 525, 420 and 300 W no phase draws more than that, tokens fall from each to the
    // next where the hardest phase is cut, and no more than all of the time at the clock of the law would cost.
    void limits() {
        QFETCH(int, kind);
        const Project project = alone("llama-70b", [&](Project& p) {
            if (kind == 1) {
                set(p, "llama-70b", "batch_million_tokens", 0.25 * 1.048576);
            } else if (kind == 2) {
                set(p, "llama-70b", "sharding", std::string("zero3"));
            } else if (kind == 3) {
                set(p, "llama-70b", "pipeline_parallel", std::int64_t{4});
            }
        });
        double tokensBefore = 0.0, freeTokens = 0.0;
        for (const int watt : {700, 525, 420, 300}) {
            const Settled run(project, watt);
            QCOMPARE(run.plant.loads.size(), std::size_t{1});
            const double highest = run.highestW();
            QVERIFY2(highest <= watt * (1.0 + 1e-4), qPrintable(QString::number(highest)));
            const double tokens = run.shown(FacilityQuantity::TokensPerS);
            QVERIFY(tokens > 0.0);
            if (watt == 700) {
                QVERIFY2(highest > 560.0, qPrintable(QString::number(highest)));
                freeTokens = tokens;
            } else {
                // The limit binds: the hottest chip is at it, a mean one leaks some per cent less.
                QVERIFY2(highest > 0.95 * watt, qPrintable(QString::number(highest)));
                QVERIFY2(tokens < tokensBefore, qPrintable(QString::number(tokens)));
                const auto& jobs = run.s->state().jobs;
                QVERIFY(jobs.front().clock < 0.99);
                QVERIFY(tokens > freeTokens * jobs.front().clock);
                // Held by a limit, not by heat.
                QCOMPARE(run.shown(FacilityQuantity::ThrottledAccelerators), 0.0);
            }
            tokensBefore = tokens;
        }
    }

    // The mean of the phases is that of the job, which is that of its racks and of the waveform.
    void oneMean() {
        const Project project = alone("llama-70b", [](Project&) {});
        for (const int watt : {700, 420}) {
            const Settled run(project, watt);
            const State& state = run.s->state();
            const Plant& plant = run.s->plant();
            const Job& job = state.jobs.front();
            // Racks: those of the job at its phases, the others idle; leakage by rack, the limit by the
            // hottest chip of each.
            double chipsW = 0.0;
            for (int r = 0; r < plant.racks; ++r) {
                const auto i = static_cast<std::size_t>(r);
                const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[i])];
                const double on = state.rackServersUp[i] * b.server.accelerators;
                const models::AcceleratorSpec& a = b.accelerator;
                const double clock = state.rackFreeClock[i];
                const double warm = 1.0 + a.leakagePerK * (state.rackChipC[i] - a.referenceC);
                const double atLimit = models::activityAtLimit(a, clock, state.rackHotC[i]);
                chipsW += on * (a.idleW + models::activeSpanW(a) * models::clockPower(a, clock) *
                                              warm * state.rackPhases[i].capped(atLimit));
            }
            QVERIFY2(std::abs(chipsW / run.plant.acceleratorW - 1.0) < 3e-3,
                     qPrintable(QString::number(chipsW / run.plant.acceleratorW)));
            // Phases of the waveform, with the share of time that checkpoints take.
            const double moving = movingShare(job);
            const double mean = moving * models::meanActivity(run.load().phases) +
                                (1.0 - moving) * run.load().waitActivity;
            const double held = run.load().meanChipW - job.accelerators * 71.0;
            QVERIFY2(std::abs(run.load().chipSpanW * mean / held - 1.0) < 3e-3,
                     qPrintable(QString::number(run.load().chipSpanW * mean / held)));
            // The waveform over whole steps.
            SwingPlant whole = run.plant;
            for (models::ActivityPhase& p : whole.loads.front().phases) {
                p.durationS *= 6.0 / models::periodS(run.load().phases);
            }
            const Waveform w = renderWaveform(whole, {.compare = false});
            const std::vector<double>& x = w.at(SwingPoint::Accelerators);
            const double meanW =
                std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
            QVERIFY(std::abs(meanW / run.shown(FacilityQuantity::AcceleratorPower) - 1.0) < 1e-9);
        }
    }
};

HEADROOM_TEST(TestPhaseLimit)
}  // namespace tst_phase_limit

#include "tst_phase_limit.moc"
