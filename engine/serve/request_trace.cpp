// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/request_trace.h"

#include "engine/border/formats.h"
#include "engine/border/left_out.h"
#include "engine/border/log_times.h"
#include "engine/border/stray_times.h"
#include "engine/border/table_text.h"
#include "engine/files/input_file.h"
#include "engine/files/text_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace headroom::engine {

namespace {

using RequestHeads = std::vector<std::string_view>;
using models::RequestTraceSpec;

constexpr double kMostTokens = 1e7;
constexpr double kLatestS = 1e9;

const RequestHeads kArrival = {"arrival_s",    "arrived_at", "arrival_time", "TIMESTAMP",
                               "request_time", "arrival",    "time_s",       "start_time",
                               "startTime",    "created_at", "created",      "time"};
const RequestHeads kPrompt = {"context_tokens",     "Request tokens", "input_length",
                              "num_prefill_tokens", "prompt_tokens",  "input_tokens",
                              "prompt_len",         "prompt_length",  "isl"};
const RequestHeads kOutput = {"generated_tokens",  "Response tokens",   "output_length",
                              "num_decode_tokens", "completion_tokens", "output_tokens",
                              "output_len",        "response_length",   "osl"};

struct RequestColumns {
    int arrival = -1, prompt = -1, output = -1;
    std::string_view words;  ///< "the trace of Mooncake"; empty if not known by name
    LogTimeUnit unit = LogTimeUnit::Inferred;
};

/// Mooncake's timestamp counts milliseconds from the start of the trace, as its heads do not say.
void nameTrace(const TableHead& head, RequestColumns& columns) {
    const bool hasLengths = head.column("input_length") >= 0 && head.column("output_length") >= 0;
    if (hasLengths && head.column("chat_id") >= 0) {
        columns.words = "a trace of Qwen-Bailian";
    } else if (hasLengths && head.column("hash_ids") >= 0) {
        columns.words = "a trace of Mooncake, in milliseconds";
        columns.unit = LogTimeUnit::Milliseconds;
    } else if (head.column("Request tokens") >= 0 && head.column("Response tokens") >= 0) {
        columns.words = "BurstGPT";
    } else if (head.column("ContextTokens") >= 0 && head.column("TIMESTAMP") >= 0 &&
               head.column("context_tokens") == head.column("ContextTokens")) {
        columns.words = "a trace of Azure's LLM inference";
    }
}

Error requestError(const char* code, const std::string& file, int line, std::string message,
                   std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = file;
    error.line = line;
    return error;
}

Result<RequestColumns> requestColumns(const TableHead& head, const RequestTraceSpec& spec,
                                      const std::string& file) {
    struct Wanted {
        int RequestColumns::*column;
        const std::string& named;
        const RequestHeads& known;
        const char* what;
        const char* key;
    };

    RequestColumns columns;
    for (const Wanted& w : {Wanted{&RequestColumns::arrival, spec.arrivalColumn, kArrival,
                                   "times of arrival", "arrival_column"},
                            Wanted{&RequestColumns::prompt, spec.promptColumn, kPrompt,
                                   "tokens of prompts", "prompt_column"},
                            Wanted{&RequestColumns::output, spec.outputColumn, kOutput,
                                   "tokens of answers", "output_column"}}) {
        columns.*w.column = w.named.empty() ? head.column(w.known) : head.column(w.named);
        if (columns.*w.column < 0) {
            return tl::unexpected(
                requestError("SRV-001", file, head.line,
                             w.named.empty() ? fmt::format("no column looks like {}", w.what)
                                             : fmt::format("there is no column \"{}\"", w.named),
                             fmt::format("Name it: --trace-map {}=NAME. The columns are {}.", w.key,
                                         fmt::join(head.names, ", "))));
        }
    }
    nameTrace(head, columns);
    return columns;
}

/// ". This is the text output of sacct. Read it with …", where the heads show that; else empty.
std::string otherWords(const TableHead& head) {
    const std::string words = otherFormatWords(
        {}, fmt::format("{}\n", fmt::join(head.names, head.form == TableForm::Bar ? "|" : ",")),
        "requests");
    return words.empty() ? words : ". " + words;
}

class RequestReader {
  public:
    RequestReader(TableReader& table, const RequestColumns& columns, const RequestTraceSpec& spec)
        : table_(table),
          c_(columns),
          times_(head(columns.arrival),
                 spec.time == models::TraceTime::Auto ? columns.unit : logTimeUnit(spec.time)) {}

    Result<RequestTrace> read() {
        while (table_.next()) {
            times_.observe(table_.cell(c_.arrival));
        }
        const bool isEmpty = table_.rows() == 0;
        if (const auto fine = times_.decide(); !fine && !isEmpty) {
            return tl::unexpected(requestError(
                fine.error().code.c_str(), table_.file(), table_.head().line,
                fmt::format("column \"{}\": {}", head(c_.arrival), fine.error().message),
                fine.error().remedy));
        }
        table_.rewind();
        while (table_.next()) {
            row();
        }
        return finish();
    }

