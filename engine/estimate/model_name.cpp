// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/model_name.h"

#include "engine/estimate/training_rules.h"

#include <algorithm>
#include <cctype>

namespace headroom::engine {

namespace {

/// Letters of `part` that `name` is or begins with; 0: it does not. What follows must be a word of
/// its own and no further digit: "gpt31" does not begin with "gpt3".
std::size_t begins(const std::string& name, const std::string& part) {
    if (part.empty() || !name.starts_with(part)) {
        return 0;
    }
    const bool goesOn = name.size() > part.size() &&
                        std::isdigit(static_cast<unsigned char>(name[part.size()])) != 0;
    return goesOn ? 0 : part.size();
}

}  // namespace

const models::LanguageModelSpec* modelNamed(const Catalogue& catalogue, const std::string& name) {
    const std::string wanted = lettersAndDigits(name);
    const models::LanguageModelSpec* found = nullptr;
    std::size_t longest = 0;
    const auto offer = [&](const models::LanguageModelSpec* spec, const std::string& called) {
        if (const std::size_t length = begins(wanted, lettersAndDigits(called)); length > longest) {
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
