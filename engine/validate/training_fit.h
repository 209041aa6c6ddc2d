// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/validate/training_case.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

/// The figures of the catalogue that measured training runs decide, and how they are found.
///
/// Each free figure is a factor on one attribute of one or several parts, alike for all of them:
/// one mechanism, over every row that it touches. Where two figures touch the same attribute their
/// factors multiply: one for all chips of a maker, and one for what a chip differs from it.
/// Found is the point that minimises
///   sum over rows of w rho(ln(model / measured) / s) + sum over figures of (ln factor / spread)^2
/// by damped Gauss-Newton: w = 1 / sqrt(rows of the family), so that a family of 200 rows is heard like
/// ten of 20; rho = Huber's, beyond 2 s by the absolute value; s = 5 %, what repeated runs of one
/// configuration differ by (shared/facts/workload.md, 4 to 11 %). A figure that no row moves stays
/// at its prior.
namespace headroom::engine {

/// One free figure of resources/validation/training_figures.json.
struct FreeFigure {
    std::string name;  ///< "fused attention of Hopper"
    std::string why;   ///< where prior and spread come from
    std::vector<std::string> parts;
    std::string key;                    ///< attribute of these parts
    double prior = models::kNotStated;  ///< in the unit of the attribute; not stated: only a factor
    double spread = 0.0;                ///< standard deviation of the logarithm before any run
};

/// Errors VAL-003: a figure without name, parts, key or spread, or a part that the catalogue lacks.
Result<std::vector<FreeFigure>> freeFigures(const std::filesystem::path& file,
                                            const Catalogue& catalogue);

/// One attribute of one part as the fit has it.
struct FittedFigure {
    std::string part;
    std::string key;
    double value = 0.0;  ///< in the unit of the attribute
    double inFile = 0.0;
};

class TrainingFit {
  public:
    TrainingFit(std::vector<TrainingCase> cases, const Catalogue& catalogue,
                std::vector<FreeFigure> figures);

    using Point = std::vector<double>;  ///< logarithm of each figure's factor

    /// The best point with only the rows marked to count; from zero, or from `start` with the
    /// slopes that the last fit from zero found.
    Point find(const std::vector<bool>& counted);
    Point findAgain(const std::vector<bool>& counted, const Point& start);

    /// ln(model / measured) of each row at a point; NaN where the row is not expressed.
    std::vector<double> errors(const Point& point);

    const std::vector<TrainingCase>& cases() const { return cases_; }

    const std::vector<FreeFigure>& figures() const { return figures_; }

    /// Value that the catalogue would need at a point.
    std::vector<FittedFigure> values(const Point& point) const;

  private:
    struct Target {
        std::string part;
        const models::Attribute* attribute = nullptr;
        double base = 0.0;  ///< prior, or the catalogue's where no figure states one
        double inFile = 0.0;
        std::vector<std::size_t> figures;
    };

    struct Parts {
        std::map<std::string, models::AcceleratorSpec> accelerators;
        std::map<std::string, models::SoftwareStackSpec> software;
        std::map<std::string, models::InterconnectSpec> links;
    };

    void* partOf(const std::string& id, const models::Attribute*& attribute, const char* key);
    void apply(const Point& point);
    double error(std::size_t row);
    bool touches(std::size_t figure, std::size_t row) const;
    double cost(const std::vector<double>& errors, const std::vector<bool>& counted,
                const Point& point) const;
    double weight(std::size_t row, double error) const;
    void slopes(const Point& point, const std::vector<double>& errors);
    Point descend(const std::vector<bool>& counted, Point point, bool again);

    std::vector<TrainingCase> cases_;
    std::vector<double> adapters_;  ///< of each case, which its row may state
    std::vector<double> familyWeight_;
    std::vector<FreeFigure> figures_;
    std::vector<Target> targets_;
    Parts parts_;
    std::vector<double> jacobian_;  ///< rows x figures
};

/// Errors of rows that a fit never saw.
struct LeftOut {
    std::string group;  ///< "family", "accelerator", "framework"
    std::string name;
    int rows = 0;  ///< that count in the mean
    double mapePct = 0.0;
    double coveragePct = 0.0;  ///< of their 90 % intervals
};

struct LeaveOutReport {
    int freeFigures = 0;
    double fittedPct = 0.0;  ///< mean of family means, nothing left out
    std::vector<LeftOut> groups;

    /// Mean over the groups of that sort.
    double meanPct(const std::string& group) const;
    double coveragePct(const std::string& group) const;
};

/// Rows of every training table among `paths`, folders searched. Errors as validate(); VAL-004: there
/// is no such table.
Result<std::vector<TrainingCase>> allTrainingCases(const std::vector<std::filesystem::path>& paths,
                                                   const Catalogue& catalogue);

/// Leaves each one of these sorts out in turn and finds all figures anew without it.
LeaveOutReport leaveOut(TrainingFit& fit, const std::vector<std::string>& sorts = {
                                              "family", "accelerator", "framework"});

std::string leaveOutText(const LeaveOutReport& report);
std::string leaveOutJson(const LeaveOutReport& report);

}  // namespace headroom::engine
