// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/estimate/training.h"

#include <string>

/// `estimate training --spot OFFER`: a job on spot servers.
namespace headroom::app {

/// Losses, start-up and price of the spot servers of an offer; a price that was stated stays. MON-009: no such offer.
engine::Result<void> takeSpot(const std::string& offer, const engine::Catalogue& catalogue,
                              engine::EstimateTerms& terms);

/// Prints how often they are lost and what that leaves; nothing where none are taken.
void printSpot(const engine::TrainingEstimate& estimate);

/// The rent of all tokens, with its range where losses have one.
std::string rentText(const engine::TrainingEstimate& estimate);

}  // namespace headroom::app
