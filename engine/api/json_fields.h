// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/frame_json.h"
#include "engine/base/words.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace headroom::engine {

/// A writer of a JSON object: begins it or continues with it ("{" or ","), then the key.
class JsonFields {
  public:
    explicit JsonFields(std::string& out) : out_(out) { out_ += '{'; }

    std::string& key(std::string_view name) {
        out_ += isFirst_ ? "" : ",";
        isFirst_ = false;
        writeText(out_, name);
        out_ += ':';
        return out_;
    }

    void text(std::string_view name, std::string_view value) { writeText(key(name), value); }

    /// The quantities of a text: [[at, length, value, unit, has unit], …]; no key where it has none.
    void quantities(std::string_view name, const Words& words) {
        if (words.quantities.empty()) {
            return;
        }
        std::string& out = key(name);
        char before = '[';
        for (const WordsQuantity& quantity : words.quantities) {
            out += before;
            out += '[' + std::to_string(quantity.at) + ',' + std::to_string(quantity.length) + ',';
            writeNumber(out, quantity.value);
            out += ',';
            writeText(out, quantity.unit);
            out += quantity.hasUnit ? ",true]" : ",false]";
            before = ',';
        }
        out += ']';
    }

    void number(std::string_view name, double value, int digits = 9) {
        writeNumber(key(name), value, digits);
    }

    void whole(std::string_view name, std::int64_t value) { key(name) += std::to_string(value); }

    /// A number that may be missing: negative ones are.
    void since(std::string_view name, double value) {
        value < 0.0 ? key(name) += "null" : (number(name, value), out_);
    }

    void flag(std::string_view name, bool value) { key(name) += value ? "true" : "false"; }

    void end() { out_ += '}'; }

  private:
    std::string& out_;
    bool isFirst_ = true;
};

template <class Range, class Write>
void writeJsonList(std::string& out, const Range& range, const Write& write) {
    out += '[';
    bool isFirst = true;
    for (const auto& each : range) {
        out += isFirst ? "" : ",";
        isFirst = false;
        write(each);
    }
    out += ']';
}

}  // namespace headroom::engine
