// SPDX-License-Identifier: Apache-2.0
#include "models/core/attribute.h"

#include <cstdio>
#include <set>
#include <string>
#include <string_view>

/// The dictionary of fuzzers of projects, catalogues and tables, from the attribute tables:
/// sections, keys, labels' ends, choices and the numbers at which ranges end.
namespace {

using headroom::models::Attribute;
using headroom::models::ComponentType;

void addNumber(std::set<std::string>& words, double number) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", number);
    words.insert(text);
}

void addWords(std::set<std::string>& words, const ComponentType& type) {
    words.insert(std::string(type.id));
    words.insert(std::string(type.section));
    for (const Attribute& attribute : type.attributes) {
        words.insert(std::string(attribute.key));
        addNumber(words, attribute.minimum);
        addNumber(words, attribute.maximum);
        for (const std::string_view choice : attribute.choices) {
            words.insert(std::string(choice));
        }
    }
}

}  // namespace

int main() {
    std::set<std::string> words{"id", "format", "1e308", "-1e308", "5e-324", "1e999"};
    for (const ComponentType* type : headroom::models::documentTypes()) {
        addWords(words, *type);
    }
    for (const ComponentType* type : headroom::models::catalogueTypes()) {
        addWords(words, *type);
    }
    for (const std::string& word : words) {
        // libFuzzer takes words between quotes, without quotes and backslashes in them.
        if (!word.empty() && word.find_first_of("\"\\") == word.npos) {
            std::printf("\"%s\"\n", word.c_str());
        }
    }
    return 0;
}
