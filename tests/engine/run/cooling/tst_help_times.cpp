// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/cooling/wizard_hall.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

/// The times of cooling.md are those of the halls that the wizard makes.
namespace tst_help_times {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// "3 to 7 min" of the row of the help page that begins with `label` [s].
std::pair<double, double> rangeOf(const QString& label) {
    QFile file(HEADROOM_SOURCE_DIR "/resources/help/cooling.md");
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QRegularExpression row(
        "^\\| " + QRegularExpression::escape(label) + " \\| (\\d+) to (\\d+) (s|min)",
        QRegularExpression::MultilineOption);
    const auto match = row.match(QString::fromUtf8(file.readAll()));
    const double unit = match.captured(3) == "min" ? 60.0 : 1.0;
    return {unit * match.captured(1).toDouble(), unit * match.captured(2).toDouble()};
}

constexpr double kLostS = 3600.0;

}  // namespace

class TestHelpTimes : public QObject {
    Q_OBJECT

  private slots:

    void throttles_data() {
        QTest::addColumn<QString>("label");
        QTest::addColumn<int>("accelerators");
        QTest::addColumn<QString>("rack");
        QTest::addColumn<int>("plant");
        QTest::addColumn<QString>("climate");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("machine");
        const auto add = [](const char* label, int accelerators, const char* rack, PlantKind plant,
                            const char* climate, const char* unit, const char* machine) {
            QTest::addRow("%s of %d %s", label, accelerators, rack)
                << QString(label) << accelerators << QString(rack) << static_cast<int>(plant)
                << QString(climate) << QString(unit) << QString(machine);
        };
        add("loop pumps, racks on liquid", 288, "gb200-nvl72", PlantKind::WarmDry, "leesburg-va",
            "warm-1", "pumps");
        add("loop pumps, racks on liquid", 1024, "dlc-b200-8", PlantKind::WarmTowers, "chicago-il",
            "warm-1", "pumps");
        add("loop pumps, racks on liquid", 512, "dlc-b200-8", PlantKind::Chilled, "leesburg-va",
            "chilled-1", "pumps");
        add("loop pumps, racks in air", 512, "air-h100-4", PlantKind::Chilled, "leesburg-va",
            "chilled-1", "pumps");
        add("CDU pumps, coasting down", 288, "gb200-nvl72", PlantKind::WarmDry, "leesburg-va",
            "cdus-1", "pumps");
        add("CDU pumps, coasting down", 1024, "dlc-b200-8", PlantKind::WarmTowers, "chicago-il",
            "cdus-1", "pumps");
        add("air handlers' fans or water", 512, "air-h100-4", PlantKind::Chilled, "leesburg-va",
            "hall-1", "air_handlers");
        add("air handlers' fans or water", 2048, "air-h100-4", PlantKind::Chilled, "singapore",
            "hall-1", "air_handlers");
        add("water of a single-phase bath", 512, "tank-h200-8", PlantKind::WarmTowers,
            "leesburg-va", "warm-1", "pumps");
        add("water of a single-phase bath", 512, "tank-h200-8", PlantKind::WarmTowers, "singapore",
            "warm-1", "pumps");
    }

    // All of the machines lost at full load: the first chip slows down within the time that the page states.
    void throttles() {
        QFETCH(QString, label);
        QFETCH(int, accelerators);
        QFETCH(QString, rack);
        QFETCH(int, plant);
        QFETCH(QString, climate);
        QFETCH(QString, unit);
        QFETCH(QString, machine);
        const auto [leastS, mostS] = rangeOf(label);
        QVERIFY2(mostS > leastS, qPrintable(label));
        Project p =
            wizardHall(hallBrief(accelerators, rack.toUtf8().constData(),
                                 static_cast<PlantKind>(plant), climate.toUtf8().constData()),
                       1.0);
        addDrill(p, "lost", "fail", unit.toStdString(), kLostS / 60.0, machine.toStdString());
        CoolantRun r(p);
        r.until(kLostS + 2.0 * mostS);
        const double throttleS = r.when(EventKind::Throttle) - kLostS;
        QVERIFY2(throttleS >= leastS && throttleS <= mostS, qPrintable(QString::number(throttleS)));
        QVERIFY(r.balanced());
    }
};

HEADROOM_TEST(TestHelpTimes)
}  // namespace tst_help_times

#include "tst_help_times.moc"
