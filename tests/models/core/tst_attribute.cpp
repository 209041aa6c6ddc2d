// SPDX-License-Identifier: Apache-2.0
#include "models/core/calendar.h"
#include "models/core/file_path.h"
#include "models/core/zone_text.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cctype>
#include <cmath>
#include <set>

namespace tst_attribute {

using namespace headroom::models;

namespace {

std::string name(const ComponentType& type, const Attribute& a) {
    return std::string(type.id) + "." + std::string(a.key);
}

std::vector<const ComponentType*> allTypes() {
    std::vector<const ComponentType*> types;
    for (const auto list : {catalogueTypes(), documentTypes()}) {
        types.insert(types.end(), list.begin(), list.end());
    }
    return types;
}

// A value inside of the attribute's range that differs from those of its neighbours by `salt`.
Value sample(const Attribute& a, int salt) {
    const double low = std::isfinite(a.minimum) ? a.minimum : -1000.0;
    const double high = std::isfinite(a.maximum) ? a.maximum : low + 1000.0;
    const double share = 0.3 + 0.005 * (salt % 60);
    const double number = low + (high - low) * share;
    switch (a.kind) {
        case ValueKind::Number:
            return number;
        case ValueKind::Integer:
            return static_cast<std::int64_t>(std::llround(number));
        case ValueKind::Boolean:
            return true;
        case ValueKind::Choice:
            return std::string(a.choices.back());
        case ValueKind::Text:
        case ValueKind::Reference:
            return "text-" + std::to_string(salt);
        case ValueKind::Curve:
            return Curve({1.0, 2.0, 3.0 + salt}, {low, number, high});
        case ValueKind::NumberList:
            return std::vector<double>(a.count > 0 ? static_cast<std::size_t>(a.count) : 3, number);
        case ValueKind::ReferenceList:
            return std::vector<std::string>{"text-" + std::to_string(salt), "other"};
    }
    return {};
}

bool same(const Value& a, const Value& b) {
    if (std::holds_alternative<double>(a) && std::holds_alternative<double>(b)) {
        const double x = std::get<double>(a);
        const double y = std::get<double>(b);
        return std::abs(x - y) <= 1e-14 * std::max(std::abs(x), std::abs(y));
    }
    return a == b;
}

// Owns one spec of a type that is only known by its table.
class Spec {
  public:
    explicit Spec(const ComponentType& type) : type_(type), data_(type.create()) {}

    ~Spec() { type_.destroy(data_); }

    Spec(const Spec&) = delete;
    Spec& operator=(const Spec&) = delete;

    Value get(const Attribute& a) const { return a.get(a, data_); }

    void set(const Attribute& a, const Value& value) { a.set(a, data_, value); }

  private:
    const ComponentType& type_;
    void* data_;
};

}  // namespace

class TestAttribute : public QObject {
    Q_OBJECT

  private slots:

    void typesAreKnownByUniqueIds() {
        std::set<std::string_view> ids;
        std::set<std::string_view> sections;
        for (const ComponentType* type : allTypes()) {
            QVERIFY2(ids.insert(type->id).second, std::string(type->id).c_str());
            QCOMPARE(findComponentType(type->id), type);
            QVERIFY(!type->label.empty() && !type->doc.empty());
            QVERIFY(type->create != nullptr && type->destroy != nullptr);
            QVERIFY(!type->attributes.empty());
        }
        for (const ComponentType* type : documentTypes()) {
            QVERIFY2(sections.insert(type->section).second, std::string(type->section).c_str());
            QVERIFY(!type->section.empty());
        }
        QVERIFY(findComponentType("no_such_type") == nullptr);
        QVERIFY(findComponentType("") == nullptr);
    }

