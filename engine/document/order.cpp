// SPDX-License-Identifier: Apache-2.0
#include "engine/document/order.h"

#include "engine/base/index.h"
#include "engine/document/blocks.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <memory>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using models::Attribute;
using models::ComponentType;
using models::Value;
using models::ValueKind;

/// The first of the types that have it.
struct FirstKey {
    std::string_view key;
    bool descends = false;
};

constexpr std::array<FirstKey, 12> kFirstKeys{{{"submit_h"},
                                               {"start_h"},
                                               {"at_min"},
                                               {"from_h"},
                                               {"hall"},
                                               {"y_m"},
                                               {"x_m"},
                                               {"north_m"},
                                               {"east_m"},
                                               {"priority", true},
                                               {"accelerators", true},
                                               {"arrivals_per_hour", true}}};

/// Words that people use.
constexpr std::array<std::string_view, 2> kNameKeys{"name", "row_prefix"};

/// Attributes of text that hold the id of an object of the type of that name, or a word of one's
/// own.
constexpr std::string_view kTenantKey = "tenant";

bool isOfProject(std::string_view target) {
    bool found = false;
    models::forEachTarget(target, [&](std::string_view id) {
        const ComponentType* type = models::findComponentType(id);
        found = found || (type != nullptr && !type->section.empty());
    });
    return found;
}

/// How an attribute takes part.
enum class Part { None, Own, Link };

Part partOf(const Attribute& a) {
    if (std::find(kNameKeys.begin(), kNameKeys.end(), a.key) != kNameKeys.end()) {
        return Part::None;
    }
    const bool names = a.kind == ValueKind::Reference || a.kind == ValueKind::ReferenceList;
    return (names && isOfProject(a.target)) || a.key == kTenantKey ? Part::Link : Part::Own;
}

struct KeyPlace {
    std::size_t attribute = 0;
    bool descends = false;
};

/// A type's attributes: those that compare by value in the order of their weight, and links.
struct TypeKeys {
    std::vector<KeyPlace> own;
    std::vector<std::size_t> links;
    bool byHall = false;  ///< the hall is among `own`

    explicit TypeKeys(const ComponentType& type) {
        const auto isFirst = [](const Attribute& a) {
            return std::any_of(kFirstKeys.begin(), kFirstKeys.end(),
                               [&](const FirstKey& f) { return f.key == a.key; });
        };
        for (const FirstKey& first : kFirstKeys) {
            if (const Attribute* a = type.find(first.key)) {
                own.push_back(
                    {static_cast<std::size_t>(a - type.attributes.data()), first.descends});
                byHall = byHall || partOf(*a) == Part::Link;
            }
        }
        for (std::size_t i = 0; i < type.attributes.size(); ++i) {
            const Attribute& a = type.attributes[i];
            if (partOf(a) == Part::Link) {
                links.push_back(i);
            }
            if (!isFirst(a) && (partOf(a) == Part::Own || a.key == kTenantKey)) {
                own.push_back({i, false});
            }
        }
    }
};

std::strong_ordering compared(const Value& a, const Value& b) {
    if (a.index() != b.index()) {
        return a.index() <=> b.index();
    }
    return std::visit(
        [&](const auto& x) -> std::strong_ordering {
            using T = std::decay_t<decltype(x)>;
            const T& y = std::get<T>(b);
            if constexpr (std::is_same_v<T, std::monostate>) {
                return std::strong_ordering::equal;
            } else if constexpr (std::is_same_v<T, models::Curve>) {
                const auto key = [](const T& c) { return std::tie(c.x(), c.y()); };
                return key(x) < key(y)   ? std::strong_ordering::less
                       : key(y) < key(x) ? std::strong_ordering::greater
                                         : std::strong_ordering::equal;
            } else {
                return x < y   ? std::strong_ordering::less
                       : y < x ? std::strong_ordering::greater
                               : std::strong_ordering::equal;
            }
        },
        a);
}

/// The values that count, with defaults filled in.
std::vector<Value> filledIn(const Object& object) {
    const std::unique_ptr<void, void (*)(void*)> spec(object.type->create(), object.type->destroy);
    std::vector<Value> values;
    values.reserve(object.values.size());
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        const Attribute& a = object.type->attributes[i];
        a.set(a, spec.get(), object.values[i]);
    }
    for (const Attribute& a : object.type->attributes) {
        values.push_back(a.get(a, spec.get()));
    }
    return values;
}

