// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/study.h"
#include "engine/air/fractions.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Fields of halls that were computed before, in a folder of the user: a second start costs nothing, and the zones of
/// a run have the inlets of the field (coefficients.h).
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

/// Keeps an imported field as the hall's own. knownAir() of the usual cells and runs then find it.
void keepAir(AirLibrary& library, const AirStudy& study, const AirStudyHall& hall,
             const AirField& field);

/// Computes the fields at design load that the library lacks. `options.progress` gets 0..1 over all halls. Errors of
/// airFieldOf().
Result<void> computeAir(AirLibrary& library, const AirStudy& study, const AirFieldOptions& options);

/// Which model gives the inlets of one hall.
struct HallAirSource {
    std::string hall;      ///< id
    bool isField = false;  ///< else the zones as the project states them
    double cellM = 0.0;    ///< of the field, as all below
    bool settled = false;
    double settledRackK = 0.0;
    double hottestC = 0.0;  ///< at design load
};

/// The air of a project's halls as a run uses it.
struct AirOfRun {
    std::shared_ptr<const std::vector<AirFractions>> fractions;  ///< Null if no field is known.
    std::vector<HallAirSource> halls;  ///< those whose racks move air, in the order of the layout
};

/// Facts that the library has about the halls at design load.
AirOfRun airOfRun(const AirLibrary& library, const AirStudy& study);

/// The same of a project, which is compiled only where the library holds something. Otherwise no hall is listed.
AirOfRun airOfRun(const AirLibrary& library, const Project& project, const Catalogue& catalogue);

/// The same of the user's library, with all halls as stated if it holds no field of the project. Many runs of one project (campaigns, sensitivity) share it, so that they differ by what
/// was changed and not by the model of the air.
AirOfRun airOfUser(const Project& project, const Catalogue& catalogue);

/// Halls with racks, all by zones as stated.
AirOfRun airAsStated(const Layout& layout);

/// "Air: field of hall-1 (cells of 0.40 m, settled)." and "Air: zones as stated in hall-n. No field was computed.",
/// a line each.
std::string textOf(const AirOfRun& air);

/// A list with a row for each hall: hall, model ("field" or "zones"); of a field cell_m, settled, settled_rack_k,
/// hottest_inlet_c.
nlohmann::ordered_json airJson(const AirOfRun& air);

/// A JSON object with that list under "air".
std::string withAir(const std::string& json, const AirOfRun& air);

}  // namespace headroom::engine
