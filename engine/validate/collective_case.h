// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/validate/case_file.h"
#include "models/compute/accelerator.h"
#include "models/network/collective.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// A measured collective as the model is asked for it: one row of a table of collectives.
struct CollectiveCase {
    std::string id;
    models::CollectiveRequest request;
    std::string scaleUpId, scaleOutId;  ///< interconnects; empty if it has none
    const models::InterconnectSpec* scaleUp = nullptr;
    const models::InterconnectSpec* scaleOut = nullptr;
    double scaleUpBytesPerS = 0.0;  ///< line rate of one rank
    double scaleOutBytesPerS = 0.0;
    double adaptersPerRank = 0.0;                          ///< 0 means the row does not count them
    const models::AcceleratorSpec* accelerator = nullptr;  ///< null if hosts without
    bool bridged = false;                                  ///< a bridge joins the cards
    bool networkReduces = false;
    bool sizeAssumed = false;              ///< the row states none: the plateau is meant
    std::optional<double> measuredS;       ///< as published,
    std::optional<double> measuredBusyPs;  ///< or bus bandwidth [bytes/s]
    std::optional<double> limitShare;      ///< of the expected value, where the table has one
    std::string standsIn;                  ///< what replaces a word of the row that no rule knows
    std::string whyNot;                    ///< it cannot be expressed; empty if it can

    models::RankNetwork network() const;

    /// Measurement of the row: time [s], computed from its bus bandwidth where it states that.
    double expectedS() const;
};

/// The rows of a table. Accelerators and links are parts of the catalogue; the names of the row
/// decide which. Errors VAL-003: a number that is none.
Result<std::vector<CollectiveCase>> collectiveCases(const CaseFile& file,
                                                    const Catalogue& catalogue);

/// Message that stands for the plateau of a row without size [bytes].
inline constexpr double kPlateauBytes = 8.0 * 1024.0 * 1024.0 * 1024.0;

}  // namespace headroom::engine
