// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/material.h"
#include "tests/hostile/mutant.h"
#include "tests/hostile/run_invariant.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <exception>
#include <string>

namespace tst_hostile_mutants {

using namespace headroom;

/// A few mutants of small scenarios: always the same ones. hostile_mutate makes others, for as long
/// as one likes.
class TestHostileMutants : public QObject {
    Q_OBJECT

  private slots:
    void sameSeedSameMutant();
    void otherNamesSameFigures();
    void mutants_data();
    void mutants();
};

namespace {

hostile::RunLimits shortRun() {
    hostile::RunLimits limits;
    limits.untilS = 600.0;
    limits.mostSteps = 60;
    return limits;
}

}  // namespace

void TestHostileMutants::sameSeedSameMutant() {
    const auto& project = hostile::scenario("tour-small-hall");
    const auto a = hostile::mutantOf(project, hostile::shippedCatalogue(), 7);
    const auto b = hostile::mutantOf(project, hostile::shippedCatalogue(), 7);
    QVERIFY(!a.changes.empty());
    QVERIFY(a.changes == b.changes);
    QCOMPARE(engine::projectText(a.project), engine::projectText(b.project));
    QVERIFY(engine::projectText(a.project) != engine::projectText(project));
}

void TestHostileMutants::otherNamesSameFigures() {
    const auto& project = hostile::scenario("tour-small-hall");
    const engine::Project other = hostile::renamed(project);
    QCOMPARE(other.objects.size(), project.objects.size());
    QVERIFY(other.find("it-a") == nullptr);
    try {
        hostile::examine(other, hostile::shippedCatalogue(), 1, shortRun());
    } catch (const std::exception& broken) {
        QFAIL(broken.what());
    }
}

void TestHostileMutants::mutants_data() {
    QTest::addColumn<QString>("scenario");
    for (const char* name : {"tour-small-hall", "immersion-hall", "cascading-cooling",
                             "feed-loss-2n", "training-swings", "cloud-burst"}) {
        QTest::newRow(name) << QString(name);
    }
}

void TestHostileMutants::mutants() {
    constexpr std::uint64_t kMutants = 6;
    QFETCH(QString, scenario);
    const auto& project = hostile::scenario(scenario.toStdString());
    for (std::uint64_t seed = 1; seed <= kMutants; ++seed) {
        const auto mutant = hostile::mutantOf(project, hostile::shippedCatalogue(), seed);
        try {
            hostile::examine(mutant.project, hostile::shippedCatalogue(), seed, shortRun());
        } catch (const std::exception& broken) {
            std::string words = "seed " + std::to_string(seed) + ": " + broken.what();
            for (const std::string& change : mutant.changes) {
                words += "\n  " + change;
            }
            QFAIL(words.c_str());
        }
    }
}

HEADROOM_TEST(TestHostileMutants)
}  // namespace tst_hostile_mutants

#include "tst_hostile_mutants.moc"
