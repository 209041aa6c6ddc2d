// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/sensor_layer.h"

#include "ui/twin/sensor_drag.h"
#include "ui/twin/sensor_words.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::ui {

using engine::SensorState;

namespace {

constexpr double kRadius = 6.0, kBeside = 2.0 * kRadius + 2.0, kReach = kRadius + 3.0;

QString layerTr(const char* text) {
    return QCoreApplication::translate("Sensors", text);
}

void paintMark(QPainter& painter, QPointF at, const engine::SensorInstant& now, bool isChosen,
               const ThemeColours& c) {
    const QColor fill = residualColour(now);
    const bool isSilent = now.state == SensorState::Silent || now.state == SensorState::NoReading;
    if (now.state == SensorState::Alarm) {
        painter.setPen(QPen(c.bad, 2.4));
        painter.setBrush(c.base);
        painter.drawEllipse(at, kRadius + 3.0, kRadius + 3.0);
    }
    painter.setPen(QPen(isSilent ? c.caution : c.text, isChosen ? 1.8 : 1.2));
    painter.setBrush(fill.isValid() ? fill : now.state == SensorState::Drives ? c.muted : c.base);
    if (now.state == SensorState::Drives) {
        painter.drawRect(QRectF(at.x() - kRadius + 1.5, at.y() - kRadius + 1.5, 2.0 * kRadius - 3.0,
                                2.0 * kRadius - 3.0));
    } else {
        painter.drawEllipse(at, kRadius, kRadius);
    }
    if (isSilent) {
        painter.drawLine(at - QPointF(kRadius - 2.0, 0), at + QPointF(kRadius - 2.0, 0));
    }
    if (isChosen) {
        painter.setPen(QPen(c.selected, 2.4));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, kRadius + 4.0, kRadius + 4.0);
    }
}

LegendEntry entry(const QString& text, SensorState state, const ThemeColours& colours) {
    engine::SensorInstant now;
    now.state = state;
    if (state == SensorState::Alarm) {
        now.measured = kSpreadsShown;
        now.modelled = 0.0;
        now.spread = 1.0;
    }
    return {text, [now, colours](QPainter& painter, QPointF centre) {
                paintMark(painter, centre, now, false, colours);
            }};
}

}  // namespace

void SensorLayer::paint(QPainter& painter, const QRectF& view,
                        const std::function<QPointF(const engine::Box&)>& placeOf,
                        const ThemeColours& colours) {
    marks_.clear();
    const TwinDesk& desk = workspace_->twin();
    if (!desk.areMarked() || desk.now().empty() || desk.places().size() != desk.now().size()) {
        return;
    }
    std::map<std::pair<int, int>, int> taken;  // by place in pixels: how many are there
    for (std::size_t s = 0; s < desk.places().size(); ++s) {
        if (!desk.places()[s].stands) {
            continue;
        }
        QPointF at = placeOf(desk.places()[s].at);
        if (!std::isfinite(at.x()) || !std::isfinite(at.y()) || !view.contains(at)) {
            continue;
        }
        const std::pair<int, int> key(static_cast<int>(std::lround(at.x())),
                                      static_cast<int>(std::lround(at.y())));
        at.rx() += kBeside * taken[key]++;
        marks_.push_back({static_cast<int>(s), at});
    }
    // Sensors outside their band are drawn above the others, and the selected sensor above all.
    const auto rank = [&desk](const Mark& mark) {
        return (mark.sensor == desk.sensor() ? 100 : 0) +
               static_cast<int>(desk.now()[static_cast<std::size_t>(mark.sensor)].state);
    };
    std::stable_sort(marks_.begin(), marks_.end(),
                     [&](const Mark& a, const Mark& b) { return rank(a) < rank(b); });
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Mark& mark : marks_) {
        paintMark(painter, mark.at, desk.now()[static_cast<std::size_t>(mark.sensor)],
                  mark.sensor == desk.sensor(), colours);
    }
    painter.restore();
}

std::optional<Legend> SensorLayer::legend(const ThemeColours& colours) const {
    if (marks_.empty()) {
        return std::nullopt;
    }
    const auto has = [this](SensorState state) {
        const auto& now = workspace_->twin().now();
        return std::any_of(marks_.begin(), marks_.end(), [&](const Mark& m) {
            return now[static_cast<std::size_t>(m.sensor)].state == state;
        });
    };
    const bool isColoured =
        has(SensorState::AsExpected) || has(SensorState::Off) || has(SensorState::Alarm);
    Legend legend = residualLegend();
    if (!isColoured) {
        legend.title = layerTr("Sensors");
        legend.unit.clear();
        legend.ramp = nullptr;
        legend.ticks.clear();
    }
    const std::pair<SensorState, QString> kinds[] = {
        {SensorState::Alarm, layerTr("Alarm")},
        {SensorState::Learning, layerTr("Learning")},
        {SensorState::NotCompared, layerTr("Not compared")},
        {SensorState::Drives, layerTr("Drives the twin")},
        {SensorState::Silent, layerTr("Silent")}};
    for (const auto& [state, text] : kinds) {
        if (has(state)) {
            legend.entries.push_back(entry(text, state, colours));
        }
    }
    return legend;
}

int SensorLayer::sensorAt(QPointF at) const {
    for (auto mark = marks_.rbegin(); mark != marks_.rend(); ++mark) {
        if (QLineF(mark->at, at).length() <= kReach) {
            return mark->sensor;
        }
    }
    return -1;
}

QStringList SensorLayer::tip(int sensor) const {
    const TwinDesk& desk = workspace_->twin();
    if (!desk.answer() || sensor < 0 || static_cast<std::size_t>(sensor) >= desk.now().size()) {
        return {};
    }
    const engine::SensorSpec& spec = desk.answer()->map().sensors[static_cast<std::size_t>(sensor)];
    const engine::SensorInstant& now = desk.now()[static_cast<std::size_t>(sensor)];
    QStringList lines{layerTr("Sensor %1").arg(QString::fromStdString(spec.id)),
                      desk.nameOfPlace(sensor),
                      layerTr("Measured  %1").arg(readingText(spec, now.measured))};
    if (std::isfinite(now.modelled)) {
        lines << layerTr("Modelled  %1").arg(readingText(spec, now.modelled))
              << layerTr("Residual  %1").arg(differenceText(spec, now.residual()));
    }
    return lines << sensorStateText(now, desk.instantS());
}

bool SensorLayer::takeDrag(const QMimeData* mime) {
    carried_ = workspace_->twin().sensorById(sensorIn(mime));
    return isCarrying();
}

QString SensorLayer::carriedText(double xM, double yM) const {
    const auto& answer = workspace_->twin().answer();
    return !answer || carried_ < 0
               ? QString()
               : layerTr("%1: x %2 m, y %3 m")
                     .arg(QString::fromStdString(
                         answer->map().sensors[static_cast<std::size_t>(carried_)].id))
                     .arg(xM, 0, 'f', 2)
                     .arg(yM, 0, 'f', 2);
}

void SensorLayer::drop(std::optional<engine::SensorPoint> point) {
    if (const int sensor = std::exchange(carried_, -1); sensor >= 0 && point) {
        workspace_->twin().placing().put(sensor, point);
    }
}

bool SensorLayer::click(QPointF at) const {
    const int sensor = sensorAt(at);
    if (sensor < 0) {
        return false;
    }
    workspace_->twin().choose(sensor);
    workspace_->twin().show();
    return true;
}

}  // namespace headroom::ui
