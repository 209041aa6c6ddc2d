// SPDX-License-Identifier: Apache-2.0
#include "models/workload/checkpoint.h"
#include "tests/engine/run/job_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace tst_job_checkpoints {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
using headroom::models::CheckpointTier;

namespace {

/// The catalogue with more figures in the profile of pre-training.
Catalogue with(const QString& figures, const QString& stallS = "0.78") {
    QTemporaryDir dir;
    const QDir from(QString(HEADROOM_SOURCE_DIR) + "/resources/catalog");
    for (const QString& name : from.entryList({"*.json"}, QDir::Files)) {
        QFile in(from.filePath(name));
        if (!in.open(QIODevice::ReadOnly)) {
            qFatal("no catalogue");
        }
        QString text = QString::fromUtf8(in.readAll());
        if (name == "job_profile.json") {
            // Pre-training is the first of the profiles.
            const QString stall = R"("checkpoint_stall_s": {"value": 0.78)";
            text.replace(text.indexOf(stall), stall.size(),
                         figures + R"("checkpoint_stall_s": {"value": )" + stallS);
        }
        QFile out(dir.filePath(name));
        if (!out.open(QIODevice::WriteOnly)) {
            qFatal("no room");
        }
        out.write(text.toUtf8());
        out.close();
    }
    auto read = Catalogue::load(dir.path().toStdString());
    if (!read) {
        qFatal("%s", text(read.error()).c_str());
    }
    return std::move(*read);
}

QString figure(const char* key, const QString& value, const char* unit = nullptr) {
    return QString(R"("%1": {"value": %2, %3"source": "assumed", "status": "assumption", )"
                   R"("note": "test"}, )")
        .arg(key, value, unit == nullptr ? QString() : QString(R"("unit": "%1", )").arg(unit));
}

std::unique_ptr<Simulator> made(const Project& project, const Catalogue& catalogue) {
    auto s = Simulator::create(project, catalogue, {});
    if (!s) {
        qFatal("%s", text(s.error()).c_str());
    }
    return std::move(*s);
}

/// The tour with llama-70b (256 accelerators in 32 servers) alone; nothing fails by itself.
Project oneJob() {
    Project project = emptyHall();
    add(project, "training_job", "llama",
        {{"model", std::string{"llama3-70b"}},
         {"accelerator", std::string{"h100-sxm"}},
         {"accelerators", std::int64_t{256}},
         {"tensor_parallel", std::int64_t{8}},
         {"micro_batches", std::int64_t{16}},
         {"batch_million_tokens", 4.194304},
         {"total_billion_tokens", 15000.0},
         {"checkpoint_interval_min", 5.0},
         {"profile", std::string{"llm-pretraining"}}});
    return project;
}

/// 10 units of work a second on 4 accelerators, a checkpoint each 100 s.
Job running() {
    Job j;
    j.state = JobState::Running;
    j.accelerators = 4;
    j.rate = 10.0;
    j.work = 1e9;
    j.checkpointS = 100.0;
    return j;
}

void settle(Job& j, double timeS) {
    const JobProgress p = progressAt(j, timeS);
    j.done = p.done;
    j.taken = p.taken;
    j.kept = p.kept;
    j.storing = p.storing;
    j.stored = p.stored;
    j.runSinceCheckpointS = p.runSinceCheckpointS;
    j.runSinceStoreS = p.runSinceStoreS;
    j.productiveS = p.productiveS;
    j.sinceS = timeS;
}

}  // namespace

class TestJobCheckpoints : public QObject {
    Q_OBJECT

  private slots:

