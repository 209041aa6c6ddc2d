// SPDX-License-Identifier: Apache-2.0
#include "ui/help/help_reference.h"

#include "engine/figures/figures.h"
#include "engine/run/frame/quantity.h"
#include "models/core/attribute.h"
#include "ui/units/number_name.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>

#include <cmath>

namespace headroom::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Help", text);
}

/// Text within a cell of a table of Markdown.
QString cell(QString text) {
    return text.replace('|', "\\|").replace('\n', ' ').replace('*', "\\*").replace('<', "&lt;");
}

QString cell(std::string_view text) {
    return cell(utf8Text(text));
}

QString kindWord(const models::Attribute& a) {
    switch (a.kind) {
        case models::ValueKind::Number:
            return unitSymbol(a.unit.symbol).isEmpty() ? tr("number") : unitSymbol(a.unit.symbol);
        case models::ValueKind::Integer:
            return tr("whole number");
        case models::ValueKind::Boolean:
            return tr("yes or no");
        case models::ValueKind::Text:
            return tr("text");
        case models::ValueKind::Choice: {
            QStringList words;
            for (const std::string_view word : a.choices) {
                words << cell(word);
            }
            return words.join(", ");
        }
        case models::ValueKind::Curve:
            return tr("curve, %1").arg(unitSymbol(a.unit.symbol));
        case models::ValueKind::NumberList:
            return tr("numbers, %1").arg(unitSymbol(a.unit.symbol));
        case models::ValueKind::Reference:
        case models::ValueKind::ReferenceList: {
            QStringList links;
            models::forEachTarget(a.target, [&](std::string_view id) {
                const models::ComponentType* type = models::findComponentType(id);
                links << (type != nullptr
                              ? QStringLiteral("[%1](%2)").arg(cell(type->label), referenceOf(id))
                              : cell(id));
            });
            return links.join(", ");
        }
    }
    return {};
}

QString rangeOf(const models::Attribute& a) {
    const QString low = std::isfinite(a.minimum) ? plainNumberText(a.minimum) : QString();
    const QString high = std::isfinite(a.maximum) ? plainNumberText(a.maximum) : QString();
    const QString range = !low.isEmpty() && !high.isEmpty() ? tr("%1 to %2").arg(low, high)
                          : !low.isEmpty()                  ? tr("at least %1").arg(low)
                          : !high.isEmpty()                 ? tr("at most %1").arg(high)
                                                            : QString();
    return a.required ? (range.isEmpty() ? tr("required") : tr("required, %1").arg(range)) : range;
}

ReferencePage pageOf(const models::ComponentType& type, const QString& group) {
    QString text = QStringLiteral("# %1\n\n%2\n\n").arg(utf8Text(type.label), utf8Text(type.doc));
    text += type.section.empty()
                ? tr("A part of the catalogue (`headroom-cli catalog %1`).").arg(utf8Text(type.id))
                : tr("An object of the project, in its section `%1`.").arg(utf8Text(type.section));
    text +=
        tr("\n\n| attribute | key in files | unit or kind | allowed | meaning |\n"
           "|---|---|---|---|---|\n");
    for (const models::Attribute& a : type.attributes) {
        text += QStringLiteral("| %1 | `%2` | %3 | %4 | %5 |\n")
                    .arg(cell(a.label), utf8Text(a.key), kindWord(a), rangeOf(a), cell(a.doc));
    }
    return {referenceOf(type.id), text, group};
}

QString quantityTable(const QString& heading, std::span<const engine::QuantityInfo> rows) {
    QString text =
        QStringLiteral("## %1\n\n| quantity | key | unit | what it is |\n|---|---|---|---|\n")
            .arg(heading);
    for (const engine::QuantityInfo& row : rows) {
        text += QStringLiteral("| %1 | `%2` | %3 | %4 |\n")
                    .arg(cell(row.label), utf8Text(row.key), unitSymbol(row.unit.symbol),
                         cell(row.why));
    }
    return text + '\n';
}

QString quantitiesText() {
    return tr("# Quantities\n\nWhat a run yields at each instant: recordings, charts, the "
              "inspector "
              "and tables of CSV name it by these keys.\n\n") +
           quantityTable(tr("Of the facility"), engine::facilityQuantities()) +
           quantityTable(tr("Of a hall"), engine::hallQuantities()) +
           quantityTable(tr("Of a CDU group"), engine::cduQuantities()) +
           quantityTable(tr("Of a cooling loop"), engine::loopQuantities()) +
           quantityTable(tr("Of an external battery"), engine::batteryQuantities()) +
           quantityTable(tr("Of a rack"), engine::rackQuantities());
}

QString figuresText() {
    QString text =
        tr("# Figures\n\nWhat is said of a run, a campaign or a design as a whole, with "
           "the keys that `headroom-cli run --format json` writes.\n\n"
           "| figure | key | unit | definition |\n|---|---|---|---|\n");
    for (const engine::Figure& figure : engine::figures()) {
        text += QStringLiteral("| %1 | `%2` | %3 | %4 |\n")
                    .arg(cell(figure.label), utf8Text(figure.key), unitSymbol(figure.unit.symbol),
                         cell(figure.why));
    }
    return text;
}

}  // namespace

QString referenceOf(std::string_view type) {
    return QStringLiteral("part-%1.md").arg(utf8Text(type).replace('_', '-'));
}

QString helpTopicOfNumber(const QString& number) {
    const auto name = NumberName::parse(number.toStdString());
    if (!name) {
        return {};
    }
    const QString key = QString::fromStdString(name->key);
    if (name->isStated()) {
        return referenceOf(name->type) + '#' + key;
    }
    if (name->place == "unit") {
        return QStringLiteral("power.md#what-is-computed");
    }
    if (name->place == "machine") {
        return QStringLiteral("cooling.md#exchangers-coils-coolers-towers");
    }
    if (name->place == "job") {
        return QStringLiteral("jobs-view.md#a-jobs-page");
    }
    return (name->place == "figure" || name->place == "design" ? kFiguresPage : kQuantitiesPage) +
           QStringLiteral("#") + key;
}

bool isReference(const QString& name) {
    return name.startsWith("part-") || name.startsWith("reference-");
}

QList<ReferencePage> referencePages() {
    QList<ReferencePage> pages;
    pages << ReferencePage{kQuantitiesPage, quantitiesText(), tr("Reference")}
          << ReferencePage{kFiguresPage, figuresText(), tr("Reference")};
    for (const models::ComponentType* type : models::documentTypes()) {
        pages << pageOf(*type, tr("Objects of a project"));
    }
    for (const models::ComponentType* type : models::catalogueTypes()) {
        pages << pageOf(*type, tr("Parts of the catalogue"));
    }
    return pages;
}

}  // namespace headroom::ui
