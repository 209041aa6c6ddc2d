// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/compare_tables.h"

#include "engine/compare/compare.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/text_table.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::ui {

namespace {

using Heads = std::vector<TextTable::Head>;

QString say(const char* text) {
    return QCoreApplication::translate("CompareTables", text);
}

#define T(text) say(QT_TRANSLATE_NOOP("CompareTables", text))

/// Whether both read alike in the digits of the table.
bool readAlike(const engine::Figure& figure, double a, double b) {
    return quantityText(a, figure.shown) == quantityText(b, figure.shown);
}

/// "+12.4 kW (+1.3 %)"; "+1.3 points" between shares; "+3 K" between temperatures, which have no ratio; "≈" where both
/// read alike; nothing where either is not known.
QString differenceText(const engine::Figure& figure, double base, double value) {
    if (!std::isfinite(base) || !std::isfinite(value)) {
        return {};
    }
    const double difference = value - base;
    if (difference == 0.0) {
        return QStringLiteral("=");
    }
    if (readAlike(figure, base, value)) {
        return QStringLiteral("≈");
    }
    const QString sign = difference > 0.0 ? QStringLiteral("+") : QString(QChar(0x2212));
    if (figure.shown.symbol == "%") {
        // A difference of shares is in percentage points; a percentage of it would be read as the same unit.
        return T("%1%2 points").arg(sign, numberText(std::abs(difference) / figure.shown.toSi, 3));
    }
    const bool isTemperature = figure.shown.symbol == models::unit::celsius.symbol;
    QString text = sign + quantityText(std::abs(difference),
                                       isTemperature ? models::unit::kelvin : figure.shown);
    if (base != 0.0 && !isTemperature) {
        text += QStringLiteral(" (%1%2%3%)")
                    .arg(sign, numberText(100.0 * std::abs(difference / base), 3), QChar(0x2009));
    }
    return text;
}

/// " (27.9 to 32.9)" next to "30.3 MWh": without the unit where it is the same in all three.
QString spanText(const QString& value, QString low, QString high) {
    qsizetype unit = value.size();
    while (unit > 0 && !value[unit - 1].isDigit()) {
        --unit;
    }
    const QString shared = value.mid(unit);
    if (!shared.isEmpty() && low.endsWith(shared) && high.endsWith(shared)) {
        low.chop(shared.size());
        high.chop(shared.size());
    }
    return T(" (%1 to %2)").arg(low, high);
}

void addFigures(const engine::Comparison& c, const std::vector<engine::FigureLine>& lines,
                const QString& group, std::vector<TextRow>& rows) {
    for (const engine::FigureLine& line : lines) {
        const bool isNothing = std::all_of(line.values.begin(), line.values.end(),
                                           [](double v) { return v == 0.0 || !std::isfinite(v); });
        if (isNothing) {
            continue;
        }
        TextRow row;
        row.id = static_cast<std::int64_t>(rows.size());
        row.cells.push_back({group});
        row.cells.push_back(
            {.text = utf8Text(line.figure->label), .tip = utf8Text(line.figure->why)});
        const double base = line.values[c.baseline];
        const QString why = utf8Text(line.figure->why);
        for (std::size_t i = 0; i < c.names.size(); ++i) {
            TextCell cell{.text = quantityText(line.values[i], line.figure->shown),
                          .key = line.values[i],
                          .why = why};
            const engine::Interval interval =
                i < line.intervals.size() ? line.intervals[i] : engine::Interval{};
            if (std::isfinite(interval.low) && std::isfinite(interval.high)) {
                cell.text += spanText(cell.text, quantityText(interval.low, line.figure->shown),
                                      quantityText(interval.high, line.figure->shown));
            }
            // The best has a lead that people can read.
            const bool leads = std::any_of(line.values.begin(), line.values.end(), [&](double v) {
                return std::isfinite(v) && !readAlike(*line.figure, v, line.values[i]);
            });
            if (line.best == static_cast<int>(i) && leads) {
                cell.icon = "favourite";
                cell.colour = Theme::instance().colours().good;
                cell.tip = T("The best of them");
            }
            if (std::isfinite(interval.low)) {
                cell.tip +=
                    (cell.tip.isEmpty() ? QString() : QStringLiteral("\n")) +
                    T("In brackets: where the true value lies nine times in ten, by errors of "
                      "the models on cases that they were not fitted to");
            }
            row.cells.push_back(std::move(cell));
            if (i != c.baseline) {
                const double difference = line.values[i] - base;
                row.cells.push_back(
                    {.text = differenceText(*line.figure, base, line.values[i]),
                     .key = base != 0.0 ? difference / std::abs(base) : difference,
                     .tip = T("Against %1").arg(QString::fromStdString(c.names[c.baseline])),
                     .why = T("%1 less %2. ")
                                .arg(QString::fromStdString(c.names[i]),
                                     QString::fromStdString(c.names[c.baseline])) +
                            why});
            }
        }
        rows.push_back(std::move(row));
    }
}

/// Text of the table of attributes about an input.
QString meaningOf(const engine::InputLine& line) {
    for (const models::ComponentType* type : models::documentTypes()) {
        const models::Attribute* attribute =
            type->label == line.type ? type->find(line.key) : nullptr;
        if (attribute != nullptr) {
            return T("Inputs of the projects: %1").arg(utf8Text(attribute->doc));
        }
    }
    return T("Inputs of the projects.");
}

FilteredTable* dressed(TextTable* model, const QString& name, const QString& empty, QWidget* parent,
                       const char* id) {
    auto* table = new FilteredTable(model, name, empty, parent);
    model->setParent(table);
    table->setObjectName(id);
    table->view()->horizontalHeader()->setStretchLastSection(true);
    return table;
}

}  // namespace

