// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "models/core/attribute.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Arguments of a question as people write them, read by the attribute table of its Spec. Command line, HTTP, Python and
/// window all pass through here, so that they have the same names, ranges and errors.
namespace headroom::engine {

/// Names and values as texts, the values in the units that the attribute table states. A list is a JSON array of texts;
/// any other text is a list of one.
using SpecArguments = std::vector<std::pair<std::string, std::string>>;

/// Makes a spec with these arguments and default values for all others. `question` names it in messages, `listed` is the remedy where an
/// argument is not known: "`headroom-cli ask` lists the arguments of each question."
/// ASK-002: no argument of that name. ASK-003: a value of another kind or outside its range, or a required one is
/// missing.
Result<std::shared_ptr<const void>> specOfArguments(const models::ComponentType& type,
                                                    std::string_view question,
                                                    const std::string& listed,
                                                    const SpecArguments& arguments);

}  // namespace headroom::engine
