// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/attribute_text.h"

#include "engine/document/references.h"
#include "engine/document/values.h"
#include "ui/units/language.h"
#include "ui/units/part_words.h"
#include "ui/units/quantity_parse.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/units/unit_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom::ui {

namespace {

using models::Attribute;
using models::Value;
using models::ValueKind;
using Parsed = tl::expected<Value, QString>;

QString attributeTr(const char* text) {
    return QCoreApplication::translate("attributeText", text);
}

/// From the table's unit to the shown one; the number itself where that is the same.
double toShown(const models::Unit& unit, double value) {
    const UnitSystem& units = UnitSystem::instance();
    return units.converts(unit) ? units.shown(unit).shown(value * unit.toSi) : value;
}

double fromShown(const models::Unit& unit, double shown) {
    const UnitSystem& units = UnitSystem::instance();
    return units.converts(unit) ? units.shown(unit).si(shown) / unit.toSi : shown;
}

/// The fewest digits that read back as the same value to 1e-13.
QString exactText(const models::Unit& unit, double value) {
    const double shown = toShown(unit, value);
    QString text;
    for (int digits = 6; digits <= 17; ++digits) {
        text = QLocale::c().toString(shown, 'g', digits);
        const double back = fromShown(unit, QLocale::c().toDouble(text));
        if (std::abs(back - value) <= 1e-13 * std::abs(value)) {
            break;
        }
    }
    if (text.contains('e')) {  // a million is not written 1e+06
        const QString plain = QLocale::c().toString(shown, 'f', QLocale::FloatingPointShortest);
        if (plain.size() <= 18 &&
            std::abs(fromShown(unit, plain.toDouble()) - value) <= 1e-13 * std::abs(value)) {
            text = plain;
        }
    }
    return text;
}

/// Lists and curves: numbers in the locale would clash with the separators, so '.' alone.
QStringList split(const QString& text, const char* pattern) {
    return text.split(QRegularExpression(QString::fromLatin1(pattern)), Qt::SkipEmptyParts);
}

QString targetName(const Attribute& attribute, const std::string& id,
                   const engine::Project& project, const engine::Catalogue* catalogue) {
    if (const engine::Object* object = project.find(id)) {
        return objectName(*object);
    }
    QString name = QString::fromStdString(id);
    if (catalogue != nullptr) {
        models::forEachTarget(attribute.target, [&](std::string_view type) {
            if (const auto* entry = catalogue->find(type, id); entry && !entry->name.empty()) {
                name = QString::fromStdString(entry->name);
            }
        });
    }
    return name;
}

QString withUnit(const QString& number, const QString& symbol) {
    return symbol.isEmpty() ? number : number + QChar(0x2009) + symbol;
}

QString limitText(const Attribute& attribute, double limit) {
    return withUnit(plainNumberText(toShown(attribute.unit, limit)), shownSymbol(attribute));
}

/// The range in the units that are shown; other faults in the words of the document.
QString faultOf(const Attribute& attribute, const Value& value) {
    const auto beyond = [&](double number) -> QString {
        if (number < attribute.minimum) {
            return attributeTr("%1 is less than the least allowed, %2.")
                .arg(limitText(attribute, number), limitText(attribute, attribute.minimum));
        }
        if (number > attribute.maximum) {
            return attributeTr("%1 is more than the most allowed, %2.")
                .arg(limitText(attribute, number), limitText(attribute, attribute.maximum));
        }
        return {};
    };
    QString fault;
    if (const auto* number = std::get_if<double>(&value)) {
        fault = beyond(*number);
    } else if (const auto* list = std::get_if<std::vector<double>>(&value)) {
        for (const double one : *list) {
            fault = fault.isEmpty() ? beyond(one) : fault;
        }
    } else if (const auto* curve = std::get_if<models::Curve>(&value)) {
        for (const double one : curve->y()) {
            fault = fault.isEmpty() ? beyond(one) : fault;
        }
    }
    if (fault.isEmpty()) {
        const engine::ValueFaults faults = engine::valueFaults(attribute, value);
        if (!faults.empty()) {
            fault = shownText(faults.front().message + " " + faults.front().remedy);
        }
    }
    return fault;
}

/// A limit that was converted to another unit and back is the limit: the last bits of a double must
/// not put it beyond.
double snapped(const Attribute& attribute, double value) {
    for (const double limit : {attribute.minimum, attribute.maximum}) {
        if (std::isfinite(limit) && std::abs(value - limit) <= 1e-12 * std::abs(limit)) {
            return limit;
        }
    }
    return value;
}

Parsed readInteger(const Attribute& attribute, const QString& text) {
    const auto number = parseQuantity(text, attribute.unit);
    if (!number) {
        return tl::unexpected(number.error());
    }
    if (std::round(*number) != *number || std::abs(*number) > 9e15) {
        return tl::unexpected(attributeTr("“%1” is not a whole number.").arg(text));
    }
    return Value(static_cast<std::int64_t>(*number));
}

Parsed readBoolean(const QString& text) {
    const QString word = text.toLower();
    if (word == "yes" || word == "true" || word == "1" || word == "on") {
        return Value(true);
    }
    if (word == "no" || word == "false" || word == "0" || word == "off") {
        return Value(false);
    }
    return tl::unexpected(attributeTr("“%1” is neither yes nor no.").arg(text));
}

/// As people write it: "Fat tree" is fat_tree.
QString plainWord(const QString& text) {
    return text.trimmed().toLower().replace('_', ' ').replace('-', ' ');
}

Parsed readChoice(const Attribute& attribute, const QString& text) {
    QStringList words;
    for (const std::string_view word : attribute.choices) {
        words << tableText(word);
        if (plainWord(words.back()) == plainWord(text)) {
            return Value(std::string(word));
        }
    }
    return tl::unexpected(attributeTr("“%1” is not among %2.").arg(text, words.join(", ")));
}

/// An id, a name that only one of the targets has, or words with which only one name begins.
tl::expected<std::string, QString> readTarget(const Attribute& attribute, const QString& text,
                                              const std::vector<ReferenceTarget>& targets) {
    const ReferenceTarget* named = nullptr;
    bool isExact = false, isAmbiguous = false;
    const QString word = plainWord(text);
    for (const ReferenceTarget& target : targets) {
        if (target.id == text.toStdString()) {
            return target.id;
        }
        const QString name = plainWord(target.name);
        const bool isSame = name == word || plainWord(QString::fromStdString(target.id)) == word;
        const bool isBegun = name.startsWith(word + ' ') || name.startsWith(word + ',');
        if ((!isSame && !isBegun) || (isExact && !isSame)) {
            continue;
        }
        isAmbiguous = named != nullptr && isSame == isExact;
        isExact = isSame;
        named = &target;
    }
    if (isAmbiguous) {
        return tl::unexpected(
            attributeTr("More than one thing is called “%1”: give its id.").arg(text));
    }
    if (named == nullptr) {
        QString kinds;
        models::forEachTarget(attribute.target, [&](std::string_view id) {
            const models::ComponentType* type = models::findComponentType(id);
            kinds += (kinds.isEmpty() ? "" : attributeTr(" or ")) +
                     (type != nullptr ? tableText(type->label) : tableText(id)).toLower();
        });
        return tl::unexpected(attributeTr("There is no %1 “%2”.").arg(kinds, text));
    }
    return named->id;
}

/// Between commas; names may hold commas themselves ("Utility connection, 400 V"): the longest run
/// that is a name counts.
tl::expected<std::vector<std::string>, QString> readRun(
    const Attribute& attribute, const QString& text, const std::vector<ReferenceTarget>& targets) {
    const QStringList parts = text.split(',');
    std::vector<std::string> ids;
    for (qsizetype from = 0; from < parts.size();) {
        QString fault;
        qsizetype to = parts.size();
        for (; to > from; --to) {
            const QString name = QStringList(parts.mid(from, to - from)).join(',').trimmed();
            const auto id = name.isEmpty() ? tl::expected<std::string, QString>{}
                                           : readTarget(attribute, name, targets);
            if (id) {
                if (!id->empty()) {
                    ids.push_back(*id);
                }
                break;
            }
            fault = id.error();  // in the end, of the shortest run
        }
        if (to == from) {
            return tl::unexpected(fault);
        }
        from = to;
    }
    return ids;
}

/// As tables are written to files: ids with blanks between them, all of them known.
std::vector<std::string> idsBetweenBlanks(const QString& text,
                                          const std::vector<ReferenceTarget>& targets) {
    std::vector<std::string> ids;
    for (const QString& word : split(text, "[\\s]+")) {
        ids.push_back(word.toStdString());
        const auto isIt = [&ids](const ReferenceTarget& target) { return target.id == ids.back(); };
        if (std::none_of(targets.begin(), targets.end(), isIt)) {
            return {};
        }
    }
    return ids;
}

Parsed readTargets(const Attribute& attribute, const QString& text,
                   const std::vector<ReferenceTarget>& targets) {
    std::vector<std::string> ids;
    for (const QString& run : split(text, "[;\\n]")) {
        auto some = readRun(attribute, run, targets);
        if (!some) {
            const auto between = idsBetweenBlanks(run, targets);
            if (between.empty()) {
                const QString several =
                    attributeTr("Write a comma or a semicolon between several of them.");
                return tl::unexpected(run.trimmed().contains(' ') ? some.error() + ' ' + several
                                                                  : some.error());
            }
            some = between;
        }
        ids.insert(ids.end(), some->begin(), some->end());
    }
    return Value(std::move(ids));
}

/// Its name where no other target has the same, else its id.
QString wordFor(const std::string& id, const std::vector<ReferenceTarget>& targets) {
    const ReferenceTarget* meant = nullptr;
    for (const ReferenceTarget& target : targets) {
        meant = target.id == id ? &target : meant;
    }
    const auto isTaken = [&](const ReferenceTarget& target) {
        return target.id != id &&
               (plainWord(target.name) == plainWord(meant->name) ||
                plainWord(QString::fromStdString(target.id)) == plainWord(meant->name));
    };
    const bool isClear = meant != nullptr && !meant->name.contains(';') &&
                         !meant->name.contains('\n') &&
                         std::none_of(targets.begin(), targets.end(), isTaken);
    return isClear ? meant->name : QString::fromStdString(id);
}

tl::expected<double, QString> readListNumber(const QString& text, const models::Unit& unit) {
    return parseQuantity(text, unit, QLocale::c());
}

Parsed readNumbers(const Attribute& attribute, const QString& text) {
    std::vector<double> numbers;
    for (const QString& part : split(text, "[;\\n]")) {
        const auto number = readListNumber(part, attribute.unit);
        if (!number) {
            return tl::unexpected(number.error());
        }
        numbers.push_back(snapped(attribute, *number));
    }
    if (attribute.count > 0 && numbers.size() != static_cast<std::size_t>(attribute.count)) {
        return tl::unexpected(attributeTr("%1 numbers are needed, here are %2.")
                                  .arg(attribute.count)
                                  .arg(numbers.size()));
    }
    return Value(std::move(numbers));
}

Parsed readCurve(const Attribute& attribute, const QString& text) {
    std::vector<double> x;
    std::vector<double> y;
    for (const QString& point : split(text, "[;\\n]")) {
        const QStringList parts = split(point, "[\\s]+");
        if (parts.isEmpty()) {
            continue;
        }
        if (parts.size() != 2) {
            return tl::unexpected(
                attributeTr("“%1” is not a point. Write two numbers with a space between.")
                    .arg(point));
        }
        const auto atX = readListNumber(parts[0], models::unit::none);
        const auto atY = readListNumber(parts[1], attribute.unit);
        if (!atX || !atY) {
            return tl::unexpected(atX ? atY.error() : atX.error());
        }
        if (!x.empty() && *atX <= x.back()) {
            return tl::unexpected(attributeTr("The first numbers must rise from point to point."));
        }
        x.push_back(*atX);
        y.push_back(snapped(attribute, *atY));
    }
    if (x.empty() || !models::Curve::isValid(x, y)) {
        return tl::unexpected(
            attributeTr("This is not a curve: it needs points whose first numbers rise."));
    }
    return Value(models::Curve(std::move(x), std::move(y)));
}

}  // namespace

