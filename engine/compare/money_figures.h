// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compare/compare.h"

#include <atomic>
#include <functional>
#include <span>

namespace headroom::engine {

/// Cost and carbon of a year, which take a simulation of twelve days: figures of a comparison like any
/// other, once somebody asked. In US dollars of the price book, over the horizon of each project.
std::span<const Figure> moneyFigures();

/// Works them out for a candidate, into `money`; one whose design this version cannot read stays without.
/// Cancelled parts are left out. Errors: those of costStudy().
ResultAll<void> addMoney(Candidate& candidate,
                         const std::function<void(double share)>& progress = {},
                         const std::atomic<bool>* cancel = nullptr);

}  // namespace headroom::engine