    // One that is still being written does not count: 30 s to write, so that at 110 s nothing is
    // safe, at 130 s the first (1000 units), at 310 s the second, at 340 s the third; on the way in
    // one step or in many.
    void safeWhenWritten() {
        Job j = running();
        j.writeS = 30.0;
        QCOMPARE(progressAt(j, 110.0).kept.work, 0.0);
        QCOMPARE(progressAt(j, 130.0).kept.work, 1000.0);
        QCOMPARE(progressAt(j, 310.0).kept.work, 2000.0);
        QCOMPARE(progressAt(j, 340.0).kept.work, 3000.0);
        QCOMPARE(progressAt(j, 340.0).kept.productiveS, 4 * 300.0);
        for (double t = 7.0; t < 345.0; t += 7.0) {
            settle(j, t);
            const double begun = std::floor(t / 100.0);
            const double safe = t - 100.0 * begun >= 30.0 ? begun : std::max(0.0, begun - 1.0);
            QVERIFY2(std::abs(j.kept.work - 1000.0 * safe) < 1e-6, qPrintable(QString::number(t)));
        }
    }

    // A stall of 25 s in each cycle of 125 s: four fifths of the time are productive.
    void stallsAreSpread() {
        Job j = running();
        j.stallS = 25.0;
        const JobProgress p = progressAt(j, 250.0);
        QVERIFY(std::abs(p.productiveS - 4 * 200.0) < 1e-9);
        QVERIFY(std::abs(p.stalledS - 4 * 50.0) < 1e-9);
        QCOMPARE(p.kept.work, 2500.0);  // the rate has the stall in it already
    }

    // Each third checkpoint is copied on, safe 60 s after it began: at 659 s the first copy (300
    // s), at 660 s the second.
    void copiesToStorage() {
        Job j = running();
        j.writeS = 5.0;
        j.storeEveryS = 300.0;
        j.storeWriteS = 60.0;
        QCOMPARE(progressAt(j, 359.0).stored.work, 0.0);
        QCOMPARE(progressAt(j, 659.0).stored.work, 3000.0);
        QCOMPARE(progressAt(j, 660.0).stored.work, 6000.0);
        QCOMPARE(progressAt(j, 660.0).kept.work, 6000.0);
    }

    // Work never passes its total, time may.
    void doesNotPassItsEnd() {
        Job j = running();
        j.work = 500.0;
        QCOMPARE(progressAt(j, 1e6).done, 500.0);
        QVERIFY(progressAt(j, 1e6).kept.work <= 500.0);
    }

    // Synchronous: training stands until the write is done. 70.6e9 parameters x 14 bytes over the
    // write rate of the storage, or over the adapters of 32 servers where these are slower.
    void synchronousStalls() {
        const Catalogue catalogue = with(figure("checkpoint_mode", R"("synchronous")"));
        const auto s = made(oneJob(), catalogue);
        run(*s, 1200.0);
        const Job& j = job(*s, 0);
        QCOMPARE(j.state, JobState::Running);
        const double bytes = s->plant().training[0].checkpointBytes;
        QVERIFY(j.storageBytesPerS > 0.0);
        QVERIFY(std::abs(j.stallS - bytes / j.storageBytesPerS) < 0.05 * j.stallS);
        QVERIFY(j.stallS > 1.0);
        QCOMPARE(j.writeS, 0.0);
        // The same asynchronously is stopped for 0.78 s only, and is safe later.
        const auto a = made(oneJob(), with({}));
        run(*a, 1200.0);
        QCOMPARE(job(*a, 0).stallS, 0.78);
        QVERIFY(job(*a, 0).writeS > 1.0);
        QVERIFY(job(*a, 0).rate > j.rate);
    }