QString objectName(const engine::Object& object) {
    const models::Attribute* attribute = object.type->find("name");
    if (attribute != nullptr) {
        if (const auto* name = std::get_if<std::string>(&object.value("name"))) {
            if (!name->empty()) {
                return QString::fromStdString(*name);
            }
        }
    }
    return QString::fromStdString(object.id);
}

QString tableText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString labelText(std::string_view label) {
    return QCoreApplication::translate("Attributes", std::string(label).c_str());
}

QString shownSymbol(const models::Attribute& attribute) {
    return UnitSystem::instance().shown(attribute.unit).symbol;
}

QString choiceText(std::string_view word) {
    return tableText(word).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString valueShown(const models::Attribute& attribute, const models::Value& value,
                   const engine::Project& project, const engine::Catalogue* catalogue) {
    const QString symbol = shownSymbol(attribute);
    if (const auto* number = std::get_if<double>(&value)) {
        return std::isfinite(*number)
                   ? withUnit(
                         plainNumberText(toShown(attribute.unit, *number),
                                         // As stated; converted, no more than was known.
                                         UnitSystem::instance().converts(attribute.unit) ? 5 : 6),
                         symbol)
                   : QString();
    }
    if (const auto* word = std::get_if<std::string>(&value);
        word != nullptr && attribute.kind == ValueKind::Choice) {
        return choiceText(*word);
    }
    if (attribute.kind == ValueKind::Reference) {
        const auto* id = std::get_if<std::string>(&value);
        return id == nullptr || id->empty() ? QString()
                                            : targetName(attribute, *id, project, catalogue);
    }
    if (const auto* ids = std::get_if<std::vector<std::string>>(&value)) {
        QStringList names;
        for (const std::string& id : *ids) {
            names << targetName(attribute, id, project, catalogue);
        }
        return names.join(", ");
    }
    if (const auto* list = std::get_if<std::vector<double>>(&value); list && list->size() <= 6) {
        QStringList numbers;
        for (const double one : *list) {
            numbers << plainNumberText(toShown(attribute.unit, one), 4);
        }
        return withUnit(numbers.join("; "), symbol);
    }
    return QString::fromStdString(engine::valueText(value));
}

QString valueEdited(const models::Attribute& attribute, const models::Value& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        return std::isfinite(*number) ? withDecimalPoint(exactText(attribute.unit, *number))
                                      : QString();
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return QString::number(*whole);
    }
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? QStringLiteral("yes") : QStringLiteral("no");
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return QString::fromStdString(*text);
    }
    QStringList parts;
    if (const auto* curve = std::get_if<models::Curve>(&value)) {
        for (std::size_t i = 0; i < curve->x().size(); ++i) {
            parts << exactText(models::unit::none, curve->x()[i]) + ' ' +
                         exactText(attribute.unit, curve->y()[i]);
        }
    } else if (const auto* list = std::get_if<std::vector<double>>(&value)) {
        for (const double one : *list) {
            parts << exactText(attribute.unit, one);
        }
    } else if (const auto* ids = std::get_if<std::vector<std::string>>(&value)) {
        for (const std::string& id : *ids) {
            parts << QString::fromStdString(id);
        }
        return parts.join(", ");
    }
    return parts.join("; ");
}

