// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>

/// A proof that two catalogues give the same result: the parts that a computation looked up are equal in both.
namespace headroom::engine {

/// Notes the parts that this thread looks up (Catalogue::find, spec, entriesOf) while this object lives. A result that follows
/// from a project and these parts alone is the same with another catalogue (Catalogue::changed) that changes other parts only.
class CatalogueReads {
  public:
    CatalogueReads();
    ~CatalogueReads();
    CatalogueReads(const CatalogueReads&) = delete;
    CatalogueReads& operator=(const CatalogueReads&) = delete;

    /// Places of the parts in Catalogue::entries().
    const std::set<std::size_t>& entries() const { return entries_; }

    /// For the catalogue: a part was looked up.
    static void note(std::size_t entry);

  private:
    std::set<std::size_t> entries_;
    CatalogueReads* outer_;
};

}  // namespace headroom::engine
