// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/formula/formula.h"
#include "engine/laws/laws.h"
#include "engine/run/frame/frame.h"
#include "engine/run/simulator.h"
#include "models/core/attribute.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

namespace tst_laws {

using namespace headroom;
using namespace headroom::engine;

namespace {

std::span<const QuantityInfo> tableOf(std::string_view place) {
    return place == "facility" ? facilityQuantities()
           : place == "hall"   ? hallQuantities()
           : place == "cdu"    ? cduQuantities()
           : place == "loop"   ? loopQuantities()
           : place == "rack"   ? rackQuantities()
                               : std::span<const QuantityInfo>();
}

bool isIn(std::span<const QuantityInfo> table, std::string_view key) {
    return std::any_of(table.begin(), table.end(),
                       [&](const QuantityInfo& info) { return info.key == key; });
}

std::string_view placeOf(const Law& law) {
    return law.number.substr(0, law.number.find('/'));
}

std::string_view keyOf(const Law& law) {
    return law.number.substr(law.number.find('/') + 1);
}

}  // namespace

class TestLaws : public QObject {
    Q_OBJECT

  private slots:

    // A quantity that is added without a law is found here, and a law of none.
    void everyQuantityHasOneLaw() {
        std::set<std::string_view> seen;
        for (const Law& law : laws()) {
            QVERIFY2(seen.insert(law.number).second, law.number.data());
            if (const auto table = tableOf(placeOf(law)); !table.empty()) {
                QVERIFY2(isIn(table, keyOf(law)), law.number.data());
            } else {
                QVERIFY2(!law.words.empty(), law.number.data());
            }
        }
        for (const char* place : {"facility", "hall", "cdu", "loop", "rack"}) {
            for (const QuantityInfo& info : tableOf(place)) {
                QVERIFY2(lawOf(place, info.key) != nullptr, info.key.data());
                QVERIFY2(!info.why.empty(), info.key.data());
            }
        }
        QVERIFY(lawOf("facility", "no_such_key") == nullptr);
    }

    void everyInputAndHeaderIsThere() {
        for (const Law& law : laws()) {
            std::istringstream inputs{std::string(law.inputs)};
            for (std::string word; inputs >> word;) {
                const std::size_t dot = word.find('.');
                if (dot == std::string::npos) {
                    QVERIFY2(isIn(tableOf(placeOf(law)), word), (std::string(law.number) + ": " + word).c_str());
                    continue;
                }
                const models::ComponentType* type = models::findComponentType(word.substr(0, dot));
                QVERIFY2(type != nullptr && type->find(word.substr(dot + 1)) != nullptr,
                         (std::string(law.number) + ": " + word).c_str());
            }
            QVERIFY2(!law.range.empty(), law.number.data());
            QVERIFY2(std::filesystem::exists(std::string(HEADROOM_SOURCE_DIR "/") + std::string(law.header)),
                     law.header.data());
        }
    }

    // The formulas are no decoration: at every instant of an hour of the small hall each yields the
    // number that the simulation itself came to, from the other numbers of that instant.
    void formulasYieldWhatTheRunDoes() {
        const auto catalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY(catalogue.has_value());
        const auto project = loadProject(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall", *catalogue);
        QVERIFY(project.has_value());
        auto simulator = Simulator::create(*project, *catalogue, {});
        QVERIFY(simulator.has_value());
        int held = 0;
        while ((*simulator)->timeS() < 3600.0) {
            (*simulator)->step();
            const auto frame = (*simulator)->frame();
            for (const Law& law : laws()) {
                if (law.formula.empty()) {
                    continue;
                }
                const auto formula = Formula::parse(std::string(law.formula));
                QVERIFY2(formula.has_value(), law.number.data());
                const std::string_view place = placeOf(law);
                const std::size_t owners = place == "facility" ? 1 : frame->halls.size();
                for (std::size_t owner = 0; owner < owners; ++owner) {
                    const auto value = [&](std::string_view key) {
                        const auto table = tableOf(place);
                        for (std::size_t q = 0; q < table.size(); ++q) {
                            if (table[q].key == key) {
                                return place == "facility" ? frame->facility[q] : frame->halls[owner][q];
                            }
                        }
                        return std::nan("");
                    };
                    const double is = value(keyOf(law)), yields = formula->value(value);
                    if (std::isfinite(is)) {
                        QVERIFY2(std::abs(yields - is) <= 1e-9 * std::max(1.0, std::abs(is)), law.number.data());
                        ++held;
                    }
                }
            }
        }
        QVERIFY(held > 8 * 200);
    }
};

HEADROOM_TEST(TestLaws)
}  // namespace tst_laws

#include "tst_laws.moc"
