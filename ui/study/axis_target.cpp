// SPDX-License-Identifier: Apache-2.0
#include "ui/study/axis_target.h"

#include "engine/part/part_address.h"
#include "ui/inspector/attribute_text.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace headroom::ui {

namespace {

using models::ValueKind;

bool canVary(const models::Attribute& attribute) {
    return attribute.kind == ValueKind::Number || attribute.kind == ValueKind::Integer ||
           attribute.kind == ValueKind::Boolean || attribute.kind == ValueKind::Choice ||
           attribute.kind == ValueKind::Reference;
}

/// Parts that are named by objects, or by parts that are.
class NamedParts {
  public:
    NamedParts(const engine::Project& project, const engine::Catalogue& catalogue)
        : catalogue_(catalogue) {
        for (const engine::Object& object : project.objects) {
            follow(*object.type, object.values);
        }
    }

    bool has(const engine::CatalogueEntry& entry) const { return named_.count(&entry) > 0; }

  private:
    void follow(const models::ComponentType& type, std::span<const models::Value> values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (const auto* id = std::get_if<std::string>(&values[i])) {
                models::forEachTarget(type.attributes[i].target, [&](std::string_view target) {
                    const engine::CatalogueEntry* entry = catalogue_.find(target, *id);
                    if (entry != nullptr && named_.insert(entry).second) {
                        follow(*entry->type, entry->values);
                    }
                });
            }
        }
    }

    const engine::Catalogue& catalogue_;
    std::set<const engine::CatalogueEntry*> named_;
};

}  // namespace

std::vector<AxisTarget> axisTargets(const engine::Project& project,
                                    const engine::Catalogue& catalogue) {
    std::vector<AxisTarget> all;
    const auto add = [&](AxisTarget target, const models::ComponentType& type,
                         std::span<const models::Value> values,
                         std::span<const models::Value> byDefault, const std::string& prefix) {
        target.type = tableText(type.label);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const models::Attribute& attribute = type.attributes[i];
            if (!canVary(attribute)) {
                continue;
            }
            target.attribute = &attribute;
            target.target = prefix + std::string(attribute.key);
            target.value =
                std::holds_alternative<std::monostate>(values[i]) ? byDefault[i] : values[i];
            target.now = valueShown(attribute, target.value, project, &catalogue);
            all.push_back(target);
        }
    };
    for (const engine::Object& object : project.objects) {
        AxisTarget target;
        const auto* name = object.type->find("name") == nullptr
                               ? nullptr
                               : std::get_if<std::string>(&object.value("name"));
        target.owner = object.type->single                 ? tableText(object.type->label)
                       : name != nullptr && !name->empty() ? QString::fromStdString(*name)
                                                           : QString::fromStdString(object.id);
        add(std::move(target), *object.type, object.values, defaultsOf(*object.type),
            object.id + '.');
    }
    const NamedParts named(project, catalogue);
    for (const engine::CatalogueEntry& entry : catalogue.entries()) {
        AxisTarget target;
        target.kind = engine::AxisKind::Part;
        target.owner = QString::fromStdString(entry.name);
        target.isNamed = named.has(entry);
        add(std::move(target), *entry.type, entry.values, defaultsOf(*entry.type),
            engine::CatalogueName{entry.type->id, entry.id, {}}.text() + '.');
    }
    return all;
}

QString axisName(const AxisTarget& target) {
    return QStringLiteral("%1: %2").arg(target.owner, tableText(target.attribute->label).toLower());
}

}  // namespace headroom::ui