QString valueNamed(const models::Attribute& attribute, const models::Value& value,
                   const engine::Project& project, const engine::Catalogue* catalogue) {
    const auto* ids = std::get_if<std::vector<std::string>>(&value);
    if (attribute.kind != ValueKind::ReferenceList || ids == nullptr) {
        return valueEdited(attribute, value);
    }
    const std::vector<ReferenceTarget> targets = referenceTargets(attribute, project, catalogue);
    QStringList words;
    for (const std::string& id : *ids) {
        words << wordFor(id, targets);
    }
    return words.join(QStringLiteral("; "));
}

tl::expected<models::Value, QString> valueFromText(const models::Attribute& attribute,
                                                   const QString& typed,
                                                   const engine::Project& project,
                                                   const engine::Catalogue* catalogue) {
    const QString text = typed.trimmed();
    if (text.isEmpty()) {
        if (attribute.required) {
            return tl::unexpected(
                attributeTr("%1 must be stated.").arg(labelText(attribute.label)));
        }
        return Value();
    }
    Parsed value;
    switch (attribute.kind) {
        case ValueKind::Number: {
            const auto number = parseQuantity(text, attribute.unit);
            value = number ? Parsed(Value(snapped(attribute, *number)))
                           : tl::unexpected(number.error());
            break;
        }
        case ValueKind::Integer:
            value = readInteger(attribute, text);
            break;
        case ValueKind::Boolean:
            value = readBoolean(text);
            break;
        case ValueKind::Text:
            value = Value(text.toStdString());
            break;
        case ValueKind::Choice:
            value = readChoice(attribute, text);
            break;
        case ValueKind::Reference: {
            const auto id =
                readTarget(attribute, text, referenceTargets(attribute, project, catalogue));
            value = id ? Parsed(Value(*id)) : tl::unexpected(id.error());
            break;
        }
        case ValueKind::ReferenceList:
            value = readTargets(attribute, text, referenceTargets(attribute, project, catalogue));
            break;
        case ValueKind::NumberList:
            value = readNumbers(attribute, text);
            break;
        case ValueKind::Curve:
            value = readCurve(attribute, text);
            break;
    }
    if (value) {
        if (const QString fault = faultOf(attribute, *value); !fault.isEmpty()) {
            return tl::unexpected(fault);
        }
    }
    return value;
}