    void tablesAreComplete() {
        for (const ComponentType* type : allTypes()) {
            std::set<std::string_view> keys;
            for (const Attribute& a : type->attributes) {
                const std::string where = name(*type, a);
                QVERIFY2(keys.insert(a.key).second, where.c_str());
                QCOMPARE(type->find(a.key), &a);
                QVERIFY2(!a.key.empty() && !a.label.empty(), where.c_str());
                for (const char c : a.key) {
                    QVERIFY2(std::islower(static_cast<unsigned char>(c)) != 0 ||
                                 std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_',
                             where.c_str());
                }
                QVERIFY2(!a.doc.empty(), (where + " has no doc").c_str());
                QVERIFY2(a.doc.back() == '.', (where + ": doc is not a sentence").c_str());
                QVERIFY2(a.minimum < a.maximum, where.c_str());
                QVERIFY2(a.get != nullptr && a.set != nullptr, where.c_str());
                QVERIFY2((a.kind == ValueKind::Choice) == !a.choices.empty(), where.c_str());
                const bool refers =
                    a.kind == ValueKind::Reference || a.kind == ValueKind::ReferenceList;
                QVERIFY2(
                    (refers || isFilePath(a) || isStartTime(a) || isZone(a)) == !a.target.empty(),
                    where.c_str());
                QVERIFY2(a.count == 0 || a.kind == ValueKind::NumberList, where.c_str());
                forEachTarget(refers ? a.target : "", [&](std::string_view target) {
                    QVERIFY2(findComponentType(target) != nullptr, where.c_str());
                });
            }
            QVERIFY(type->find("no_such_key") == nullptr);
        }
    }

    // Every value comes back from the typed member as it went in, and no attribute writes what
    // another one reads: after all are set, each still holds its own.
    void valuesRoundTrip() {
        for (const ComponentType* type : allTypes()) {
            Spec spec(*type);
            int salt = 0;
            for (const Attribute& a : type->attributes) {
                spec.set(a, sample(a, salt++));
            }
            salt = 0;
            for (const Attribute& a : type->attributes) {
                QVERIFY2(same(spec.get(a), sample(a, salt++)), name(*type, a).c_str());
            }
        }
    }

    void choicesRoundTrip() {
        for (const ComponentType* type : allTypes()) {
            Spec spec(*type);
            for (const Attribute& a : type->attributes) {
                std::set<std::string_view> words;
                for (const std::string_view word : a.choices) {
                    QVERIFY2(words.insert(word).second, name(*type, a).c_str());
                    spec.set(a, std::string(word));
                    QCOMPARE(std::get<std::string>(spec.get(a)), std::string(word));
                }
                if (!a.choices.empty()) {
                    spec.set(a, std::string("no such word"));
                    QCOMPARE(std::get<std::string>(spec.get(a)), std::string(a.choices.back()));
                }
            }
        }
    }

    // What is not stated stays as it was; what a new spec holds is within its own range.
    void defaults() {
        for (const ComponentType* type : allTypes()) {
            Spec spec(*type);
            for (const Attribute& a : type->attributes) {
                const Value before = spec.get(a);
                spec.set(a, Value{});
                QVERIFY2(same(spec.get(a), before), name(*type, a).c_str());
                if (const double* number = std::get_if<double>(&before)) {
                    QVERIFY2(*number >= a.minimum && *number <= a.maximum, name(*type, a).c_str());
                }
            }
        }
    }

    // The unit that a key ends in is the unit of the row: a few suffixes that could be confused.
    void suffixesMatchUnits() {
        const std::pair<std::string_view, std::string_view> kSuffixes[] = {
            {"_kw", "kW"},         {"_pct", "%"},           {"_c", "°C"},
            {"_k", "K"},           {"_mva", "MVA"},         {"_kva", "kVA"},
            {"_l_per_s", "L/s"},   {"_kv", "kV"},           {"_kpa", "kPa"},
            {"_usd", "USD"},       {"_per_year", "1/year"}, {"_tflops", "TFLOP/s"},
            {"_m", "m"},           {"_min", "min"},         {"_h", "h"},
            {"_kw_per_k", "kW/K"}, {"_ns", "ns"},           {"_us", "us"},
            {"_gb", "GB"},         {"_pb", "PB"},           {"_kg", "kg"},
            {"_pa", "Pa"},         {"_deg", "deg"},         {"_m3", "m3"},
        };
        for (const ComponentType* type : allTypes()) {
            for (const Attribute& a : type->attributes) {
                // The third loss coefficient is no temperature.
                if (a.kind != ValueKind::Number || a.key.ends_with("loss_c")) {
                    continue;
                }
                for (const auto& [suffix, symbol] : kSuffixes) {
                    const bool compound =
                        a.key.size() > suffix.size() + 4 &&
                        a.key.substr(a.key.size() - suffix.size() - 4, 4) == "_per";
                    if (a.key.ends_with(suffix) && !compound && !suffix.starts_with("_per") &&
                        suffix != "_kw_per_k") {
                        QVERIFY2(a.unit.symbol == symbol,
                                 (name(*type, a) + " is in " + std::string(a.unit.symbol)).c_str());
                    }
                }
            }
        }
    }
};

HEADROOM_TEST(TestAttribute)
}  // namespace tst_attribute

#include "tst_attribute.moc"
