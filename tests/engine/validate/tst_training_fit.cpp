// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/training_fit.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

namespace tst_training_fit {

using namespace headroom;
using namespace headroom::engine;

namespace {

const std::filesystem::path kFigures =
    HEADROOM_SOURCE_DIR "/resources/validation/training_figures.json";
const std::filesystem::path kRuns =
    HEADROOM_SOURCE_DIR "/tests/validation/cases/training/training_runs.csv";

}  // namespace

class TestTrainingFit : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        auto loaded = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY2(loaded, loaded ? "" : text(loaded.error()).c_str());
        catalogue_ = std::move(*loaded);
    }

    // The shipped list names parts and attributes that there are, each with a reason, and is short:
    // more figures than families would be a table, not a model.
    void shippedFigures() {
        const auto figures = freeFigures(kFigures, catalogue_);
        QVERIFY2(figures, figures ? "" : figures.error().text().c_str());
        QVERIFY(figures->size() < 46);
        for (const FreeFigure& f : *figures) {
            QVERIFY2(!f.why.empty(), f.name.c_str());
        }
    }

    // Measured times that the model makes itself at a factor of 1.2 on one figure: the fit finds
    // that factor again, within what its prior of 30 % pulls it back.
    void findsWhatWasPutIn() {
        auto cases = trainingCases({kRuns, "training"}, catalogue_);
        QVERIFY(cases);
        FreeFigure clock{"clock", "test", {"a100-80gb-sxm"}, "sustained_share_pct", 70.0, 0.3};
        TrainingFit truth(*cases, catalogue_, {clock});
        const std::vector<double> made = truth.errors({std::log(1.2)});
        std::vector<bool> counted(cases->size());
        int touched = 0;
        for (std::size_t i = 0; i < cases->size(); ++i) {
            TrainingCase& c = (*cases)[i];
            counted[i] = c.acceleratorId == "a100-80gb-sxm" && c.whyNot.empty();
            touched += counted[i] ? 1 : 0;
            if (counted[i]) {
                c.expected *= std::exp(made[i]);
            }
        }
        QVERIFY(touched >= 5);
        TrainingFit fit(*cases, catalogue_, {clock});
        const TrainingFit::Point found = fit.find(counted);
        QVERIFY2(std::abs(std::exp(found[0]) - 1.2) < 0.01,
                 std::to_string(std::exp(found[0])).c_str());
        // Without any row there is only the prior.
        const TrainingFit::Point prior =
            fit.findAgain(std::vector<bool>(cases->size(), false), found);
        QVERIFY(std::abs(prior[0]) < 1e-6);
    }

    void refusals() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString() + "/figures.json";
        const auto refused = [&](const char* json) {
            std::ofstream(path) << json;
            const auto read = freeFigures(path, catalogue_);
            return !read && read.error().code == "VAL-003";
        };
        QVERIFY(refused("{}"));
        QVERIFY(refused(R"({"figures": [{"name": "x"}]})"));
        QVERIFY(refused(R"({"figures": [{"name": "x", "parts": ["abacus"], "key": "year",
                            "spread_pct": 10}]})"));
        QVERIFY(refused(R"({"figures": [{"name": "x", "parts": ["gb200"], "key": "beads",
                            "spread_pct": 10}]})"));
    }

  private:
    Catalogue catalogue_;
};

HEADROOM_TEST(TestTrainingFit)
}  // namespace tst_training_fit

#include "tst_training_fit.moc"
