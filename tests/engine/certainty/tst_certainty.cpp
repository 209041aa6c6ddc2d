// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/certainty/certainty.h"
#include "engine/certainty/ranges.h"
#include "engine/resolve/design.h"
#include "engine/run/simulator.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/study/built_once.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

namespace tst_certainty {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// Its network and its floor are drawn once, not for each run, which takes as long as a short run: their figures stay what they are.
Certainty certaintyOf(const Project& project, double untilS, int threads = 2, bool groups = true) {
    const Design design = designOf(project, catalogue(), {.study = false});
    CertaintySpec spec;
    spec.options.fabrics = design.fabricsBuilt;
    spec.options.layout = design.floor;
    spec.untilS = untilS;
    spec.screenS = 600.0;
    spec.mostRuns = 8;
    spec.threads = threads;
    spec.groups = groups;
    auto found = certainty(project, catalogue(), spec);
    if (!found) {
        qFatal("%s", text(found.error()).c_str());
    }
    return std::move(*found);
}

/// Hash of a design's state after four steps; 0 where it does not compile.
std::uint64_t stateAfterAMinute(const Project& project, const Catalogue& parts,
                                const RunOptions& options) {
    const auto made = Simulator::create(project, parts, options);
    for (int step = 0; made && step < 4; ++step) {
        (*made)->step();
    }
    return made ? (*made)->stateHash() : 0;
}

const HeadlineCertainty& headline(const Certainty& c, std::string_view key) {
    for (const HeadlineCertainty& h : c.headlines) {
        if (h.figure->key == key) {
            return h;
        }
    }
    qFatal("no such headline");
}

}  // namespace

class TestCertainty : public QObject {
    Q_OBJECT

    /// What most checks look at: a quarter of an hour of the small hall, worked out once.
    const Certainty& ofSmallHall() {
        if (!ofSmallHall_) {
            ofSmallHall_ = certaintyOf(small(), 900.0);
        }
        return *ofSmallHall_;
    }

    std::optional<Certainty> ofSmallHall_;

  private slots:

    // Each headline lies in its interval, or 5 % next to it, where chance is not most of it; intervals have a width;
    // shares are of one whole; PUE stays above 1; the figures to measure are such that the catalogue does not vouch for, or states a range of.
    void smallHall() {
        const Certainty& c = ofSmallHall();
        QVERIFY(c.figures > 20);
        for (const HeadlineCertainty& h : c.headlines) {
            const std::string said = std::string(h.figure->key) + ": " + std::to_string(h.value) +
                                     " (" + std::to_string(h.low) + " to " +
                                     std::to_string(h.high) + ")";
            QVERIFY2(h.low < h.high && !h.causes.empty(), said.c_str());
            const std::string& first = h.causes.front().key;
            if (first != "chance" && first != "together") {
                QVERIFY2(h.low <= h.value * 1.05 && h.high >= h.value * 0.95, said.c_str());
            }
            double sum = 0.0;
            for (const UncertaintyCause& cause : h.causes) {
                sum += cause.share;
            }
            QVERIFY(sum > 0.5 && sum < 1.0 + 1e-9);
            QVERIFY(std::is_sorted(h.causes.begin(), h.causes.end(),
                                   [](const auto& a, const auto& b) { return a.share > b.share; }));
        }
        const HeadlineCertainty& pue = headline(c, "pue");
        QVERIFY(pue.low > 1.0 && pue.high < 2.0);
        QVERIFY(!c.measureFirst.empty() && c.measureFirst.size() <= 5);
        for (const UncertaintyCause& cause : c.measureFirst) {
            QVERIFY(cause.status != "model" && cause.status != "chance");
            QVERIFY(!cause.range.empty());
        }
    }

    // The overhead of PUE moves by 13 % at one standard deviation of its model: with nothing else uncertain the
    // interval would be 1 + (PUE - 1) exp(-+0.214); all causes together are no narrower.
    void modelErrorIsInIt() {
        const HeadlineCertainty pue = headline(ofSmallHall(), "pue");
        const double overhead = pue.value - 1.0;
        QVERIFY(pue.high - pue.low > overhead * (std::exp(0.2) - std::exp(-0.2)));
        QVERIFY(std::any_of(pue.causes.begin(), pue.causes.end(),
                            [](const auto& cause) { return cause.key == "model:overhead"; }));
    }

