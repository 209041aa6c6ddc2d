// SPDX-License-Identifier: Apache-2.0
#include "engine/certainty/ranges.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_ranges {

using namespace headroom;
using namespace headroom::engine;
using headroom::tests::catalogue;

namespace {

/// The first number of the catalogue that `wanted` takes, with its range.
template <class Wanted>
std::optional<UncertainFigure> firstOf(Wanted&& wanted) {
    const auto& entries = catalogue().entries();
    for (std::size_t e = 0; e < entries.size(); ++e) {
        for (std::size_t a = 0; a < entries[e].values.size(); ++a) {
            const auto* number = std::get_if<double>(&entries[e].values[a]);
            if (number != nullptr && *number > 0.0 &&
                wanted(entries[e].type->attributes[a], entries[e], entries[e].provenance[a])) {
                return uncertainFigure(catalogue(), e, a);
            }
        }
    }
    return std::nullopt;
}

double valueOf(const UncertainFigure& f) {
    return std::get<double>(catalogue().entries()[f.entry].values[f.attribute]);
}

double at(const UncertainFigure& f, double z) {
    return std::get<double>(f.at(catalogue(), z));
}

/// Numbers of a value: one, the y of a curve, or a list.
std::vector<double> numbersOf(const models::Value& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        return {*number};
    }
    if (const auto* curve = std::get_if<models::Curve>(&value)) {
        return curve->y();
    }
    return std::get<std::vector<double>>(value);
}

constexpr double kEnd = 1.6448536269514722;

}  // namespace

class TestRanges : public QObject {
    Q_OBJECT

  private slots:

    // A power that somebody assumed: 30 % either way at 5 and 95 %, itself in the middle.
    void assumedPower() {
        const auto f = firstOf([](const auto& a, const auto&, const auto& p) {
            return a.unit.symbol == "W" && p.status == "assumption" && !p.hasRange();
        });
        if (!f) {
            QSKIP("no assumed power without a range is left in the catalogue");
        }
        QCOMPARE(f->rule, std::string("power"));
        QVERIFY(std::abs(at(*f, -kEnd) / valueOf(*f) - 0.7) < 1e-9);
        QVERIFY(std::abs(at(*f, kEnd) / valueOf(*f) - 1.3) < 1e-9);
        QCOMPARE(at(*f, 0.0), valueOf(*f));
    }

    // Rates of failure by ratio: 200 % is three times, and a third.
    void assumedRate() {
        const auto f = firstOf([](const auto&, const auto& part, const auto& p) {
            return part.type->id == "failure_mode" && p.status == "assumption" && !p.hasRange();
        });
        if (!f) {
            QSKIP("no assumed rate is left in the catalogue");
        }
        QVERIFY(f->byRatio);
        const double up = at(*f, kEnd) / valueOf(*f);
        QVERIFY(up > 1.0 && up <= 3.0 + 1e-9);
    }

    // A range that the catalogue states comes first, and each side has its own end.
    void statedRange() {
        const auto f = firstOf([](const auto&, const auto&, const auto& p) {
            return p.hasRange() && std::holds_alternative<double>(p.low);
        });
        QVERIFY(f && f->rule.empty() && f->ends.stated);
        QVERIFY(std::abs(at(*f, -kEnd) - std::get<double>(f->ends.low)) < 1e-9);
        QVERIFY(std::abs(at(*f, kEnd) - std::get<double>(f->ends.high)) < 1e-9);
    }

    // What was read in the original is not moved.
    void verifiedStays() {
        QVERIFY(!firstOf([](const auto&, const auto&, const auto& p) {
            return p.status == "verified" && !p.hasRange();
        }));
    }

    // However far, within the limits of the table: numbers, curves and lists.
    void withinLimits() {
        const auto& entries = catalogue().entries();
        for (std::size_t e = 0; e < entries.size(); ++e) {
            for (std::size_t a = 0; a < entries[e].values.size(); ++a) {
                const auto f = uncertainFigure(catalogue(), e, a);
                if (!f) {
                    continue;
                }
                const models::Attribute& attribute = entries[e].type->attributes[a];
                for (const double z : {-6.0, -kEnd, kEnd, 6.0}) {
                    for (const double x : numbersOf(f->at(catalogue(), z))) {
                        QVERIFY2(x >= attribute.minimum && x <= attribute.maximum,
                                 entries[e].id.c_str());
                    }
                }
            }
        }
    }
};

HEADROOM_TEST(TestRanges)
}  // namespace tst_ranges

#include "tst_ranges.moc"
