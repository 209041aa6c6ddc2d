// SPDX-License-Identifier: Apache-2.0
#include "engine/document/order.h"
#include "engine/resolve/facility.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_facility {

using namespace headroom::engine;

class TestFacility : public QObject {
    Q_OBJECT

  private slots:
    void parts();
    void missingPartsAreNamedOnce();
};

namespace {

Facility facilityOf(const Project& project, const Catalogue& catalogue) {
    return resolve(std::make_shared<const Project>(asBuilt(project)), catalogue);
}

}  // namespace

// 4 rows of 10 racks of 4 servers of 8 chips. A server: 8 x 700 + 2,400 W of boards, fans at 8,000 of 10,200 W over
// the density r = 100,000 / 101,325 of the site's air: 1,000 W x (0.784314 / r)^3 r = 495.339 W; supplies without
// loss, no shared equipment: 33.98136 kW a rack.
void TestFacility::parts() {
    const Project project = fixture::mustRead(fixture::project());
    const Facility facility = facilityOf(project, fixture::catalogue());
    QVERIFY(facility.missing.empty());
    QCOMPARE(facility.blocks.size(), std::size_t{1});
    const ResolvedBlock& b = facility.blocks.front();
    QVERIFY(b.complete());
    QVERIFY(std::abs(b.rackW - 33981.357) < 0.01);
    QCOMPARE(b.accelerators(), std::int64_t{1280});
    QCOMPARE(facility.accelerators().at("gpu-700"), std::int64_t{1280});
    QVERIFY(facility.halls.front().crah != nullptr);
    QVERIFY(facility.loops.front().pump != nullptr);
}

// Without the rack nothing of it can be missing: one entry for the block, one for the hall's handlers.
void TestFacility::missingPartsAreNamedOnce() {
    const Project project = fixture::mustRead(fixture::project());
    auto files = fixture::catalogueFiles();
    files.erase("crah");
    files["rack"]["parts"][0]["id"] = "rack-renamed";
    const auto catalogue = fixture::loadCatalogue(files);
    QVERIFY2(catalogue.has_value(), fixture::whyNot(catalogue).c_str());
    const Facility facility = facilityOf(project, *catalogue);
    QCOMPARE(facility.blocks.size(), std::size_t{1});
    QVERIFY(!facility.blocks.front().complete());
    QVERIFY(facility.accelerators().empty());
    QCOMPARE(facility.missing.size(), std::size_t{2});
    QCOMPARE(facility.missing[0].object->id, std::string("hall-a"));
    QCOMPARE(std::string(facility.missing[1].type->id), std::string("rack"));
    QCOMPARE(facility.missing[1].object, facility.blocks.front().object);
}

HEADROOM_TEST(TestFacility)
}  // namespace tst_facility

#include "tst_facility.moc"
