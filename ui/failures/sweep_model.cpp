// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/sweep_model.h"

#include "engine/base/scale.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"

#include <QStringList>

#include <utility>

namespace headroom::ui {

namespace {

using engine::SweepRow;
using Row = const SweepRow*;

TableColumn<Row> words(const char* title, const char* why, QString (*text)(const SweepRow&)) {
    return {.title = SweepModel::tr(title), .why = SweepModel::tr(why), .text = [text](Row row) {
                return text(*row);
            }};
}

TableColumn<Row> count(const char* title, const char* why, int (*value)(const SweepRow&)) {
    return {.title = SweepModel::tr(title),
            .why = SweepModel::tr(why),
            .side = CellSide::Right,
            .text = [value](Row row) { return QString::number(value(*row)); },
            .key = [value](Row row) { return value(*row); }};
}

TableColumn<Row> figure(const char* title, const char* why, double (*value)(const SweepRow&)) {
    return {.title = SweepModel::tr(title),
            .why = SweepModel::tr(why),
            .side = CellSide::Right,
            .text = [value](Row row) { return numberText(value(*row), 4); },
            .key = [value](Row row) { return value(*row); }};
}

std::vector<TableColumn<Row>> sweepColumns() {
    return {
        words(QT_TRANSLATE_NOOP("SweepModel", "Part"),
              QT_TRANSLATE_NOOP("SweepModel", "What fails"), sweepName),
        words(QT_TRANSLATE_NOOP("SweepModel", "Kind"),
              QT_TRANSLATE_NOOP("SweepModel", "What it is"),
              [](const SweepRow& row) { return QString::fromStdString(row.first.kind); }),
        count(QT_TRANSLATE_NOOP("SweepModel", "Alike"),
              QT_TRANSLATE_NOOP("SweepModel",
                                "So many parts are alike by construction; one of them was tried"),
              [](const SweepRow& row) { return row.isPair() ? 1 : row.first.alike; }),
        figure(QT_TRANSLATE_NOOP("SweepModel", "Lost (accelerator-h)"),
               QT_TRANSLATE_NOOP("SweepModel", "Work that the same hours do without the failure"),
               [](const SweepRow& row) { return row.forecast.lostAcceleratorS / kHourS; }),
        figure(QT_TRANSLATE_NOOP("SweepModel", "Lost (%)"),
               QT_TRANSLATE_NOOP("SweepModel",
                                 "Of the work that the same hours do without the failure"),
               [](const SweepRow& row) { return 100.0 * row.forecast.lostShare; }),
        count(QT_TRANSLATE_NOOP("SweepModel", "Interruptions"),
              QT_TRANSLATE_NOOP("SweepModel", "Jobs interrupted beyond those without the failure"),
              [](const SweepRow& row) {
                  return row.forecast.with.interruptions - row.forecast.without.interruptions;
              }),
        count(QT_TRANSLATE_NOOP("SweepModel", "Racks off"),
              QT_TRANSLATE_NOOP("SweepModel", "Most racks at one time without power or tripped"),
              [](const SweepRow& row) { return row.forecast.with.racksOff; }),
        count(QT_TRANSLATE_NOOP("SweepModel", "Throttled"),
              QT_TRANSLATE_NOOP("SweepModel", "Most racks at one time below full clock"),
              [](const SweepRow& row) { return row.forecast.with.racksThrottled; }),
        figure(QT_TRANSLATE_NOOP("SweepModel", "Hottest (°C)"),
               QT_TRANSLATE_NOOP("SweepModel", "Hottest chip"),
               [](const SweepRow& row) { return row.forecast.with.hottestC; }),
        count(QT_TRANSLATE_NOOP("SweepModel", "By design: lost"),
              QT_TRANSLATE_NOOP("SweepModel",
                                "Racks lost at full load on a design day, with nothing repaired"),
              [](const SweepRow& row) { return row.reach.racksLost; }),
        count(QT_TRANSLATE_NOOP("SweepModel", "short"),
              QT_TRANSLATE_NOOP("SweepModel",
                                "Racks short of cooling or network at full load on a design day"),
              [](const SweepRow& row) { return row.reach.racksStrained; }),
        count(QT_TRANSLATE_NOOP("SweepModel", "redundancy lost"),
              QT_TRANSLATE_NOOP("SweepModel", "Racks that the next failure of the same kind takes"),
              [](const SweepRow& row) { return row.reach.racksExposed; }),
    };
}

QString tipOf(Row row) {
    QStringList lines{sweepName(*row)};
    for (const engine::ReachStep& step : row->reach.steps) {
        lines << QStringLiteral("%1: %2").arg(reachByWord(step.by),
                                              QString::fromStdString(step.text));
    }
    return lines.join('\n');
}

}  // namespace

QString sweepName(const engine::SweepRow& row) {
    const QString first = QString::fromStdString(row.first.name);
    return row.isPair()
               ? SweepModel::tr("%1, then %2").arg(first, QString::fromStdString(row.second.name))
               : first;
}

SweepModel::SweepModel(QObject* parent) : RecordTable(sweepColumns(), parent) {
    setTip(tipOf);
}

void SweepModel::setSweep(std::shared_ptr<const engine::Sweep> sweep) {
    std::vector<Row> rows;
    if (sweep) {
        for (const SweepRow& row : sweep->rows) {
            rows.push_back(&row);
        }
    }
    const auto before = std::exchange(sweep_, std::move(sweep));  // until the rows are replaced
    reset(std::move(rows));
}

QString SweepModel::csv() const {
    QString text;
    const auto cell = [](QString value) {
        return QStringLiteral("\"%1\"").arg(value.replace('"', QStringLiteral("\"\"")));
    };
    for (int c = 0; c < columnCount(); ++c) {
        text += (c > 0 ? QStringLiteral(",") : QString()) + cell(head(c).title);
    }
    text += QStringLiteral("\r\n");
    for (int r = 0; r < rowCount(); ++r) {
        for (int c = 0; c < columnCount(); ++c) {
            const QVariant v = keyOf(row(r), c);
            text += (c > 0 ? QStringLiteral(",") : QString()) +
                    (c <= Kind ? cell(v.toString()) : v.toString());
        }
        text += QStringLiteral("\r\n");
    }
    return text;
}

}  // namespace headroom::ui
