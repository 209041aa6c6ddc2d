// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "models/workload/language_model.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// The language model that people mean by a public name, "Llama-3.1 70B" or "gpt_oss-120b": letters
/// and digits alone count, and the id, the name or an alias of a part must be all of the name, or
/// its beginning ("llama3.1-70b-instruct"); the longest one wins. The rest must not name another model:
/// "DeepSeek-R1-Distill-Qwen-32B" is not a DeepSeek-R1. Null if the catalogue has none.
/// An owner before a slash, "openai/gpt-oss-120b", is left out.
const models::LanguageModelSpec* modelNamed(const Catalogue& catalogue, const std::string& name);

/// Ids of the models that somebody may have meant by a name that modelNamed() does not know, the nearest first, at most
/// three: models of the same sizes ("400b-a17b" is llama4-maverick), then of the same family ("qwen3-max"), then by
/// spelling.
std::vector<std::string> modelsNear(const Catalogue& catalogue, const std::string& name);

}  // namespace headroom::engine
