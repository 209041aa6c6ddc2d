// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/plant/run_options.h"

#include <cstddef>
#include <memory>
#include <set>
#include <span>

namespace headroom::engine {

/// Fabrics and places of a design, built once for all runs that cannot have others: those that change no part of the
/// catalogue that was looked up to build them (CatalogueReads).
class BuiltOnce {
  public:
    BuiltOnce(const Project& project, const Catalogue& catalogue);

    /// Gives a compilation of the same project, with these figures changed, what stays the same.
    void give(RunOptions& options, std::span<const FigureChange> changes) const;

  private:
    std::shared_ptr<const BuiltFabrics> fabrics_;
    std::shared_ptr<const Layout> layout_;
    std::set<std::size_t> ofFabrics_;  ///< parts by their places in the catalogue
    std::set<std::size_t>
        ofBoth_;  ///< of the fabrics and of the layout, which has their cabinets and trays
};

}  // namespace headroom::engine
