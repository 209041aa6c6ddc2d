// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

/// Names that people work by: what is on a label, a drawing or a work order means one thing.
namespace headroom::engine {

namespace {

/// Objects of one type with the same name.
void repeated(const Design& design, Findings& findings) {
    std::map<std::pair<std::string_view, std::string>, const Object*> first;
    for (const Object& object : design.project->objects) {
        if (object.type->find("name") == nullptr) {
            continue;
        }
        const auto* name = std::get_if<std::string>(&object.value("name"));
        if (name == nullptr || name->empty()) {
            continue;
        }
        const auto [found, isNew] = first.insert({{object.type->id, *name}, &object});
        if (!isNew) {
            findings.add(Severity::Note, object.id,
                         "It is called " + *name + ", as " + found->second->id + " is.",
                         "Give one of the two another name.", 2.0, 1.0, "");
        }
    }
}

/// Rows of blocks by their label in each hall: which of a block's labels another one has already.
void rackLabels(const Design& design, Findings& findings) {
    std::map<std::pair<std::string, std::string>, std::string> owner;
    std::map<std::string, int> rowsBefore;  // by hall and prefix, of the blocks so far
    for (const DesignBlock& b : design.blocks) {
        int repeated = 0;
        std::string example, other;
        for (int row = 0; row < b.spec.rows; ++row) {
            for (int k = 0; k < b.spec.racksPerRow; ++k) {
                const std::string label = b.spec.rackName(row, k);
                const auto [found, isNew] = owner.insert({{b.spec.hall, label}, b.object->id});
                if (!isNew && found->second != b.object->id) {
                    ++repeated;
                    example = example.empty() ? label : example;
                    other = found->second;
                }
            }
        }
        int& rows = rowsBefore[b.spec.hall + '|' + b.spec.rowPrefix];
        if (repeated > 0) {
            findings.add(Severity::Warning, b.object->id,
                         countText(repeated) + " of its racks have a label of " +
                             nameOf(design, other) + " in the same hall, as " + example + ".",
                         "Go on counting with {rack_block.first_row}.", repeated, 0.0, "");
            findings.fix({SetAttribute{b.object->id, "first_row", std::int64_t{rows + 1}}});
        }
        rows =
            std::max(rows, repeated > 0 ? rows + b.spec.rows : b.spec.firstRow - 1 + b.spec.rows);
    }
}

constexpr auto kNameRules = std::to_array<Rule>({
    {"name-repeats", "Names of one kind of object differ", &repeated},
    {"rack-label-repeats", "Racks of a hall have labels of their own", &rackLabels},
});

}  // namespace

std::span<const Rule> nameRules() {
    return kNameRules;
}

}  // namespace headroom::engine
