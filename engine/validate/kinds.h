// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/validate/case_file.h"
#include "engine/validate/validate.h"

#include <optional>
#include <string>
#include <vector>

/// One function per kind: reads a case file and appends its rows.
namespace headroom::engine {

/// Content of a row before it is compared.
struct Compared {
    std::string quantity;
    std::string unit;
    double expected = 0.0;
    double got = 0.0;
    std::optional<double> limit;  ///< in `unit`
};

/// The row with error and verdict. A result that is not a number fails wherever there is a limit.
ValidationRow comparedRow(const CaseFile& file, std::string name, const Compared& compared,
                          std::string note = {});

ValidationRow notExpressedRow(const CaseFile& file, std::string name, std::string quantity,
                              std::string unit, std::optional<double> expected, std::string why);

using Rows = std::vector<ValidationRow>;

Result<void> validatePowerflow(const CaseFile& file, Rows& rows);
Result<void> validateFeeder(const CaseFile& file, Rows& rows);
Result<void> validateHydraulics(const CaseFile& file, Rows& rows);
Result<void> validatePsychrometrics(const CaseFile& file, Rows& rows);
Result<void> validateChiller(const CaseFile& file, Rows& rows);
Result<void> validateTower(const CaseFile& file, const Catalogue* catalogue, Rows& rows);
Result<void> validateCollective(const CaseFile& file, const Catalogue* catalogue, Rows& rows);
Result<void> validateTraining(const CaseFile& file, const Catalogue* catalogue, Rows& rows);
Result<void> validateFabric(const CaseFile& file, Rows& rows);
Result<void> validateSchedule(const CaseFile& file, Rows& rows);
Result<void> validateFacility(const CaseFile& file, const Catalogue* catalogue, Rows& rows);
Result<void> validateReliability(const CaseFile& file, const Catalogue* catalogue, Rows& rows);
Result<void> validateServing(const CaseFile& file, const Catalogue* catalogue, Rows& rows);
Result<void> validatePowerLimit(const CaseFile& file, const Catalogue* catalogue, Rows& rows);
Result<void> validateCost(const CaseFile& file, Rows& rows);
Result<void> validateAir(const CaseFile& file, Rows& rows);

/// Lists the cases of the kinds that no model answers yet, each with the reason.
Result<void> listNotExpressed(const CaseFile& file, Rows& rows);

}  // namespace headroom::engine
