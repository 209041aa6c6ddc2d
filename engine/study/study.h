// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/figures/figures.h"
#include "engine/study/designs.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/// A study: one project run many times, each time with something else, and which figures of the runs
/// are kept. Read from a JSON file (resources/schema/study.schema.json, resources/help/studies.md).
namespace headroom::engine {

/// Target of an axis.
enum class AxisKind {
    Setting,  ///< attributes of the project's objects: OBJECT.KEY, by engine/document/setting.h
    Part,     ///< a figure of the catalogue: TYPE/PART.KEY
    Project,  ///< which project is run
    Order,    ///< what people do in the run, as `branch --order` writes it; empty means nothing
};

/// How values lie between low and high.
enum class AxisShape {
    Uniform,
    LogUniform,  ///< evenly by ratio
    Normal,      ///< low and high at 5 and 95 %; cut at the limits of the attribute
    Triangular,  ///< most in the middle
};

/// One thing that differs between the points. Either `values`, or `low` and `high` with a shape.
struct StudyAxis {
    std::string name;
    AxisKind kind = AxisKind::Setting;
    std::vector<std::string> targets;  ///< set to the same value
    std::vector<std::string> values;   ///< as written after "="
    double low = 0.0, high = 0.0;
    AxisShape shape = AxisShape::Uniform;
    std::size_t levels = 0;  ///< of low … high in designs of levels
    std::string pointer;     ///< where it is in the file
    /// Limits of the attributes that are set, in their unit: what is drawn beyond is cut there.
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();

    bool isRange() const { return values.empty(); }

    std::size_t levelCount() const { return isRange() ? levels : values.size(); }

    /// A value of a range at a share of its distribution, 0 < share < 1.
    double at(double share) const;
    std::string levelText(std::size_t level) const;
    std::string textAt(double share) const;
    /// Where a level is in [0, 1): the middle of its share of the values.
    double shareOfLevel(std::size_t level) const;
};

enum class DesignKind {
    Factorial,   ///< every combination of levels
    Paired,      ///< the first levels of all axes, the second ones, …
    OneAtATime,  ///< the unchanged project; each level of each axis alone
    LatinHypercube,
    Sobol,
    Morris,   ///< `points` trajectories
    Indices,  ///< `points` rows of saltelliPoints()
    Search,   ///< `generations` of `points`, each where the ones before promise most (search.h)
};

struct StudyConstraint {
    std::string figure;
    double least = models::kNotStated,
           most = models::kNotStated;  ///< in the figure's unit; NaN: any
};

struct Study {
    std::string name;
    std::string text;  ///< the file's
    std::filesystem::path file;
    std::filesystem::path project;  ///< file or folder; a relative one from the study's folder
    double untilS = 86400.0;
    std::optional<double> stepS;
    std::uint64_t seed = 1;  ///< of the design, and of the first replication
    int replications = 1;
    bool randomFailures = true;
    DesignKind design = DesignKind::Factorial;
    std::size_t points = 0;       ///< of designs that draw; of a search: of a generation
    std::size_t generations = 0;  ///< of a search
    bool surrogate = true;        ///< of a search
    std::vector<StudyAxis> axes;
    std::vector<const Figure*> figures;
    std::vector<StudyConstraint> constraints;
};

/// Every fault at once, with place and line. STU-002, STU-003: not JSON, a key twice. STU-010: a key that
/// is not known. STU-011: a value of another kind or missing. STU-001: another or a newer format.
/// STU-004: an axis without values, or a range that is none. STU-006: a figure that does not exist or
/// that runs do not yield.
ResultAll<Study> parseStudy(const std::string& text, const std::filesystem::path& file);

/// The file read and parsed. Errors of readInput() too.
ResultAll<Study> loadStudy(const std::filesystem::path& file);

/// The study as a file: reads back as the same study. Its project is there as seen from the study's folder.
std::string studyText(const Study& study);

/// JSON Schema (draft 7) of study files.
std::string studySchemaText();

/// One point: by axis the text that is set, and where it is on the axis. No text: unchanged.
struct StudyPoint {
    std::vector<std::optional<std::string>> values;
    UnitPoint at;
    std::vector<std::size_t> levels;  ///< designs of levels: by axis; levelCount(): unchanged
};

/// How many points the design has; nothing means more than can be counted.
std::optional<std::uint64_t> pointCount(const Study& study);

/// All of them, in the order of the design; of a search the first generation.
std::vector<StudyPoint> pointsOf(const Study& study);

/// A point of the unit cube with the texts that its axes have there.
StudyPoint pointAt(const Study& study, const UnitPoint& at);

/// Whether points are combinations of levels, and not drawn.
bool isOfLevels(DesignKind kind);

const char* designName(DesignKind kind);  ///< "latin-hypercube"
const char* shapeName(AxisShape shape);   ///< "log-uniform"

}  // namespace headroom::engine