QWidget* makeFigureTable(const engine::Comparison& c, QWidget* parent) {
    Heads heads = {{T("Kind")}, {T("Figure")}};
    for (std::size_t i = 0; i < c.names.size(); ++i) {
        const QString name = QString::fromStdString(c.names[i]);
        heads.push_back(
            {i == c.baseline ? T("%1 (baseline)").arg(name) : name, name, CellSide::Right});
        if (i != c.baseline) {
            heads.push_back({T("Difference"),
                             T("%1 less %2").arg(name, QString::fromStdString(c.names[c.baseline])),
                             CellSide::Right});
        }
    }
    std::vector<TextRow> rows;
    addFigures(c, c.run, T("Run"), rows);
    addFigures(c, c.design, T("Design"), rows);
    addFigures(c, c.money, T("Money"), rows);
    auto* model = new TextTable(heads);
    model->reset(std::move(rows));
    auto* table =
        dressed(model, T("Figures"), T("They have no figure in common."), parent, "compareFigures");
    QTableView* view = table->view();
    view->setSortingEnabled(true);
    view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);  // as the engine has them
    // Differences keep the width of their text, next to the figures that they belong to.
    view->horizontalHeader()->setStretchLastSection(false);
    view->resizeColumnsToContents();
    return table;
}

QWidget* makeInputTable(const engine::Comparison& c, QWidget* parent) {
    Heads heads = {{T("Object")}, {T("Kind")}, {T("Attribute")}};
    for (const std::string& name : c.names) {
        heads.push_back({QString::fromStdString(name), {}, CellSide::Right});
    }
    std::vector<TextRow> rows;
    for (const engine::InputLine& line : c.inputs) {
        TextRow row;
        row.id = static_cast<std::int64_t>(rows.size());
        const QString unit = QString::fromStdString(line.unit);
        const QString label = QString::fromStdString(line.label);
        row.cells = {
            {.text = QString::fromStdString(line.name), .tip = QString::fromStdString(line.object)},
            {QString::fromStdString(line.type)},
            {.text = label.isEmpty()  ? T("is there")
                     : unit.isEmpty() ? label
                                      : QStringLiteral("%1 [%2]").arg(label, unit),
             .tip = QString::fromStdString(line.key)}};
        const QString why = meaningOf(line);
        for (const std::string& value : line.values) {
            row.cells.push_back(
                {.text = value.empty() ? QStringLiteral("–") : QString::fromStdString(value),
                 .why = why});
        }
        rows.push_back(std::move(row));
    }
    auto* model = new TextTable(heads);
    model->reset(std::move(rows));
    auto* table = dressed(model, T("Inputs"), T("The inputs are equal."), parent, "compareInputs");
    table->view()->resizeColumnsToContents();
    return table;
}

QWidget* makeEventTable(const engine::Comparison& c, QWidget* parent) {
    Heads heads = {{T("First")}, {T("Kind")}, {T("Subject")}, {T("Events")}};
    for (const std::string& name : c.names) {
        heads.push_back(
            {QString::fromStdString(name), T("How often, and when first"), CellSide::Right});
    }
    std::vector<TextRow> rows;
    const auto counted = [&](std::int64_t count, double firstS) {
        TextCell cell{.text = QString::number(count), .key = static_cast<qlonglong>(count)};
        if (count > 0 && std::isfinite(firstS)) {
            cell.text += QStringLiteral(" · ") + momentText(firstS);
        }
        return cell;
    };
    for (const engine::EventLine& line : c.events) {
        double firstS = 1e300;
        for (const double first : line.firstS) {
            firstS = std::isfinite(first) ? std::min(firstS, first) : firstS;
        }
        TextRow row;
        row.id = static_cast<std::int64_t>(rows.size());
        row.cells = {{.text = momentText(firstS), .key = firstS},
                     {QString::fromUtf8(engine::eventKindName(line.kind))},
                     {.text = QString::fromStdString(line.name),
                      .tip = QString::fromStdString(line.subject)},
                     {shownText(line.text)}};
        for (std::size_t i = 0; i < c.names.size() && i < line.counts.size(); ++i) {
            row.cells.push_back(counted(line.counts[i], line.firstS[i]));
        }
        rows.push_back(std::move(row));
    }
    for (const engine::EventCount& count : c.eventCounts) {
        TextRow row;
        row.id = static_cast<std::int64_t>(rows.size());
        row.cells = {{.text = T("all"), .key = -1.0},
                     {QString::fromUtf8(engine::eventKindName(count.kind))},
                     {QString::fromUtf8(engine::eventAreaName(count.area))},
                     {T("Events of this kind and area")}};
        for (const std::int64_t n : count.counts) {
            row.cells.push_back(counted(n, std::numeric_limits<double>::quiet_NaN()));
        }
        rows.push_back(std::move(row));
    }
    auto* model = new TextTable(heads);
    model->reset(std::move(rows));
    auto* table =
        dressed(model, T("Events"), T("The events are equal, or there are no runs to compare."),
                parent, "compareEvents");
    table->setWidths({110, 110, 150, 320});
    if (c.eventsLeft > 0) {
        table->setRemark(T("%1 later ones are left out").arg(c.eventsLeft));
    }
    return table;
}

#undef T

}  // namespace headroom::ui
