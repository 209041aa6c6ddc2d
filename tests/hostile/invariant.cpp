// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/invariant.h"

#include "engine/base/plain_text.h"
#include "engine/document/references.h"
#include "engine/document/values.h"
#include "engine/files/text_file.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <variant>

namespace headroom::hostile {

namespace {

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// "PRJ-013" at `at`.
bool isCode(std::string_view text, std::size_t at) {
    return at + 7 <= text.size() && isUpper(text[at]) && isUpper(text[at + 1]) &&
           isUpper(text[at + 2]) && text[at + 3] == '-' && isDigit(text[at + 4]) &&
           isDigit(text[at + 5]) && isDigit(text[at + 6]);
}

std::set<std::string, std::less<>> codesOfHelp() {
    const auto help = engine::readTextFile(HEADROOM_SOURCE_DIR "/resources/help/errors.md");
    require(help.has_value(), "resources/help/errors.md cannot be read");
    std::set<std::string, std::less<>> codes;
    for (std::size_t at = 0; at < help->size(); ++at) {
        if (isCode(*help, at)) {
            codes.insert(help->substr(at, 7));
        }
    }
    return codes;
}

void requireSentence(const std::string& code, const std::string& message, const std::string& remedy,
                     const std::string& whole) {
    static const auto kCodes = codesOfHelp();
    require(kCodes.contains(code), "a code that the help does not explain: " + whole);
    require(!message.empty(), "no message: " + whole);
    require(!remedy.empty(), "no remedy: " + whole);
    const bool plain = std::none_of(whole.begin(), whole.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20U || c == 0x7F;
    });
    require(plain, "a control character in a message: " + engine::plainText(whole));
}

}  // namespace

void require(bool holds, const std::string& otherwise) {
    if (!holds) {
        throw BrokenInvariant(otherwise);
    }
}

void requireRefusal(const engine::Error& error, std::string_view file) {
    requireSentence(error.code, error.message, error.remedy, error.text());
    require(error.file == file, "the file is \"" + error.file + "\", not \"" + std::string(file) +
                                    "\": " + error.text());
    require(error.line >= 0, "a line below 0: " + error.text());
}

void requireRefusal(const engine::Errors& errors, std::string_view file) {
    require(!errors.empty(), "refused without a reason");
    for (const engine::Error& error : errors) {
        requireRefusal(error, file);
    }
}

void requireFaults(const engine::ImportDraft& draft) {
    for (const engine::ImportFault& fault : draft.faults) {
        requireSentence(fault.code, fault.message, fault.remedy, fault.text());
    }
}

void requireFinite(double value, std::string_view what) {
    require(std::isfinite(value), std::string(what) + " is not a finite number");
}

void requireFinite(const std::vector<double>& values, std::string_view what) {
    for (const double value : values) {
        requireFinite(value, what);
    }
}

void requireFinite(const models::Value& value, std::string_view what) {
    if (const auto* number = std::get_if<double>(&value)) {
        requireFinite(*number, what);
    } else if (const auto* list = std::get_if<std::vector<double>>(&value)) {
        requireFinite(*list, what);
    } else if (const auto* curve = std::get_if<models::Curve>(&value)) {
        requireFinite(curve->x(), what);
        requireFinite(curve->y(), what);
    }
}

void requireWhole(const engine::Project& project, const engine::Catalogue& catalogue) {
    for (const engine::Object& object : project.objects) {
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            const models::Attribute& attribute = object.type->attributes[i];
            const std::string what = object.id + "." + std::string(attribute.key);
            requireFinite(object.values[i], what);
            require(engine::valueFaults(attribute, object.values[i]).empty(),
                    what + " is accepted against its table");
            require(!engine::referenceFault(attribute, object.values[i], project, catalogue),
                    what + " names what is not there");
        }
    }
    const std::string text = engine::projectText(project);
    const auto again = engine::parseProject(text, project.file, catalogue);
    require(again.has_value(), "what was accepted is refused once written: " +
                                   (again ? std::string() : engine::text(again.error())));
    require(again->objects == project.objects, "written and read again it is another project");
    require(engine::projectText(*again) == text, "written twice it is two texts");
}

}  // namespace headroom::hostile