QString rangeText(const models::Attribute& attribute) {
    const bool isNumeric =
        attribute.kind != ValueKind::Text && attribute.kind != ValueKind::Choice &&
        attribute.kind != ValueKind::Boolean && attribute.kind != ValueKind::Reference &&
        attribute.kind != ValueKind::ReferenceList;
    const bool low = isNumeric && std::isfinite(attribute.minimum);
    const bool high = isNumeric && std::isfinite(attribute.maximum);
    if (low && high) {
        return attributeTr("%1 to %2")
            .arg(plainNumberText(toShown(attribute.unit, attribute.minimum)),
                 limitText(attribute, attribute.maximum));
    }
    if (low) {
        return attributeTr("at least %1").arg(limitText(attribute, attribute.minimum));
    }
    return high ? attributeTr("at most %1").arg(limitText(attribute, attribute.maximum))
                : QString();
}

std::vector<models::Value> defaultsOf(const models::ComponentType& type) {
    std::vector<models::Value> values(type.attributes.size());
    void* spec = type.create();
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = type.attributes[i].get(type.attributes[i], spec);
    }
    type.destroy(spec);
    return values;
}

std::vector<ReferenceTarget> referenceTargets(const models::Attribute& attribute,
                                              const engine::Project& project,
                                              const engine::Catalogue* catalogue) {
    std::vector<ReferenceTarget> targets;
    models::forEachTarget(attribute.target, [&](std::string_view type) {
        for (const engine::Object* object : project.objectsOf(type)) {
            targets.push_back({object->id, objectName(*object), objectName(*object)});
        }
        if (catalogue != nullptr) {
            for (const engine::CatalogueEntry* entry : catalogue->entriesOf(type)) {
                targets.push_back(
                    {entry->id,
                     QString::fromStdString(entry->name.empty() ? entry->id : entry->name),
                     partChoice(*catalogue, *entry)});
            }
        }
    });
    return targets;
}

}  // namespace headroom::ui
