// SPDX-License-Identifier: Apache-2.0
#include "engine/study/answers.h"
#include "engine/study/search.h"
#include "tests/engine/study/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace tst_run_study {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr const char* kHall = HEADROOM_SOURCE_DIR "/tests/cli/fixture/small-hall.json";

StudyPlan planOf(const std::string& rest, double hours = 0.2) {
    return smallPlan(rest, hours);
}

const std::string kTwoAxes =
    R"("axes": [{"set": "loop-a.supply_setpoint_c", "values": [16, 18, 20]},
               {"set": "hall-a.supply_air_c", "values": [22, 24]}],
      "figures": ["pue", "facility_energy_kwh", "hottest_chip_c"])";

std::string faultsOf(const std::string& rest) {
    const auto plan = StudyPlan::make(smallStudy(rest, 0.2), studyReaders());
    return plan ? "" : text(plan.error());
}

}  // namespace

class TestRunStudy : public QObject {
    Q_OBJECT

  private slots:

    void init() { QVERIFY(dir_.isValid()); }

    // A study of the project as it is, at the project's seed, is the run itself: the same state, bit by bit.
    void aPointIsARun() {
        const StudyPlan plan =
            planOf(R"("axes": [{"set": "loop-a.supply_setpoint_c", "values": [18]}],
                                         "seed": 1, "figures": ["pue"])");
        const auto plant = plan.plantOf(plan.tasks().front());
        QVERIFY(plant);
        const auto outcome = plan.carryOut(plan.tasks().front(), *plant, nullptr);
        QVERIFY(outcome && outcome->fault.empty());
        auto project = loadProject(kHall, catalogue());
        const auto run = simulator(*project);
        while (run->timeS() + run->stepS() <= 720.0 + 1e-6) {
            run->step();
            run->takeEvents();
        }
        QCOMPARE(outcome->values.front(), run->summary().value("pue"));
        QCOMPARE(QString::fromStdString(outcome->stateHash),
                 QString::number(run->stateHash(), 16).rightJustified(16, '0'));
    }

