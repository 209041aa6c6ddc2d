// SPDX-License-Identifier: Apache-2.0
#include "engine/money/sites.h"
#include "engine/sizing/brief.h"
#include "engine/sizing/plant_capacity.h"
#include "engine/sizing/refit.h"
#include "models/cooling/dry_cooler.h"
#include "models/facility/cooling_loop.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_refit {

using namespace headroom;
using namespace headroom::engine;

class TestRefit : public QObject {
    Q_OBJECT

    Catalogue catalogue_;

    Project facility(PlantKind plant) const {
        FacilityBrief brief;
        brief.itPowerW = 2e6;
        brief.racks = {{"gb200-nvl72", 1.0}};
        brief.plant = plant;
        brief.climate = "london";
        auto sized = sizeFacility(brief, catalogue_);
        return sized ? std::move(sized->project) : Project{};
    }

    static models::CoolingLoopSpec loopWith(const Project& project,
                                            int models::CoolingLoopSpec::*count) {
        for (const Object* object : project.objectsOf("cooling_loop")) {
            const auto loop = specOf<models::CoolingLoopSpec>(*object);
            if (loop.*count > 0) {
                return loop;
            }
        }
        return {};
    }

  private slots:

    void initTestCase() {
        auto loaded = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY2(loaded, loaded ? "" : text(loaded.error()).c_str());
        catalogue_ = std::move(*loaded);
    }

    // In its own climate nothing changes.
    void atHome() {
        const Project project = facility(PlantKind::WarmDry);
        QVERIFY(!project.objects.empty());
        const Refit refit = refitFor(project, project, catalogue_);
        QVERIFY(refit.changes.empty());
        QVERIFY(refit.lacks.empty());
        QCOMPARE(projectText(refit.project), projectText(project));
    }

    // From London to Phoenix each dry cooler gives less: as many more as the ratio of its capacities asks.
    void moreInTheHeat() {
        const Project project = facility(PlantKind::WarmDry);
        const Project there = atSite(project, *catalogue_.find("site_option", "phoenix"));
        const auto before = loopWith(project, &models::CoolingLoopSpec::dryCoolers);
        QVERIFY(before.dryCoolers > 0);
        const Refit refit = refitFor(project, there, catalogue_);
        const auto after = loopWith(refit.project, &models::CoolingLoopSpec::dryCoolers);
        const auto weather = [&](const char* climate) {
            return models::designWeatherOf(*catalogue_.spec<models::ClimateSpec>(climate),
                                           catalogue_.spec<models::DesignConditionsSpec>(climate));
        };
        const auto& cooler = *catalogue_.spec<models::DryCoolerSpec>(before.dryCooler);
        const double returnC = before.supplySetpointC + before.designRiseK;
        const double ratio = sizing::dryCoolerCapacityW(cooler, weather("london"), returnC) /
                             sizing::dryCoolerCapacityW(cooler, weather("phoenix-az"), returnC);
        QVERIFY2(ratio > 1.0, std::to_string(ratio).c_str());
        QCOMPARE(after.dryCoolers, static_cast<int>(std::ceil(before.dryCoolers * ratio - 1e-6)));
        QVERIFY(!refit.changes.empty());
        // What it writes is what a file may say.
        const auto again = parseProject(projectText(refit.project), there.file, catalogue_);
        QVERIFY2(again, again ? "" : text(again.error()).c_str());
    }
};

HEADROOM_TEST(TestRefit)
}  // namespace tst_refit

#include "tst_refit.moc"
