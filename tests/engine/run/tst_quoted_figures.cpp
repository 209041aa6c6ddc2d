// SPDX-License-Identifier: Apache-2.0
#include "engine/figures/figures.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QtTest>
#include <fmt/format.h>

#include <string>
#include <vector>

/// Figures that the README of a scenario quotes are those that its run gives today, to the digit quoted.
namespace tst_quoted_figures {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

struct Quoted {
    const char* figure;      ///< key of the table of figures
    int decimals;            ///< that the README quotes
    const char* row;         ///< beginning of its line
    double times = 1.0;      ///< quoted number over the figure's unit
    const char* after = "";  ///< words behind the number
};

struct Run {
    const char* scenario;
    const char* file;
    double hours;
    std::vector<Quoted> quoted;
};

/// Runs that take no more than a second each.
const std::vector<Run>& runs() {
    static const std::vector<Run> kRuns{
        {"chiller-trip",
         "project.json",
         12,
         {{"it_power_mean_kw", 2, "| IT power |", 1e-3, " MW with the trips"},
          {"pue", 2, "| PUE |"},
          {"wue_l_per_kwh", 1, "| water |", 1.0, " L/kWh"}}},
        {"cooling-trade-off",
         "air.json",
         24,
         {{"pue", 3, "| PUE |"},
          {"wue_l_per_kwh", 2, "| water,"},
          {"it_power_mean_kw", 0, "| IT power,"},
          {"hottest_chip_c", 1, "| hottest chip,"},
          {"tokens", 1, "| tokens trained,", 1e-9},
          {"cost.total_usd", 0, "| energy and water,"}}},
        {"cooling-trade-off",
         "project.json",
         24,
         {{"pue", 3, "| PUE |"},
          {"wue_l_per_kwh", 2, "| water,"},
          {"it_power_mean_kw", 0, "| IT power,"},
          {"hottest_chip_c", 1, "| hottest chip,"},
          {"tokens", 1, "| tokens trained,", 1e-9},
          {"cost.total_usd", 0, "| energy and water,"}}},
        {"cooling-trade-off",
         "immersion.json",
         24,
         {{"pue", 3, "| PUE |"},
          {"wue_l_per_kwh", 2, "| water,"},
          {"it_power_mean_kw", 0, "| IT power,"},
          {"hottest_chip_c", 1, "| hottest chip,"},
          {"tokens", 1, "| tokens trained,", 1e-9},
          {"cost.total_usd", 0, "| energy and water,"}}},
        {"feed-loss-2n",
         "project.json",
         24,
         {{"it_power_mean_kw", 2, "| IT power |", 1e-3, " MW"},
          {"it_power_peak_kw", 2, "| IT power |", 1e-3},
          {"pue", 3, "| PUE |"},
          {"hottest_chip_c", 0, "| hottest chip |", 1.0, " °C"}}},
        {"distributed-redundant",
         "project.json",
         24,
         {{"it_power_mean_kw", 1, "| IT power |", 1e-3, " MW"},
          {"it_power_peak_kw", 1, "| IT power |", 1e-3},
          {"pue", 2, "| PUE |"},
          {"wue_l_per_kwh", 1, "| water |", 1.0, " L/kWh"}}},
        {"immersion-hall",
         "project.json",
         24,
         {{"it_power_mean_kw", 2, "| IT power |", 1e-3, " MW"},
          {"pue", 3, "| PUE |"},
          {"wue_l_per_kwh", 1, "| water |", 1.0, " L/kWh"}}},
        {"frontier-day",
         "project.json",
         24,
         {{"it_power_mean_kw", 1, "| IT power |", 1e-3, " MW"}, {"pue", 3, "| PUE of"}}},
        {"train-and-serve",
         "project.json",
         24,
         {{"it_power_mean_kw", 2, "The day has", 1e-3, " MW of IT"}}},
    };
    return kRuns;
}

/// "1029" as READMEs write it: "1,029".
std::string grouped(std::string digits) {
    const std::size_t point = std::min(digits.find('.'), digits.size());
    for (std::size_t i = point; i > 3; i -= 3) {
        digits.insert(i - 3, ",");
    }
    return digits;
}

}  // namespace

class TestQuotedFigures : public QObject {
    Q_OBJECT

  private slots:

    void areThoseOfTheRun_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < runs().size(); ++i) {
            QTest::newRow(fmt::format("{} {}", runs()[i].scenario, runs()[i].file).c_str())
                << static_cast<int>(i);
        }
    }

    void areThoseOfTheRun() {
        QFETCH(int, index);
        const Run& run = runs()[static_cast<std::size_t>(index)];
        const std::string folder = std::string(HEADROOM_SOURCE_DIR "/scenarios/") + run.scenario;
        QFile readme(QString::fromStdString(folder + "/README.md"));
        QVERIFY(readme.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(readme.readAll()).split('\n');
        const auto project = loadProject(folder + "/" + run.file, catalogue());
        QVERIFY2(project.has_value(), project ? "" : text(project.error()).c_str());
        auto simulator = Simulator::create(*project, catalogue(), {});
        QVERIFY(simulator.has_value());
        while ((*simulator)->timeS() < run.hours * 3600.0 - 1e-6) {
            (*simulator)->step();
        }
        const RunSummary summary = (*simulator)->summary();
        QStringList wrong;
        for (const Quoted& q : run.quoted) {
            const double value = summary.value(q.figure) / figure(q.figure).unit.toSi * q.times;
            const QString number = QString::fromStdString(
                grouped(fmt::format("{:.{}f}", value, q.decimals)) + q.after);
            bool stands = false;
            for (const QString& line : lines) {
                stands = stands || (line.startsWith(q.row) && line.contains(number));
            }
            if (!stands) {
                wrong << QString("%1: %2").arg(q.row, number);
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
    }
};

HEADROOM_TEST(TestQuotedFigures)
}  // namespace tst_quoted_figures

#include "tst_quoted_figures.moc"
