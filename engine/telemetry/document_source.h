// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/telemetry/source.h"
#include "engine/telemetry/telemetry_map.h"

#include <filesystem>
#include <memory>
#include <string>

namespace headroom::engine {

/// Text that sources other than tables give, by what it shows: a resource of Redfish ("@odata.id"), an answer of the
/// Prometheus API ("status" and "data"), JSON lines, or the text of an exporter.
enum class TextForm { Redfish, PrometheusAnswer, JsonLines, Exposition, Table };

TextForm formOfText(const std::string& text);

/// Its readings; `name` is for errors. Errors of readRedfish() and readPrometheusAnswer(). Tables are not read here.
Result<Delivery> readDocument(const std::string& text, const TelemetryMap& map, double arrivedS,
                              const std::string& name);

/// A file of readings in any of these forms: tables as CsvSource, others unchanged. Readings without a time of their
/// own are of the time at which the file was last written. Large tables and lines are read in blocks. `progress`: of the passes
/// that come before the readings; null for none. TEL-022: it cancelled.
ResultAll<std::unique_ptr<TelemetrySource>> openReadings(const std::filesystem::path& file,
                                                         const TelemetryMap& map,
                                                         const ReadingProgress& progress = nullptr);

}  // namespace headroom::engine
