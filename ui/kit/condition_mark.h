// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kinds/condition.h"
#include "ui/kit/legend.h"

#include <QPixmap>
#include <QString>

#include <span>
#include <vector>

class QPainter;

/// The marks of engine::Condition: shape, word and colour, the same in plan, 3-D, diagrams, tables
/// and their legends. Each is on a ground of its own, so that it is read on any colour scale.
namespace headroom::ui {

/// "Tripped".
QString conditionWord(engine::Condition condition);

/// Its meaning, in one sentence.
QString conditionWhy(engine::Condition condition);

QColor conditionColour(engine::Condition condition, const ThemeColours& colours);

/// The mark alone, `radius` from its centre to its rim. Nothing for Normal.
void paintConditionMark(QPainter& painter, QPointF centre, double radius,
                        engine::Condition condition, const ThemeColours& colours);

/// Mark and words on a panel, "8 tripped", centred at `at`; returns where it was put.
QRectF paintConditionLabel(QPainter& painter, QPointF at, engine::Condition condition,
                           const QString& words, const ThemeColours& colours);

/// Its room, before it is painted.
QSizeF conditionLabelSize(const QFont& font, const QString& words);

QPixmap conditionPixmap(engine::Condition condition, int size);

/// One line of a legend for each of them, in the order of weight; `counts` (by condition) leaves
/// out what there is none of, and says how many there are.
std::vector<LegendEntry> conditionEntries(const std::vector<int>& counts,
                                          const ThemeColours& colours);

/// How many there are of each, for conditionEntries().
std::vector<int> conditionCounts(std::span<const engine::Condition> conditions);

}  // namespace headroom::ui
