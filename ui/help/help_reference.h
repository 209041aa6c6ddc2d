// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <string_view>

namespace headroom::ui {

/// A page that the program writes about itself, from the tables that it computes with.
struct ReferencePage {
    QString name;
    QString markdown;
    QString group;
};

/// Attributes of every kind of part and object; quantities of a run; figures; keys.
QList<ReferencePage> referencePages();

/// Whether a name is that of such a page.
bool isReference(const QString& name);

/// The page about a kind of part or object: "part-ups.md".
QString referenceOf(std::string_view type);

/// Where the manual tells what a number is, by its name (ui/units/number_name.h); empty means nowhere.
QString helpTopicOfNumber(const QString& number);

/// The page about quantities: each row of the tables by its key.
inline constexpr const char* kQuantitiesPage = "reference-quantities.md";
/// The page about figures: each row of the table by its key.
inline constexpr const char* kFiguresPage = "reference-figures.md";

}  // namespace headroom::ui
