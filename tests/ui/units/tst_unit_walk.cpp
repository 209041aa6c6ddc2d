// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/inspector/attribute_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <QSignalSpy>
#include <QtTest>

#include <cmath>

namespace tst_unit_walk {

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Allowed numbers of an attribute: its limits and some between and beyond the usual.
std::vector<double> triesOf(const models::Attribute& a) {
    std::vector<double> tries{0.0, 1.0, -7.3, 0.123456789012345, 18.25, 299.7, 1234567.891};
    for (const double limit : {a.minimum, a.maximum}) {
        if (std::isfinite(limit)) {
            tries.push_back(limit);
        }
    }
    std::erase_if(tries, [&](double x) { return x < a.minimum || x > a.maximum; });
    return tries;
}

bool isNear(double a, double b) {
    return std::abs(a - b) <= 1e-12 * std::abs(b);
}

}  // namespace

/// Every attribute of every type: value to text and back is the same quantity, in each system.
class TestUnitWalk : public QObject {
    Q_OBJECT

  private slots:

    void cleanup() { UnitSystem::instance().choose(UnitChoice::Si); }

    void everyAttribute_data() {
        QTest::addColumn<int>("choice");
        QTest::newRow("SI") << 0;
        QTest::newRow("US") << 1;
        QTest::newRow("mixed") << 2;
    }

    void everyAttribute() {
        QFETCH(int, choice);
        UnitSystem::instance().choose(static_cast<UnitChoice>(choice));
        const engine::Project project;
        int walked = 0;
        for (const auto types : {models::documentTypes(), models::catalogueTypes()}) {
            for (const models::ComponentType* type : types) {
                for (const models::Attribute& a : type->attributes) {
                    walked += walk(a, project);
                }
            }
        }
        QVERIFY(walked > 1000);
    }

    void knownFigures() {
        // 0.3048 m a foot; 1 kPa = 0.145037738 psi; 1 L/s = 15.8503231 gpm; 1 m3/s = 2118.88 cfm;
        // 1,500 kg/m2 = 307.224 lb/ft2; 27 °C = 80.6 °F, but 27 K = 48.6 °F of difference.
        UnitSystem::instance().choose(UnitChoice::Us);
        const QString thin(QChar(0x2009));
        QCOMPARE(quantityText(3.6, models::unit::metre), "11.81" + thin + "ft");
        QCOMPARE(quantityText(27.0, models::unit::celsius), "80.60" + thin + "°F");
        QCOMPARE(quantityText(27.0, models::unit::kelvin), "48.60" + thin + "Δ°F");
        QCOMPARE(quantityText(100e3, models::unit::kilopascal), "14.50" + thin + "psi");
        QCOMPARE(quantityText(0.010, models::unit::litrePerSecond), "158.5" + thin + "gpm");
        QCOMPARE(quantityText(1.0, models::unit::cubicMetrePerSecond), "2119" + thin + "cfm");
        QCOMPARE(quantityText(1500, models::unit::kilogramPerSquareMetre),
                 "307.2" + thin + "lb/ft²");
        QCOMPARE(quantityText(1.0, models::unit::cubicMetre), "264.2" + thin + "gal");
        QCOMPARE(quantityText(2.5e6, models::unit::kilowatt), "2.500" + thin + "MW");
        UnitSystem::instance().choose(UnitChoice::Mixed);
        QCOMPARE(quantityText(3.6, models::unit::metre), "11.81" + thin + "ft");
        QCOMPARE(quantityText(100e3, models::unit::kilopascal), "100" + thin + "kPa");
        QCOMPARE(quantityText(900, models::unit::kilogram), "900" + thin + "kg");
        UnitSystem::instance().choose(UnitChoice::Si);
        QCOMPARE(quantityText(27.0, models::unit::celsius), "27" + thin + "°C");
    }

    void aChangeIsTold() {
        QSignalSpy told(&UnitSystem::instance(), &UnitSystem::changed);
        UnitSystem::instance().choose(UnitChoice::Us);
        UnitSystem::instance().choose(UnitChoice::Us);
        QCOMPARE(told.size(), 1);
    }

    void aRangeIsInShownUnits() {
        models::Attribute a;
        a.label = "Width";
        a.unit = models::unit::metre;
        a.kind = models::ValueKind::Number;
        a.minimum = 0.0;
        a.maximum = 3.048;
        UnitSystem::instance().choose(UnitChoice::Us);
        QCOMPARE(rangeText(a), QString("0 to 10") + QChar(0x2009) + "ft");
        const auto beyond = valueFromText(a, "11", {}, nullptr);
        QVERIFY(!beyond);
        QVERIFY2(beyond.error().contains("10"), qPrintable(beyond.error()));
    }

  private:
    int walk(const models::Attribute& a, const engine::Project& project) {
        using models::ValueKind;
        int walked = 0;
        if (a.kind == ValueKind::Number) {
            for (const double value : triesOf(a)) {
                const QString text = valueEdited(a, value);
                const auto back = valueFromText(a, text, project, nullptr);
                const std::string where = std::string(a.key) + " " + text.toStdString();
                if (!back) {
                    QTest::qFail((where + ": " + back.error().toStdString()).c_str(), __FILE__,
                                 __LINE__);
                } else if (!isNear(std::get<double>(*back), value)) {
                    QTest::qFail(where.c_str(), __FILE__, __LINE__);
                }
                ++walked;
            }
        } else if (a.kind == ValueKind::NumberList && a.count == 0) {
            const std::vector<double> tries = triesOf(a);
            const auto back = valueFromText(a, valueEdited(a, tries), project, nullptr);
            if (!back || std::get<std::vector<double>>(*back).size() != tries.size()) {
                QTest::qFail(std::string(a.key).c_str(), __FILE__, __LINE__);
                return 1;
            }
            for (std::size_t i = 0; i < tries.size(); ++i) {
                if (!isNear(std::get<std::vector<double>>(*back)[i], tries[i])) {
                    QTest::qFail(std::string(a.key).c_str(), __FILE__, __LINE__);
                }
            }
            ++walked;
        } else if (a.kind == ValueKind::Boolean) {
            const auto back = valueFromText(a, valueEdited(a, true), project, nullptr);
            if (!back || *back != models::Value(true)) {
                QTest::qFail(std::string(a.key).c_str(), __FILE__, __LINE__);
            }
            ++walked;
        } else if (a.kind == ValueKind::Choice) {
            for (const std::string_view word : a.choices) {
                const models::Value value{std::string(word)};
                const auto back = valueFromText(a, valueEdited(a, value), project, nullptr);
                if (!back || *back != value) {
                    QTest::qFail(std::string(a.key).c_str(), __FILE__, __LINE__);
                }
                ++walked;
            }
        }
        return walked;
    }
};

HEADROOM_TEST(TestUnitWalk)
}  // namespace tst_unit_walk

#include "tst_unit_walk.moc"
