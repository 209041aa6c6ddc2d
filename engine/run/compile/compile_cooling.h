// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/plant/plant.h"

#include <functional>
#include <string>

namespace headroom::engine {

/// Adds what goes wrong: code, id of the subject, message, remedy.
using CompileFault = std::function<void(const char* code, const std::string& subject,
                                        const std::string& message, const std::string& remedy)>;

/// Rows of racks on the headers of their CDU groups. Blocks are in their final order.
void compileRows(Plant& plant, const CompileFault& fail);

/// Load traces, joined to the rows of their CDU group. After compileRows. `tables`: read there; null means anew.
void compileLoadTraces(Plant& plant, const Project& project, TimeTables* tables,
                       const CompileFault& fail, Errors& errors);

/// The coolant network, its liquids, and the air of the halls. After the layout is built.
void compileCooling(Plant& plant, const Catalogue& catalogue, const CompileFault& fail);

}  // namespace headroom::engine
