// SPDX-License-Identifier: Apache-2.0
#include "ui/study/study_words.h"

#include "engine/document/setting.h"
#include "engine/part/part_address.h"
#include "ui/inspector/attribute_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

QString studyTr(const char* text) {
    return QCoreApplication::translate("Study", text);
}

struct DesignWords {
    const char* name;
    const char* tip;
};

constexpr auto kDesignWords = std::to_array<DesignWords>({
    {QT_TRANSLATE_NOOP("Study", "All combinations"),
     QT_TRANSLATE_NOOP(
         "Study", "Every value with every other: the mean at each value, less the mean of all")},
    {QT_TRANSLATE_NOOP("Study", "Paired"),
     QT_TRANSLATE_NOOP("Study",
                       "The first values of all axes together, the second ones, and so on")},
    {QT_TRANSLATE_NOOP("Study", "One at a time"),
     QT_TRANSLATE_NOOP("Study", "The unchanged project, then each value alone: a tornado")},
    {QT_TRANSLATE_NOOP("Study", "Latin hypercube"),
     QT_TRANSLATE_NOOP(
         "Study",
         "Random points that cover each axis evenly: slope over its range, and what it explains")},
    {QT_TRANSLATE_NOOP("Study", "Sobol sequence"),
     QT_TRANSLATE_NOOP("Study", "Points that fill the space evenly; take a power of two")},
    {QT_TRANSLATE_NOOP("Study", "Morris screening"),
     QT_TRANSLATE_NOOP("Study",
                       "Which of many axes matter: ways through a grid, axes + 1 runs each")},
    {QT_TRANSLATE_NOOP("Study", "Sobol indices"),
     QT_TRANSLATE_NOOP(
         "Study",
         "Share of the variance of each axis, alone and with all others: rows of axes + 2 runs")},
    {QT_TRANSLATE_NOOP("Study", "Search for the best"),
     QT_TRANSLATE_NOOP(
         "Study",
         "Generation by generation towards the best of all figures, within the constraints")},
});

}  // namespace

FigureScale figureScale(const engine::Figure& figure, double typical) {
    const bool isFinite = std::isfinite(typical) && typical != 0.0;
    const ShownUnit unit =
        shownUnit(figure.shown, isFinite ? typical * figure.unit.toSi : figure.shown.toSi);
    const QString label = utf8Text(figure.label);
    return {figure.unit.toSi / unit.toSi, unit.symbol,
            unit.symbol.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(label, unit.symbol)};
}

FigureScale figureScale(const engine::FigureAnswer& answer) {
    return figureScale(*answer.figure, std::isfinite(answer.median) ? answer.median : answer.mean);
}

QString figureValueText(const engine::Figure& figure, double value, double halfWidth) {
    if (!std::isfinite(value)) {
        return QStringLiteral("–");
    }
    const FigureScale scale = figureScale(figure, value);
    QString text = numberText(value * scale.by, 4);
    if (std::isfinite(halfWidth)) {
        text += QStringLiteral(" ± ") + numberText(halfWidth * scale.by, 2);
    }
    return scale.unit.isEmpty() ? text : text + QChar(0x2009) + scale.unit;
}

namespace {

/// Object or part of a target, and its attribute.
struct NamedTarget {
    QString owner;  ///< name of the object or part
    const models::Attribute* attribute = nullptr;
};

NamedTarget namedTarget(engine::AxisKind kind, const std::string& target,
                        const engine::Project& project, const engine::Catalogue& catalogue) {
    const auto figure = engine::CatalogueName::ofFigure(target);
    if (figure.key.empty()) {
        return {};
    }
    if (kind == engine::AxisKind::Setting) {
        const engine::Object* object = project.find(figure.id);
        return object == nullptr ? NamedTarget{}
                                 : NamedTarget{objectName(*object), object->type->find(figure.key)};
    }
    if (kind == engine::AxisKind::Part && !figure.type.empty()) {
        const auto* entry = catalogue.find(figure.type, figure.id);
        return entry == nullptr
                   ? NamedTarget{}
                   : NamedTarget{
                         QString::fromStdString(entry->name.empty() ? entry->id : entry->name),
                         entry->type->find(figure.key)};
    }
    return {};
}

}  // namespace

const models::Attribute* attributeOf(const engine::StudyAxis& axis, const engine::Project& project,
                                     const engine::Catalogue& catalogue) {
    return axis.targets.empty()
               ? nullptr
               : namedTarget(axis.kind, axis.targets.front(), project, catalogue).attribute;
}

QString axisTargetText(const engine::StudyAxis& axis, const std::string& target,
                       const engine::Project& project, const engine::Catalogue& catalogue) {
    const NamedTarget named = namedTarget(axis.kind, target, project, catalogue);
    return named.attribute == nullptr
               ? QString::fromStdString(target)
               : QStringLiteral("%1: %2").arg(named.owner, tableText(named.attribute->label));
}

QString axisValueText(const engine::StudyAxis& axis, const std::string& text,
                      const engine::Project& project, const engine::Catalogue& catalogue) {
    const models::Attribute* attribute = attributeOf(axis, project, catalogue);
    if (attribute == nullptr) {
        return text.empty() ? studyTr("nothing") : QString::fromStdString(text);
    }
    bool isNumber = false;
    const double number = QString::fromStdString(text).toDouble(&isNumber);
    if (isNumber && attribute->kind == models::ValueKind::Number) {
        return valueShown(*attribute, models::Value{number}, project, &catalogue);
    }
    if (axis.kind == engine::AxisKind::Setting) {
        if (const auto edit = engine::settingOf(project, axis.targets.front() + '=' + text)) {
            return valueShown(*attribute, edit->value, project, &catalogue);
        }
    }
    return QString::fromStdString(text);
}

QString axisValueText(const StudyAnswer& answer, std::size_t axis, std::size_t point) {
    const auto& text = answer.answers.points[point].values[axis];
    return text
               ? axisValueText(answer.study().axes[axis], *text, *answer.project, *answer.catalogue)
               : studyTr("unchanged");
}

std::optional<double> axisNumber(const StudyAnswer& answer, std::size_t axis, std::size_t point) {
    const auto& text = answer.answers.points[point].values[axis];
    bool isNumber = false;
    const double number = text ? QString::fromStdString(*text).toDouble(&isNumber) : 0.0;
    return isNumber ? std::optional(number) : std::nullopt;
}

QString designWords(engine::DesignKind kind) {
    return studyTr(kDesignWords[static_cast<std::size_t>(kind)].name);
}

QString designTip(engine::DesignKind kind) {
    return studyTr(kDesignWords[static_cast<std::size_t>(kind)].tip);
}

}  // namespace headroom::ui
