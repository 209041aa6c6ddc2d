// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Sentences of the program with their quantities as data: events, alarms, findings, errors. The text is the sentence in
/// the units of the attribute tables; readers who chose other units get it from shownWords() with theirs. No reader
/// looks for numbers in a text.
namespace headroom::engine {

/// A number within a text.
struct WordsQuantity {
    std::uint32_t at = 0, length = 0;  ///< place in the text, in bytes; with the unit if hasUnit
    double value = 0.0;                ///< in `unit`
    std::string unit;                  ///< symbol, as the tables write it
    bool hasUnit = true;  ///< false for a number of a range, whose unit follows the last one

    bool operator==(const WordsQuantity&) const = default;
};

/// A text with its quantities. It is a string for all that read it as one. Appended text keeps the quantities before it; to
/// join with quantities use + or words(). Other changes of the string are not made.
struct Words : std::string {
    std::vector<WordsQuantity> quantities;  ///< in the order of the text

    Words() = default;

    // A plain text is the usual case, and has no quantities: NOLINTNEXTLINE(google-explicit-constructor)
    Words(std::string text) : std::string(std::move(text)) {}

    Words(const char* text) : std::string(text) {}  // NOLINT(google-explicit-constructor)

    /// Appends another text with its quantities.
    Words& join(const Words& more);

    /// The template: the text with "{0}", "{1}" … in place of its quantities, and "{{" for "{". Equal for all texts of one
    /// kind, so it is the id by which a sentence can be translated.
    std::string form() const;

    bool operator==(const Words&) const = default;

    friend bool operator==(const Words& words, const std::string& text) {
        return static_cast<const std::string&>(words) == text;
    }

    friend bool operator==(const Words& words, const char* text) {
        return static_cast<const std::string&>(words) == text;
    }

    friend Words operator+(Words a, const Words& b) {
        a.join(b);
        return a;
    }

    friend Words operator+(Words a, const char* b) {
        a.append(b);
        return a;
    }

    friend Words operator+(Words a, const std::string& b) {
        a.append(b);
        return a;
    }

    friend Words operator+(Words a, std::string&& b) {
        a.append(b);
        return a;
    }

    friend Words operator+(const char* a, const Words& b) { return Words(a) + b; }

    friend Words operator+(const std::string& a, const Words& b) { return Words(a) + b; }

    friend Words operator+(std::string&& a, const Words& b) { return Words(std::move(a)) + b; }
};

/// Writes a number with `decimals` decimals and its unit: "27.0 °C".
Words amount(double value, std::string_view unit, int decimals);

/// "+27.0 °C": a change.
Words signedAmount(double value, std::string_view unit, int decimals);

/// "27.0", whose unit follows later in the text.
Words bareAmount(double value, std::string_view unit, int decimals);

/// A number that is written already, with its unit if it has one: `text` is "27" and stands for `value`.
Words amountAs(std::string text, double value, std::string_view unit);

/// The same for a number whose unit is not written with it.
Words bareAs(std::string text, double value, std::string_view unit);

/// A text of which the words between the quantities are replaced.
Words mapped(const Words& words, const std::function<std::string(const std::string&)>& change);

/// How a reader wants a quantity: the text in place of the number (with the unit if hasUnit), or empty to keep it.
using QuantityReader = std::function<std::string(const WordsQuantity&)>;

/// A text in the units of a reader.
std::string shownWords(const Words& words, const QuantityReader& reader);

/// One piece of words(): a text with quantities, or a value that fmt can write.
struct WordsPiece {
    Words words;

    template <class T>
    static WordsPiece of(const T& value, std::string_view spec) {
        if constexpr (std::is_same_v<T, Words>) {
            return {value};
        } else {
            return {Words(fmt::format(fmt::runtime("{" + std::string(spec) + "}"), value))};
        }
    }
};

/// As fmt::format with "{}" and "{:spec}", in order: pieces that are Words bring their quantities.
template <class... Args>
Words words(std::string_view form, const Args&... args) {
    Words made;
    std::size_t at = 0;
    const auto upToHole = [&] {
        std::string text;
        for (; at < form.size() && form[at] != '{'; ++at) {
            text += form[at];
        }
        made.append(text);
        const std::size_t from = at + 1, to = form.find('}', at);
        at = to == std::string_view::npos ? form.size() : to + 1;
        return from < form.size() ? form.substr(from, to - from) : std::string_view();
    };
    (made.join(WordsPiece::of(args, upToHole()).words), ...);
    made.append(form.substr(at));
    return made;
}

}  // namespace headroom::engine
