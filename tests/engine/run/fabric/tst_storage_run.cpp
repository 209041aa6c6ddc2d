// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_storage_run {

using namespace headroom::engine;
using namespace headroom::tests;
using headroom::models::DrillAction;

namespace {

constexpr double kReadBytesPerS = 8 * 40.3e9;  // storage of the tour: 8 nodes

/// The catalogue with other reads and tiers of pre-training.
Catalogue with(const QString& figures, const QString& readsPerToken = "4") {
    QTemporaryDir dir;
    const QDir from(QString(HEADROOM_SOURCE_DIR) + "/resources/catalog");
    for (const QString& name : from.entryList({"*.json"}, QDir::Files)) {
        QFile in(from.filePath(name));
        if (!in.open(QIODevice::ReadOnly)) {
            qFatal("no catalogue");
        }
        QString text = QString::fromUtf8(in.readAll());
        if (name == "job_profile.json") {
            const QString stated = R"("read_bytes_per_token": {"value": 4,)";
            if (!text.contains(stated)) {
                qFatal("the profile states no reads");
            }
            // Pre-training is the first of the profiles.
            text.replace(text.indexOf(stated), stated.size(),
                         figures + R"("read_bytes_per_token": {"value": )" + readsPerToken + ",");
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

std::unique_ptr<Simulator> made(const Project& project, const Catalogue& catalogue) {
    auto s = Simulator::create(project, catalogue, {});
    if (!s) {
        qFatal("%s", text(s.error()).c_str());
    }
    return std::move(*s);
}

/// The tour with these training jobs only; nothing fails.
Project only(const std::vector<std::string>& jobs) {
    Project project = scenario("tour-small-hall");
    removeAll(project, "job_generator");
    std::erase_if(project.objects, [&](const Object& o) {
        return o.type->id == std::string_view("training_job") &&
               std::find(jobs.begin(), jobs.end(), o.id) == jobs.end();
    });
    set(project, "failures", "enabled", false);
    return project;
}

/// Llama 3 70B in place of 8B, on the same accelerators: fully sharded, and activations computed again, it fits them.
void enlarge(Project& project, const char* job) {
    set(project, job, "model", std::string{"llama3-70b"});
    set(project, job, "sharding", std::string{"zero3"});
    set(project, job, "recompute", std::string{"full"});
}

void steps(Simulator& s, int n) {
    for (int i = 0; i < n; ++i) {
        s.step();
    }
}

/// Past start-up, while nothing throttles.
const Job& started(Simulator& s) {
    steps(s, 60);
    const Job& job = s.state().jobs.front();
    if (job.state != JobState::Running) {
        qFatal("it does not run");
    }
    return job;
}

QString number(double value) {
    return QString::number(value, 'g', 17);
}

QString tier(const char* word) {
    return QString(R"("checkpoint_tier": {"value": "%1", "source": "assumed", "status": )"
                   R"("assumption", "note": "test"}, )")
        .arg(word);
}

}  // namespace

class TestStorageRun : public QObject {
    Q_OBJECT

  private slots:

    // Four bytes a token are nothing: the job computes, and the servers give what it asks for.
    void textIsCheap() {
        const auto s = simulator(only({"llama-70b"}));
        const Job& job = started(*s);
        QCOMPARE(job.reason, static_cast<std::int32_t>(JobReason::Compute));
        QCOMPARE(job.readTokensPerS, 0.0);
    }

    // Data that needs twice what the servers read: half of the tokens arrive, regardless of the job
    // could compute, and it says so. Two such jobs of one size share: a quarter each.
    void aJobStarvesWhenStorageCannotKeepUp() {
        const auto free = simulator(only({"mix-a"}));
        const Job& whole = started(*free);
        const double tokensPerS = tokensOf(whole);
        const Catalogue heavy = with({}, number(2.0 * kReadBytesPerS / tokensPerS));
        const auto one = made(only({"mix-a"}), heavy);
        const Job& half = started(*one);
        QCOMPARE(half.reason, static_cast<std::int32_t>(JobReason::Storage));
        QVERIFY(std::abs(half.readTokensPerS / tokensPerS - 0.5) < 0.005);
        QVERIFY(std::abs(half.rate / whole.rate - 0.5) < 0.005);
        QVERIFY(std::abs(half.stepS / whole.stepS - 2.0) < 0.02);
        QVERIFY(half.activity < whole.activity);
        const auto two = made(only({"mix-a", "mix-b"}), heavy);
        QVERIFY(std::abs(started(*two).rate / whole.rate - 0.25) < 0.003);
        QVERIFY(two->state().shown[FacilityQuantity::StorageBound] > 0.99);
    }

    // Nodes of this system state no metadata rate; the other limit is that of bytes. With one that
    // does, files so small that opening them asks for twice the operations halve the tokens.
    void filesAreOpenedByMetadataServers() {
        Project project = only({"mix-a"});
        const CatalogueEntry* found = nullptr;
        const auto free = made(project, catalogue());
        const Job& whole = started(*free);
        const double tokensPerS = tokensOf(whole);
        for (const CatalogueEntry* e : catalogue().entriesOf("storage_system")) {
            const auto* spec = static_cast<const headroom::models::StorageSpec*>(e->spec.get());
            if (spec->metadataPerS > 0.0 &&
                spec->kind == headroom::models::StorageKind::ParallelFileSystem) {
                found = e;
            }
        }
        QVERIFY(found != nullptr);
        set(project, "storage", "storage_system", found->id);
        set(project, "storage", "count", std::int64_t{1});
        const double operations =
            static_cast<const headroom::models::StorageSpec*>(found->spec.get())->metadataPerS;
        // 4 bytes a token in files of f bytes: 4 W / f operations a second.
        const double fileBytes = 4.0 * tokensPerS / (2.0 * operations);
        const Catalogue small =
            with(QString(R"("read_file_mb": {"value": %1, "unit": "MB", "source": "assumed", )"
                         R"("status": "assumption", "note": "test"}, )")
                     .arg(number(std::max(1e-6, fileBytes / 1e6))));
        const auto s = made(project, small);
        const double expected =
            std::min(1.0, operations * std::max(1.0, fileBytes) / (4.0 * tokensPerS));
        const Job& job = started(*s);
        QVERIFY2(std::abs(job.rate / whole.rate - expected) < 0.01,
                 qPrintable(QString("%1 for %2").arg(job.rate / whole.rate).arg(expected)));
        QVERIFY(expected < 0.99);
    }

    // A checkpoint of 70 billion parameters every 6 s on one node, 0.98 TB at 13 GB/s: 75 s. In the
    // memory of the servers it is safe at once; in drives of 16 to 32 GB/s a server, two copies on
    // 8 servers take 1.96 TB / (8 x 16 to 32 GB/s) = 8 to 15 s.
    void tiersTakeTheWaitAway() {
        Project project = only({"mix-a"});
        enlarge(project, "mix-a");
        set(project, "mix-a", "checkpoint_interval_min", 0.1);
        set(project, "storage", "count", std::int64_t{1});
        const auto stall = [&](const char* word) {
            const Catalogue c = with(tier(word));
            const auto s = made(project, c);
            const Job& job = started(*s);
            const bool waits = job.reason == static_cast<std::int32_t>(JobReason::Storage);
            return waits ? job.stallS : -1.0;
        };
        const double inStorage = stall("storage");
        QVERIFY2(std::abs(inStorage - (0.98e12 / 13e9 - 6.0 + 0.78)) < 2.0,
                 qPrintable(QString::number(inStorage)));
        QCOMPARE(stall("memory"), -1.0);
        const double inDrives = stall("local_nvme");
        QVERIFY2(inDrives > 8.0 - 6.0 && inDrives < 16.0 - 6.0 + 1.0,
                 qPrintable(QString::number(inDrives)));
    }

    // Two jobs that lost their fabric read 0.98 TB each back from one node of 40.3 GB/s: the first
    // is ready after 24.3 s, the other, which finds it reading, after twice that.
    void restartsShareTheServers() {
        Project project = only({"mix-a", "mix-b"});
        for (const char* id : {"mix-a", "mix-b"}) {
            enlarge(project, id);
        }
        set(project, "storage", "count", std::int64_t{1});
        set(project, "failures", "restart_overhead_s", 0.0);
        const auto s = simulator(project);
        started(*s);
        PlantOrder cut;
        cut.action = DrillAction::Cut;
        cut.unit = s->plant().fabric->fabrics[0].id;
        cut.durationS = 60.0;
        s->operate(cut);
        std::vector<double> takes;
        for (int n = 0; n < 10 && takes.size() < 2; ++n) {
            s->step();
            takes.clear();
            for (const QueuedEvent& e : s->state().queue) {
                if (e.is(JobEvent::Ready)) {
                    takes.push_back(e.timeS -
                                    s->state().jobs[static_cast<std::size_t>(e.a)].startS);
                }
            }
        }
        QCOMPARE(takes.size(), std::size_t{2});
        std::sort(takes.begin(), takes.end());
        const double alone = s->plant().training.front().checkpointBytes / 40.3e9;
        QVERIFY2(std::abs(takes[0] / alone - 1.0) < 0.01, qPrintable(QString::number(takes[0])));
        QVERIFY2(std::abs(takes[1] / alone - 2.0) < 0.02, qPrintable(QString::number(takes[1])));
    }

  private:
    static double tokensOf(const Job& job) {
        return job.rate * (job.checkpointS + job.stallS) / job.checkpointS;
    }
};

HEADROOM_TEST(TestStorageRun)
}  // namespace tst_storage_run

#include "tst_storage_run.moc"
