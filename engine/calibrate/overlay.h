// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

/// Values that were fitted to a building, apart from its project: a file with where they come from, which acts
/// only where somebody asks for it.
namespace headroom::engine {

/// One figure: OBJECT.KEY of the project, or TYPE/PART.KEY of the catalogue, in the unit of its key.
struct OverlaySetting {
    std::string path;
    double value = 0.0;
    double was = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN();  ///< of the 90 % interval
    double high = std::numeric_limits<double>::quiet_NaN();
    std::string unit;
};

struct Overlay {
    std::string name;
    std::vector<std::pair<std::string, std::string>>
        made;  ///< provenance, by key: data, span, program, error figures
    std::vector<OverlaySetting> settings;
    std::filesystem::path file;
};

inline constexpr std::string_view kOverlayFormat = "headroom-overlay/1";

/// Faults with their line: OVL-001 no overlay, or of a newer format; -002 no JSON; -003 a key twice; -004 nested
/// too deep; -010 a key that is not known; -011 a value missing or of another kind.
ResultAll<Overlay> parseOverlay(const std::string& text, const std::filesystem::path& file);
ResultAll<Overlay> readOverlay(const std::filesystem::path& file);
std::string overlayText(const Overlay& overlay);

/// A number of a design, looked up once.
struct FigurePath {
    std::string path;
    bool isPart = false;
    std::string object, key;  ///< of the project
    FigureChange change;      ///< of the catalogue, with the present value
    const models::Attribute* attribute = nullptr;
    double value = 0.0;  ///< now, in the attribute's unit; NaN: not stated
};

/// OVL-020: no such object, part or attribute. OVL-021: it is not a number.
Result<FigurePath> figurePath(const Project& project, const Catalogue& catalogue,
                              const std::string& path);

struct Adjusted {
    Project project;
    Catalogue catalogue;
};

/// The design with these values. Faults of figurePath() and of the editor: out of the attribute's range.
ResultAll<Adjusted> withFigures(const Project& project, const Catalogue& catalogue,
                                const std::vector<FigurePath>& figures,
                                const std::vector<double>& values);

/// The same of an overlay.
ResultAll<Adjusted> withOverlay(const Project& project, const Catalogue& catalogue,
                                const Overlay& overlay);

}  // namespace headroom::engine
