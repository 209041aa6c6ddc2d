// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/telemetry_map.h"
#include "engine/twin/sensor_place.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::ui {

class Workspace;

/// Places of the sensors of a twin: at the object that they measure, or where a person put them, which is kept in their
/// map. Has its own steps of undo.
class SensorPlacing : public QObject {
    Q_OBJECT

  public:
    SensorPlacing(Workspace* workspace, QObject* parent);

    /// The sensors of a map. Points and steps stay while the file is the same.
    void take(std::shared_ptr<const engine::TelemetryMap> map);
    /// No sensors until the next map, which may be of the same file.
    void hide();
    /// No sensors, no points, no steps.
    void forget();
    /// Finds the places again, in the drawn project.
    void place();

    /// By sensor of the map.
    const std::vector<engine::SensorPlace>& places() const { return places_; }

    /// Puts a sensor at a point, or back at the object that it measures. One step of undo.
    void put(int sensor, const std::optional<engine::SensorPoint>& point);

    /// Step that undo takes back, if it was done after the last edit of the design, and the step that redo does again.
    /// Empty if there is none.
    QString undoText() const;
    QString redoText() const;
    void undo();
    void redo();
    /// The design was edited: that is undone first.
    void noteEdit();

  signals:
    void placed();            ///< places() are others
    void wasPut(int sensor);  ///< by a person
    void stepsChanged();      ///< what undo() and redo() would do

  private:
    bool setPoint(const std::string& id, const std::optional<engine::SensorPoint>& point);

    struct Put {
        std::string sensor;
        std::optional<engine::SensorPoint> before, after;
    };

    Workspace* workspace_;
    std::shared_ptr<const engine::TelemetryMap> map_;
    std::vector<engine::SensorPlace> places_;
    std::map<std::string, engine::SensorPoint> points_;  ///< by name: where people put sensors
    std::filesystem::path pointsOf_;                     ///< map that they are of
    std::vector<Put> put_, putBack_;
    bool isPutNewest_ = false;
};

}  // namespace headroom::ui
