// SPDX-License-Identifier: Apache-2.0
#include "engine/formula/formula.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_formula {

using headroom::engine::Formula;

namespace {

/// a is 2, b is 3, "hall/h-1/x" is 5; all else is not known.
double known(std::string_view name) {
    return name == "a"            ? 2.0
           : name == "b"          ? 3.0
           : name == "hall/h-1/x" ? 5.0
                                  : std::numeric_limits<double>::quiet_NaN();
}

double value(const char* text) {
    const auto formula = Formula::parse(text);
    return formula ? formula->value(known) : -999.0;
}

}  // namespace

class TestFormula : public QObject {
    Q_OBJECT

  private slots:

    void arithmetic() {
        QCOMPARE(value("a + b * 4"), 14.0);    // 2 + 12
        QCOMPARE(value("(a + b) * 4"), 20.0);  // 5 x 4
        QCOMPARE(value("a - b - 1"), -2.0);    // from the left: -1 - 1
        QCOMPARE(value("12 / b / a"), 2.0);    // 4 / 2
        QCOMPARE(value("-a * -b"), 6.0);
        QCOMPARE(value("1e-3 * {hall/h-1/x}"), 5e-3);
        QCOMPARE(value("min(a, b) + max(a, b)"), 5.0);
        QCOMPARE(value("minimum"), value("unknown"));  // a name that begins so is a name
    }

    void comparisons() {
        QCOMPARE(value("a < b and b <= 3"), 1.0);
        QCOMPARE(value("a > b or not a = 2"), 0.0);
        QCOMPARE(value("not (a > b)"), 1.0);
        // What is not known spreads, and no comparison with it holds, either way.
        QVERIFY(std::isnan(value("a + nothing")));
        QCOMPARE(value("nothing < 1 or nothing >= 1"), 0.0);
        QVERIFY(std::isnan(value("a / (b - 3)")));
        QVERIFY(!Formula::parse("nothing")->holds(known));
        QVERIFY(!Formula().holds(known));
    }

    void namesAreListedAndReplaced() {
        const auto formula = Formula::parse("(a + {hall/h-1/x}) / a");
        QVERIFY(formula.has_value());
        QCOMPARE(formula->names(), (std::vector<std::string>{"a", "hall/h-1/x"}));
        QCOMPARE(
            formula->written([](std::string_view name) { return '<' + std::string(name) + '>'; }),
            std::string("(<a> + <hall/h-1/x>) / <a>"));
    }

    void whatCannotBeReadIsRefused() {
        for (const char* text :
             {"", "a +", "(a", "a b", "{}", "{a", "a + * b", "min(a)", "1 < 2 < 3", "a $ b", ")"}) {
            const auto formula = Formula::parse(text);
            QVERIFY2(!formula, text);
            QCOMPARE(formula.error().code, std::string("FML-001"));
        }
        // Deeper than anybody writes: refused, not a crash.
        QVERIFY(!Formula::parse(std::string(100000, '(') + "1"));
        QVERIFY(Formula::parse(std::string(20, '(') + "1" + std::string(20, ')')).has_value());
    }
};

HEADROOM_TEST(TestFormula)
}  // namespace tst_formula

#include "tst_formula.moc"
