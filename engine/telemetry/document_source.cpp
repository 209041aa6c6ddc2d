// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/document_source.h"

#include "engine/border/stray_times.h"
#include "engine/border/text_encoding.h"
#include "engine/border/text_window.h"
#include "engine/telemetry/csv_source.h"
#include "engine/telemetry/json_lines.h"
#include "engine/telemetry/prometheus.h"
#include "engine/telemetry/redfish.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kShown = 4096;  // of a text, which identifies it

void leaveOut(const StrayTimes& strays, Delivery& delivery) {
    std::erase_if(delivery.readings, [&](const Reading& reading) {
        const bool isStray = strays.contains(reading.timeS);
        if (isStray) {
            delivery.unreadable.push_back(
                {reading.sensor, reading.place, strayWords(reading.timeS)});
        }
        return isStray;
    });
}

void leaveStraysOut(Delivery& delivery) {
    StrayTimes strays;
    for (const Reading& reading : delivery.readings) {
        strays.add(reading.timeS);
    }
    strays.decide();
    leaveOut(strays, delivery);
}

/// A document that is at hand.
class DocumentSource : public TelemetrySource {
  public:
    DocumentSource(Delivery delivery, std::filesystem::path file)
        : delivery_(std::move(delivery)), file_(std::move(file)) {}

    std::string name() const override { return "file " + file_.string(); }

    Result<bool> next(const DeliverySink& sink) override {
        if (auto taken = sink(delivery_); !taken) {
            return tl::unexpected(taken.error());
        }
        return false;
    }

  private:
    Delivery delivery_;
    std::filesystem::path file_;
};

/// JSON lines of a large file, a block of the file after the other.
class LinesSource : public TelemetrySource {
  public:
    static ResultAll<std::unique_ptr<TelemetrySource>> open(TextWindow window,
                                                            const std::filesystem::path& file,
                                                            const TelemetryMap& map,
                                                            const ReadingProgress& progress) {
        std::unique_ptr<LinesSource> source(new LinesSource(std::move(window), file, map));
        while (source->hasMore_) {
            for (const Reading& reading : source->block().readings) {
                source->strays_.add(reading.timeS);
            }
            if (progress && !progress(source->window_.share() / 2.0)) {
                return tl::unexpected(Errors{readingCancelled(file.string())});
            }
        }
        source->strays_.decide();
        source->window_.rewind();
        source->line_ = 1;
        source->hasMore_ = true;
        return std::unique_ptr<TelemetrySource>(std::move(source));
    }

    std::string name() const override { return "file " + file_.string(); }

    double share() const override { return (1.0 + window_.share()) / 2.0; }

    Result<bool> next(const DeliverySink& sink) override {
        Delivery delivery = block();
        leaveOut(strays_, delivery);
        if (auto taken = sink(delivery); !taken) {
            return tl::unexpected(taken.error());
        }
        return hasMore_;
    }

  private:
    LinesSource(TextWindow window, std::filesystem::path file, const TelemetryMap& map)
        : window_(std::move(window)), file_(std::move(file)), map_(map) {}

    /// The readings of the block at hand; then the next one is.
    Delivery block() {
        const std::string_view text = window_.text();
        Delivery delivery =
            readJsonLines(text, map_, std::numeric_limits<double>::quiet_NaN(), line_);
        line_ += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
        hasMore_ = window_.more(text.size());
        return delivery;
    }

    TextWindow window_;
    std::filesystem::path file_;
    const TelemetryMap& map_;
    StrayTimes strays_;
    int line_ = 1;
    bool hasMore_ = true;
};

/// Whether braces hold one document with a table in it (InfluxDB, Open-Meteo), and not a line for each reading.
bool isDocument(std::string_view text, std::size_t first) {
    constexpr std::size_t kMostOfALine = std::size_t{1} << 20U;
    const std::size_t end = text.find('\n', first);
    const std::string_view line =
        text.substr(first, end == std::string_view::npos ? end : end - first);
    const bool isAlone = end == std::string_view::npos ||
                         text.find_first_not_of(" \t\r\n", end) == std::string_view::npos;
    return line.find('}') == std::string_view::npos ||
           (isAlone && line.size() < kMostOfALine && line.find("[[") != std::string_view::npos) ||
           (isAlone &&
            (line.find(":[") != std::string_view::npos ||
             line.find(": [") != std::string_view::npos) &&
            line.find("\"sensor\"") == std::string_view::npos);
}

