// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/border/instant_cells.h"
#include "engine/border/instants.h"
#include "engine/border/quantities.h"
#include "engine/border/stray_times.h"
#include "engine/border/table_text.h"
#include "engine/telemetry/source.h"
#include "engine/telemetry/telemetry_map.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::engine {

/// Recorded telemetry as a table of any form that TableReader reads: a row for each time and a column for each
/// sensor, or a row for each reading (TelemetryMap::nameColumn). Missing values are passed over; other texts are
/// counted. Rows may be in any order. Cells and heads may state units; a unit of another kind than the map's
/// makes the reading unreadable.
class CsvSource : public TelemetrySource {
  public:
    /// `file` names the text. TXT-001 to -003 and TIM-003: not a table, days and months are ambiguous;
    /// TEL-020: a column of the map is not there; TEL-021: no row with a time that can be read.
    static ResultAll<std::unique_ptr<CsvSource>> ofText(std::string text,
                                                        const std::filesystem::path& file,
                                                        const TelemetryMap& map);

    /// The same of a file, which is read three times: large ones in blocks, so that memory does not grow with the rows.
    /// Errors of TableReader::ofFile(); TEL-022: `progress` (null for none) cancelled.
    static ResultAll<std::unique_ptr<CsvSource>> ofFile(const std::filesystem::path& file,
                                                        const TelemetryMap& map,
                                                        const ReadingProgress& progress);

    std::string name() const override;
    Result<bool> next(const DeliverySink& sink) override;
    double share() const override;
    std::vector<std::string> notes() const override;

  private:
    /// A column with readings.
    struct Column {
        int at = -1;
        int sensor = -1;
        NumberStyle style;
        const models::MeasuredUnit* unit = nullptr;  ///< of head or unit row; null if not stated
    };

    /// The parts of a sum in rows of their own, until all are there.
    struct Sum {
        std::vector<double> parts;
        std::size_t count = 0;
    };

    CsvSource(TableReader table, std::filesystem::path file, const TelemetryMap& map);

    Errors findColumns();
    static ResultAll<std::unique_ptr<CsvSource>> ofTable(TableReader table,
                                                         const std::filesystem::path& file,
                                                         const TelemetryMap& map,
                                                         const ReadingProgress& progress);
    Result<void> observe();
    Result<void> decide(const InstantColumn& times, const InstantOptions& known,
                        const NumberColumn& values, const std::vector<NumberColumn>& wide);
    Result<void> findStrays();
    bool isCancelled(int pass);
    std::string_view instantCell();  ///< valid until the next row
    void readWide(double timeS, Delivery& delivery) const;
    void readLong(double timeS, Delivery& delivery);
    void addPart(int sensor, std::string_view name, const Reading& reading, Delivery& delivery);
    /// A cell in the unit of its sensor; nothing if it is missing or unreadable (then it is in the delivery).
    std::optional<double> valueOf(const Column& column, int sensor, std::string_view cell,
                                  Delivery& delivery) const;

    TableReader table_;
    std::filesystem::path file_;
    const TelemetryMap& map_;
    InstantReader instants_;
    std::vector<std::string> notes_;
    InstantCells times_;
    std::string instant_;  ///< of the current row, where date and time are in two columns
    int timeColumn_ = -1, nameColumn_ = -1, unitColumn_ = -1;
    Column value_;                 ///< In a row for each reading.
    std::vector<Column> columns_;  ///< In a wide table, sensor by sensor.
    std::vector<Sum> sums_;        ///< By sensor, of a row for each reading.
    StrayTimes strays_;            ///< Times that are left out.
    bool areStraysKnown_ = false;  ///< After the first pass already.
    ReadingProgress progress_;     ///< While the source is opened. Null for none.
};

/// An instant of one text or number on the clock of the run; NaN if it is none.
double telemetryTimeS(const TelemetryMap& map, std::string_view text);

}  // namespace headroom::engine
