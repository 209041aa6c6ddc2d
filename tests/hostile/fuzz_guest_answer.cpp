// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/guests/guest_answer.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::hostile {

namespace {

// A guest names itself; its answer is in no file.
template <class T>
bool agreed(const engine::Result<T>& answer) {
    if (!answer) {
        requireRefusal(answer.error(), "");
        require(answer.error().code == "GST-028", "not a guest's fault: " + answer.error().text());
    }
    return answer.has_value();
}

}  // namespace

/// One answer of a guest, read as each of the answers that a run asks for.
void guest_answer(std::string_view bytes) {
    const auto said = engine::parseJson<nlohmann::json>(bytes);
    if (!said.is_object()) {
        return;  // GuestProcess::ask() passes on nothing else
    }
    for (const char* key : {"outputs", "actions"}) {
        for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
            if (const auto numbers = engine::guestNumbers(said, key, count); agreed(numbers)) {
                require(numbers->size() == count, "a list of another length");
                for (const double number : *numbers) {
                    require(!std::isinf(number), "an infinite number");
                }
            }
            if (const auto choices = engine::guestChoices(said, key, count, 4); agreed(choices)) {
                for (const int choice : *choices) {
                    require(choice >= 0 && choice <= 4, "a choice that is not offered");
                }
            }
        }
    }
    agreed(engine::guestFlag(said, "controls"));
    if (const auto variables = engine::guestVariables(said, "inputs"); agreed(variables)) {
        for (const engine::GuestVariable& variable : *variables) {
            require(!variable.name.empty(), "a variable without a name");
        }
    }
    if (said.contains("error")) {
        const engine::Error refusal = engine::guestRefusal(said, "the guest \"x\"");
        require(refusal.code.starts_with("GST-"), "a code that is not a guest's: " + refusal.code);
        requireRefusal(refusal, "");
    }
}

}  // namespace headroom::hostile