/// An answer of Grafana, InfluxDB, Haystack or any server of tables; else the lines of an exporter without comments.
Result<Delivery> readTableAnswer(const std::string& text, const TelemetryMap& map, double arrivedS,
                                 const std::string& name) {
    auto lines = readExposition(text, map, arrivedS);
    if (!lines.readings.empty()) {
        return lines;
    }
    auto table = CsvSource::ofText(text, name, map);
    if (!table) {
        return lines;
    }
    Delivery all;
    const DeliverySink sink = [&](const Delivery& part) {
        all.readings.insert(all.readings.end(), part.readings.begin(), part.readings.end());
        all.unreadable.insert(all.unreadable.end(), part.unreadable.begin(), part.unreadable.end());
        all.unknown.insert(all.unknown.end(), part.unknown.begin(), part.unknown.end());
        return Result<void>();
    };
    for (bool more = true; more;) {
        const auto next = (*table)->next(sink);
        if (!next) {
            return tl::unexpected(next.error());
        }
        more = *next;
    }
    return all;
}

/// Whether an answer of Prometheus has no series. Series that a map does not name are another case.
bool isEmptyAnswer(TextForm form, const Delivery& delivery) {
    return form == TextForm::PrometheusAnswer && delivery.readings.empty() &&
           delivery.unreadable.empty() && delivery.unknown.empty();
}

double writtenS(const std::filesystem::path& file) {
    std::error_code failed;
    const auto when = std::filesystem::last_write_time(file, failed);
    const auto clock =
        failed ? std::chrono::system_clock::now() : std::chrono::file_clock::to_sys(when);
    return std::chrono::duration<double>(clock.time_since_epoch()).count();
}

}  // namespace

TextForm formOfText(const std::string& text) {
    const std::string_view shown = std::string_view(text).substr(0, kShown);
    const std::size_t first = shown.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && shown[first] == '[') {
        return TextForm::Table;  // a list of objects, as Home Assistant writes it
    }
    if (first != std::string_view::npos && shown[first] == '{') {
        if (text.find("\"@odata.id\"") != std::string::npos) {
            return TextForm::Redfish;
        }
        return shown.find("\"status\"") != std::string_view::npos &&
                       shown.find("\"sensor\"") == std::string_view::npos
                   ? TextForm::PrometheusAnswer
               : isDocument(text, first) ? TextForm::Table
                                         : TextForm::JsonLines;
    }
    return shown.find("# TYPE ") != std::string_view::npos ||
                   shown.find("# HELP ") != std::string_view::npos
               ? TextForm::Exposition
               : TextForm::Table;
}

Result<Delivery> readDocument(const std::string& text, const TelemetryMap& map, double arrivedS,
                              const std::string& name) {
    switch (formOfText(text)) {
        case TextForm::Redfish:
            return readRedfish(text, map, arrivedS, name);
        case TextForm::PrometheusAnswer:
            return readPrometheusAnswer(text, map, name);
        case TextForm::JsonLines:
            return readJsonLines(text, map, arrivedS);
        case TextForm::Exposition:
            break;
        case TextForm::Table:
            return readTableAnswer(text, map, arrivedS, name);
    }
    return readExposition(text, map, arrivedS);
}

ResultAll<std::unique_ptr<TelemetrySource>> openReadings(const std::filesystem::path& file,
                                                         const TelemetryMap& map,
                                                         const ReadingProgress& progress) {
    if (TextWindow::suits(file)) {
        auto window = TextWindow::ofFile(file);
        if (!window) {
            return tl::unexpected(Errors{window.error()});
        }
        const TextForm form = formOfText(std::string(window->text()));
        if (form == TextForm::Table &&
            window->text().find_first_of("{[") != window->text().find_first_not_of(" \t\r\n")) {
            auto table = CsvSource::ofFile(file, map, progress);
            return table ? ResultAll<std::unique_ptr<TelemetrySource>>(std::move(*table))
                         : tl::unexpected(table.error());
        }
        if (form == TextForm::JsonLines) {
            return LinesSource::open(std::move(*window), file, map, progress);
        }
    }
    auto decoded = readDecoded(file);
    if (!decoded) {
        return tl::unexpected(Errors{decoded.error()});
    }
    std::string* const text = &decoded->text;
    if (formOfText(*text) == TextForm::Table) {
        auto table = CsvSource::ofText(std::move(*text), file, map);
        if (!table) {
            return tl::unexpected(table.error());
        }
        return std::unique_ptr<TelemetrySource>(std::move(*table));
    }
    // Lines of a file are of many moments, so each needs its time; an answer is of the moment at which it was written.
    const double arrivedS = formOfText(*text) == TextForm::JsonLines
                                ? std::numeric_limits<double>::quiet_NaN()
                                : map.siteS(writtenS(file));
    auto delivery = readDocument(*text, map, arrivedS, file.string());
    if (!delivery) {
        return tl::unexpected(Errors{delivery.error()});
    }
    if (isEmptyAnswer(formOfText(*text), *delivery)) {
        return tl::unexpected(
            Errors{{"TEL-051",
                    "Prometheus found no series for this query in this span: the answer is empty",
                    "Check the names and labels of the query, and that start and end lie within "
                    "what the server keeps",
                    file.string(),
                    {},
                    0}});
    }
    leaveStraysOut(*delivery);
    return std::unique_ptr<TelemetrySource>(new DocumentSource(std::move(*delivery), file));
}

}  // namespace headroom::engine
