// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/study.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

/// Fields of halls that were computed before, in a folder of the user: a second computation of the same hall costs
/// nothing. No result depends on what the folder holds. Runs have the inlets of a field if the project holds its shares
/// of hot air (air_shares.h).
///
/// A field is named by a hash of all that it depends on: boxes of the hall, its racks and equipment, attributes,
/// flows, heat, cells and the method. Equal halls share one, at any place and under any name.
/// A file holds the inlets and how the solution settled, not the cells. Damaged files count as absent.
namespace headroom::engine {

class AirLibrary {
  public:
    /// An empty folder: fields are kept in memory alone.
    explicit AirLibrary(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// The folder that HEADROOM_AIR_FOLDER names ("none": no folder), else $XDG_CACHE_HOME/headroom/air, else
    /// ~/.cache/headroom/air.
    static AirLibrary ofUser();

    const std::filesystem::path& folder() const { return folder_; }

    /// Returns true if no field was kept and the library has no folder.
    bool isEmpty() const;

    /// A field without cells. Racks are numbered within the hall.
    std::optional<AirField> find(const std::string& key) const;

    /// Keeps a field without its cells. A folder or disk that cannot be written is not an error: another start computes
    /// the field again. Removes the fields that were not used for the longest time once the folder holds more than
    /// kMostBytes.
    void keep(const std::string& key, const AirField& field);

    /// Some 300 halls of 800 racks.
    static constexpr std::uintmax_t kMostBytes = 64U << 20U;

    /// Removes the fields that were not used for the longest time until the rest takes at most `mostBytes`. Other files of
    /// the folder stay. Returns the number of removed fields.
    int prune(std::uintmax_t mostBytes = kMostBytes) const;

  private:
    std::filesystem::path folder_;
    std::map<std::string, AirField> kept_;
};

/// The name of a hall's field in a library. `cellM`: 0 for airCellM().
std::string airKey(const AirStudy& study, const AirStudyHall& hall, double cellM = 0.0);

/// The field that the library holds of a hall, without cells; racks are those of the layout.
std::optional<AirField> knownAir(const AirLibrary& library, const AirStudy& study,
                                 const AirStudyHall& hall, double cellM = 0.0);

/// The same, computed and kept where it is not known. Errors of airFieldOf().
Result<AirField> airOf(AirLibrary& library, const AirStudy& study, const AirStudyHall& hall,
                       const AirFieldOptions& options);

/// Computes the fields at design load that the library lacks. `options.progress` gets 0..1 over all halls. Errors of
/// airFieldOf().
Result<void> computeAir(AirLibrary& library, const AirStudy& study, const AirFieldOptions& options);

}  // namespace headroom::engine
