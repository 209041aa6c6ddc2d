// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "models/core/attribute.h"

#include <optional>

/// How far a figure of the catalogue may be from the truth: the two values between which a study of
/// sensitivity moves it.
namespace headroom::engine {

struct Ends {
    models::Value low, high;  ///< in the attribute's unit
    bool stated = false;      ///< by the catalogue; else by the rule below
};

/// The range that the catalogue states with the figure. Where it states none, by `share` (0.1: 10 %):
///
///   a temperature [°C]                        value -+ 20 K x share (2 K for 10 %)
///   a share above a half (efficiency, PF)     1 - (1 - value) x (1 +- share): its remainder moves;
///                                             a share is what its table keeps at or below 100 % or 1
///   any other number, y of a curve, list      value x (1 -+ share)
///
/// kept within the limits of the attribute's table. Nothing for what is counted or named rather
/// than measured (whole numbers, words, references) and for a value that this does not change (0).
/// Assumption: 10 % is the usual first guess of one-at-a-time screening (Saltelli et al., Global
/// Sensitivity Analysis, 2008, chapter 2); a temperature has no zero to take a share of.
std::optional<Ends> endsOf(const models::Attribute& attribute, const models::Value& value,
                           const Provenance& provenance, double share);

}  // namespace headroom::engine