    // Recirculation is a share between 0 and 60 % by its table. A normal of 1 and 55 % at 5 and 95 % has a mean of
    // 28 and a deviation of 16.4: of 64 draws by Sobol some lie below 0, at 1.7 deviations, and some above 60, at
    // 1.95. They are cut there, each makes a project, and none is an error after an hour.
    void drawsStayWithinTheTable() {
        const StudyPlan plan =
            planOf(R"("axes": [{"set": "hall-a.recirculation_pct", "low": 1, "high": 55,
                                          "shape": "normal"}], "design": {"kind": "sobol", "points": 64}, "figures": ["pue"])");
        int least = 0, most = 0;
        for (const StudyPoint& point : plan.points()) {
            const double value = std::stod(*point.values.front());
            QVERIFY(value >= 0.0 && value <= 60.0);
            least += value == 0.0 ? 1 : 0;
            most += value == 60.0 ? 1 : 0;
        }
        for (const StudyTask& task : plan.tasks()) {
            QVERIFY(plan.plantOf(task));
        }
        QVERIFY(least > 0 && most > 0);
    }

    // Stopped after two results of twelve, then ended: nothing lost, nothing run twice, and the results are
    // those of one go, on any number of threads.
    void stoppedAndResumed() {
        const StudyPlan plan = planOf(kTwoAxes + R"(, "replications": 2)");
        QCOMPARE(plan.tasks().size(), std::size_t{12});
        auto database = StudyDatabase::write(file("stopped.db"), "test", "");
        QVERIFY(database);
        std::atomic<bool> cancel{false};
        const auto stopAtTwo = [&](std::size_t done, std::size_t) { cancel = done >= 2; };
        QVERIFY(runStudy(plan, *database, 1, stopAtTwo, {&cancel, nullptr}));
        const auto some = database->rows();
        QVERIFY(some);
        QCOMPARE(some->size(), std::size_t{2});
        QCOMPARE(statusOf(plan, *some).done, std::size_t{2});
        std::size_t due = 0, runs = 0;
        QVERIFY(runStudy(plan, *database, 2, [&](std::size_t, std::size_t of) {
            due = of;
            ++runs;
        }));
        QCOMPARE(due, std::size_t{10});
        QCOMPARE(runs, std::size_t{10});
        auto whole = StudyDatabase::write(file("whole.db"), "test", "");
        QVERIFY(whole && runStudy(plan, *whole, 1));
        const auto a = database->rows(), b = whole->rows();
        QVERIFY(a && b);
        QCOMPARE(a->size(), std::size_t{12});
        for (std::size_t i = 0; i < 12; ++i) {
            QCOMPARE((*a)[i].key, (*b)[i].key);
            QCOMPARE((*a)[i].stateHash, (*b)[i].stateHash);
            QVERIFY((*a)[i].figures == (*b)[i].figures);
        }
    }

    // A chiller of twice the COP takes half the power for the same heat: PUE is lower; the answers say so, and a limit on
    // chips excludes.
    void answers() {
        const StudyPlan plan = planOf(
            R"("axes": [{"part": "chiller/york-ycal-101-air.rated_cop", "values": [2.5, 3.5, 5]},
                                                  {"set": "hall-a.supply_air_c", "values": [22, 24]}],
                                         "figures": ["pue", "facility_energy_kwh", "hottest_chip_c"])"
            R"(, "constraints": [{"figure": "hottest_chip_c", "most": 1}])");
        auto database = StudyDatabase::write(file("answers.db"), "test", "");
        QVERIFY(database && runStudy(plan, *database, 2));
        const StudyAnswers answers = answersOf(plan, *database->rows());
        const FigureAnswer& pue = answers.figures.front();
        QCOMPARE(pue.points.size(), std::size_t{6});
        QVERIFY(pue.axes[0].levels[0].value > pue.axes[0].levels[2].value);
        // Main effects of a balanced design add up to nothing.
        double sum = 0.0;
        for (const Measured& level : pue.axes[0].levels) {
            sum += level.value;
        }
        QVERIFY(std::abs(sum) < 1e-12);
        QVERIFY(answers.front.empty());  // no chip is as cold as 1 °C
        const QString json = QString::fromStdString(answersJson(plan, answers));
        QVERIFY(json.contains("\"main_effects\"") && json.contains("\"feasible\": false"));
    }

    // Llama 3 70B on 64 accelerators, a sequence at a time: whole on one accelerator it does not fit 80 GiB, and a
    // hall in which nothing runs takes the least power. That point is not feasible, and not on the front.
    void aRefusedJobIsNoAnswer() {
        const StudyPlan plan =
            planOf(R"("axes": [{"set": "pretraining.tensor_parallel", "values": [1, 8]},
                                                  {"set": "pretraining.micro_batches", "values": [61]},
                                                  {"set": "pretraining.recompute", "values": ["full"]},
                                                  {"set": "pretraining.model", "values": ["llama3-70b"]}],
                                         "figures": ["it_energy_kwh"])");
        auto database = StudyDatabase::write(file("refused.db"), "test", "");
        QVERIFY(database && runStudy(plan, *database, 1));
        const StudyAnswers answers = answersOf(plan, *database->rows());
        QCOMPARE(answers.points.size(), std::size_t{2});
        QVERIFY(answers.faults[0].starts_with("pretraining: Out of memory."));
        QCOMPARE(static_cast<int>(answers.feasible[0]), 0);
        QVERIFY2(answers.faults[1].empty(), answers.faults[1].c_str());
        QCOMPARE(static_cast<int>(answers.feasible[1]), 1);
        QCOMPARE(answers.front, (std::vector<std::size_t>{1}));
    }

    // The same points again are no more work; another seed, another time and another project are.
    void whatIsStale() {
        auto database = StudyDatabase::write(file("stale.db"), "test", "");
        const std::string one =
            R"("figures": ["pue"], "axes": [{"set": "hall-a.supply_air_c", "values": [22, 22, 24]}])";
        const StudyPlan plan = planOf(one);
        std::size_t runs = 0;
        const auto count = [&](std::size_t, std::size_t) { ++runs; };
        QVERIFY(database && runStudy(plan, *database, 1, count));
        QCOMPARE(runs, std::size_t{2});  // two of the three points are alike
        QCOMPARE(statusOf(plan, *database->rows()).done, std::size_t{3});
        const StudyPlan longer = planOf(one, 0.3);
        const StudyStatus status = statusOf(longer, *database->rows());
        QCOMPARE(status.done, std::size_t{0});
        QCOMPARE(status.stale, std::size_t{2});
        QCOMPARE(status.otherProject, std::size_t{0});
        const StudyReaders warmer = {
            [](const std::filesystem::path& path) -> ResultAll<StudyProject> {
                auto opened = studyReaders().open(path);
                set(opened->project, "loop-a", "design_rise_k", 7.0);
                return opened;
            },
            studyReaders().order, studyReaders().trusts};
        const auto other = StudyPlan::make(smallStudy(one), warmer);
        QVERIFY(other);
        QCOMPARE(statusOf(*other, *database->rows()).otherProject, std::size_t{2});
    }

    // Told before anything runs, with the axis and what is near.
    void whatAProjectDoesNotTake() {
        const auto has = [](const std::string& errors, const char* text) {
            return QString::fromStdString(errors).contains(text);
        };
        std::string errors =
            faultsOf(R"("axes": [{"set": "loop-b.supply_setpoint_c", "values": [16]}])");
        QVERIFY2(has(errors, "/axes/0: [STU-005]") && has(errors, "loop-a"), errors.c_str());
        errors = faultsOf(R"("axes": [{"set": "loop-a.supply_setpont_c", "values": [16]}])");
        QVERIFY2(has(errors, "supply_setpoint_c"), errors.c_str());
        errors =
            faultsOf(R"("axes": [{"set": "loop-a.supply_setpoint_c", "low": 16, "high": 900}])");
        QVERIFY2(has(errors, "STU-005"), errors.c_str());
        errors = faultsOf(R"("axes": [{"set": "loop-a.chiller", "values": ["no-such-chiller"]}])");
        QVERIFY2(has(errors, "STU-005"), errors.c_str());
        errors = faultsOf(
            R"("axes": [{"part": "chiller/york-ycal-101-air.rated_copp", "values": [3]}])");
        QVERIFY2(has(errors, "STU-005") && has(errors, "rated_cop"), errors.c_str());
        errors = faultsOf(R"("axes": [{"part": "chilller/x.y", "values": [3]}])");
        QVERIFY2(has(errors, "STU-005"), errors.c_str());
        errors = faultsOf(R"("axes": [{"orders": ["explode"]}])");
        QVERIFY2(has(errors, "STU-005"), errors.c_str());
        errors = faultsOf(R"("axes": [{"projects": ["/nowhere"]}])");
        QVERIFY2(!errors.empty(), "a project that is not there");
    }

    // 10^9 points ask first and are never begun; 10^6 are with leave.
    void manyAskFirst() {
        const std::string ten =
            R"({"set": "hall-a.supply_air_c", "low": 20, "high": 24, "levels": 10})";
        std::string nine = ten;
        for (int i = 0; i < 8; ++i) {
            nine += "," + ten;
        }
        const auto refused =
            StudyPlan::make(smallStudy("\"axes\": [" + nine + "]"), studyReaders(), true);
        QVERIFY(!refused && refused.error().front().code == "STU-012");
        const std::string many =
            R"("axes": [{"set": "hall-a.supply_air_c", "values": [22]}], "replications": 200000)";
        const auto asked = StudyPlan::make(smallStudy(many), studyReaders());
        QVERIFY(!asked && QString::fromStdString(asked.error().front().remedy).contains("--yes"));
        QVERIFY(StudyPlan::make(smallStudy(many), studyReaders(), true));
    }

    // A file of another study, a file that is none, a second process.
    void otherFiles() {
        {
            auto database = StudyDatabase::write(file("other.db"), "test", "");
            QVERIFY(database);
            const auto second = StudyDatabase::write(file("other.db"), "test", "");
            QVERIFY(!second && second.error().code == "STO-006");
        }
        const auto other = StudyDatabase::write(file("other.db"), "another", "");
        QVERIFY(!other && other.error().code == "STU-007");
        QFile none(QString::fromStdString(file("none.db").string()));
        QVERIFY(none.open(QIODevice::WriteOnly));
        none.write(
            "this is a text of more than a hundred bytes, so that nobody takes it for a database "
            "that "
            "has only just been begun, as an empty file would be");
        none.close();
        const auto text = StudyDatabase::write(file("none.db"), "test", "");
        QVERIFY(!text && text.error().code == "STU-008");
        const auto nothing = StudyDatabase::read(file("nowhere.db"), "test");
        QVERIFY(!nothing && nothing.error().code == "STU-009");
    }

    // Paused, the run under way ends and is kept; cancelled in its middle, it is dropped. With one thread and the flag set
    // at the second result, a third begins in neither case.
    void pausedKeepsWhatRuns() {
        const StudyPlan plan = planOf(kTwoAxes);
        auto database = StudyDatabase::write(file("paused.db"), "test", "");
        QVERIFY(database);
        std::atomic<bool> pause{false};
        std::size_t due = 0;
        const auto now = runToEnd(plan, *database, 1,
                                  [&](const StudyPlan&, std::size_t done, std::size_t of) {
                                      pause = done >= 2;
                                      due = of;
                                  },
                                  {nullptr, &pause});
        QVERIFY(now);
        QCOMPARE(due, std::size_t{6});
        QCOMPARE(statusOf(*now, *database->rows()).done, std::size_t{2});
        QVERIFY(runToEnd(plan, *database, 2));
        QCOMPARE(statusOf(plan, *database->rows()).done, std::size_t{6});
    }

    // A design that does not run is a result like others: said once, not run again, and no number.
    void designsThatDoNotRun() {
        const StudyPlan plan = planOf(
            R"("figures": ["pue"], "axes": [{"set": "block-a.rack", "values": ["air-h100-2", "air-b200-2"]}])");
        auto database = StudyDatabase::write(file("fault.db"), "test", "");
        QVERIFY(database && runStudy(plan, *database, 1));
        const StudyAnswers answers = answersOf(plan, *database->rows());
        QVERIFY(answers.faults[0].empty());
        QVERIFY(!answers.faults[1].empty());  // the jobs ask for H100
        QVERIFY(answers.feasible[1] == 0);
        QVERIFY(std::isfinite(answers.figures[0].mean));
        std::size_t runs = 0;
        QVERIFY(runStudy(plan, *database, 1, [&](std::size_t, std::size_t) { ++runs; }));
        QCOMPARE(runs, std::size_t{0});
    }

  private:
    std::filesystem::path file(const char* name) const { return dir_.filePath(name).toStdString(); }

    QTemporaryDir dir_;
};

HEADROOM_TEST(TestRunStudy)
}  // namespace tst_run_study

#include "tst_run_study.moc"
