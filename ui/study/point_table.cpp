// SPDX-License-Identifier: Apache-2.0
#include "ui/study/point_table.h"

#include "ui/kit/filtered_table.h"
#include "ui/kit/theme.h"
#include "ui/study/study_focus.h"
#include "ui/study/study_words.h"
#include "ui/units/quantity_text.h"

#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headroom::ui {

namespace {

bool isOnFront(const PointRow& row) {
    const auto& front = row.answer->answers.front;
    return row.stale < 0 && std::binary_search(front.begin(), front.end(), row.point);
}

QString stateText(const PointRow& row) {
    const engine::StudyAnswers& answers = row.answer->answers;
    if (row.stale >= 0) {
        const engine::StudyRow& of = row.answer->stale[static_cast<std::size_t>(row.stale)];
        return of.base != row.answer->plan.base()
                   ? PointTable::tr("stale: of an earlier revision of the project")
                   : PointTable::tr("stale: of another study or version");
    }
    if (!answers.faults[row.point].empty()) {
        return PointTable::tr("does not run");
    }
    if (answers.replications[row.point] == 0) {
        return PointTable::tr("not run yet");
    }
    return answers.feasible[row.point] == 0 ? PointTable::tr("not feasible")
           : isOnFront(row)                 ? PointTable::tr("on the front")
                                            : PointTable::tr("feasible");
}

QString stateTip(const PointRow& row) {
    if (row.stale >= 0) {
        return PointTable::tr(
            "It stays in the file and counts nowhere; Run makes what is asked for now.");
    }
    const std::string& fault = row.answer->answers.faults[row.point];
    return fault.empty() ? stateText(row) : QString::fromStdString(fault);
}

/// Value that a stale result set on an axis of that name.
QString staleAxis(const PointRow& row, std::size_t axis) {
    const engine::StudyRow& of = row.answer->stale[static_cast<std::size_t>(row.stale)];
    const QJsonObject set = QJsonDocument::fromJson(QByteArray::fromStdString(of.values)).object();
    const QString text =
        set.value(QString::fromStdString(row.answer->study().axes[axis].name)).toString();
    return text.isEmpty() ? QString(QChar(0x2013))
                          : axisValueText(row.answer->study().axes[axis], text.toStdString(),
                                          *row.answer->project, *row.answer->catalogue);
}

double valueOf(const PointRow& row, std::size_t figure) {
    const engine::FigureAnswer& f = row.answer->answers.figures[figure];
    if (row.stale < 0) {
        return f.points[row.point].count > 0 ? f.points[row.point].mean : NAN;
    }
    for (const auto& [key, value] :
         row.answer->stale[static_cast<std::size_t>(row.stale)].figures) {
        if (key == f.figure->key) {
            return value;
        }
    }
    return NAN;
}

QVariant sortKey(double value) {
    return std::isfinite(value) ? QVariant(value) : QVariant(INFINITY);
}

RecordTable<PointRow>::Columns columnsOf(const StudyAnswer& answer) {
    RecordTable<PointRow>::Columns columns;
    columns.push_back(
        {.title = PointTable::tr("Point"),
         .side = CellSide::Right,
         .text =
             [](const PointRow& row) {
                 return row.stale < 0 ? QString::number(row.point) : QString(QChar(0x2013));
             },
         .key =
             [](const PointRow& row) {
                 return QVariant(row.stale < 0 ? static_cast<qlonglong>(row.point) : INT64_MAX);
             },
         .isBold = isOnFront});
    for (std::size_t a = 0; a < answer.study().axes.size(); ++a) {
        columns.push_back({.title = QString::fromStdString(answer.study().axes[a].name),
                           .side = CellSide::Right,
                           .text =
                               [a](const PointRow& row) {
                                   return row.stale < 0 ? axisValueText(*row.answer, a, row.point)
                                                        : staleAxis(row, a);
                               },
                           .key =
                               [a](const PointRow& row) {
                                   const auto number = row.stale < 0
                                                           ? axisNumber(*row.answer, a, row.point)
                                                           : std::nullopt;
                                   return number ? QVariant(*number)
                                          : row.stale < 0
                                              ? QVariant(axisValueText(*row.answer, a, row.point))
                                              : QVariant();
                               },
                           .isBold = isOnFront});
    }
    for (std::size_t f = 0; f < answer.answers.figures.size(); ++f) {
        const engine::Figure& figure = *answer.answers.figures[f].figure;
        columns.push_back({.title = utf8Text(figure.label),
                           .why = utf8Text(figure.why),
                           .side = CellSide::Right,
                           .text =
                               [f](const PointRow& row) {
                                   const engine::FigureAnswer& of = row.answer->answers.figures[f];
                                   const double half =
                                       row.stale < 0 && of.points[row.point].count > 1
                                           ? of.points[row.point].halfWidth
                                           : NAN;
                                   return figureValueText(*of.figure, valueOf(row, f), half);
                               },
                           .key = [f](const PointRow& row) { return sortKey(valueOf(row, f)); },
                           .isBold = isOnFront});
    }
    columns.push_back(
        {.title = PointTable::tr("Runs"),
         .why = PointTable::tr(
             "Replications that are done; behind ± is half of the 95 % interval of their mean"),
         .side = CellSide::Right,
         .text =
             [](const PointRow& row) {
                 return row.stale < 0 ? QString::number(row.answer->answers.replications[row.point])
                                      : QString("1");
             },
         .key =
             [](const PointRow& row) {
                 return QVariant(row.stale < 0 ? static_cast<qlonglong>(
                                                     row.answer->answers.replications[row.point])
                                               : 1);
             }});
    columns.push_back({.title = PointTable::tr("State"),
                       .why = PointTable::tr("Feasible: within all limits. On the front: no other "
                                             "feasible point beats it in every figure"),
                       .text = stateText,
                       .tip = stateTip,
                       .colour = [](const PointRow& row) {
                           const ThemeColours& colours = Theme::instance().colours();
                           return row.stale >= 0                                   ? colours.muted
                                  : !row.answer->answers.faults[row.point].empty() ? colours.bad
                                  : isOnFront(row)                                 ? colours.good
                                                                                   : QColor();
                       }});
    return columns;
}

}  // namespace

