// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/compare.h"
#include "engine/compare/executive.h"
#include "engine/compare/money_figures.h"
#include "engine/live/run.h"
#include "engine/sheet/sheet_csv.h"
#include "models/facility/drill.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace tst_compare {

using namespace headroom::engine;
using namespace headroom::tests;

class TestCompare : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    Candidate run(const Project& project, const std::string& name, double untilS) {
        auto s = simulator(project);
        const std::filesystem::path file = folder_.filePath((name + ".db").c_str()).toStdString();
        auto recorder =
            Recorder::create(file, runInfo(*s, project, catalogue()), s->channels(), true);
        const std::atomic<bool> never{false};
        if (!headroom::engine::run(*s, recorder->get(), untilS, {}, {}, never) ||
            !(*recorder)->finish(summaryJson(s->summary(), 1.0))) {
            qFatal("the run could not be recorded");
        }
        return {
            name, std::shared_ptr<const Recording>(std::move(*Recording::open(file))), project, {}};
    }

    static const FigureLine& line(const Comparison& c, std::string_view key) {
        for (const FigureLine& l : c.run) {
            if (l.figure->key == key) {
                return l;
            }
        }
        qFatal("no such figure");
    }

  private slots:

    // The same run twice: every difference is 0, nobody is best, nothing differs.
    void theSameTwice() {
        const Project project = scenario("tour-small-hall");
        const auto c = compare({run(project, "a", 1800.0), run(project, "b", 1800.0)});
        QVERIFY(c.has_value());
        for (const FigureLine& l : c->run) {
            QVERIFY(l.values[0] == l.values[1] ||
                    (std::isnan(l.values[0]) && std::isnan(l.values[1])));
            QCOMPARE(l.best, -1);
        }
        QVERIFY(c->inputs.empty() && c->events.empty() && c->eventCounts.empty());
        QVERIFY(std::isnan(c->sameUntilS[1]));
        QVERIFY(c->remarks.empty());
    }

    // A CDU group fails at 10 min in the second: until then both tell the same. The failure stands among
    // what happened, never in the first, and the drill among what went in.
    void whatDiffers() {
        const Project project = scenario("tour-small-hall");
        Project drilled = project;
        Object drill{"lost", &headroom::models::DrillSpec::type(), {}};
        drill.values.resize(drill.type->attributes.size());
        drilled.objects.push_back(drill);
        set(drilled, "lost", "at_min", 10.0);
        set(drilled, "lost", "action", std::string{"fail"});
        set(drilled, "lost", "unit", std::string{"cdus"});
        set(drilled, "warm", "supply_setpoint_c", 33.0);
        const auto c = compare({run(project, "a", 1800.0), run(drilled, "b", 1800.0)});
        QVERIFY(c.has_value());
        QCOMPARE(static_cast<int>(c->inputs.size()), 2);
        QCOMPARE(c->inputs[0].object, std::string{"warm"});
        QCOMPARE(c->inputs[0].label, std::string{"Supply set-point"});
        QCOMPARE(c->inputs[0].values[1], std::string{"33"});
        QCOMPARE(c->inputs[1].object, std::string{"lost"});
        QCOMPARE(c->inputs[1].values, (std::vector<std::string>{"not there", "there"}));
        QVERIFY(c->sameUntilS[1] <= 600.0);
        QVERIFY(std::any_of(c->events.begin(), c->events.end(), [](const EventLine& e) {
            return e.counts == std::vector<std::int64_t>{0, 1} && std::isnan(e.firstS[0]) &&
                   e.firstS[1] == 600.0;
        }));
        // The one that lost its coolant did less work: utilisation is better in the first.
        QCOMPARE(line(*c, "utilization").best, 0);
    }

    // A job that no accelerator can hold leaves the hall idle: less to pay for energy, and the best in nothing. candidateOf() finds
    // the fault by the checks of the design; here it is given.
    void whoCannotRunIsBestInNothing() {
        const Project project = scenario("tour-small-hall");
        Project idle = project;
        set(idle, "llama-70b", "tensor_parallel", std::int64_t{1});
        Candidate second = run(idle, "b", 1800.0);
        const Candidate first = run(project, "a", 1800.0);
        const auto before = compare({first, second}).value();
        QCOMPARE(line(before, "cost.energy_usd").best, 1);
        second.cannot = "llama-70b: Out of memory.";
        const auto after = compare({first, second}).value();
        QCOMPARE(line(after, "cost.energy_usd").best, 0);
        QCOMPARE(after.remarks.size(), before.remarks.size() + 1);
        QVERIFY(after.remarks.front().ends_with("llama-70b: Out of memory."));
    }

    // The interval that a run left is next to its figure: as the summary has it.
    void intervalsStandBesideTheirFigures() {
        const Project project = scenario("tour-small-hall");
        const Candidate a = run(project, "a", 1800.0), b = run(project, "b", 1800.0);
        const auto c = compare({a, b}).value();
        const QJsonObject left =
            QJsonDocument::fromJson(QByteArray::fromStdString(a.recording->summary()))
                .object()["intervals"]
                .toObject();
        QVERIFY(!left.isEmpty());
        for (auto it = left.begin(); it != left.end(); ++it) {
            const FigureLine& l = line(c, it.key().toStdString());
            const QJsonObject ends = it.value().toObject();
            QCOMPARE(l.intervals[0].low / l.figure->unit.toSi, ends["low"].toDouble());
            QCOMPARE(l.intervals[1].high / l.figure->unit.toSi, ends["high"].toDouble());
        }
        QVERIFY(comparisonText(c).find("90 %: ") != std::string::npos);
        QVERIFY(comparisonHtml(c).find("90 %: ") != std::string::npos);
        // No model of the catalogue moves the share of accelerators at work; plant and wiring move PUE.
        QVERIFY(std::isnan(line(c, "utilization").intervals[0].low));
        QVERIFY(line(c, "pue").intervals[0].low < line(c, "pue").values[0]);
    }

    // The order of objects in the file says nothing.
    void orderOfObjectsIsNoDifference() {
        const Project project = scenario("tour-small-hall");
        Project turned = project;
        std::reverse(turned.objects.begin(), turned.objects.end());
        QVERIFY(compareInputs({&project, &turned}).empty());
        QVERIFY(compareInputs({&project, nullptr}).empty());
    }

    void lengthsAreTold() {
        const Project project = scenario("tour-small-hall");
        const auto c = compare({run(project, "a", 600.0), run(project, "b", 1200.0)});
        QCOMPARE(static_cast<int>(c->remarks.size()), 1);
        QVERIFY(c->remarks.front().find("different lengths") != std::string::npos);
        // What one of them could not yet tell is no difference.
        QVERIFY(std::isnan(c->sameUntilS[1]));
    }

    // JSON, CSV and page hold the same figures; names with marks of HTML and CSV stay names.
    void formats() {
        const Project project = scenario("tour-small-hall");
        Candidate a = run(project, "a", 600.0), b = run(project, "b", 600.0);
        a.name = "a<b>, \"c\"";
        const auto c = compare({a, b}).value();
        const QJsonObject json =
            QJsonDocument::fromJson(QByteArray::fromStdString(comparisonJson(c))).object();
        QCOMPARE(json["run"].toArray().size(), static_cast<int>(c.run.size()));
        const std::string csv = sheetCsv(comparisonSheet(c));
        QVERIFY(csv.find("\"a<b>, \"\"c\"\"\"") != std::string::npos);
        QCOMPARE(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')),
                 c.run.size() + c.design.size() + 1);
        const std::string page = comparisonHtml(c);
        QVERIFY(page.find("a<b>") == std::string::npos);
        QVERIFY(page.find("a&lt;b&gt;") != std::string::npos);
        QVERIFY(page.find("http") == std::string::npos);
        QVERIFY(comparisonText(c).find("Inputs: equal.") != std::string::npos);
    }

    // Cost and carbon once asked for: of two designs that differ in the price of carbon alone the machines
    // cost the same, and the present value is less without.
    void moneyLikeAnyFigure() {
        const Project project = scenario("onprem-vs-cloud");
        Project taxed = project;
        for (Object& object : taxed.objects) {
            if (object.type->id == "economics") {
                const headroom::models::Attribute* a = object.type->find("carbon_usd_per_t");
                object.values[static_cast<std::size_t>(a - object.type->attributes.data())] = 100.0;
            }
        }
        const auto shared = std::make_shared<const Catalogue>(catalogue());
        Candidate free{"free", nullptr, project, {}}, paid{"paid", nullptr, taxed, {}};
        free.catalogue = paid.catalogue = shared;
        QVERIFY(compare({free, paid})->money.empty());
        for (Candidate* one : {&free, &paid}) {
            const auto done = addMoney(*one);
            QVERIFY2(done, done ? "" : text(done.error()).c_str());
            QCOMPARE(one->money.size(), moneyFigures().size());
        }
        const auto c = compare({free, paid});
        QCOMPARE(c->money.size(), moneyFigures().size());
        for (const FigureLine& l : c->money) {
            // On-premises hardware is resold; without water in the cooling its year is 0.
            QVERIFY(l.figure->key == "water_m3_per_year" ? l.values[0] >= 0.0 : l.values[0] > 0.0);
            const bool isTaxed = l.figure->key == "spent_usd" || l.figure->key == "tco_usd" ||
                                 l.figure->key == "npv_usd" ||
                                 l.figure->key == "usd_per_used_hour" ||
                                 l.figure->key == "usd_per_million_tokens";
            QCOMPARE(l.values[1] > l.values[0], isTaxed);
            QCOMPARE(l.best, isTaxed ? 0 : -1);
        }
        // Total = spent - residual, to the dollar that the figures show: no sum hides what comes back.
        const auto money = [&](std::string_view key) {
            const auto line =
                std::find_if(c->money.begin(), c->money.end(),
                             [&](const FigureLine& l) { return l.figure->key == key; });
            return line->values[0];
        };
        QVERIFY(std::abs(money("spent_usd") - money("residual_usd") - money("tco_usd")) < 1.0);
        QVERIFY(comparisonText(*c).find("Present value") != std::string::npos);
        QVERIFY(sheetCsv(comparisonSheet(*c)).find("money,npv_usd") != std::string::npos);
    }

    // Other objects, and no rack in the same place: figures all the same, and it is said.
    void thingsThatShareNothing() {
        const Project one = scenario("tour-small-hall");
        Project other = one;
        for (Object& object : other.objects) {
            object.id = object.type->single ? object.id : "other-" + object.id;
        }
        const auto c = compare({{"a", nullptr, one, {}}, {"b", nullptr, other, {}}});
        QVERIFY(c.has_value());
        QCOMPARE(c->remarks.size(), std::size_t{1});
        QVERIFY(c->remarks.front().starts_with("They share no object"));
        // Each object that may be there several times is one line for each of the two.
        std::size_t several = 0;
        for (const Object& object : one.objects) {
            several += object.type->single ? 0U : 1U;
        }
        QCOMPARE(c->inputs.size(), 2 * several);
        const auto same = compare({{"a", nullptr, one, {}}, {"b", nullptr, one, {}}});
        QVERIFY(same->remarks.empty());
    }

    void whatCannotBeCompared() {
        const Project project = scenario("tour-small-hall");
        const Candidate one{"a", nullptr, project, {}};
        QCOMPARE(compare({one}).error().code, std::string{"CMR-001"});
        QCOMPARE(compare({one, one, one, one, one}).error().code, std::string{"CMR-001"});
        QCOMPARE(compare({one, one}, 2).error().code, std::string{"CMR-002"});
    }

    // Three variants: a column a variant and one for its plus or minus, a footnote a row. An interval of 1.0 to 1.4 around 1.1 is
    // ± 0.3, the larger distance. A row that is 0 or unknown in all variants is left out.
    void anExecutivePageHasAColumnForEachVariant() {
        Comparison c;
        c.names = {"air", "plates", "oil & more"};
        const double nan = std::nan("");
        c.run.push_back({&figure("pue"), {1.1, 1.2, 1.3}, 0, {{1.0, 1.4}, {nan, nan}, {nan, nan}}});
        c.run.push_back({&figure("carbon_kg"), {nan, nan, nan}, -1, {}});
        // 595.64e9, 596.2e9 and 80e9 tokens, ± 124.5e9: billions to four digits of the value, and one place for all of a row.
        c.run.push_back({&figure("tokens"),
                         {595.64e9, 596.2e9, 80e9},
                         1,
                         {{471.1e9, 720.1e9}, {nan, nan}, {nan, nan}}});
        c.remarks = {"The second ran for a day only."};
        const ExecutivePage page = executivePage(c, "");
        QCOMPARE(page.question, std::string("Which of air, plates and oil & more?"));
        QCOMPARE(page.sheet.rows.size(), std::size_t{2});
        QCOMPARE(std::get<std::string>(page.sheet.rows[1][1]), std::string("billion"));
        QCOMPARE(std::get<double>(page.sheet.rows[1][2]), 595.6);
        QCOMPARE(page.sheet.columns.size(), std::size_t{9});  // figure, unit, 3 x 2, note
        QCOMPARE(std::get<double>(page.sheet.rows[0][2]), 1.1);
        QVERIFY(std::abs(std::get<double>(page.sheet.rows[0][3]) - 0.3) < 1e-9);
        QVERIFY(std::isnan(std::get<double>(page.sheet.rows[0][5])));
        QCOMPARE(page.footnotes.size(), std::size_t{3});
        const std::string html = executiveHtml(page, "2026-11-30");
        QVERIFY(html.find("oil &amp; more") != std::string::npos);
        QVERIFY(html.find("± 0.3") != std::string::npos);
        QVERIFY2(html.find("<b>595.6</b> <span class=\"why\">± 124.5") != std::string::npos,
                 html.c_str());
        QVERIFY(html.find("<b>80.0</b>") != std::string::npos);
        QVERIFY(html.find("2026-11-30") != std::string::npos);
        const auto pdf = executivePdf(page, "2026-11-30");
        QVERIFY(pdf.has_value());
        QVERIFY(pdf->starts_with("%PDF"));
    }
};

HEADROOM_TEST(TestCompare)
}  // namespace tst_compare

#include "tst_compare.moc"
