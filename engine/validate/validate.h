// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Published cases run against the models that the simulation itself uses. Nothing here has an
/// equation of its own: a case is read, the model is called, the results are compared. A case tunes
/// nothing.
namespace headroom::engine {

enum class Verdict {
    Pass,
    Fail,
    Reported,     ///< the case states no limit
    NotExpressed  ///< the models cannot say it; the note says why
};

/// "pass", "fail", "reported", "not expressed".
const char* verdictName(Verdict verdict);

/// One quantity of one case.
struct ValidationRow {
    std::string kind;      ///< "psychrometrics"; "unknown" for a file of no known kind
    std::string case_;     ///< the case's own id; where it has none, file name and line
    std::string quantity;  ///< "wet bulb"
    std::string unit;      ///< of expected, got and limit
    std::optional<double> expected;
    std::optional<double> got;
    /// 100 (got - expected) / |expected|; of temperatures on a scale, by the kelvin temperature.
    std::optional<double> errorPct;
    std::optional<double> low, high;  ///< 90 % interval about `got`, of kinds that have one
    std::optional<double> limit;      ///< largest |got - expected| that passes, in `unit`
    Verdict verdict = Verdict::Reported;
    std::string note;
    std::string group;       ///< of rows of one source: kinds with groups report the mean of each
    bool inMean = true;      ///< counts in the kind's mean and median; not, say, rows below 1 MiB
    bool disturbed = false;  ///< the row's own figures say that something outside took part
};

/// The rows of one group together, those in the mean only.
struct ValidationGroup {
    std::string group;
    int rows = 0;
    double mapePct = 0.0;
};

/// The rows of one quantity together, of kinds that predict with an interval.
struct ValidationQuantity {
    std::string quantity;
    int rows = 0;
    double mapePct = 0.0, medianApePct = 0.0;
    double coveragePct = 0.0;  ///< of them, those whose expected value lies inside
    int calmRows = 0;          ///< of them, those that nothing outside disturbed
    double calmMapePct = 0.0;  ///< of these
};

/// The rows of one kind together.
struct ValidationKind {
    std::string kind;
    int cases = 0;  ///< rows: passed + failed + notExpressed + those reported without verdict
    int passed = 0;
    int failed = 0;
    int notExpressed = 0;
    std::optional<double> mapePct;               ///< mean of |errorPct|
    std::optional<double> medianApePct;          ///< median of the same
    std::vector<ValidationGroup> groups;         ///< in the order of their first row
    std::optional<double> groupMeanPct;          ///< mean of the groups' means
    std::optional<int> freeFigures;              ///< of the catalogue, that rows like these decided
    std::vector<ValidationQuantity> quantities;  ///< in the order of their first row
    std::optional<double> coveragePct;           ///< of rows with an interval
    std::optional<std::size_t> worst;            ///< index of the row with the largest |errorPct|
};

struct ValidationReport {
    std::vector<ValidationRow> rows;
    std::vector<ValidationKind> kinds;  ///< in the order of knownKinds(), "unknown" last

    /// Whether any row misses its limit.
    bool failed() const;
};

/// The kinds of case that a file can be of.
const std::vector<std::string>& validationKinds();

/// Runs every case file among `paths`, folders searched recursively in the order of names, gzip
/// read as is. With `kind`, only cases of that kind. The catalogue gives the coefficients of parts
/// where a case names none; without one they are read from a file next to the case.
/// Errors: VAL-005 no case (of that kind) among them, VAL-001 path missing, VAL-002 no such kind, VAL-003 malformed value in a case (file and
/// line named), VAL-004 a file that the case needs is missing; and those of reading files.
ResultAll<ValidationReport> validate(const std::vector<std::filesystem::path>& paths,
                                     std::string_view kind = {},
                                     const Catalogue* catalogue = nullptr);

/// A line per row, then a line per kind. Rows of one file that are not expressed for one reason are
/// drawn together in a line that counts them.
std::string validationText(const ValidationReport& report);

/// {"kinds":[…],"rows":[…]}: every row, numbers null where there is none. No newline at the end.
std::string validationJson(const ValidationReport& report);

}  // namespace headroom::engine
