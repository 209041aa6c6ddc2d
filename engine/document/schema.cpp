// SPDX-License-Identifier: Apache-2.0
#include "engine/document/schema.h"

#include "engine/document/project.h"
#include "engine/document/values.h"
#include "models/core/calendar.h"
#include "models/core/zone_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>

namespace headroom::engine {

namespace {

using models::Attribute;
using models::ComponentType;
using models::ValueKind;
using OrderedJson = nlohmann::ordered_json;

/// IANA names and offsets. The reader checks whether a name exists.
constexpr const char* kZonePattern =
    "^(|[+-][0-9]{1,2}(:?[0-9]{2})?|[A-Z][A-Za-z0-9_+:-]*(/[A-Za-z0-9_+-]+)*)$";

// Form of a start time; models::startTime() checks the days.
constexpr const char* kStartPattern =
    "^$|^ *[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?)? *$";

// Whole limits are written without a decimal point.
OrderedJson limit(double number) {
    if (number == std::floor(number) && std::fabs(number) < 1e15) {
        return static_cast<std::int64_t>(number);
    }
    return number;
}

OrderedJson numberSchema(const Attribute& a, const char* type) {
    OrderedJson schema = {{"type", type}};
    const Range range = rangeOf(a);
    if (std::isfinite(range.minimum)) {
        schema["minimum"] = limit(range.minimum);
    }
    if (std::isfinite(range.maximum)) {
        schema["maximum"] = limit(range.maximum);
    }
    return schema;
}

OrderedJson valueSchema(const Attribute& a) {
    switch (a.kind) {
        case ValueKind::Number:
            return numberSchema(a, "number");
        case ValueKind::Integer:
            return numberSchema(a, "integer");
        case ValueKind::Boolean:
            return {{"type", "boolean"}};
        case ValueKind::Text: {
            OrderedJson schema = {{"type", "string"}};
            if (a.required) {
                schema["minLength"] = 1;
            }
            schema["maxLength"] = kLongestText;
            if (models::isStartTime(a)) {
                schema["pattern"] = kStartPattern;
            }
            if (models::isZone(a)) {
                schema["pattern"] = kZonePattern;
            }
            return schema;
        }
        case ValueKind::Choice: {
            OrderedJson words = OrderedJson::array();
            for (const std::string_view word : a.choices) {
                words.push_back(word);
            }
            return {{"type", "string"}, {"enum", words}};
        }
        case ValueKind::Reference:
            return {{"type", "string"}, {"minLength", 1}, {"x-reference", a.target}};
        case ValueKind::Curve: {
            OrderedJson point = {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}};
            point["items"] = OrderedJson::array({{{"type", "number"}}, numberSchema(a, "number")});
            return {{"type", "array"}, {"minItems", 1}, {"items", point}};
        }
        case ValueKind::NumberList:
            if (a.count > 0) {
                return {{"type", "array"},
                        {"minItems", a.count},
                        {"maxItems", a.count},
                        {"items", numberSchema(a, "number")}};
            }
            return {{"type", "array"}, {"minItems", 1}, {"items", numberSchema(a, "number")}};
        case ValueKind::ReferenceList:
            return {{"type", "array"},
                    {"minItems", 1},
                    {"uniqueItems", true},
                    {"items", {{"type", "string"}, {"minLength", 1}, {"x-reference", a.target}}}};
    }
    return {};
}

// A value with what people and editors want to know about it.
OrderedJson describedSchema(const Attribute& a) {
    OrderedJson schema = {{"title", a.label}};
    if (!a.doc.empty()) {
        schema["description"] = a.doc;
    }
    if (!a.unit.symbol.empty()) {
        schema["x-unit"] = a.unit.symbol;
    }
    schema.update(valueSchema(a));
    return schema;
}

OrderedJson idSchema(std::string_view description) {
    return {{"title", "Id"},
            {"description", description},
            {"type", "string"},
            {"pattern", kIdPattern},
            {"maxLength", kLongestId}};
}

OrderedJson closedObject(OrderedJson properties, const OrderedJson& required) {
    OrderedJson schema = {{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty()) {
        schema["required"] = required;
    }
    schema["additionalProperties"] = false;
    return schema;
}

OrderedJson objectSchema(const ComponentType& type) {
    OrderedJson properties = OrderedJson::object();
    OrderedJson required = OrderedJson::array();
    if (!type.single) {
        properties["id"] = idSchema("Unique in the project.");
        required.push_back("id");
    }
    for (const Attribute& a : type.attributes) {
        properties[std::string(a.key)] = describedSchema(a);
        if (a.required) {
            required.push_back(a.key);
        }
    }
    return closedObject(std::move(properties), required);
}

OrderedJson projectSchema() {
    OrderedJson properties = {{"format", {{"const", kProjectFormat}}}};
    OrderedJson required = OrderedJson::array({"format"});
    for (const ComponentType* type : models::documentTypes()) {
        OrderedJson section = {{"title", type->label}, {"description", type->doc}};
        if (type->single) {
            section.update(objectSchema(*type));
        } else {
            section["type"] = "array";
            section["items"] = objectSchema(*type);
        }
        properties[std::string(type->section)] = std::move(section);
        if (isRequiredSection(*type)) {
            required.push_back(type->section);
        }
    }
    OrderedJson schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                          {"title", "Headroom project"},
                          {"description",
                           "The design of a data centre. Units are in the names of keys; "
                           "x-unit repeats them."}};
    schema.update(closedObject(std::move(properties), required));
    return schema;
}

OrderedJson figureSchema(const Attribute& a) {
    OrderedJson properties = {{"value", valueSchema(a)}};
    OrderedJson required = {"value", "source", "status"};
    if (!a.unit.symbol.empty()) {
        properties["unit"] = {{"const", a.unit.symbol}};
        required.push_back("unit");
    } else {
        properties["unit"] = {{"const", ""}};
    }
    const bool isNumeric = a.kind == ValueKind::Number || a.kind == ValueKind::Integer ||
                           a.kind == ValueKind::Curve || a.kind == ValueKind::NumberList;
    if (isNumeric) {
        properties["low"] = valueSchema(a);
        properties["high"] = valueSchema(a);
    }
    for (const char* shared : {"source", "status", "note"}) {
        properties[shared] = {{"$ref", std::string("#/definitions/") + shared}};
    }
    OrderedJson schema = {{"title", a.label}};
    if (!a.doc.empty()) {
        schema["description"] = a.doc;
    }
    schema.update(closedObject(std::move(properties), required));
    return schema;
}

OrderedJson partSchema(const ComponentType& type) {
    OrderedJson figures = OrderedJson::object();
    OrderedJson required = OrderedJson::array();
    for (const Attribute& a : type.attributes) {
        figures[std::string(a.key)] = figureSchema(a);
        if (a.required) {
            required.push_back(a.key);
        }
    }
    OrderedJson properties = {{"id", idSchema("Unique in the file; what projects name.")},
                              {"name", {{"type", "string"}, {"minLength", 1}}},
                              {"figures", closedObject(std::move(figures), required)}};
    OrderedJson needed = {"id", "name"};
    if (!required.empty()) {
        needed.push_back("figures");
    }
    return closedObject(std::move(properties), needed);
}

OrderedJson catalogueSchema() {
    OrderedJson types = OrderedJson::array();
    OrderedJson rules = OrderedJson::array();
    for (const ComponentType* type : models::catalogueTypes()) {
        types.push_back(type->id);
        rules.push_back({{"if", {{"properties", {{"type", {{"const", type->id}}}}}}},
                         {"then",
                          {{"properties",
                            {{"parts",
                              {{"title", type->label},
                               {"description", type->doc},
                               {"items", partSchema(*type)}}}}}}}});
    }
    const OrderedJson text = {{"type", "string"}, {"minLength", 1}};
    const OrderedJson source = closedObject({{"text", text}, {"date", text}}, {"text", "date"});
    OrderedJson properties = {
        {"format", {{"const", kCatalogueFormat}}},
        {"type", {{"description", "Component type of all parts."}, {"enum", types}}},
        {"sources",
         {{"description", "Where figures come from, by id."},
          {"type", "object"},
          {"additionalProperties", source}}},
        {"parts", {{"type", "array"}}}};
    OrderedJson schema = {
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "Headroom catalogue file"},
        {"description", "Parts of one component type, every figure with unit, source and status."}};
    schema.update(closedObject(std::move(properties), {"format", "type", "parts"}));
    schema["allOf"] = std::move(rules);
    schema["definitions"] = {
        {"source",
         {{"description", "A key of the file's sources."}, {"type", "string"}, {"minLength", 1}}},
        {"status",
         {{"description", "How well the figure is known."},
          {"enum", {"verified", "secondary", "derived", "chosen", "memory", "assumption"}}}},
        {"note", {{"type", "string"}}}};
    return schema;
}

