// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/curve.h"
#include "models/core/unit.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

/// Attribute tables: each component type says once what its attributes are called, their units,
/// ranges and meaning. Project files, the catalogue, the schema, the inspector, CSV headers, range
/// checks and the documentation are all made from these tables; nothing else lists attributes.
namespace headroom::models {

/// The value of one attribute, in the unit that its table states (not SI). monostate: not stated.
/// A Choice and a Reference are held as text, a ReferenceList as a list of texts.
using Value = std::variant<std::monostate, double, std::int64_t, bool, std::string, Curve,
                           std::vector<double>, std::vector<std::string>>;

enum class ValueKind {
    Number,
    Integer,
    Boolean,
    Text,
    Choice,
    Reference,
    Curve,
    NumberList,
    ReferenceList
};

/// One row of an attribute table. `get` and `set` read and write the typed member of a spec in SI;
/// the Value that they exchange is in `unit`. A number that is not stated is NaN in the spec.
struct Attribute {
    std::string_view key;    ///< name in JSON and CSV, with the unit as suffix: "rated_power_kw"
    std::string_view label;  ///< name for people: "Rated power"
    Unit unit;
    ValueKind kind = ValueKind::Number;
    double minimum = -std::numeric_limits<double>::infinity();  ///< allowed, in `unit`
    double maximum = std::numeric_limits<double>::infinity();
    bool required = false;
    std::string_view doc;     ///< one sentence: what it means, how it is used
    int count = 0;            ///< NumberLists: how many numbers, 0: any
    std::string_view target;  ///< References: ids of the types meant, "a|b"; files: file_path.h
    std::span<const std::string_view> choices;  ///< Choices: the words, in enumerator order
    Value (*get)(const Attribute&, const void* spec) = nullptr;
    void (*set)(const Attribute&, void* spec, const Value& value) = nullptr;
};

/// A component type: its attribute table and how to make one spec of it.
struct ComponentType {
    std::string_view id;       ///< "ups"; the catalogue file's and the reference target's name
    std::string_view label;    ///< "UPS module"
    std::string_view section;  ///< its key in a project file ("halls"), empty for catalogue parts
    bool single = false;       ///< project sections with exactly one object ("site")
    std::string_view doc;
    std::span<const Attribute> attributes;
    void* (*create)() = nullptr;
    void (*destroy)(void*) = nullptr;
    std::string_view group = {};  ///< of parts that are in the same place: kWiringParts

