// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/finding_model.h"

#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"

#include <cmath>

namespace headroom::ui {

namespace {

/// Messages that only show order, and need nobody.
bool isHarmless(engine::TelemetryFault fault) {
    return fault == engine::TelemetryFault::OutOfOrder || fault == engine::TelemetryFault::Repeated;
}

std::vector<TableColumn<FindingRow>> findingColumns() {
    using M = FindingModel;
    return {
        {.title = M::tr("What"),
         .text =
             [](const FindingRow& r) {
                 return utf8Text(engine::telemetryFaultWord(r.finding.fault));
             },
         .mark =
             [](const FindingRow& r) {
                 const ThemeColours& c = Theme::instance().colours();
                 return isHarmless(r.finding.fault) ? iconMark("about", c.muted)
                                                    : iconMark("warning", c.caution);
             }},
        {.title = M::tr("Sensor"),
         .text =
             [](const FindingRow& r) {
                 return r.finding.sensor.empty() ? M::tr("none of the map")
                                                 : QString::fromStdString(r.finding.sensor);
             }},
        {.title = M::tr("Place"), .text = [](const FindingRow& r) { return r.place; }},
        {.title = M::tr("Times"),
         .why = M::tr("How often it was seen"),
         .side = CellSide::Right,
         .text =
             [](const FindingRow& r) {
                 return r.finding.count > 0 ? QStringLiteral("%L1").arg(r.finding.count)
                                            : QStringLiteral("–");
             },
         .key =
             [](const FindingRow& r) {
                 return QVariant::fromValue(static_cast<qlonglong>(r.finding.count));
             }},
        {.title = M::tr("First"),
         .text =
             [](const FindingRow& r) {
                 return std::isfinite(r.firstS) ? momentText(r.firstS) : QStringLiteral("–");
             },
         .key =
             [](const FindingRow& r) {
                 return QVariant(std::isfinite(r.firstS) ? r.firstS : -1.0);
             }},
        {.title = M::tr("Line"),
         .why = M::tr("First line of the file, or first message, with this fault"),
         .side = CellSide::Right,
         .text =
             [](const FindingRow& r) {
                 return r.finding.place > 0 ? QString::number(r.finding.place)
                                            : QStringLiteral("–");
             },
         .key = [](const FindingRow& r) { return QVariant(r.finding.place); }},
        {.title = M::tr("In words"),
         .text = [](const FindingRow& r) { return shownText(r.finding.words); }},
        {.title = M::tr("Remedy"),
         .text =
             [](const FindingRow& r) {
                 return utf8Text(engine::telemetryFaultRemedy(r.finding.fault));
             }},
    };
}

}  // namespace

FindingModel::FindingModel(QObject* parent) : RecordTable(findingColumns(), parent) {}

void FindingModel::take(const TwinDesk& desk) {
    std::vector<FindingRow> rows;
    if (const auto& answer = desk.answer()) {
        const auto& sensors = answer->map().sensors;
        for (const engine::TelemetryFinding& finding : answer->findings) {
            FindingRow& row = rows.emplace_back();
            row.finding = finding;
            row.firstS = desk.runTimeS(finding.firstS);
            for (std::size_t s = 0; s < sensors.size(); ++s) {
                if (sensors[s].id == finding.sensor) {
                    row.place = desk.nameOfPlace(static_cast<int>(s));
                }
            }
        }
    }
    setRows(std::move(rows));
}

}  // namespace headroom::ui