PointTable::PointTable(StudyFocus* focus, QWidget* parent)
    : QWidget(parent), focus_(focus), layout_(new QVBoxLayout(this)) {
    setObjectName("studyPointsPage");
    layout_->setContentsMargins(0, 0, 0, 0);
    connect(focus, &StudyFocus::brushedOthers, this, [this] {
        if (table_ != nullptr) {
            table_->refilter();
        }
    });
    connect(focus, &StudyFocus::chosen, this, [this] {
        const int row = table_ == nullptr ? -1 : table_->currentRow();
        if (focus_->point() >= 0 && row != focus_->point() && table_ != nullptr &&
            focus_->point() < model_->rowCount()) {
            table_->showRow(focus_->point());
        }
    });
}

void PointTable::build(const StudyAnswer& answer) {
    delete table_;
    model_ = std::make_unique<RecordTable<PointRow>>(columnsOf(answer));
    table_ = new FilteredTable(model_.get(), tr("Points"),
                               tr("No points yet: give the study an axis."), this);
    table_->setObjectName("studyPoints");
    table_->view()->horizontalHeader()->setDefaultSectionSize(150);
    table_->setWidths({60});
    table_->sortBy(0, Qt::AscendingOrder);
    table_->setRowFilter([this](int row) {
        const PointRow& of = model_->rows()[static_cast<std::size_t>(row)];
        return of.stale >= 0 ? focus_->brushed().empty() : focus_->shows(of.point);
    });
    connect(table_, &FilteredTable::rowChosen, this, [this](int row) {
        const PointRow& of = model_->rows()[static_cast<std::size_t>(row)];
        focus_->choose(of.stale < 0 ? static_cast<int>(of.point) : -1);
    });
    connect(table_, &FilteredTable::rowActivated, this, [this](int row) {
        const PointRow& of = model_->rows()[static_cast<std::size_t>(row)];
        if (of.stale < 0) {
            emit activated(static_cast<int>(of.point));
        }
    });
    layout_->addWidget(table_);
}

void PointTable::show(const std::shared_ptr<const StudyAnswer>& answer) {
    QStringList heads;
    std::vector<PointRow> rows;
    if (answer) {
        for (const engine::StudyAxis& axis : answer->study().axes) {
            heads << QString::fromStdString(axis.name);
        }
        heads << QString();
        for (const engine::FigureAnswer& figure : answer->answers.figures) {
            heads << utf8Text(figure.figure->key);
        }
        if (table_ == nullptr || heads != heads_) {
            heads_ = heads;
            build(*answer);
        }
        for (std::size_t p = 0; p < answer->answers.points.size(); ++p) {
            rows.push_back({answer, p, -1});
        }
        for (std::size_t s = 0; s < answer->stale.size(); ++s) {
            rows.push_back({answer, 0, static_cast<std::ptrdiff_t>(s)});
        }
        const std::size_t stale = answer->stale.size();
        table_->setRemark(stale > 0
                              ? tr("%n stale result(s) below", nullptr, static_cast<int>(stale))
                              : QString());
    }
    if (model_) {
        model_->setRows(std::move(rows));
    }
}

}  // namespace headroom::ui
