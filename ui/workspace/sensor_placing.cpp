// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/sensor_placing.h"

#include "engine/telemetry/sensor_points.h"
#include "ui/workspace/workspace.h"

#include <utility>

namespace headroom::ui {

SensorPlacing::SensorPlacing(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {
    connect(workspace, &Workspace::layoutChanged, this, &SensorPlacing::place);
    connect(workspace, &Workspace::projectChanged, this, &SensorPlacing::noteEdit);
}

void SensorPlacing::place() {
    places_.clear();
    for (std::size_t s = 0; map_ != nullptr && s < map_->sensors.size(); ++s) {
        engine::SensorSpec sensor = map_->sensors[s];
        const auto put = points_.find(sensor.id);
        sensor.stands = put == points_.end() ? std::nullopt : std::optional(put->second);
        places_.push_back(engine::placeOf(sensor, workspace_->project(), workspace_->layout()));
    }
    emit placed();
}

void SensorPlacing::take(std::shared_ptr<const engine::TelemetryMap> map) {
    map_ = std::move(map);
    if (map_->file == pointsOf_ && !pointsOf_.empty()) {
        return;
    }
    pointsOf_ = map_->file;
    points_.clear();
    put_.clear();
    putBack_.clear();
    for (const engine::SensorSpec& sensor : map_->sensors) {
        if (sensor.stands) {
            points_[sensor.id] = *sensor.stands;
        }
    }
    emit stepsChanged();
}

void SensorPlacing::hide() {
    map_.reset();
    place();
}

void SensorPlacing::forget() {
    map_.reset();
    places_.clear();
    pointsOf_.clear();
    points_.clear();
    put_.clear();
    putBack_.clear();
    emit stepsChanged();
}

/// In the file first: where that cannot be written, nothing has moved.
bool SensorPlacing::setPoint(const std::string& id,
                             const std::optional<engine::SensorPoint>& point) {
    auto points = points_;
    if (point) {
        points[id] = *point;
    } else {
        points.erase(id);
    }
    if (const auto kept = engine::keepSensorPoints(map_->file, points); !kept) {
        emit workspace_->failed(tr("The place of the sensor was not kept"), kept.error());
        return false;
    }
    points_ = std::move(points);
    place();
    return true;
}

void SensorPlacing::put(int sensor, const std::optional<engine::SensorPoint>& point) {
    if (map_ == nullptr || sensor < 0 || static_cast<std::size_t>(sensor) >= map_->sensors.size()) {
        return;
    }
    const std::string id = map_->sensors[static_cast<std::size_t>(sensor)].id;
    const auto was = points_.find(id);
    const std::optional<engine::SensorPoint> before =
        was == points_.end() ? std::nullopt : std::optional(was->second);
    if (before == point || !setPoint(id, point)) {
        return;
    }
    put_.push_back({id, before, point});
    putBack_.clear();
    isPutNewest_ = true;
    emit wasPut(sensor);
    emit stepsChanged();
    emit workspace_->said(
        point ? tr("Sensor %1 is at x %2 m, y %3 m; Undo reverts it")
                    .arg(QString::fromStdString(id))
                    .arg(point->xM, 0, 'f', 2)
                    .arg(point->yM, 0, 'f', 2)
              : tr("Sensor %1 is at its measured object again").arg(QString::fromStdString(id)));
}

QString SensorPlacing::undoText() const {
    return isPutNewest_ && !put_.empty()
               ? tr("Move of Sensor %1").arg(QString::fromStdString(put_.back().sensor))
               : QString();
}

QString SensorPlacing::redoText() const {
    return putBack_.empty()
               ? QString()
               : tr("Move of Sensor %1").arg(QString::fromStdString(putBack_.back().sensor));
}

void SensorPlacing::undo() {
    if (!put_.empty() && map_ != nullptr && setPoint(put_.back().sensor, put_.back().before)) {
        putBack_.push_back(put_.back());
        put_.pop_back();
        emit stepsChanged();
        emit workspace_->said(tr("Sensor %1 is at its former place")
                                  .arg(QString::fromStdString(putBack_.back().sensor)));
    }
}

void SensorPlacing::redo() {
    if (!putBack_.empty() && map_ != nullptr &&
        setPoint(putBack_.back().sensor, putBack_.back().after)) {
        put_.push_back(putBack_.back());
        putBack_.pop_back();
        isPutNewest_ = true;
        emit stepsChanged();
    }
}

/// The design was edited after a sensor was moved: that is undone first.
void SensorPlacing::noteEdit() {
    if (isPutNewest_ || !putBack_.empty()) {
        isPutNewest_ = false;
        putBack_.clear();
        emit stepsChanged();
    }
}

}  // namespace headroom::ui
