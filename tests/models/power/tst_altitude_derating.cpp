// SPDX-License-Identifier: Apache-2.0
#include "models/power/altitude_derating.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_altitude_derating {

using namespace headroom::models;
using headroom::tests::cataloguePart;

class TestAltitudeDerating : public QObject {
    Q_OBJECT

  private slots:

    // The rating holds up to 1,000 m; 500 m above 6 % a kilometre take 3 %. Nothing is left where the
    // line would go below 0.
    void line() {
        AltitudeDeratingSpec spec;
        spec.fromM = 1000.0;
        spec.sharePerM = 6e-5;
        QCOMPARE(ratingShareAt(spec, -100.0), 1.0);
        QCOMPARE(ratingShareAt(spec, 1000.0), 1.0);
        QVERIFY(std::abs(ratingShareAt(spec, 1500.0) - 0.97) < 1e-12);
        QCOMPARE(ratingShareAt(spec, 1e5), 0.0);
    }

    // What the sources print. IEC 62040-3: 0.94 at 2,000 m, 0.88 at 3,000 m, forced air. Transformers:
    // 0.3 % for each 100 m above 1,000 m, 0.97 at 2,000 m. Engines: 4 % for each 300 m above 1,525 m.
    void sources() {
        const auto at = [](const char* id, double elevationM) {
            return ratingShareAt(cataloguePart<AltitudeDeratingSpec>(id), elevationM);
        };
        QVERIFY(std::abs(at("ups", 2000.0) - 0.94) < 1e-9);
        QVERIFY(std::abs(at("ups", 3000.0) - 0.88) < 1e-9);
        QVERIFY(std::abs(at("transformer", 2000.0) - 0.97) < 1e-9);
        QCOMPARE(at("genset", 1500.0), 1.0);
        QVERIFY(std::abs(at("genset", 1825.0) - 0.96) < 0.002);
    }
};

HEADROOM_TEST(TestAltitudeDerating)
}  // namespace tst_altitude_derating

#include "tst_altitude_derating.moc"
