// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <QString>

#include <string>
#include <vector>

namespace headroom::ui {

class ChartData;
class ChartView;

/// Writes the channels within [fromS, toS] as CSV, with one row for each step or for each span of merged steps. A row has the
/// time in seconds and by the clock, then each channel in its unit. A merged row has the least, mean and largest value.
/// Errors: UI-025 if the name does not end with .csv, and those of writeFile().
engine::Result<void> writeChartValues(const ChartData& data,
                                      const std::vector<std::string>& channels, double fromS,
                                      double toS, const QString& file);

/// The same as text with tabs between, for a spreadsheet.
QString chartValuesForPasting(const ChartData& data, const std::vector<std::string>& channels,
                              double fromS, double toS);

/// The charts in view, under a title, as .png (twice the size of the screen), .svg or .pdf.
engine::Result<void> writeChartPicture(const std::vector<ChartView*>& charts, const QString& title,
                                       const QString& file);

}  // namespace headroom::ui
