// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <memory>
#include <string>

/// The part of a run that takes another design.
namespace headroom::engine {

class Catalogue;
struct BuiltFabrics;
struct Project;

class RunEdits {
  public:
    virtual ~RunEdits() = default;

    /// The run continues with an edited design, between two steps. Compiles and waits: call it from a worker thread.
    /// `words`: what was done, for the story. `fabrics`: RunOptions::fabrics, may be null. Errors of a design that cannot
    /// run: the run keeps the one before.
    virtual ResultAll<void> edit(const Project& project, const Catalogue& catalogue,
                                 const std::string& words,
                                 std::shared_ptr<const BuiltFabrics> fabrics) = 0;
};

}  // namespace headroom::engine