    // Replicas in memory each 5 minutes, a copy to storage each hour. One server lost after 50
    // minutes of running: less than 5 minutes and the time to write are lost. A whole rack of two
    // servers, which are partners: back to what storage holds, here the start.
    void memorySurvivesOneOfAPair() {
        const Catalogue catalogue = with(figure("checkpoint_tier", R"("memory")") +
                                         figure("storage_interval_min", "60", "min"));
        for (const bool both : {false, true}) {
            Project project = oneJob();
            if (both) {
                // Both cords of the first rack's feed: the whole hall goes dark.
                add(project, "drill", "dark",
                    {{"at_min", 55.0},
                     {"action", std::string{"open"}},
                     {"unit", std::string{"pdus"}},
                     {"duration_min", 5.0}});
            }
            auto s = made(project, catalogue);
            if (!both) {
                run(*s, 3300.0);
                // The first server of the job is cut off from the fabric for good.
                PlantOrder cut;
                cut.action = headroom::models::DrillAction::Cut;
                cut.unit = "fabric";
                cut.part = headroom::models::FabricPart::Adapter;
                cut.instance = 1;
                s->operate(cut);
            }
            run(*s, 3600.0);
            const Job& j = job(*s, 0);
            QCOMPARE(j.restarts, 1);
            const double lostS = j.lostS / j.accelerators;
            if (both) {
                QVERIFY2(lostS > 2900.0, qPrintable(QString::number(lostS)));
                QCOMPARE(static_cast<CheckpointTier>(j.restartTier), CheckpointTier::Storage);
                QCOMPARE(j.done, 0.0);
            } else {
                QVERIFY2(lostS < 330.0, qPrintable(QString::number(lostS)));
                QCOMPARE(static_cast<CheckpointTier>(j.restartTier), CheckpointTier::Memory);
                QVERIFY(j.kept.work > 0.0);
            }
        }
    }

    // A job that is told to write a checkpoint first loses nothing: it is stopped for the write
    // (at least its stall of 0.78 s), leaves, and continues from there.
    void yieldsWithACheckpoint() {
        const auto s = simulator(oneJob());
        run(*s, 1000.0 - 10.0);
        JobOrder order = orderOf(JobAction::Preempt, 1);
        order.checkpointFirst = true;
        s->order(order);
        QCOMPARE(job(*s, 0).state, JobState::Running);  // still writes
        const double done = job(*s, 0).done;
        QVERIFY(done > 0.0);
        run(*s, 1100.0);
        const Job& j = job(*s, 0);
        QCOMPARE(j.preemptions, 1);
        QCOMPARE(j.lostS, 0.0);
        QCOMPARE(j.stored.work, done);
        QVERIFY(std::abs(accounted(j, s->timeS()) + 256.0 * j.queuedS - 256.0 * s->timeS()) < 1e-3);
    }

    // The time to the next interruption: Poisson rates add. Doubling the servers halves it; without
    // random failures there is none.
    void meanTime() {
        Project project = oneJob();
        set(project, "failures", "enabled", true);
        const auto s = simulator(project);
        const double m = meanTimeToInterruptionS(s->plant(), PoolIndex(0), 256);
        QVERIFY(m > 0.0 && std::isfinite(m));
        QVERIFY(std::abs(meanTimeToInterruptionS(s->plant(), PoolIndex(0), 512) / m - 0.5) < 1e-9);
        QVERIFY(
            std::isinf(meanTimeToInterruptionS(simulator(oneJob())->plant(), PoolIndex(0), 256)));
    }

    // The interval follows from the policy: Young's for the stall and the job's own mean time, not
    // below the time to write one; without failures, as stated.
    void intervalByPolicy() {
        for (const char* policy : {"young", "daly"}) {
            Project project = oneJob();
            set(project, "failures", "enabled", true);
            set(project, "failures", "rate_factor", 10.0);
            set(project, "llama", "checkpoint_policy", std::string{policy});
            const auto s = simulator(project);
            run(*s, 30.0);
            const double m = meanTimeToInterruptionS(s->plant(), PoolIndex(0), 256);
            const double best = std::string{policy} == "young"
                                    ? headroom::models::youngIntervalS(0.78, m)
                                    : headroom::models::dalyIntervalS(0.78, m);
            QVERIFY(best > 60.0);
            QVERIFY(std::abs(job(*s, 0).checkpointS / best - 1.0) < 1e-12);
            set(project, "failures", "enabled", false);
            const auto quiet = simulator(project);
            run(*quiet, 30.0);
            QCOMPARE(job(*quiet, 0).checkpointS, 300.0);
        }
    }