// Two spaces a level; what fits into a line stays on one.
std::string laidOut(const OrderedJson& json, std::size_t indent, std::size_t before) {
    constexpr std::size_t kWidth = 100;
    if (!json.is_structured() || json.empty()) {
        return json.dump();
    }
    const bool isObject = json.is_object();
    const auto write = [&](bool onOneLine) {
        const std::string lineBreak =
            onOneLine ? std::string() : '\n' + std::string(indent + 2, ' ');
        std::string out(1, isObject ? '{' : '[');
        for (auto it = json.begin(); it != json.end(); ++it) {
            out += it == json.begin() ? "" : onOneLine ? ", " : ",";
            out += lineBreak;
            const std::string key = isObject ? jsonString(it.key()) + ": " : std::string();
            out += key + laidOut(*it, onOneLine ? 0 : indent + 2, indent + 2 + key.size());
        }
        out += onOneLine ? std::string() : '\n' + std::string(indent, ' ');
        return out + (isObject ? '}' : ']');
    };
    if (before + json.dump().size() <= kWidth) {
        if (const std::string line = write(true); before + line.size() <= kWidth) {
            return line;
        }
    }
    return write(false);
}

}  // namespace

bool isRequiredSection(const ComponentType& type) {
    return type.single && std::any_of(type.attributes.begin(), type.attributes.end(),
                                      [](const Attribute& a) { return a.required; });
}

std::string projectSchemaText() {
    return laidOut(projectSchema(), 0, 0) + '\n';
}

std::string catalogueSchemaText() {
    return laidOut(catalogueSchema(), 0, 0) + '\n';
}

}  // namespace headroom::engine
