// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// Quantities whose values are states and not amounts: the mode of a loop. As a channel they are numbers (charts and
/// tables of data want them so); people read a word.
namespace headroom::engine {

/// The word of the state `value` of the quantity `key` of a loop or part ("mode", 1: "economiser and chillers"). Empty
/// where the quantity is an amount. A value between two states is read as the nearer one; beyond the states, and where
/// it is not a number, the last ("off").
std::string_view stateWord(std::string_view key, double value);

}  // namespace headroom::engine
