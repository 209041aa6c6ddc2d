// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/sensor_words.h"

#include "ui/units/quantity_text.h"

#include <QCoreApplication>

#include <cmath>

namespace headroom::ui {

using engine::SensorState;
using models::MeasuredKind;

namespace {

QString sensorTr(const char* text) {
    return QCoreApplication::translate("Sensors", text);
}

}  // namespace

const models::Unit& unitOf(const engine::SensorSpec& sensor) {
    switch (sensor.unit->kind) {
        case MeasuredKind::Power:
            return models::unit::kilowatt;
        case MeasuredKind::Temperature:
            return models::unit::celsius;
        case MeasuredKind::Flow:
            return models::unit::litrePerSecond;
        case MeasuredKind::Pressure:
            return models::unit::kilopascal;
        case MeasuredKind::Share:
            return models::unit::percent;
        case MeasuredKind::Energy:
            return models::unit::kilowattHour;
        case MeasuredKind::ApparentPower:
            return models::unit::kilovoltampere;
        case MeasuredKind::Current:
            return models::unit::ampere;
        case MeasuredKind::Voltage:
            return models::unit::volt;
        case MeasuredKind::Volume:
            return models::unit::cubicMetre;
        case MeasuredKind::Mass:
            return models::unit::kilogram;
        case MeasuredKind::Length:
            return models::unit::metre;
        case MeasuredKind::ReactivePower:
        case MeasuredKind::Count:
        case MeasuredKind::Other:
            break;
    }
    return models::unit::none;
}

const models::Unit& differenceUnitOf(const engine::SensorSpec& sensor) {
    return sensor.unit->kind == MeasuredKind::Temperature ? models::unit::kelvin : unitOf(sensor);
}

QString readingText(const engine::SensorSpec& sensor, double si) {
    return quantityText(si, unitOf(sensor));
}

QString differenceText(const engine::SensorSpec& sensor, double si) {
    const QString text = quantityText(si, differenceUnitOf(sensor), 3);
    return si > 0.0 ? QStringLiteral("+") + text : text;
}

QString sensorStateText(const engine::SensorInstant& now, double instantS) {
    switch (now.state) {
        case SensorState::Silent:
            return sensorTr("no reading for %1").arg(lengthText(instantS - now.timeS));
        case SensorState::Off:
            return (now.off() > 0.0 ? sensorTr("%1 spreads above") : sensorTr("%1 spreads below"))
                .arg(numberText(std::abs(now.off()), 2));
        default:
            return sensorTr(engine::sensorStateWord(now.state).data());
    }
}

QColor sensorStateColour(SensorState state) {
    const ThemeColours& c = Theme::instance().colours();
    switch (state) {
        case SensorState::Alarm:
            return c.bad;
        case SensorState::Off:
        case SensorState::Silent:
            return c.caution;
        case SensorState::AsExpected:
            return c.good;
        default:
            return c.muted;
    }
}

QString sensorStateIcon(SensorState state) {
    switch (state) {
        case SensorState::Alarm:
            return QStringLiteral("error");
        case SensorState::Off:
        case SensorState::Silent:
            return QStringLiteral("warning");
        case SensorState::AsExpected:
            return QStringLiteral("ok");
        default:
            return QStringLiteral("about");
    }
}

QString driveText(const engine::SensorSpec& sensor) {
    using engine::Drive;
    const QString of =
        sensor.of.empty() ? sensorTr("all racks") : QString::fromStdString(sensor.of);
    switch (sensor.drives) {
        case Drive::Nothing:
            return sensor.channel.empty() ? sensorTr("nothing") : sensorTr("is compared");
        case Drive::LiquidHeat:
            return sensorTr("liquid heat of %1").arg(of);
        case Drive::RackPower:
            return sensorTr("power of %1").arg(of);
        case Drive::Utilization:
            return sensorTr("utilisation of %1").arg(of);
        case Drive::WetBulb:
            return sensorTr("wet bulb outdoors");
        case Drive::DryBulb:
            return sensorTr("dry bulb outdoors");
        case Drive::RelativeHumidity:
            return sensorTr("humidity outdoors");
        case Drive::Setting:
            return sensorTr("sets %1").arg(of);
    }
    return {};
}

QColor residualColour(const engine::SensorInstant& now) {
    if (!now.isJudged() || !std::isfinite(now.off())) {
        return {};
    }
    return QColor(mapColour(ColourMap::CoolWarm, 0.5 + 0.5 * now.off() / kSpreadsShown));
}

Legend residualLegend() {
    Legend legend;
    legend.title = sensorTr("Residual");
    legend.unit = sensorTr("spreads");
    legend.ramp = rampOf(ColourMap::CoolWarm);
    for (int spreads = -4; spreads <= 4; spreads += 2) {
        legend.ticks.push_back({0.5 + 0.5 * spreads / kSpreadsShown,
                                spreads > 0   ? QStringLiteral("+%1").arg(spreads)
                                : spreads < 0 ? QStringLiteral("−%1").arg(-spreads)
                                              : sensorTr("0 restores the learned value")});
    }
    return legend;
}

}  // namespace headroom::ui
