// SPDX-License-Identifier: Apache-2.0

#include "engine/base/words.h"
#include "engine/check/check.h"
#include "engine/document/values.h"
#include "engine/store/recording.h"
#include "tests/engine/replay/recorded_run.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <filesystem>

namespace tst_words {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// The quantities of a text as its author wrote them: "0.12 L/s | 210 kPa".
std::string listed(const Words& words) {
    std::string all;
    for (const WordsQuantity& quantity : words.quantities) {
        all += (all.empty() ? "" : " | ") + words.substr(quantity.at, quantity.length);
    }
    return all;
}

/// Units that readers can have in another one, and those that events state besides.
constexpr const char* kConvertible = "°C|K|m|mm|m2|m3|L/s|L/min|m/s|kPa|kg|kg/m2";
constexpr const char* kOfEvents = "°C|K|m|mm|m2|m3|L/s|L/min|m/s|kPa|kg|kg/m2|min|h|kW|MW|USD";

/// Numbers of a text with one of the units, which are not among its quantities.
QStringList notCarried(const Words& words, const char* units = kConvertible) {
    const QRegularExpression kQuantity(
        QStringLiteral("\\d[\\d,.]* (?:%1)(?![\\w/²³])").arg(QString::fromUtf8(units)),
        QRegularExpression::UseUnicodePropertiesOption);
    QStringList missing;
    auto found = kQuantity.globalMatch(QString::fromStdString(words));
    while (found.hasNext()) {
        const std::string text = found.next().captured().toStdString();
        const bool isCarried = std::any_of(
            words.quantities.begin(), words.quantities.end(),
            [&](const WordsQuantity& q) { return words.substr(q.at, q.length).ends_with(text); });
        if (!isCarried) {
            missing << QString::fromStdString(text + " in: " + words);
        }
    }
    return missing;
}

}  // namespace

class TestWords : public QObject {
    Q_OBJECT

  private slots:

    // 0.12345 L/s with two decimals, and 210.3 kPa without; 2.25 is rounded to even.
    void piecesJoin() {
        const Words leak = words("Leaks {} at {}: {:.1f} of {} {}.", amount(0.12345, "L/s", 2),
                                 amount(210.3, "kPa", 0), 2.25, 3, "pumps");
        QCOMPARE(std::string(leak), std::string("Leaks 0.12 L/s at 210 kPa: 2.2 of 3 pumps."));
        QCOMPARE(listed(leak), std::string("0.12 L/s | 210 kPa"));
        QCOMPARE(leak.quantities.front().value, 0.12345);
        const Words named = std::string("pump-1: ") + leak + " Now.";
        QCOMPARE(listed(named), listed(leak));
        QCOMPARE(named.form(), std::string("pump-1: Leaks {0} at {1}: 2.2 of 3 pumps. Now."));
    }

    // The id by which a sentence is translated: numbers differ, the form does not.
    void oneFormForAllNumbers() {
        const auto passed = [](double c) {
            return words("Passed {} in {{a}}.", amount(c, "°C", 0));
        };
        QCOMPARE(Words("a {b}").form(), std::string("a {{b}}"));
        QVERIFY(passed(87.0) != passed(92.0));
        QCOMPARE(passed(87.0).form(), passed(92.0).form());
    }

    // A reader has kPa as psi and leaves the rest. A range has its unit once.
    void readersChooseUnits() {
        const Words text = words("{} to {}, {}", bareAmount(18.0, "°C", 0), amount(27.0, "°C", 0),
                                 amount(2.0, "m", 0));
        QCOMPARE(std::string(text), std::string("18 to 27 °C, 2 m"));
        const auto reader = [](const WordsQuantity& q) {
            return q.unit == "m"
                       ? std::string()
                       : fmt::format("{:g}{}", 1.8 * q.value + 32.0, q.hasUnit ? " °F" : "");
        };
        QCOMPARE(shownWords(text, reader), std::string("64.4 to 80.6 °F, 2 m"));
    }

    void wordsBetweenAreReplaced() {
        const Words text = "set x to " + amount(3.0, "m", 0) + " in x";
        const Words changed = mapped(text, [](const std::string& piece) {
            return QString::fromStdString(piece).replace("x", "the pitch").toStdString();
        });
        QCOMPARE(std::string(changed), std::string("set the pitch to 3 m in the pitch"));
        QCOMPARE(listed(changed), std::string("3 m"));
    }

    // No finding of a scenario writes a number that readers of other units would not get.
    void findingsCarryTheirQuantities() {
        int quantities = 0;
        QStringList missing;
        for (const auto& folder :
             std::filesystem::directory_iterator(HEADROOM_SOURCE_DIR "/scenarios")) {
            if (!folder.is_directory()) {
                continue;
            }
            for (const Finding& finding : checkProject(scenario(folder.path().filename().string()),
                                                       catalogue(), CheckDepth::Quick)) {
                missing << notCarried(finding.message) << notCarried(finding.hint);
                quantities += static_cast<int>(finding.message.quantities.size());
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
        QVERIFY(quantities > 0);
    }

    // Nor does the fault of a value that is above the largest one of its attribute, by ten times and one.
    void faultsOfRangesCarryTheirQuantities() {
        QStringList missing;
        int faults = 0;
        for (const models::ComponentType* type : models::documentTypes()) {
            for (const models::Attribute& attribute : type->attributes) {
                if (attribute.kind != models::ValueKind::Number ||
                    !std::isfinite(attribute.maximum) || attribute.unit.symbol.empty()) {
                    continue;
                }
                const double above = 10.0 * std::abs(attribute.maximum) + 1.0;
                for (const ValueFault& fault : valueFaults(attribute, models::Value{above})) {
                    ++faults;
                    missing << notCarried(fault.message) << notCarried(fault.remedy);
                    QVERIFY2(!fault.message.quantities.empty(), fault.message.c_str());
                }
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
        QVERIFY(faults > 0);
    }

    // Nor does an event of a run in which cooling fails and leaks; and its recording brings the same quantities.
    void eventsCarryTheirQuantities() {
        const Project project = scenario("tour-small-hall");
        PlantOrder leak;
        leak.action = models::DrillAction::Leak;
        leak.unit = "cdus";
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("run.db").toStdString();
        const RecordedRun made = record(project, file, 3600.0, {{600.0, leak}});
        const auto events = opened(file)->events();
        QVERIFY(events && !events->empty());
        QStringList missing;
        int quantities = 0;
        for (const Event& event : *events) {
            missing << notCarried(event.text, kOfEvents);
            quantities += static_cast<int>(event.text.quantities.size());
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
        QVERIFY(quantities > 0);
    }
};

HEADROOM_TEST(TestWords)
}  // namespace tst_words

#include "tst_words.moc"
