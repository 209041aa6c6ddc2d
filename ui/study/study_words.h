// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/answers.h"
#include "ui/study/study_desk.h"

#include <QString>

#include <optional>

namespace headroom::ui {

/// How a figure of a study is drawn: numbers of its answers, which are in the unit of files, times `by` are in `unit`.
struct FigureScale {
    double by = 1.0;
    QString unit;
    QString label;  ///< "Water (L/kWh)"
};

/// With a prefix that suits numbers of that size, in the window's units.
FigureScale figureScale(const engine::Figure& figure, double typical);
FigureScale figureScale(const engine::FigureAnswer& answer);

/// "1.234 ± 0.012 MW" of a number in the unit of files; a dash where there is none.
QString figureValueText(const engine::Figure& figure, double value,
                        double halfWidth = models::kNotStated);

/// The attribute that an axis sets; null means of projects, orders and what is not known.
const models::Attribute* attributeOf(const engine::StudyAxis& axis, const engine::Project& project,
                                     const engine::Catalogue& catalogue);

/// A target of an axis for people: "Chilled water: Supply set-point". As the file has it where the project knows no such object.
QString axisTargetText(const engine::StudyAxis& axis, const std::string& target,
                       const engine::Project& project, const engine::Catalogue& catalogue);

/// A value of an axis as the inspector writes it: "18 °C", "Cooling tower A", "nothing".
QString axisValueText(const engine::StudyAxis& axis, const std::string& text,
                      const engine::Project& project, const engine::Catalogue& catalogue);

/// Value of a point; "unchanged" where the point leaves the axis alone.
QString axisValueText(const StudyAnswer& answer, std::size_t axis, std::size_t point);

/// A text of an axis as a number in the unit that is shown; none if it is not a number.
std::optional<double> axisNumber(const StudyAnswer& answer, std::size_t axis, std::size_t point);

/// "Latin hypercube".
QString designWords(engine::DesignKind kind);

/// Result of an axis under that design, a sentence.
QString designTip(engine::DesignKind kind);

}  // namespace headroom::ui
