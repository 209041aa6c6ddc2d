// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "models/workload/language_model.h"

#include <string>

namespace headroom::engine {

/// The language model that people mean by a public name, "Llama-3.1 70B" or "gpt_oss-120b": letters
/// and digits alone count, and the id, the name or an alias of a part must be all of the name, or
/// its beginning ("llama3.1-70b-instruct"); the longest one wins. What follows must not name another
/// model: "DeepSeek-R1-Distill-Qwen-32B" is no DeepSeek-R1. Null: the catalogue has none.
const models::LanguageModelSpec* modelNamed(const Catalogue& catalogue, const std::string& name);

}  // namespace headroom::engine