    const Attribute* find(std::string_view key) const {
        for (const Attribute& a : attributes) {
            if (a.key == key) {
                return &a;
            }
        }
        return nullptr;
    }
};

template <class Spec>
void* createSpec() {
    return new Spec;
}

template <class Spec>
void destroySpec(void* spec) {
    delete static_cast<Spec*>(spec);
}

/// Facts of a table row beyond key, label and unit.
struct Rule {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool required = false;
    std::string_view doc = {};
    int count = 0;
};

namespace detail {

template <class T>
struct MemberOf;

template <class Spec, class Member>
struct MemberOf<Member Spec::*> {
    using SpecType = Spec;
    using MemberType = Member;
};

template <auto M>
using SpecOf = typename MemberOf<decltype(M)>::SpecType;
template <auto M>
using TypeOf = typename MemberOf<decltype(M)>::MemberType;

template <auto M>
Value getMember(const Attribute& a, const void* spec) {
    const auto& member = static_cast<const SpecOf<M>*>(spec)->*M;
    using T = TypeOf<M>;
    if constexpr (std::is_same_v<T, double>) {
        return std::isnan(member) ? Value{} : Value{member / a.unit.toSi};
    } else if constexpr (std::is_same_v<T, bool>) {
        return Value{member};
    } else if constexpr (std::is_enum_v<T>) {
        return Value{std::string{a.choices[static_cast<std::size_t>(member)]}};
    } else if constexpr (std::is_integral_v<T>) {
        return Value{static_cast<std::int64_t>(member)};
    } else if constexpr (std::is_same_v<T, std::string>) {
        return member.empty() ? Value{} : Value{member};
    } else if constexpr (std::is_same_v<T, Curve>) {
        return member.empty() ? Value{} : Value{member};
    } else {
        static_assert(std::is_same_v<T, std::vector<double>> ||
                      std::is_same_v<T, std::vector<std::string>>);
        return member.empty() ? Value{} : Value{member};
    }
}

template <auto M>
void setMember(const Attribute& a, void* spec, const Value& value) {
    auto& member = static_cast<SpecOf<M>*>(spec)->*M;
    using T = TypeOf<M>;
    if (std::holds_alternative<std::monostate>(value)) {
        return;
    }
    if constexpr (std::is_same_v<T, double>) {
        member = std::get<double>(value) * a.unit.toSi;
    } else if constexpr (std::is_same_v<T, bool>) {
        member = std::get<bool>(value);
    } else if constexpr (std::is_enum_v<T>) {
        for (std::size_t i = 0; i < a.choices.size(); ++i) {
            if (a.choices[i] == std::get<std::string>(value)) {
                member = static_cast<T>(i);
            }
        }
    } else if constexpr (std::is_integral_v<T>) {
        member = static_cast<T>(std::get<std::int64_t>(value));
    } else {
        member = std::get<T>(value);
    }
}

template <auto M>
constexpr Attribute row(std::string_view key, std::string_view label, Unit unit, ValueKind kind,
                        const Rule& rule) {
    Attribute a;
    a.key = key;
    a.label = label;
    a.unit = unit;
    a.kind = kind;
    a.minimum = rule.min;
    a.maximum = rule.max;
    a.required = rule.required;
    a.doc = rule.doc;
    a.count = rule.count;
    a.get = &getMember<M>;
    a.set = &setMember<M>;
    return a;
}

}  // namespace detail

inline constexpr double kNotStated = std::numeric_limits<double>::quiet_NaN();

template <auto M>
constexpr Attribute number(std::string_view key, std::string_view label, Unit unit, Rule rule) {
    return detail::row<M>(key, label, unit, ValueKind::Number, rule);
}

template <auto M>
constexpr Attribute integer(std::string_view key, std::string_view label, Rule rule) {
    return detail::row<M>(key, label, unit::none, ValueKind::Integer, rule);
}

template <auto M>
constexpr Attribute boolean(std::string_view key, std::string_view label, Rule rule) {
    return detail::row<M>(key, label, unit::none, ValueKind::Boolean, rule);
}

template <auto M>
constexpr Attribute text(std::string_view key, std::string_view label, Rule rule) {
    return detail::row<M>(key, label, unit::none, ValueKind::Text, rule);
}

/// `choices` must outlive the table and list the enumerators' words in order.
template <auto M>
constexpr Attribute choice(std::string_view key, std::string_view label,
                           std::span<const std::string_view> choices, Rule rule) {
    Attribute a = detail::row<M>(key, label, unit::none, ValueKind::Choice, rule);
    a.choices = choices;
    return a;
}

/// A name of another object or catalogue part, of component type `target`.
template <auto M>
constexpr Attribute reference(std::string_view key, std::string_view label, std::string_view target,
                              Rule rule) {
    Attribute a = detail::row<M>(key, label, unit::none, ValueKind::Reference, rule);
    a.target = target;
    return a;
}

/// A list of names of other objects, of component type `target`, in an order that may matter.
template <auto M>
constexpr Attribute referenceList(std::string_view key, std::string_view label,
                                  std::string_view target, Rule rule) {
    Attribute a = detail::row<M>(key, label, unit::none, ValueKind::ReferenceList, rule);
    a.target = target;
    return a;
}

/// A table of points [x, y]; the range applies to y, in `unit`.
template <auto M>
constexpr Attribute curve(std::string_view key, std::string_view label, Unit unit, Rule rule) {
    return detail::row<M>(key, label, unit, ValueKind::Curve, rule);
}

/// A list of numbers of a fixed meaning (coefficients, months by hours), in `unit`, not scaled.
template <auto M>
constexpr Attribute numberList(std::string_view key, std::string_view label, Unit unit, Rule rule) {
    return detail::row<M>(key, label, unit, ValueKind::NumberList, rule);
}

/// Every catalogue part type, and every object type that a project file may hold, in file order.
std::span<const ComponentType* const> catalogueTypes();
std::span<const ComponentType* const> documentTypes();

/// Group of the catalogue types that a power unit may be.
inline constexpr std::string_view kWiringParts = "wiring_part";

/// Calls f(id) for each component type id in an attribute's target; those of a group one by one.
template <class F>
void forEachTarget(std::string_view target, F&& f) {
    while (!target.empty()) {
        const auto bar = target.find('|');
        const std::string_view name = target.substr(0, bar);
        bool isGroup = false;
        for (const ComponentType* type : catalogueTypes()) {
            if (type->group == name) {
                f(type->id);
                isGroup = true;
            }
        }
        if (!isGroup) {
            f(name);
        }
        target = bar == std::string_view::npos ? std::string_view{} : target.substr(bar + 1);
    }
}

/// The type of that id among both lists; null where there is none.
const ComponentType* findComponentType(std::string_view id);

}  // namespace headroom::models
