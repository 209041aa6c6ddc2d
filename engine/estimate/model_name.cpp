// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/model_name.h"

#include "engine/base/error.h"
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

/// Letters of `part` that `name` is or begins with; 0 if it does not. The next character must end the word: "gpt31" does not
/// begin with "gpt3".
std::size_t begins(const std::string& name, const std::string& part,
                   const models::LanguageModelSpec& model) {
    const bool is = !part.empty() && name.starts_with(part) && !isDigitAt(name, part.size()) &&
                    speaksOf(name.substr(part.size()), model);
    return is ? part.size() : 0;
}

/// "gpt3.1.3b" of "GPT-3 1.3B" and of "gpt3-1-3b": in small letters, with a point where two numbers meet.
std::string withNumbersApart(const std::string& name) {
    std::string apart;
    bool gap = false;
    for (const char c : lowerCase(name)) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
            gap = true;
            continue;
        }
        const bool digits =
            std::isdigit(static_cast<unsigned char>(c)) != 0 && isDigitAt(apart, apart.size() - 1);
        apart += gap && digits ? "." : "";
        apart += c;
        gap = false;
    }
    return apart;
}

/// "gpt-oss-120b" of "openai/gpt-oss-120b"; "DeepSeek-R1" of "deepseek-ai/DeepSeek-R1-0528": dates of a
/// release, words of four digits or more at the end, tell nothing about the shape.
std::string withoutOwner(const std::string& name) {
    constexpr std::size_t kDateDigits = 4;
    std::string own = name.substr(name.rfind('/') + 1);
    for (;;) {
        const std::size_t dash = own.rfind('-');
        if (dash == std::string::npos || own.size() - dash - 1 < kDateDigits ||
            own.find_first_not_of("0123456789", dash + 1) != std::string::npos) {
            return own;
        }
        own.resize(dash);
    }
}

/// Sizes in a name, in billions: 400 and 17 of "400b-a17b", 1,600 of "1.6T".
std::vector<double> sizesIn(const std::string& name) {
    std::vector<double> sizes;
    const std::string lower = lowerCase(name);
    for (std::size_t at = 0; at < lower.size(); ++at) {
        if (!isDigitAt(lower, at) ||
            (at > 0 && (isDigitAt(lower, at - 1) || lower[at - 1] == '.'))) {
            continue;
        }
        char* end = nullptr;
        const double size = std::strtod(lower.c_str() + at, &end);
        const char unit = *end;
        const bool ends = unit != '\0' && std::isalnum(static_cast<unsigned char>(end[1])) == 0;
        if (ends && (unit == 'b' || unit == 't')) {
            sizes.push_back(unit == 't' ? 1000.0 * size : size);
        }
    }
    return sizes;
}

/// Letters that two names share from their beginning.
std::size_t sharedBeginning(const std::string& a, const std::string& b) {
    std::size_t n = 0;
    while (n < a.size() && n < b.size() && a[n] == b[n]) {
        ++n;
    }
    return n;
}

constexpr std::size_t kSameFamily = 4;  ///< letters
constexpr double kSpelledAlike = 8.0;   ///< near a size that is met
constexpr std::size_t kMostNear = 3;

}  // namespace

std::vector<std::string> modelsNear(const Catalogue& catalogue, const std::string& name) {
    struct Near {
        std::string id;
        double score = 0.0;
        double parameters = 0.0;
    };

    const std::string wanted = lettersAndDigits(withoutOwner(name));
    const std::vector<double> sizes = sizesIn(withoutOwner(name));
    std::vector<Near> near;
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::LanguageModelSpec::type().id)) {
        const auto* spec = static_cast<const models::LanguageModelSpec*>(entry->spec.get());
        double score = 0.0;
        for (const double size : sizes) {
            const auto is = [&](double parameters) {
                return std::abs(size * 1e9 / parameters - 1.0) < kSameSize;
            };
            score += is(spec->parameters) ? 10.0 : is(spec->activeParameters) ? 6.0 : 0.0;
        }
        const std::size_t family = sharedBeginning(wanted, lettersAndDigits(entry->id));
        score += family >= kSameFamily ? static_cast<double>(family) : 0.0;
        score += nearest(withoutOwner(name), {entry->id}).empty() ? 0.0 : kSpelledAlike;
        if (score > 0.0) {
            near.push_back({entry->id, score, spec->parameters});
        }
    }
    std::stable_sort(near.begin(), near.end(), [](const Near& a, const Near& b) {
        return a.score != b.score ? a.score > b.score : a.parameters > b.parameters;
    });
    std::vector<std::string> found;
    for (const Near& n : near) {
        // Far behind the best ones, a name has less in common than it lacks.
        if (found.size() < kMostNear && 2.0 * n.score > near.front().score) {
            found.push_back(n.id);
        }
    }
    return found;
}

const models::LanguageModelSpec* modelNamed(const Catalogue& catalogue, const std::string& name) {
    if (const auto* exact = catalogue.spec<models::LanguageModelSpec>(withoutOwner(name))) {
        return exact;
    }
    std::string wanted = lettersAndDigits(withoutOwner(name));
    constexpr std::string_view kMaker = "nvidia";  // whose models carry it: NVIDIA-Nemotron-…
    if (wanted.starts_with(kMaker)) {
        wanted.erase(0, kMaker.size());
    }
    const models::LanguageModelSpec* found = nullptr;
    std::size_t longest = 0;
    bool apart =
        false;  // 1.3B and 13B have the same letters and digits: numbers apart tell them apart
    const std::string wantedApart = withNumbersApart(withoutOwner(name));
    const auto offer = [&](const models::LanguageModelSpec* spec, const std::string& called) {
        const std::size_t length = begins(wanted, lettersAndDigits(called), *spec);
        if (length == 0 || length < longest) {
            return;
        }
        const bool same = wantedApart.find(withNumbersApart(called)) != std::string::npos;
        if (length > longest || (same && !apart)) {
            longest = length;
            found = spec;
            apart = same;
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
