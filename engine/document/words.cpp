// SPDX-License-Identifier: Apache-2.0
#include "engine/document/words.h"

#include "models/core/attribute.h"

namespace headroom::engine {

namespace {

/// Type of "type.key"; empty if there is none.
std::string_view labelOf(std::string_view name) {
    const auto dot = name.find('.');
    if (dot == std::string_view::npos) {
        return {};
    }
    const models::ComponentType* type = models::findComponentType(name.substr(0, dot));
    const models::Attribute* row = type == nullptr ? nullptr : type->find(name.substr(dot + 1));
    return row == nullptr ? std::string_view{} : row->label;
}

}  // namespace

std::string inWords(std::string_view text) {
    std::string words;
    while (!text.empty()) {
        const auto open = text.find('{');
        words += text.substr(0, open);
        if (open == std::string_view::npos) {
            break;
        }
        text.remove_prefix(open);
        const auto close = text.find('}');
        const std::string_view label = close == std::string_view::npos
                                           ? std::string_view{}
                                           : labelOf(text.substr(1, close - 1));
        if (label.empty()) {
            words += text.front();
            text.remove_prefix(1);
        } else {
            words += '\'';
            words += label;
            words += '\'';
            text.remove_prefix(close + 1);
        }
    }
    return words;
}

}  // namespace headroom::engine
