// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/base/shared_list.h"
#include "models/core/attribute.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// Where a figure comes from.
/// status: "verified" (read in the primary file or measured), "secondary" (third-party page),
/// "derived" (computed from cited figures), "chosen" (what a part of no make is, as its size:
/// nothing that could be wrong), "memory" (not yet confirmed), "assumption".
struct Provenance {
    std::string status;
    std::string source;
    std::string date;  ///< when the source was current: "2026-08", "2024"
    std::string note;
    /// Between these the true figure lies nine times in ten, in the figure's own unit and kind.
    /// Both stated, or neither: monostate.
    models::Value low, high;

    bool hasRange() const { return !std::holds_alternative<std::monostate>(low); }

    /// Nobody's word is behind it: an assumption, or what was never confirmed.
    bool isUnsourced() const { return status == "assumption" || status == "memory"; }
};

/// One catalogue part. values and provenance run parallel to type->attributes; copies of a part share them.
struct CatalogueEntry {
    std::string id;
    std::string name;
    const models::ComponentType* type = nullptr;
    SharedList<models::Value> values;
    SharedList<Provenance> provenance;
    std::shared_ptr<const void> spec;  ///< the typed spec, of type->create()
};

/// Another value for one figure: entry and attribute by their places, value in the table's unit.
struct FigureChange {
    std::size_t entry = 0;      ///< in Catalogue::entries()
    std::size_t attribute = 0;  ///< in its type's table
    models::Value value;
};

/// The parts that a project may name: every file of resources/catalog/, one per component type.
/// Format: see resources/catalog/README.md. Immutable after load; safe to share between threads.
class Catalogue {
  public:
    /// Reads every *.json of `directory`. Errors name file, JSON path and line.
    static ResultAll<Catalogue> load(const std::filesystem::path& directory);

    /// The same, with the parts of a project laid over them: a part of the same type and id is in
    /// place of the shipped one, and parts of either folder may name those of the other. A folder
    /// that is not there, or is empty, adds nothing.
    static ResultAll<Catalogue> load(const std::filesystem::path& directory,
                                     const std::filesystem::path& overlay);

    const CatalogueEntry* find(std::string_view typeId, std::string_view id) const;

    /// The typed spec of part `id`; null where there is none of that id and type.
    template <class Spec>
    const Spec* spec(std::string_view id) const {
        const CatalogueEntry* entry = find(Spec::type().id, id);
        return entry == nullptr ? nullptr : static_cast<const Spec*>(entry->spec.get());
    }

    /// All parts, in the order of catalogueTypes() and then of the file.
    const std::vector<CatalogueEntry>& entries() const { return entries_; }

    std::vector<const CatalogueEntry*> entriesOf(std::string_view typeId) const;

    /// 16 hexadecimal digits that differ where any value of any part does.
    std::string fingerprint() const;

    /// The same catalogue with other figures, for studies of what they move; where they come from
    /// stays. The values must be of their attribute's kind and within its limits.
    Catalogue changed(std::span<const FigureChange> changes) const;

  private:
    std::vector<CatalogueEntry> entries_;
};

}  // namespace headroom::engine