    void sameOnAnyThreads() {
        QCOMPARE(certaintyJson(certaintyOf(small(), 900.0, 1)), certaintyJson(ofSmallHall()));
    }

    // Figures that are tried in groups give the intervals of figures that are tried one by one, with fewer runs.
    void groupsGiveTheSame() {
        Certainty alone = certaintyOf(small(), 900.0, 2, false);
        QVERIFY(2 * ofSmallHall().runs < alone.runs);
        alone.runs = ofSmallHall().runs;
        QCOMPARE(certaintyJson(alone), certaintyJson(ofSmallHall()));
    }

    // A run with fabrics and places that were built before ends with the state of one that builds its own, whichever
    // part a figure belongs to: one figure of each type that is read and one that is not, at its high end. Towers are looked up for places, not for fabrics;
    // a cable is part of both.
    void builtOnceIsWhatEachBuilds() {
        const BuiltOnce built(small(), catalogue());
        const auto& entries = catalogue().entries();
        std::set<std::tuple<std::string_view, bool, bool>> tried;
        int shared = 0, own = 0;
        for (std::size_t e = 0; e < entries.size(); ++e) {
            for (std::size_t a = 0; a < entries[e].values.size(); ++a) {
                const auto figure = uncertainFigure(catalogue(), e, a);
                if (!figure) {
                    continue;
                }
                const FigureChange change{e, a, figure->at(catalogue(), kEndOfNinety)};
                RunOptions options;
                built.give(options, {&change, 1});
                const bool sharesAll = options.fabrics && options.layout;
                if (!tried.insert({entries[e].type->id, options.fabrics != nullptr, sharesAll})
                         .second) {
                    continue;
                }
                const Catalogue other = catalogue().changed({&change, 1});
                (sharesAll ? shared : own) += 1;
                QCOMPARE(stateAfterAMinute(small(), other, options),
                         stateAfterAMinute(small(), other, {}));
            }
        }
        QVERIFY(shared > 10);
        QVERIFY(own > 0);
    }

    // All racks of Frontier's day draw what meters of heat read: energy moves by 1.5 % at one standard deviation of these, so that its
    // interval is no narrower than exp(-+1.645 x 0.015), 4.9 % from end to end, nine tenths of which sampling may leave. With the same
    // columns as power of racks it is 1.2 %. The model of IT power, 5 %,
    // would make it 16 %: it says nothing of what is metered.
    void meteredLoadHasTheErrorOfItsMeters_data() {
        QTest::addColumn<QString>("quantity");
        QTest::addColumn<QString>("meter");
        QTest::addColumn<double>("deviation");
        QTest::newRow("heat") << "liquid_heat"
                              << "meter:heat-meters" << 0.015;
        QTest::newRow("power") << "rack_power"
                               << "meter:power-meters" << 0.012;
    }

    void meteredLoadHasTheErrorOfItsMeters() {
        QFETCH(QString, quantity);
        QFETCH(QString, meter);
        QFETCH(double, deviation);
        auto read = loadProject(HEADROOM_SOURCE_DIR "/scenarios/frontier-day", catalogue());
        QVERIFY2(read, read ? "" : text(read.error()).c_str());
        set(*read, "day", "quantity", quantity.toStdString());
        const HeadlineCertainty energy = headline(certaintyOf(*read, 60.0), "facility_energy_kwh");
        QCOMPARE(QString::fromStdString(energy.causes.front().key), meter);
        QCOMPARE(energy.causes.front().status, std::string("meter"));
        for (const UncertaintyCause& cause : energy.causes) {
            QVERIFY(cause.key != "model:it-power");
            QVERIFY(cause.status != "meter" || cause.key == meter.toStdString());
        }
        const double width = std::log(energy.high / energy.low);
        QVERIFY2(width > 0.9 * 2.0 * 1.645 * deviation && width < 0.1,
                 std::to_string(width).c_str());
    }