/// Refines a partition of the objects until each is alone. A class is the place of its first
/// member in the order; members of one class could not be distinguished so far.
class Ordering {
  public:
    explicit Ordering(const Project& project)
        : objects_(project.objects),
          links_(objects_.size()),
          backLinks_(objects_.size()),
          class_(objects_.size(), -1),
          size_(objects_.size(), 0) {
        for (const Object& object : objects_) {
            values_.push_back(filledIn(object));
        }
        join();
    }

    std::vector<int> order() {
        byOwnValues();
        std::vector<int> all(objects_.size());
        std::iota(all.begin(), all.end(), 0);
        refine(all);
        for (std::size_t first = 0; first < order_.size(); ++first) {
            while (size_[first] > 1) {
                refine(partTwins(first));
            }
        }
        return order_;
    }

  private:
    struct Link {
        int code = 0;   ///< which attribute of which type
        int place = 0;  ///< in a list
        int other = -1;

        auto operator<=>(const Link&) const = default;
    };

    void join() {
        std::unordered_map<std::string_view, int> index;
        for (std::size_t i = 0; i < objects_.size(); ++i) {
            index.emplace(objects_[i].id, static_cast<int>(i));
        }
        for (std::size_t i = 0; i < objects_.size(); ++i) {
            for (const std::size_t a : keysOf(*objects_[i].type).links) {
                const int code = typeOf(i) * 256 + static_cast<int>(a);
                const auto add = [&](const std::string& id, int place) {
                    const auto found = index.find(id);
                    if (found == index.end()) {
                        return false;
                    }
                    links_[i].push_back({code, place, found->second});
                    backLinks_[at(found->second)].push_back({code, place, static_cast<int>(i)});
                    return true;
                };
                Value& value = values_[i][a];
                if (const auto* ids = std::get_if<std::vector<std::string>>(&value)) {
                    for (std::size_t n = 0; n < ids->size(); ++n) {
                        add((*ids)[n], static_cast<int>(n));
                    }
                } else if (const auto* id = std::get_if<std::string>(&value); id && add(*id, 0)) {
                    value = {};  // an id is not a word
                }
            }
        }
    }

    const TypeKeys& keysOf(const ComponentType& type) {
        const auto found = keys_.find(&type);
        return found != keys_.end() ? found->second
                                    : keys_.emplace(&type, TypeKeys(type)).first->second;
    }

    int typeOf(std::size_t object) const {
        const auto types = models::documentTypes();
        return static_cast<int>(std::find(types.begin(), types.end(), objects_[object].type) -
                                types.begin());
    }

    /// Types in their order, but those that are in halls after the halls.
    void byOwnValues() {
        std::vector<std::vector<int>> ofType(models::documentTypes().size());
        for (std::size_t i = 0; i < objects_.size(); ++i) {
            ofType[at(typeOf(i))].push_back(static_cast<int>(i));
        }
        std::vector<int> begin(ofType.size(), 0);
        for (std::size_t t = 1; t < ofType.size(); ++t) {
            begin[t] = begin[t - 1] + static_cast<int>(ofType[t - 1].size());
        }
        order_.resize(objects_.size());
        for (const bool byHall : {false, true}) {
            for (std::size_t t = 0; t < ofType.size(); ++t) {
                if (keysOf(*models::documentTypes()[t]).byHall == byHall) {
                    sortType(ofType[t], begin[t]);
                }
            }
        }
    }

