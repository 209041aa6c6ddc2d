// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/mutant.h"

#include "engine/document/edit.h"
#include "engine/document/values.h"
#include "tests/hostile/dice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <variant>

namespace headroom::hostile {

namespace {

using engine::Object;
using engine::Project;
using models::Attribute;
using models::Value;
using models::ValueKind;

// Where a table states no end, the largest and smallest numbers that a file may state.
constexpr double kHuge = 1e300;
constexpr double kTiny = 1e-300;

/// Odd words that a name may be. Built with lengths: some hold zero bytes.
const std::vector<std::string>& oddNames() {
    static const std::vector<std::string> kNames = {
        " ",
        std::string(300, 'x'),
        "<script>alert(1)</script>",
        "=1+2",
        "a,b;\"c\"\td",
        "line\nbreak",
        "\xe2\x80\xae"
        "back",
        "\xf0\x9f\x94\xa5",
        "%s%n%d",
        "{}",
        "../../x",
        "null",
        "-0",
    };
    return kNames;
}

class Mutator {
  public:
    Mutator(const engine::Catalogue& catalogue, std::uint64_t seed, const MutantOptions& options)
        : catalogue_(catalogue), dice_(seed), options_(options) {}

    Mutant run(const Project& project) {
        Mutant mutant{project, {}};
        const std::size_t wanted = 1 + dice_.below(options_.mostChanges);
        // Some changes are refused, as those of what others name: others are tried then.
        for (int i = 0; i < 100 && mutant.changes.size() < wanted; ++i) {
            const engine::Edit edit = someEdit(mutant.project);
            std::string words = wordsOf(edit, mutant.project);
            if (engine::apply(mutant.project, catalogue_, edit)) {
                mutant.changes.push_back(std::move(words));
            }
        }
        return mutant;
    }

  private:
    engine::Edit someEdit(const Project& project) {
        const Object& object = dice_.of(project.objects);
        switch (dice_.below(12)) {
            case 0:
                return engine::RemoveObject{object.id};
            case 1: {
                engine::AddObject add{object, dice_.below(4)};
                add.object.id = freeId(project, object.id);
                return add;
            }
            default: {
                const std::size_t i = dice_.below(object.values.size());
                const Attribute& attribute = object.type->attributes[i];
                return engine::SetAttribute{object.id, std::string(attribute.key),
                                            someValue(attribute, object.values[i], project)};
            }
        }
    }

    static std::string freeId(const Project& project, const std::string& id) {
        for (int i = 2;; ++i) {
            std::string free = id + "-" + std::to_string(i);
            if (project.find(free) == nullptr) {
                return free;
            }
        }
    }

    static std::string wordsOf(const engine::Edit& edit, const Project& project) {
        if (const auto* set = std::get_if<engine::SetAttribute>(&edit)) {
            return set->objectId + "." + set->key + " = " + engine::valueToJson(set->value);
        }
        return engine::describe(edit, project);
    }

    Value someValue(const Attribute& a, const Value& now, const Project& project) {
        if (!a.required && dice_.oneIn(8)) {
            return {};
        }
        switch (a.kind) {
            case ValueKind::Number:
                return someNumber(a, std::get_if<double>(&now));
            case ValueKind::Integer:
                return someInteger(a, std::get_if<std::int64_t>(&now));
            case ValueKind::Boolean:
                return dice_.oneIn(2);
            case ValueKind::Text:
                return dice_.of(oddNames());
            case ValueKind::Choice:
                return std::string(dice_.of(a.choices));
            case ValueKind::Reference: {
                const auto known = idsFor(a, project);
                return known.empty() ? Value{} : Value{dice_.of(known)};
            }
            case ValueKind::ReferenceList:
                return someList(a, now, project);
            case ValueKind::Curve:
                return someCurve(a, now);
            case ValueKind::NumberList:
                return someNumbers(a, now);
        }
        return {};
    }

    double someNumber(const Attribute& a, const double* now) {
        const engine::Range range = engine::rangeOf(a);
        const double least = std::isfinite(range.minimum) ? range.minimum : -kHuge;
        const double most = std::isfinite(range.maximum) ? range.maximum : kHuge;
        const double old = now == nullptr ? 1.0 : *now;
        const auto candidate = [&] {
            switch (dice_.below(10)) {
                case 0:
                    return least;
                case 1:
                    return most;
                case 2:
                    return 0.0;
                case 3:
                    return least + kTiny;
                case 4:
                    return std::nextafter(least, most);
                case 5:
                    return -old;
                case 6:
                    return least + (most - least) * dice_.uniform();
                default:
                    // Most odd values are those that are far off, and not at an end.
                    return old * std::pow(10.0, 8.0 * dice_.uniform() - 4.0);
            }
        };
        return std::clamp(candidate(), least, most);
    }

    std::int64_t someInteger(const Attribute& a, const std::int64_t* now) {
        const engine::Range range = engine::rangeOf(a);
        const auto least = static_cast<std::int64_t>(range.minimum);
        const auto most =
            std::max(least, std::min(static_cast<std::int64_t>(range.maximum), options_.mostCount));
        const std::int64_t old = now == nullptr ? 1 : *now;
        const auto candidate = [&]() -> std::int64_t {
            switch (dice_.below(7)) {
                case 0:
                    return least;
                case 1:
                    return most;
                case 2:
                    return old + 1;
                case 3:
                    return old - 1;
                case 4:
                    return old * 7;
                case 5:
                    return 1;
                default:
                    return least + static_cast<std::int64_t>(
                                       dice_.below(static_cast<std::size_t>(most - least) + 1));
            }
        };
        return std::clamp(candidate(), least, most);
    }

