// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/sensor_points.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/workspace.h"

#include <utility>

/// Where sensors stand: at what they measure, or where a person put them, which is kept in their map.
namespace headroom::ui {

void TwinDesk::place() {
    places_.clear();
    for (std::size_t s = 0; answer_ && s < answer_->map().sensors.size(); ++s) {
        engine::SensorSpec sensor = answer_->map().sensors[s];
        const auto put = points_.find(sensor.id);
        sensor.stands = put == points_.end() ? std::nullopt : std::optional(put->second);
        places_.push_back(engine::placeOf(sensor, workspace_->project(), workspace_->layout()));
    }
    emit moved();
}

/// Of a map that is looked at for the first time; else what was put stays, also while its twin continues.
void TwinDesk::takePoints() {
    if (answer_->map().file == pointsOf_ && !pointsOf_.empty()) {
        return;
    }
    pointsOf_ = answer_->map().file;
    points_.clear();
    put_.clear();
    putBack_.clear();
    for (const engine::SensorSpec& sensor : answer_->map().sensors) {
        if (sensor.stands) {
            points_[sensor.id] = *sensor.stands;
        }
    }
    emit putChanged();
}

int TwinDesk::sensorById(const std::string& id) const {
    for (std::size_t s = 0; answer_ && s < answer_->map().sensors.size(); ++s) {
        if (answer_->map().sensors[s].id == id) {
            return static_cast<int>(s);
        }
    }
    return -1;
}

/// In the file first: where that cannot be written, nothing has moved.
bool TwinDesk::setPoint(const std::string& id, const std::optional<engine::SensorPoint>& point) {
    auto points = points_;
    if (point) {
        points[id] = *point;
    } else {
        points.erase(id);
    }
    if (const auto kept = engine::keepSensorPoints(answer_->map().file, points); !kept) {
        emit workspace_->failed(tr("The place of the sensor was not kept"), kept.error());
        return false;
    }
    points_ = std::move(points);
    place();
    return true;
}

void TwinDesk::putSensor(int sensor, const std::optional<engine::SensorPoint>& point) {
    if (!answer_ || sensor < 0 ||
        static_cast<std::size_t>(sensor) >= answer_->map().sensors.size()) {
        return;
    }
    const std::string id = answer_->map().sensors[static_cast<std::size_t>(sensor)].id;
    const auto was = points_.find(id);
    const std::optional<engine::SensorPoint> before =
        was == points_.end() ? std::nullopt : std::optional(was->second);
    if (before == point || !setPoint(id, point)) {
        return;
    }
    put_.push_back({id, before, point});
    putBack_.clear();
    isPutNewest_ = true;
    choose(sensor);
    emit putChanged();
    emit workspace_->said(
        point ? tr("Sensor %1 is at x %2 m, y %3 m; Undo reverts it")
                    .arg(QString::fromStdString(id))
                    .arg(point->xM, 0, 'f', 2)
                    .arg(point->yM, 0, 'f', 2)
              : tr("Sensor %1 is at its measured object again").arg(QString::fromStdString(id)));
}

QString TwinDesk::undoPutText() const {
    return isPutNewest_ && !put_.empty()
               ? tr("Move of Sensor %1").arg(QString::fromStdString(put_.back().sensor))
               : QString();
}

QString TwinDesk::redoPutText() const {
    return putBack_.empty()
               ? QString()
               : tr("Move of Sensor %1").arg(QString::fromStdString(putBack_.back().sensor));
}

void TwinDesk::undoPut() {
    if (!put_.empty() && answer_ && setPoint(put_.back().sensor, put_.back().before)) {
        putBack_.push_back(put_.back());
        put_.pop_back();
        emit putChanged();
        emit workspace_->said(tr("Sensor %1 is at its former place").arg(QString::fromStdString(putBack_.back().sensor)));
    }
}

void TwinDesk::redoPut() {
    if (!putBack_.empty() && answer_ && setPoint(putBack_.back().sensor, putBack_.back().after)) {
        put_.push_back(putBack_.back());
        putBack_.pop_back();
        isPutNewest_ = true;
        emit putChanged();
    }
}

/// The design was edited after a sensor was moved: that is undone first.
void TwinDesk::noteEdit() {
    if (isPutNewest_ || !putBack_.empty()) {
        isPutNewest_ = false;
        putBack_.clear();
        emit putChanged();
    }
}

}  // namespace headroom::ui