    void sortType(std::vector<int>& members, int begin) {
        const auto order = [this](int a, int b) { return compare(a, b); };
        std::stable_sort(members.begin(), members.end(),
                         [&](int a, int b) { return order(a, b) < 0; });
        std::copy(members.begin(), members.end(), order_.begin() + begin);
        std::size_t first = 0;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (i > 0 && order(members[i - 1], members[i]) < 0) {
                first = i;
            }
            class_[at(members[i])] = begin + static_cast<int>(first);
            ++size_[at(begin) + first];
        }
    }

    std::strong_ordering compare(int a, int b) {
        for (const KeyPlace& key : keysOf(*objects_[at(a)].type).own) {
            const Attribute& attribute = objects_[at(a)].type->attributes[key.attribute];
            const auto order = attribute.key == "hall" ? hallOf(a) <=> hallOf(b)
                                                       : compared(values_[at(a)][key.attribute],
                                                                  values_[at(b)][key.attribute]);
            if (order != 0) {
                return key.descends ? 0 <=> order : order;
            }
        }
        return std::strong_ordering::equal;
    }

    int hallOf(int object) const {
        for (const Link& link : links_[at(object)]) {
            if (objects_[at(object)].type->attributes[at(link.code % 256)].key == "hall") {
                return class_[at(link.other)];
            }
        }
        return -1;
    }

    using Signature = std::pair<std::vector<Link>, std::vector<Link>>;

    /// Names of an object and its users, by classes.
    Signature signatureOf(int object) const {
        Signature s{links_[at(object)], backLinks_[at(object)]};
        for (std::vector<Link>* list : {&s.first, &s.second}) {
            for (Link& link : *list) {
                link.other = class_[at(link.other)];
            }
        }
        std::sort(s.second.begin(), s.second.end());
        return s;
    }

    /// Parts classes whose members differ in the classes of their neighbours, until none does.
    void refine(std::vector<int> changed) {
        while (!changed.empty()) {
            std::set<int> classes;
            for (const int object : changed) {
                for (const auto* list : {&links_, &backLinks_}) {
                    for (const Link& link : (*list)[at(object)]) {
                        if (size_[at(class_[at(link.other)])] > 1) {
                            classes.insert(class_[at(link.other)]);
                        }
                    }
                }
            }
            changed.clear();
            std::vector<std::pair<int, int>> moved;  // object, new class
            for (const int first : classes) {
                part(first, moved);
            }
            for (const auto& [object, now] : moved) {
                --size_[at(class_[at(object)])];
                ++size_[at(now)];
                class_[at(object)] = now;
                changed.push_back(object);
            }
        }
    }

    void part(int first, std::vector<std::pair<int, int>>& moved) {
        std::vector<std::pair<Signature, int>> members;
        for (int i = first; i < first + size_[at(first)]; ++i) {
            members.emplace_back(signatureOf(order_[at(i)]), order_[at(i)]);
        }
        std::stable_sort(members.begin(), members.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        int now = first;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (i > 0 && members[i - 1].first < members[i].first) {
                now = first + static_cast<int>(i);
            }
            order_[at(first) + i] = members[i].second;
            if (now != first) {
                moved.emplace_back(members[i].second, now);
            }
        }
    }

    /// Members of a class that nothing tells apart, by the file: the last one goes by itself, and
    /// what depends on it follows in refine(). All at once where they name the same and nothing
    /// names them. Returns whose class changed.
    std::vector<int> partTwins(std::size_t first) {
        const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = begin + size_[first];
        std::sort(begin, end);
        const bool alone = std::all_of(begin, end, [&](int object) {
            return links_[at(object)] == links_[at(*begin)] && backLinks_[at(object)].empty();
        });
        std::vector<int> changed;
        for (int last = size_[first] - 1; last > 0; --last) {
            const std::size_t place = first + static_cast<std::size_t>(last);
            class_[at(order_[place])] = static_cast<int>(place);
            size_[place] = 1;
            --size_[first];
            changed.push_back(order_[place]);
            if (!alone) {
                break;
            }
        }
        return changed;
    }

    const std::vector<Object>& objects_;
    std::vector<std::vector<Value>> values_;
    std::vector<std::vector<Link>> links_, backLinks_;
    std::vector<int> class_;  ///< by object
    std::vector<int> size_;   ///< by class
    std::vector<int> order_;  ///< objects
    std::unordered_map<const ComponentType*, TypeKeys> keys_;
};

}  // namespace

Project inOrder(const Project& project) {
    Project ordered;
    ordered.file = project.file;
    ordered.objects.reserve(project.objects.size());
    for (const int object : Ordering(project).order()) {
        ordered.objects.push_back(project.objects[at(object)]);
    }
    return ordered;
}

Project asBuilt(const Project& project) {
    return inOrder(withBlocks(project));
}

}  // namespace headroom::engine
