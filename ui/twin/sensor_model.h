// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/record_table.h"
#include "ui/workspace/twin_desk.h"

#include <QCoreApplication>

#include <memory>

namespace headroom::ui {

/// A sensor at the instant that is shown.
struct SensorRow {
    std::shared_ptr<const TwinAnswer> answer;
    int sensor = 0;  ///< of the map
    engine::SensorInstant now;
    double instantS = 0.0;
    QString place;
    QString since;   ///< of its alarm: instant and suspect
    QString faults;  ///< what was found about its readings: "gap, drift"

    const engine::SensorSpec& spec() const {
        return answer->map().sensors[static_cast<std::size_t>(sensor)];
    }

    /// Null if it is not compared.
    const engine::SensorResidual* residual() const;
};

/// All sensors of the map: what they read, what the models say, and what is to be thought of it.
class SensorModel : public RecordTable<SensorRow> {
    Q_DECLARE_TR_FUNCTIONS(SensorModel)

  public:
    enum Column {
        State,
        Sensor,
        Place,
        ReadsIn,
        Measured,
        Modelled,
        Residual,
        Expected,
        CvRmse,
        Nmbe,
        Inside,
        Drives
    };

    explicit SensorModel(QObject* parent = nullptr);

    void take(const TwinDesk& desk);

    /// A row can be dragged onto plan and 3-D (sensor_drag.h).
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
};

}  // namespace headroom::ui
