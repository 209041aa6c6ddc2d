// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/exchange/import_draft.h"

namespace headroom::hostile {

/// What an import offers can be done as one step, leaves a whole project, and can be taken back.
void requireApplies(const engine::ImportDraft& draft, const engine::Project& project);

}  // namespace headroom::hostile
