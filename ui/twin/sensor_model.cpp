// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/sensor_model.h"

#include "ui/kit/theme.h"
#include "ui/twin/sensor_drag.h"
#include "ui/twin/sensor_words.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"

#include <cmath>
#include <limits>

namespace headroom::ui {

using engine::SensorState;

namespace {

const QString kNone = QStringLiteral("–");

QVariant sortable(double value) {
    return std::isfinite(value) ? QVariant(value)
                                : QVariant(-std::numeric_limits<double>::infinity());
}

QString percent(double share) {
    return std::isfinite(share) ? QStringLiteral("%1 %").arg(numberText(100.0 * share, 3)) : kNone;
}

QString stateCell(const SensorRow& r) {
    QString text = r.now.state == SensorState::Alarm ? r.since : sensorStateText(r.now, r.instantS);
    if (!r.faults.isEmpty()) {
        text += QStringLiteral(" · ") + r.faults;
    }
    return text;
}

/// Worst first.
double stateKey(const SensorRow& r) {
    switch (r.now.state) {
        case SensorState::Alarm:
            return 1e6;
        case SensorState::Silent:
            return 1e5;
        case SensorState::NoReading:
            return 1e4;
        case SensorState::Off:
        case SensorState::AsExpected:
            return 10.0 + std::abs(r.now.off());
        case SensorState::Learning:
            return 3.0;
        case SensorState::Drives:
            return 2.0;
        default:
            return 1.0;
    }
}

bool isTemperature(const SensorRow& r) {
    return r.spec().unit->kind == models::MeasuredKind::Temperature;
}

/// A column of the error figures, which are over the judged time.
TableColumn<SensorRow> figure(const QString& title, const QString& why,
                              double engine::ErrorFigures::*of) {
    const auto value = [of](const SensorRow& r) {
        return r.residual() != nullptr ? r.residual()->figures.*of
                                       : std::numeric_limits<double>::quiet_NaN();
    };
    return {.title = title,
            .why = why,
            .side = CellSide::Right,
            .text = [value](const SensorRow& r) { return percent(value(r)); },
            .key = [value](const SensorRow& r) { return sortable(value(r)); },
            .tip =
                [value](const SensorRow& r) {
                    return isTemperature(r) ? SensorModel::tr(
                                                  "%1. The ratio of temperatures in °C depends on "
                                                  "the zero point and says little")
                                                  .arg(percent(value(r)))
                                            : percent(value(r));
                },
            .colour =
                [](const SensorRow& r) {
                    return isTemperature(r) ? Theme::instance().colours().muted : QColor();
                }};
}

std::vector<TableColumn<SensorRow>> sensorColumns() {
    using M = SensorModel;
    return {
        {.title = M::tr("State"),
         .why = M::tr("At the instant that is shown: within its 90 % interval, beyond it, or "
                      "beyond for so long that it alarms; "
                      "behind it what was found about its readings"),
         .text = stateCell,
         .key = [](const SensorRow& r) { return sortable(stateKey(r)); },
         .mark =
             [](const SensorRow& r) {
                 return iconMark(sensorStateIcon(r.now.state), sensorStateColour(r.now.state));
             },
         .isBold = [](const SensorRow& r) { return r.now.state == SensorState::Alarm; }},
        {.title = M::tr("Sensor"),
         .why = M::tr("Its name in the map"),
         .text = [](const SensorRow& r) { return QString::fromStdString(r.spec().id); },
         .tip =
             [](const SensorRow& r) {
                 return M::tr("Column “%1” of the source; in a run: %2")
                     .arg(QString::fromStdString(r.spec().column),
                          r.spec().channel.empty() ? kNone
                                                   : QString::fromStdString(r.spec().channel));
             }},
        {.title = M::tr("Place"),
         .why = M::tr("The object of the project that it is at"),
         .text = [](const SensorRow& r) { return r.place; }},
        {.title = M::tr("Told in"),
         .why = M::tr("Unit in which the source tells it"),
         .text = [](const SensorRow& r) { return unitSymbol(r.spec().unit->symbol); }},
        {.title = M::tr("Measured"),
         .why = M::tr("Its last reading at the instant that is shown"),
         .side = CellSide::Right,
         .text = [](const SensorRow& r) { return readingText(r.spec(), r.now.measured); },
         .key = [](const SensorRow& r) { return sortable(r.now.measured); },
         .tip =
             [](const SensorRow& r) {
                 return M::tr("%1; standard uncertainty %2")
                     .arg(readingText(r.spec(), r.now.measured),
                          differenceText(r.spec(), r.spec().uncertainty(r.now.measured))
                              .remove('+'));
             }},
        {.title = M::tr("Modelled"),
         .why = M::tr("Value of the models at the time of that reading"),
         .side = CellSide::Right,
         .text = [](const SensorRow& r) { return readingText(r.spec(), r.now.modelled); },
         .key = [](const SensorRow& r) { return sortable(r.now.modelled); }},
        {.title = M::tr("Residual"),
         .why = M::tr("Measured less modelled"),
         .side = CellSide::Right,
         .text =
             [](const SensorRow& r) {
                 return std::isfinite(r.now.residual()) ? differenceText(r.spec(), r.now.residual())
                                                        : kNone;
             },
         .key = [](const SensorRow& r) { return sortable(std::abs(r.now.residual())); },
         .tip =
             [](const SensorRow& r) {
                 return M::tr("%1; while learning it was %2 in the middle")
                     .arg(differenceText(r.spec(), r.now.residual()),
                          differenceText(r.spec(), r.now.bias));
             }},
        {.title = M::tr("Expected"),
         .why = M::tr("Spread of the residual that is expected here: uncertainty of the sensor, "
                      "what was learned, and a tenth of how far "
                      "the models are from where they learned; as one standard deviation"),
         .side = CellSide::Right,
         .text =
             [](const SensorRow& r) {
                 return std::isfinite(r.now.spread)
                            ? QStringLiteral("± %1").arg(
                                  differenceText(r.spec(), r.now.spread).remove('+'))
                            : kNone;
             },
         .key = [](const SensorRow& r) { return sortable(r.now.spread); }},
        figure(M::tr("CV-RMSE"),
               M::tr("Root mean square of the residual over the mean reading, after learning "
                     "(ASHRAE Guideline 14); of hourly "
                     "means 30 % is its limit"),
               &engine::ErrorFigures::cvRmse),
        figure(M::tr("NMBE"),
               M::tr("Mean residual over the mean reading, after learning (ASHRAE Guideline 14): "
                     "positive where the models say too "
                     "little; 10 % is its limit"),
               &engine::ErrorFigures::nmbe),
        {.title = M::tr("Inside 90 %"),
         .why = M::tr("Share of the readings after learning that lie within their 90 % interval: "
                      "near 90 % where nothing has changed"),
         .side = CellSide::Right,
         .text =
             [](const SensorRow& r) {
                 return r.residual() != nullptr && r.residual()->figures.n > 0
                            ? percent(r.residual()->inside)
                            : kNone;
             },
         .key =
             [](const SensorRow& r) {
                 return sortable(r.residual() != nullptr ? r.residual()->inside : -1.0);
             }},
        {.title = M::tr("To the twin"),
         .why = M::tr("Effect of its readings on the twin"),
         .text = [](const SensorRow& r) { return driveText(r.spec()); }},
    };
}

}  // namespace

const engine::SensorResidual* SensorRow::residual() const {
    const int k = answer->reader->residualOf(sensor);
    return k < 0 ? nullptr : &answer->report->residuals[static_cast<std::size_t>(k)];
}

SensorModel::SensorModel(QObject* parent) : RecordTable(sensorColumns(), parent) {
    setTip([](const SensorRow& r) { return stateCell(r); });
}

void SensorModel::take(const TwinDesk& desk) {
    std::vector<SensorRow> rows;
    const auto& answer = desk.answer();
    for (std::size_t s = 0; answer && s < desk.now().size(); ++s) {
        SensorRow& row = rows.emplace_back();
        row.answer = answer;
        row.sensor = static_cast<int>(s);
        row.now = desk.now()[s];
        row.instantS = desk.instantS();
        row.place = desk.nameOfPlace(row.sensor);
        if (row.now.alarm >= 0) {
            const engine::ResidualAlarm& alarm =
                answer->report->alarms[static_cast<std::size_t>(row.now.alarm)];
            row.since = tr("alarm since %1").arg(momentText(desk.runTimeS(alarm.raisedS)));
            if (!alarm.suspect.empty()) {
                row.since += tr(", suspect %1").arg(QString::fromStdString(alarm.suspect));
            }
        }
        QStringList faults;
        for (const engine::TelemetryFinding& finding : answer->findings) {
            const QString word = utf8Text(engine::telemetryFaultWord(finding.fault));
            if (finding.sensor == row.spec().id && !faults.contains(word)) {
                faults << word;
            }
        }
        row.faults = faults.join(QStringLiteral(", "));
    }
    setRows(std::move(rows));
}

Qt::ItemFlags SensorModel::flags(const QModelIndex& index) const {
    return RecordTable::flags(index) | (index.isValid() ? Qt::ItemIsDragEnabled : Qt::NoItemFlags);
}

QStringList SensorModel::mimeTypes() const {
    return {QString::fromLatin1(kSensorMime)};
}

QMimeData* SensorModel::mimeData(const QModelIndexList& indexes) const {
    return indexes.isEmpty() ? nullptr : mimeOfSensor(row(indexes.first().row()).spec().id);
}

}  // namespace headroom::ui
