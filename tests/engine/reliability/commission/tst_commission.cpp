// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/commission/commission.h"
#include "engine/report/commission_page.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>

namespace tst_commission {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// Two paths of power, each with its set, and a hall of racks with two cords.
Project twoPaths(const char* power, const char* cooling) {
    Project p = scenario("feed-loss-2n");
    set(p, "requirements", "power_failure", std::string{power});
    set(p, "requirements", "cooling_failure", std::string{cooling});
    set(p, "requirements", "rack_inlet", std::string{"allowable"});
    return p;
}

CommissionSpec quick(const std::string& only) {
    CommissionSpec spec;
    spec.settleS = 1800.0;
    spec.watchS = 900.0;
    spec.only = only;
    spec.threads = 2;
    return spec;
}

Commission commissioned(const Project& project, const CommissionSpec& spec) {
    auto result = commission(project, catalogue(), spec);
    if (!result) {
        qFatal("%s", text(result.error()).c_str());
    }
    return std::move(*result);
}

const CommissionCheck& checkOf(const CommissionRow& row, const std::string& what) {
    const auto found = std::find_if(row.checks.begin(), row.checks.end(),
                                    [&](const CommissionCheck& c) { return c.what == what; });
    return *found;
}

}  // namespace

class TestCommission : public QObject {
    Q_OBJECT

  private slots:

    // Every rack has one job of full activity, nothing of the project's own work is left, and drills
    // and random failures rest.
    void fullLoad() {
        const Project full = atFullLoad(scenario("feed-loss-2n"), catalogue());
        QVERIFY(full.objectsOf("training_job").empty());
        QVERIFY(full.objectsOf("drill").empty());
        const auto jobs = full.objectsOf("batch_job");
        QCOMPARE(jobs.size(), std::size_t{1});
        // 32 racks of 64 accelerators.
        QCOMPARE(std::get<std::int64_t>(jobs[0]->value("copies")), std::int64_t{32});
        QCOMPARE(std::get<std::int64_t>(jobs[0]->value("accelerators")), std::int64_t{64});
    }

    // Cords on two UPSs: one of them out turns no rack off and interrupts nothing. The figures have
    // limits, and the first test is the facility with nothing out.
    void aUpsOfTwo() {
        const Commission c = commissioned(twoPaths("keeps_running", "may_stop"), quick("ups-a"));
        QVERIFY(c.rows.size() >= 3);
        QCOMPARE(c.rows[0].test.section, std::string("Full load"));
        QVERIFY(c.itW > 1e6);
        const CommissionRow& ups = c.rows[1];
        QCOMPARE(ups.test.owner, std::string("ups-a"));
        QCOMPARE(checkOf(ups, "Racks without power or tripped").figure, 0.0);
        QCOMPARE(checkOf(ups, "Racks without power or tripped").limit, 0.0);
        QCOMPARE(ups.verdict(), CommissionVerdict::Passed);
    }

    // All CDUs hang in one group: fail them, one of four at a time, and the hall answers for it. What
    // is not promised is told and not judged.
    void whatIsNotPromisedIsNotJudged() {
        const Commission c = commissioned(twoPaths("may_stop", "not_stated"), quick("cdus"));
        for (std::size_t i = 1; i < c.rows.size(); ++i) {
            QCOMPARE(c.rows[i].verdict(), CommissionVerdict::NothingAsked);
            QVERIFY(!checkOf(c.rows[i], "Hottest chip").asked());
        }
    }

    // A board that feeds all racks of a single path: it stops them, and the report has the limit, the
    // figure and when it was passed.
    void aSinglePathFails() {
        Project p = scenario("tour-small-hall");
        set(p, "requirements", "power_failure", std::string{"keeps_running"});
        const Commission c = commissioned(p, quick("out"));
        const CommissionRow& board = c.rows[1];
        QCOMPARE(board.verdict(), CommissionVerdict::Failed);
        const CommissionCheck& off = checkOf(board, "Racks without power or tripped");
        QCOMPARE(off.figure, 40.0);
        QVERIFY(!off.held());
        QVERIFY(off.atS <= 15.0);
        QVERIFY(checkText(off).find("at most 0") != std::string::npos);
        QVERIFY(!board.story.empty());
        const std::string page = commissionPage(c);
        QVERIFY(page.find("failed") != std::string::npos);
        QVERIFY(page.find("Racks without power or tripped 40, at most 0") != std::string::npos);
    }

    // The same rows on any number of threads.
    void threads() {
        CommissionSpec one = quick("ups-a"), two = quick("ups-a");
        one.threads = 1;
        const Commission a = commissioned(twoPaths("keeps_running", "keeps_running"), one);
        const Commission b = commissioned(twoPaths("keeps_running", "keeps_running"), two);
        QCOMPARE(a.rows.size(), b.rows.size());
        for (std::size_t i = 0; i < a.rows.size(); ++i) {
            for (std::size_t k = 0; k < a.rows[i].checks.size(); ++k) {
                QCOMPARE(a.rows[i].checks[k].figure, b.rows[i].checks[k].figure);
            }
        }
    }

    void unknownPart() {
        const auto result = commission(scenario("tour-small-hall"), catalogue(), quick("nothing"));
        QVERIFY(!result.has_value());
        QCOMPARE(result.error().front().code, std::string("COM-001"));
        // The remedy names objects and sections that do have tests.
        QVERIFY(result.error().front().remedy.find("PDUs") != std::string::npos);
    }
};

HEADROOM_TEST(TestCommission)
}  // namespace tst_commission

#include "tst_commission.moc"
