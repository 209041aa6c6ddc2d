// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/model_name.h"

#include "engine/estimate/training_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace headroom::engine {

namespace {

/// Words behind a model's name that make it another: distillates, smaller and larger siblings, models
/// that see, other architectures.
constexpr auto kOthers = std::to_array<std::string_view>(
    {"distill", "air", "lite", "flash", "mini", "small", "nano", "tiny", "medium", "super", "ultra",
     "vl", "next", "omni", "vision", "nemotron", "linear"});

// A size in a name may be rounded: 3 of 3.5 billion.
constexpr double kSameSize = 0.15;

bool isDigitAt(const std::string& text, std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

/// Whether what follows a model's name speaks of it: a size there, "32b", must be the model's, of all or
/// of active parameters; points are gone, so "15b" may be one and a half.
bool speaksOf(const std::string& rest, const models::LanguageModelSpec& model) {
    if (std::any_of(kOthers.begin(), kOthers.end(),
                    [&](std::string_view word) { return rest.starts_with(word); })) {
        return false;
    }
    for (std::size_t at = 0; at < rest.size(); ++at) {
        if (!isDigitAt(rest, at) || (at > 0 && isDigitAt(rest, at - 1))) {
            continue;
        }
        char* end = nullptr;
        const double size = std::strtod(rest.c_str() + at, &end);
        const auto next = static_cast<std::size_t>(end - rest.c_str());
        const bool bits = rest.compare(next, 3, "bit") == 0;
        if (next >= rest.size() || rest[next] != 'b' || bits || rest.compare(next, 2, "bf") == 0) {
            continue;
        }
        const auto is = [&](double parameters) {
            const double billions = parameters / 1e9;
            return std::abs(size / billions - 1.0) < kSameSize ||
                   std::abs(size / 10.0 / billions - 1.0) < kSameSize;
        };
        if (!is(model.parameters) && !is(model.activeParameters)) {
            return false;
        }
    }
    return true;
}

/// Letters of `part` that `name` is or begins with; 0: it does not. What follows must be a word of
/// its own and no further digit: "gpt31" does not begin with "gpt3".
std::size_t begins(const std::string& name, const std::string& part,
                   const models::LanguageModelSpec& model) {
    const bool is = !part.empty() && name.starts_with(part) && !isDigitAt(name, part.size()) &&
                    speaksOf(name.substr(part.size()), model);
    return is ? part.size() : 0;
}

}  // namespace

const models::LanguageModelSpec* modelNamed(const Catalogue& catalogue, const std::string& name) {
    std::string wanted = lettersAndDigits(name);
    constexpr std::string_view kMaker = "nvidia";  // whose models carry it: NVIDIA-Nemotron-…
    if (wanted.starts_with(kMaker)) {
        wanted.erase(0, kMaker.size());
    }
    const models::LanguageModelSpec* found = nullptr;
    std::size_t longest = 0;
    const auto offer = [&](const models::LanguageModelSpec* spec, const std::string& called) {
        if (const std::size_t length = begins(wanted, lettersAndDigits(called), *spec);
            length > longest) {
            longest = length;
            found = spec;
        }
    };
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::LanguageModelSpec::type().id)) {
        const auto* spec = static_cast<const models::LanguageModelSpec*>(entry->spec.get());
        offer(spec, entry->id);
        offer(spec, entry->name);
        const std::string& aliases = spec->aliases;
        for (std::size_t at = 0; at < aliases.size();) {
            const std::size_t comma = std::min(aliases.find(',', at), aliases.size());
            offer(spec, aliases.substr(at, comma - at));
            at = comma + 1;
        }
    }
    return found;
}

}  // namespace headroom::engine
