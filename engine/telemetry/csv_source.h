// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/files/text_file.h"
#include "engine/telemetry/source.h"
#include "engine/telemetry/telemetry_map.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace headroom::engine {

/// Recorded telemetry as a table: a row for each time and a column for each sensor, or a row for each
/// reading (TelemetryMap::nameColumn). Comma separated with a header, gzip allowed. Empty cells, "NaN",
/// "null", "-" and "NA" are readings that are missing; other texts are told. Rows may stand in any order.
class CsvSource : public TelemetrySource {
  public:
    /// `file` names the text. FIL-005: a row that is damaged; TEL-022: no UTF-8; TEL-020: a column of the map is not there; TEL-021: no row
    /// with a time that can be read.
    static ResultAll<std::unique_ptr<CsvSource>> ofText(std::string text, const std::filesystem::path& file,
                                                        const TelemetryMap& map);

    std::string name() const override;
    Result<bool> next(const DeliverySink& sink) override;

  private:
    CsvSource(CsvTable table, std::filesystem::path file, const TelemetryMap& map)
        : table_(std::move(table)), file_(std::move(file)), map_(map) {}

    static ResultAll<std::unique_ptr<CsvSource>> make(CsvTable table, const std::filesystem::path& file,
                                                      const TelemetryMap& map);

    void readWide(std::size_t row, double timeS, Delivery& delivery) const;
    void readLong(std::size_t row, double timeS, Delivery& delivery) const;
    void readCell(int sensor, std::string_view cell, std::size_t row, double timeS, Delivery& delivery) const;

    CsvTable table_;
    std::filesystem::path file_;
    const TelemetryMap& map_;
    int timeColumn_ = -1, nameColumn_ = -1, valueColumn_ = -1;
    std::vector<int> columns_;  ///< by sensor, of a wide table
    std::size_t row_ = 0;
    std::vector<double> strays_;  ///< times that are left out (stray_times.h)
};

/// A time as the map says that it is written; NaN where it is none.
double telemetryTimeS(const TelemetryMap& map, std::string_view text);

}  // namespace headroom::engine
