// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/quantity.h"
#include "engine/run/simulator.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace headroom::python {

/// Every step of some channels of a run, as columns of one table that others may look into while it grows:
/// rows are added behind those that are there, and where the table has to move, who looked into the old one
/// keeps that. Values are in the unit that a channel's name ends with ("it_power_kw": kW).
class KeptChannels {
  public:
    /// `patterns`: names of channels, in which "*" stands for any text; a channel that any of them fits is kept.
    explicit KeptChannels(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {}

    /// From now on these are the channels of the run: those that stay keep their past, new ones had no value (NaN).
    void follow(const std::vector<engine::Channel>& channels);

    /// After each step.
    void add(const engine::Simulator& simulator);

    /// A column: `rows` values, `stride` doubles apart, in memory that `table` keeps.
    struct Column {
        std::shared_ptr<const double[]> table;
        const double* first = nullptr;
        std::size_t rows = 0, stride = 1;
    };

    Column times() const { return column(0); }

    /// Nothing (null table) where that channel is not kept.
    Column of(const std::string& channel) const;

    /// The same in a table of its own, for a run that goes another way from here.
    KeptChannels copy() const;

    const std::vector<std::string>& names() const { return names_; }

  private:
    Column column(std::size_t index) const;
    void grow(std::size_t rows);

    std::vector<std::string> patterns_, names_;
    std::vector<std::size_t> picked_;  ///< by name: its place among the channels of the run
    std::vector<double> toSi_, sample_;
    std::shared_ptr<double[]> table_;  ///< by row: time, then the names
    std::size_t rows_ = 0, room_ = 0, width_ = 1;
};

/// Whether a text is as a pattern says, in which "*" stands for any text.
bool fits(const std::string& text, const std::string& pattern);

}  // namespace headroom::python