  private:
    std::string head(int column) const {
        return table_.head().names[static_cast<std::size_t>(column)];
    }

    /// Nothing if the cell is not a whole number of tokens.
    std::optional<double> tokens(int column) {
        const auto value = readNumber(table_.cell(column));
        if (value && *value >= 0.0 && *value <= kMostTokens) {
            return std::floor(*value);
        }
        unreadable_.add(table_.line(),
                        fmt::format("{} is \"{}\", not a number of tokens up to 10,000,000",
                                    head(column), table_.cell(column)));
        return std::nullopt;
    }

    void row() {
        const auto atS = times_.seconds(table_.cell(c_.arrival));
        if (!atS || (!times_.isSinceEpoch() && (*atS < 0.0 || *atS > kLatestS))) {
            unreadable_.add(table_.line(), fmt::format("{} is \"{}\", not a time", head(c_.arrival),
                                                       table_.cell(c_.arrival)));
            return;
        }
        const auto prompt = tokens(c_.prompt), output = tokens(c_.output);
        if (!prompt || !output) {
            return;
        }
        if (*output < 1.0) {
            unanswered_.add(table_.line());
            return;
        }
        if (*prompt < 1.0) {
            unasked_.add(table_.line());
            return;
        }
        backward_ += !trace_.requests.empty() && *atS < trace_.requests.back().arrivalS ? 1 : 0;
        lines_.push_back(table_.line());
        trace_.requests.push_back({*atS, static_cast<int>(*prompt), static_cast<int>(*output)});
    }

    /// Leaves out requests of another year. One such slip of a log would move all other requests.
    void leaveStraysOut() {
        StrayTimes strays;
        for (const Request& request : trace_.requests) {
            strays.add(request.arrivalS);
        }
        strays.decide();
        std::size_t row = 0;
        std::erase_if(trace_.requests, [&](const Request& request) {
            const int line = lines_[row++];
            const bool isStray = strays.contains(request.arrivalS);
            if (isStray) {
                strays_.add(line);
            }
            return isStray;
        });
    }

    void describe() {
        if (!c_.words.empty()) {
            trace_.notes.push_back(fmt::format("read as {}", c_.words));
        }
        for (const LeftOutEntries* left : {&unanswered_, &unasked_, &unreadable_, &strays_}) {
            if (left->count() > 0) {
                trace_.notes.push_back(left->note());
            }
        }
        if (backward_ > 0) {
            trace_.notes.push_back(fmt::format(
                "{} arrivals go back in time: requests are sorted by arrival", backward_));
        }
        if (table_.skipped().count() > 0) {
            trace_.notes.push_back(table_.skippedWords());
        }
    }

    Result<RequestTrace> finish() {
        leaveStraysOut();
        describe();
        RequestStream& requests = trace_.requests;
        if (requests.empty()) {
            std::string message = "holds no request with a prompt and an answer";
            for (const std::string& note : trace_.notes) {
                message += "; " + note;
            }
            return tl::unexpected(requestError(
                "SRV-004", table_.file(), 0, std::move(message),
                "Check that the right columns are named and that the file is complete."));
        }
        std::stable_sort(requests.begin(), requests.end(), [](const Request& a, const Request& b) {
            return a.arrivalS < b.arrivalS;
        });
        if (times_.isSinceEpoch()) {
            const double firstS = requests.front().arrivalS;
            for (Request& request : requests) {
                request.arrivalS -= firstS;
            }
            if (requests.back().arrivalS > kLatestS) {
                return tl::unexpected(requestError("SRV-002", table_.file(), 0,
                                                   "the arrivals span more than 30 years",
                                                   "Check the column of arrivals and its unit."));
            }
        }
        return std::move(trace_);
    }

    TableReader& table_;
    const RequestColumns& c_;
    LogTimes times_;
    RequestTrace trace_;
    LeftOutEntries unanswered_{"requests without an answer are left out"};
    LeftOutEntries unasked_{"requests without a prompt are left out"};
    std::vector<int> lines_;  ///< by request, in the order of the file
    LeftOutEntries strays_{"requests more than 30 days from all others are left out"};
    LeftOutEntries unreadable_{"rows that cannot be read are left out"};
    long backward_ = 0;
};

}  // namespace

Result<RequestTrace> readRequestTrace(const std::filesystem::path& path,
                                      const RequestTraceSpec& spec) {
    return withinMemory(path, [&]() -> Result<RequestTrace> {
        auto table = TableReader::ofFile(path);
        if (!table) {
            return tl::unexpected(table.error());
        }
        auto columns = requestColumns(table->head(), spec, table->file());
        if (!columns) {
            columns.error().message += otherWords(table->head());
            return tl::unexpected(columns.error());
        }
        return RequestReader(*table, *columns, spec).read();
    });
}

}  // namespace headroom::engine
