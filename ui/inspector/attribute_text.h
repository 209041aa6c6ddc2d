// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "models/core/attribute.h"

#include <QString>
#include <tl/expected.hpp>

#include <string>
#include <vector>

/// Attribute values as text that people read, edit and paste; in the units that the window shows.
/// One form for inspector, table and clipboard:
///   numbers "12.5", lists "1; 2; 3", curves "0 10; 50 12", references by name or id, lists of them
///   between semicolons or commas, booleans yes or no.
namespace headroom::ui {

/// Text in the inspector: number with unit, or name of the referenced object.
QString valueShown(const models::Attribute& attribute, const models::Value& value,
                   const engine::Project& project, const engine::Catalogue* catalogue);

/// Initial text of an editor. It reads back as the same value to 1e-12 in any unit system. Numbers
/// without unit; nothing for what is not stated.
QString valueEdited(const models::Attribute& attribute, const models::Value& value);

/// The same for an editor in this project: lists of references by name, as far as names tell them
/// apart. Objects copied to other projects keep their ids.
QString valueNamed(const models::Attribute& attribute, const models::Value& value,
                   const engine::Project& project, const engine::Catalogue* catalogue);

/// Reads what was typed or pasted and holds it against kind, range, choice and reference. Empty
/// text is "not stated". The error is a sentence for the user.
tl::expected<models::Value, QString> valueFromText(const models::Attribute& attribute,
                                                   const QString& text,
                                                   const engine::Project& project,
                                                   const engine::Catalogue* catalogue);

/// Symbol of the unit in which values of the attribute are shown now.
QString shownSymbol(const models::Attribute& attribute);

/// "0 to 100 °C", "at least 1"; empty without limits. In the shown unit.
QString rangeText(const models::Attribute& attribute);

/// Default of the type's table. monostate if there is no default.
std::vector<models::Value> defaultsOf(const models::ComponentType& type);

/// A thing that a reference may name.
struct ReferenceTarget {
    std::string id;
    QString name;    ///< for people; the id where it has none
    QString choice;  ///< in a list to choose from: of a part with its rating
};

std::vector<ReferenceTarget> referenceTargets(const models::Attribute& attribute,
                                              const engine::Project& project,
                                              const engine::Catalogue* catalogue);

/// Name of an object; its id where it has none.
QString objectName(const engine::Object& object);

/// A string_view of the tables as QString.
QString tableText(std::string_view text);
/// A choice as people read it: "may_stop" is "may stop". valueFromText() reads both.
QString choiceText(std::string_view word);

/// A label of the tables (of an attribute, a type, a quantity) in the language of the window.
QString labelText(std::string_view label);

}  // namespace headroom::ui