    Value someCurve(const Attribute& a, const Value& now) {
        const auto* old = std::get_if<models::Curve>(&now);
        std::vector<double> x, y;
        if (old != nullptr && !dice_.oneIn(3)) {
            x = old->x();
            y = old->y();
            const std::size_t at = dice_.below(y.size());
            y[at] = someNumber(a, &y[at]);
        } else {
            x = {0.0, 1.0};
            y = {someNumber(a, nullptr), someNumber(a, nullptr)};
        }
        return models::Curve(std::move(x), std::move(y));
    }

    Value someNumbers(const Attribute& a, const Value& now) {
        const auto* old = std::get_if<std::vector<double>>(&now);
        std::vector<double> numbers = old != nullptr ? *old : std::vector<double>{};
        const auto size = a.count > 0 ? static_cast<std::size_t>(a.count) : 1 + dice_.below(4);
        numbers.resize(size, 1.0);
        double& one = dice_.of(numbers);
        one = someNumber(a, &one);
        return numbers;
    }

    Value someList(const Attribute& a, const Value& now, const Project& project) {
        const auto* old = std::get_if<std::vector<std::string>>(&now);
        std::vector<std::string> ids = old != nullptr ? *old : std::vector<std::string>{};
        const auto known = idsFor(a, project);
        const std::size_t way = dice_.below(4);
        if (way == 0 && !ids.empty()) {
            ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(dice_.below(ids.size())));
        } else if (way == 1) {
            std::reverse(ids.begin(), ids.end());
        } else if (way == 2) {
            ids = known;
        } else if (!known.empty()) {
            const std::string& more = dice_.of(known);
            if (std::find(ids.begin(), ids.end(), more) == ids.end()) {
                ids.push_back(more);
            }
        }
        return ids.empty() ? Value{} : Value{ids};
    }

    std::vector<std::string> idsFor(const Attribute& a, const Project& project) const {
        std::vector<std::string> ids;
        models::forEachTarget(a.target, [&](std::string_view type) {
            for (const Object* object : project.objectsOf(type)) {
                ids.push_back(object->id);
            }
            for (const engine::CatalogueEntry* part : catalogue_.entriesOf(type)) {
                ids.push_back(part->id);
            }
        });
        return ids;
    }

    const engine::Catalogue& catalogue_;
    Dice dice_;
    const MutantOptions& options_;
};

// Whether ids that the attribute names may be those of objects.
bool namesObjects(const Attribute& a) {
    bool found = false;
    models::forEachTarget(a.target, [&](std::string_view id) {
        for (const models::ComponentType* type : models::documentTypes()) {
            found = found || type->id == id;
        }
    });
    return found;
}

}  // namespace

Mutant mutantOf(const Project& project, const engine::Catalogue& catalogue, std::uint64_t seed,
                const MutantOptions& options) {
    return Mutator(catalogue, seed, options).run(project);
}

Project reordered(const Project& project, std::uint64_t seed) {
    Project other = project;
    Dice dice(seed);
    auto begin = other.objects.begin();
    while (begin != other.objects.end()) {
        const auto end = std::find_if(begin, other.objects.end(), [&](const Object& object) {
            return object.type != begin->type;
        });
        for (auto last = end; last - begin > 1; --last) {
            const auto pick = dice.below(static_cast<std::size_t>(last - begin));
            std::iter_swap(last - 1, begin + static_cast<std::ptrdiff_t>(pick));
        }
        begin = end;
    }
    return other;
}

Project renamed(const Project& project) {
    Project other = project;
    std::map<std::string, std::string> names;
    for (Object& object : other.objects) {
        if (!object.type->single) {
            // Neither the beginning nor the order of names stays.
            const std::string name = "q" + std::to_string(99999 - names.size() * 7) + "-x";
            object.id = names.emplace(object.id, name).first->second;
        }
    }
    const auto rename = [&](std::string& id) {
        if (const auto found = names.find(id); found != names.end()) {
            id = found->second;
        }
    };
    for (Object& object : other.objects) {
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            // A tenant is named by a text that may also be a word of one's own.
            if (object.type->attributes[i].key == "tenant") {
                const auto* id = std::get_if<std::string>(&object.values[i]);
                const Object* tenant = id != nullptr ? project.find(*id) : nullptr;
                if (tenant != nullptr && tenant->type->id == "tenant") {
                    object.values[i] = names.at(*id);
                }
                continue;
            }
            if (!namesObjects(object.type->attributes[i])) {
                continue;
            }
            if (auto* id = std::get_if<std::string>(&object.values[i])) {
                rename(*id);
            } else if (auto* ids = std::get_if<std::vector<std::string>>(&object.values[i])) {
                std::for_each(ids->begin(), ids->end(), rename);
            }
        }
    }
    return other;
}

}  // namespace headroom::hostile
