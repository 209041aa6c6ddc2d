// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/training_fit.h"
#include "engine/validate/validate.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <map>

namespace tst_validation {

using namespace headroom::engine;

namespace {

const std::filesystem::path kCases = HEADROOM_SOURCE_DIR "/tests/validation/cases";
const std::filesystem::path kCatalogue = HEADROOM_SOURCE_DIR "/resources/catalog";
const std::filesystem::path kShared = HEADROOM_SOURCE_DIR "/../shared/validation";

// The rows that miss their limit, as people read them.
std::string failures(const ValidationReport& report) {
    ValidationReport failed;
    std::copy_if(report.rows.begin(), report.rows.end(), std::back_inserter(failed.rows),
                 [](const ValidationRow& row) { return row.verdict == Verdict::Fail; });
    return validationText(failed);
}

}  // namespace

class TestValidation : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        auto loaded = Catalogue::load(kCatalogue);
        QVERIFY2(loaded, loaded ? "" : text(loaded.error()).c_str());
        catalogue_ = std::move(*loaded);
    }

    // The cases that travel with the sources: a folder per kind, each with its source. Adding a
    // case needs no code here.
    void shippedCases_data() {
        QTest::addColumn<QString>("folder");
        for (const auto& entry : std::filesystem::directory_iterator(kCases)) {
            QTest::newRow(entry.path().filename().c_str())
                << QString::fromStdString(entry.path().string());
        }
    }

    void shippedCases() {
        QFETCH(QString, folder);
        const std::filesystem::path path = folder.toStdString();
        QVERIFY2(std::filesystem::exists(path / "SOURCE.md"), "a case must name its source");
        const auto report = validate({path}, {}, &catalogue_);
        QVERIFY2(report, report ? "" : text(report.error()).c_str());
        QCOMPARE(report->kinds.size(), std::size_t{1});
        const ValidationKind& kind = report->kinds.front();
        QCOMPARE(QString::fromStdString(kind.kind), QString::fromStdString(path.filename()));
        // Cases of facilities and of reliability are few: each is a whole plant.
        const bool few = kind.kind == "facility" || kind.kind == "reliability";
        QVERIFY(kind.cases >= (few ? 3 : 20));
        QVERIFY2(!report->failed(), failures(*report).c_str());
        // Some figures of a facility are there for comparison, and its traces lie elsewhere. Of a hall's air, zones are
        // compared without a verdict.
        if (kind.kind == "facility" || kind.kind == "air") {
            QVERIFY(kind.passed >= 3);
        } else {
            QCOMPARE(kind.passed, kind.cases);
        }
    }

    // validate --kind K without a path finds a case, regardless of the kind; without one it says so.
    void everyKindHasAShippedCase() {
        for (const std::string& kind : validationKinds()) {
            QVERIFY2(std::filesystem::exists(kCases / kind), kind.c_str());
        }
        const auto none = validate({kCases / "cost"}, "serving", &catalogue_);
        QVERIFY(!none.has_value());
        QCOMPARE(none.error().front().code, std::string("VAL-005"));
        QVERIFY(none.error().front().remedy.find("tests/validation/cases") != std::string::npos);
    }

    // Everything that was given to the project, where it is: no row misses its limit, and every
    // case is in the count, those that no model answers included.
    void sharedCases() {
        if (!std::filesystem::exists(kShared)) {
            QSKIP("no ../shared/validation beside the sources");
        }
        const auto report = validate({kShared}, {}, &catalogue_);
        QVERIFY2(report, report ? "" : text(report.error()).c_str());
        QVERIFY2(!report->failed(), failures(*report).c_str());
        std::map<std::string, ValidationKind> kinds;
        std::size_t rows = 0;
        for (const ValidationKind& kind : report->kinds) {
            kinds[kind.kind] = kind;
            rows += static_cast<std::size_t>(kind.cases);
        }
        QCOMPARE(rows, report->rows.size());
        // 294 states of six quantities; 144 points of two; 180 points of
        // YorkCalc, 144 of CoolTools, 1,440 minutes of two by Merkel.
        QCOMPARE(kinds["psychrometrics"].passed, 294 * 6);
        QCOMPARE(kinds["chiller"].passed, 144 * 2);
        QCOMPARE(kinds["tower"].passed, 180 + 144 + 1440 * 2);
        // Voltage and angle of 277 buses, five figures of 364 branches, the loss of seven networks.
        QCOMPARE(kinds["powerflow"].passed, 277 * 2 + 364 * 5 + 7);
        // IEEE 13: 32 published nodes of voltage and angle, 41 voltages of another program. The bus
        // 630 of the document, with three nodes, is not in the circuit.
        QCOMPARE(kinds["feeder"].passed, 32 * 2 + 41);
        QCOMPARE(kinds["feeder"].notExpressed, 3);
        // Net1 to Net3 at five times: 24, 76 and 216 nodes and links; the loop of 25 CDUs: 199.
        QCOMPARE(kinds["hydraulics"].passed, 5 * (24 + 76 + 216) + 199);
        QCOMPARE(kinds["hydraulics"].cases, kinds["hydraulics"].passed);
        // Measured collectives: the limit on rows of 1 MiB and more, all rows expressed. It
        // comes out at 6.4 %; 8 leaves room for a better model of something else, not for a worse
        // one.
        QCOMPARE(kinds["collective"].cases, 894);
        QCOMPARE(kinds["collective"].notExpressed, 0);
        QVERIFY(kinds["collective"].mapePct && *kinds["collective"].mapePct < 8.0);
        // 226 steady states of three figures, 287 epochs of two; the goals are on rows kept
        // apart, where packaging/tools/fit_serving prints them. Here: no worse than when fitted.
        QCOMPARE(kinds["serving"].cases, 226 * 3);
        QCOMPARE(kinds["serving"].notExpressed, 0);
        const auto median = [&](const char* kind, std::size_t quantity) {
            return kinds[kind].quantities.at(quantity).medianApePct;
        };
        QVERIFY(median("serving", 0) < 9.0 && median("serving", 1) < 9.0);
        QVERIFY(median("serving", 2) < 9.0);
        // The rows that nobody disturbed: 9.0, 10.1 and 8.8 % as fitted, 13.5, 13.8 and 10.6 % left out.
        const auto calm = [&](std::size_t quantity) {
            return kinds["serving"].quantities.at(quantity).calmMapePct;
        };
        QVERIFY(calm(0) < 12.0 && calm(1) < 13.0 && calm(2) < 11.0);
        QCOMPARE(kinds["power_limit"].cases, 287 * 2);
        QCOMPARE(kinds["power_limit"].notExpressed, 0);
        QVERIFY(kinds["power_limit"].quantities.at(0).mapePct < 3.0);
        QVERIFY(kinds["power_limit"].quantities.at(1).mapePct < 8.0);
        for (const char* kind : {"serving", "power_limit"}) {
            QVERIFY2(*kinds[kind].coveragePct >= 85.0 && *kinds[kind].coveragePct <= 97.0, kind);
        }
        // Measured training runs come out at 6.9 % over 52 families, 41 figures found over all of
        // them; 98 % of the rows that count lie inside their 90 % interval. The limits leave room
        // for a better model of something else.
        QCOMPARE(kinds["training"].notExpressed, 0);
        QVERIFY(kinds["training"].groupMeanPct && *kinds["training"].groupMeanPct < 7.5);
        QVERIFY(kinds["training"].coveragePct && *kinds["training"].coveragePct > 85.0);
        QVERIFY(kinds["fabric"].cases >= 15);
        QCOMPARE(kinds["fabric"].cases, kinds["fabric"].passed);
        // Six replays of four figures, six orders of shares.
        QCOMPARE(kinds["schedule"].passed, 6 * 4 + 6);
        for (const char* kind : {"training", "collective", "reliability", "schedule"}) {
            QVERIFY2(kinds[kind].cases > 0, kind);
        }
    }

    // An accelerator that no run was fitted on: 9.4 % where its runs are left out and all figures
    // found anew, 98 % inside their intervals; the issue asks for 12 and 80.
    void acceleratorsLeftOut() {
        const std::filesystem::path runs = kShared / "workload" / "training_runs.csv";
        if (!std::filesystem::exists(runs)) {
            QSKIP("no ../shared/validation beside the sources");
        }
        auto figures = freeFigures(
            HEADROOM_SOURCE_DIR "/resources/validation/training_figures.json", catalogue_);
        QVERIFY2(figures, figures ? "" : figures.error().text().c_str());
        auto cases = allTrainingCases({runs}, catalogue_);
        QVERIFY(cases);
        TrainingFit fit(std::move(*cases), catalogue_, std::move(*figures));
        const LeaveOutReport report = leaveOut(fit, {"accelerator"});
        QVERIFY2(report.meanPct("accelerator") < 12.0, leaveOutText(report).c_str());
        QVERIFY2(report.coveragePct("accelerator") > 80.0, leaveOutText(report).c_str());
    }

    // The coefficients of the catalogue and those next to the shared cases are the same tower.
    void catalogueAgreesWithCaseFolder() {
        if (!std::filesystem::exists(kShared)) {
            QSKIP("no ../shared/validation beside the sources");
        }
        for (const char* file :
             {"thermal/yorkcalc_expected.csv", "thermal/cooltools_expected.csv"}) {
            const std::filesystem::path path = kShared / file;
            const auto with = validate({path}, "tower", &catalogue_);
            const auto without = validate({path}, "tower");
            QVERIFY(with && without);
            QCOMPARE(with->rows.size(), without->rows.size());
            for (std::size_t i = 0; i < with->rows.size(); ++i) {
                QCOMPARE(*with->rows[i].got, *without->rows[i].got);
            }
        }
    }

  private:
    Catalogue catalogue_;
};

HEADROOM_TEST(TestValidation)
}  // namespace tst_validation

#include "tst_validation.moc"