    // Frontier's PUE of 2023 (1.0549, of which nothing was fitted) lies within the interval of its day.
    void coversFrontier() {
        const std::filesystem::path day =
            std::filesystem::path(HEADROOM_SOURCE_DIR).parent_path() /
            "shared/validation/frontier/frontier_cdu_power_wetbulb_2024-04-07_15s.csv.gz";
        if (!std::filesystem::exists(day)) {
            QSKIP("the load of Frontier's day is not here: shared/validation/frontier");
        }
        const auto read = loadProject(
            HEADROOM_SOURCE_DIR "/tests/validation/cases/facility/frontier-day", catalogue());
        QVERIFY2(read, read ? "" : text(read.error()).c_str());
        const HeadlineCertainty pue = headline(certaintyOf(*read, 86400.0), "pue");
        QVERIFY2(pue.low < 1.0549 && 1.0549 < pue.high,
                 qPrintable(QString("%1 to %2").arg(pue.low).arg(pue.high)));
        QVERIFY(pue.high - pue.low < 0.05);  // and says something
    }

    void texts() {
        const Certainty& c = ofSmallHall();
        const QString text = QString::fromStdString(certaintyText(c));
        QVERIFY(text.contains("PUE") && text.contains("Measure these first"));
        const auto json = parseJson<nlohmann::json>(certaintyJson(c));
        QVERIFY(json["pue"]["low"].get<double>() < json["pue"]["high"].get<double>());
        QVERIFY(json["pue"]["causes"].size() > 0);
        const QString csv = QString::fromStdString(sheetCsv(certaintySheet(c)));
        QCOMPARE(csv.split('\n').front(),
                 QString("figure,unit,value,low,high,cause,status,range,share"));
        for (const QString& line : csv.split('\n', Qt::SkipEmptyParts)) {
            QVERIFY(line.count(',') >= 8);
        }
    }

    // A model whose error the catalogue does not state is named where the intervals are read; meters only where something is metered.
    void errorsThatAreNotStated() {
        QVERIFY(ofSmallHall().notStated.empty());
        QVERIFY(!QString::fromStdString(certaintyText(ofSmallHall())).contains("states no error"));
        Certainty without = ofSmallHall();
        without.notStated = {"overhead", "water"};
        QVERIFY(
            QString::fromStdString(certaintyText(without))
                .contains(
                    "states no error (type model_error) of overhead, water: the intervals lack"));
        QCOMPARE(parseJson<nlohmann::json>(certaintyJson(without))["errors_not_stated"].size(),
                 std::size_t{2});
        QTemporaryDir folder;
        const std::filesystem::path catalog = folder.filePath("catalog").toStdString();
        std::filesystem::copy(HEADROOM_SOURCE_DIR "/resources/catalog", catalog,
                              std::filesystem::copy_options::recursive);
        std::filesystem::remove(catalog / "model_error.json");
        const auto read = Catalogue::load(catalog);
        QVERIFY2(read, read ? "" : text(read.error()).c_str());
        const Design design = designOf(small(), *read, {.study = false});
        CertaintySpec spec;
        spec.options.fabrics = design.fabricsBuilt;
        spec.options.layout = design.floor;
        spec.untilS = spec.screenS = 60.0;
        spec.mostRuns = 4;
        const auto found = certainty(small(), *read, spec);
        QVERIFY2(found, found ? "" : text(found.error()).c_str());
        QCOMPARE(found->notStated, (std::vector<std::string_view>{"it_power", "overhead", "water",
                                                                  "chip_temperature"}));
    }

    // What does not run says why.
    void whatDoesNotRun() {
        Project project = small();
        set(project, "block-a", "rack", std::string("no-such-rack"));
        QVERIFY(!certainty(project, catalogue(), {}));
    }

  private:
    static Project small() {
        auto read =
            loadProject(HEADROOM_SOURCE_DIR "/tests/cli/fixture/small-hall.json", catalogue());
        if (!read) {
            qFatal("%s", text(read.error()).c_str());
        }
        return std::move(*read);
    }
};

HEADROOM_TEST(TestCertainty)
}  // namespace tst_certainty

#include "tst_certainty.moc"