    // E[ETTR] = (1 - f (u + t/2)) / (1 + w/t) against runs of 20 days with f of about 8 a day, u =
    // 300 s and detection, w = 60 s. About 160 interruptions: their count varies by 8 %, what they
    // cost by as much, which is less than two points of ETTR here. And the best of the intervals is
    // the one nearest Young's.
    void runsMeetTheFormula() {
        const Catalogue catalogue = with({}, "60");
        Project project = oneJob();
        set(project, "failures", "enabled", true);
        set(project, "failures", "rate_factor", 40.0);
        set(project, "failures", "spare_pct", 50.0);
        set(project, "failures", "lemon_shape", 100.0);
        const double m =
            meanTimeToInterruptionS(made(project, catalogue)->plant(), PoolIndex(0), 256);
        const double best = headroom::models::youngIntervalS(60.0, m);
        double atBest = 0.0;
        for (const double factor : {1.0, 0.2, 3.0}) {
            set(project, "llama", "checkpoint_interval_min", factor * best / 60.0);
            RunOptions options;
            options.stepS = 300.0;
            auto made = Simulator::create(project, catalogue, options);
            QVERIFY(made.has_value());
            Simulator& s = **made;
            while (s.timeS() < 20.0 * 86400.0) {
                s.step();
                s.takeEvents();
            }
            const Job& j = job(s, 0);
            const double days = s.timeS() / 86400.0;
            const double expectedCount = s.timeS() / m;
            QVERIFY2(j.restarts > 0.6 * expectedCount && j.restarts < 1.4 * expectedCount,
                     qPrintable(QString("%1 of %2").arg(j.restarts).arg(expectedCount)));
            const double f = j.restarts / s.timeS();
            const double u = (j.hungS + j.startingS) / j.accelerators / (j.restarts + 1);
            const double expected = headroom::models::expectedEttr(f, u, factor * best, 60.0);
            const double ettr = s.summary().value("ettr");
            qInfo(
                "interval %.0f s, %d interruptions in %.0f days, u %.0f s: ETTR %.4f, formula %.4f",
                factor * best, j.restarts, days, u, ettr, expected);
            QVERIFY2(std::abs(ettr - expected) < 0.02,
                     qPrintable(QString("%1 %2").arg(ettr).arg(expected)));
            if (factor == 1.0) {
                atBest = ettr;
            } else {
                QVERIFY(ettr < atBest);
            }
        }
    }

    // Without fast detection a fault is noticed by the time-out: hung time grows by the difference.
    void slowDetectionHangs() {
        Project project = oneJob();
        set(project, "failures", "enabled", true);
        set(project, "failures", "rate_factor", 40.0);
        const auto hungPerRestart = [&](bool fast) {
            set(project, "failures", "fast_detection", fast);
            const auto s = simulator(project);
            run(*s, 86400.0);
            const Job& j = job(*s, 0);
            return j.restarts > 0 ? j.hungS / j.accelerators / j.restarts : 0.0;
        };
        const double fast = hungPerRestart(true), slow = hungPerRestart(false);
        QVERIFY(fast > 0.0);
        QVERIFY2(slow > 1000.0 && slow > 2.0 * fast,
                 qPrintable(QString("%1 %2").arg(fast).arg(slow)));
    }

    // 100 first steps at half their speed take 100 more step times.
    void warmUpTakesLonger() {
        Project project = oneJob();
        const auto plain = simulator(project);
        run(*plain, 3600.0);
        set(project, "failures", "warm_up_steps", std::int64_t{100});
        set(project, "failures", "warm_up_speed_pct", 50.0);
        const auto slow = simulator(project);
        run(*slow, 3600.0);
        const double more =
            (job(*slow, 0).startingS - job(*plain, 0).startingS) / job(*slow, 0).accelerators;
        QVERIFY2(std::abs(more / (100.0 * job(*plain, 0).stepS) - 1.0) < 0.02,
                 qPrintable(QString("%1 %2").arg(more).arg(job(*plain, 0).stepS)));
    }
};

HEADROOM_TEST(TestJobCheckpoints)
}  // namespace tst_job_checkpoints

#include "tst_job_checkpoints.moc"
