// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/library.h"

#include <QByteArray>
#include <QTemporaryDir>
#include <QtGlobal>

/// Fields that nobody computed, for tests of what programs do with fields.
namespace headroom::tests {

/// The user's library of fields in a folder that is removed afterwards.
class AirFolder {
  public:
    AirFolder() : before_(qgetenv("HEADROOM_AIR_FOLDER")) {
        qputenv("HEADROOM_AIR_FOLDER", folder_.path().toUtf8());
    }

    ~AirFolder() { qputenv("HEADROOM_AIR_FOLDER", before_); }

    AirFolder(const AirFolder&) = delete;
    AirFolder& operator=(const AirFolder&) = delete;

  private:
    QByteArray before_;
    QTemporaryDir folder_;
};

/// Each inlet of the hall is `aboveK` above the supply, at every height. Racks are numbered within the hall.
inline engine::AirField flatAir(const engine::AirStudy& study, const engine::AirStudyHall& hall,
                                double aboveK) {
    const engine::HallByItself own = engine::hallByItself(study, hall);
    engine::AirField field;
    field.cellM = 0.25;
    field.settled = true;
    field.supplyC = own.load.supplyC;
    field.supplyM3PerS = own.load.supplyM3PerS;
    for (std::size_t r = 0; r < own.layout.racks.size(); ++r) {
        const double flow = own.load.flowM3PerS[r];
        if (flow <= 0.0) {
            continue;
        }
        const double riseK = own.load.heatW[r] / (own.plan.air.jPerM3K * flow);
        engine::RackAirResult& rack = field.racks.emplace_back();
        rack.rack = static_cast<int>(r);
        rack.inletC = rack.topInletC = rack.maxInletC = field.supplyC + aboveK;
        rack.outletC = rack.inletC + riseK;
        rack.hotFraction = aboveK / (aboveK + riseK);
        rack.flowM3PerS = flow;
        rack.heatW = own.load.heatW[r];
    }
    return field;
}

/// Keeps such fields of all halls as those of the project.
inline void keepFlatAir(engine::AirLibrary& library, const engine::Project& project,
                        const engine::Catalogue& catalogue, double aboveK) {
    const auto study = engine::airStudy(project, catalogue);
    if (!study) {
        qFatal("%s", study.error().front().text().c_str());
    }
    for (const engine::AirStudyHall& hall : study->halls) {
        library.keep(engine::airKey(*study, hall), flatAir(*study, hall, aboveK));
    }
}

}  // namespace headroom::tests
