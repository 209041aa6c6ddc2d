// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/run_log.h"

#include "engine/base/number.h"
#include "engine/border/text_encoding.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

// Steps that compile, allocate and fill caches.
constexpr std::size_t kWarmUpSteps = 3;
constexpr std::size_t kLeastSteps = 3;
constexpr double kSlowStep = 1.3;
constexpr double kTeraFlops = 1e12;

// Without the colours of a terminal.
std::string withoutColours(std::string_view line) {
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\x1b') {
            while (i < line.size() && std::isalpha(static_cast<unsigned char>(line[i])) == 0) {
                ++i;
            }
            continue;
        }
        plain += line[i];
    }
    return plain;
}

// The number behind a key: "tps: 7,812", "elapsed time per iteration (ms): 6320.5".
std::optional<double> valueBehind(std::string_view line, std::string_view key) {
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    std::size_t i = at + key.size();
    while (i < line.size() &&
           (line[i] == ' ' || line[i] == ':' || line[i] == '=' || line[i] == '\t')) {
        ++i;
    }
    std::string digits;
    for (; i < line.size(); ++i) {
        const char c = line[i];
        if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == 'e' || c == 'E' ||
            c == '+' || c == '-') {
            digits += c;
        } else if (c != ',') {
            break;
        }
    }
    const auto value = parseNumber(digits);
    return value && *value >= 0.0 ? value : std::nullopt;
}

std::vector<std::string> cellsOfLine(std::string_view line) {
    std::vector<std::string> cells;
    std::string cell;
    for (const char c : std::string(line) + ' ') {
        if (std::isspace(static_cast<unsigned char>(c)) == 0) {
            cell += c;
        } else if (!cell.empty()) {
            cells.push_back(std::exchange(cell, {}));
        }
    }
    return cells;
}

class LogReader {
  public:
    void take(std::string_view raw) {
        const std::string line = withoutColours(raw);
        mlperf(line) || megatron(line) || nemo(line) || torchtitan(line) || serving(line) ||
            (isJson_ && servingJson(line)) || collective(line);
    }

    void beginsAsJson() { isJson_ = true; }

    Result<RunLog> finish(const std::string& file) {
        Error error;
        error.file = file;
        if (log_.form.empty()) {
            error.code = "RLG-001";
            error.message = "the file is not the log of a run that is known";
            error.remedy =
                "Use the log of Megatron, torchtitan, NeMo or MLPerf, or the output of vLLM's "
                "serving benchmark or nccl-tests.";
            return tl::unexpected(std::move(error));
        }
        if (log_.kind != RunLog::Kind::Training) {
            return std::move(log_);
        }
        const std::size_t steps = std::max(log_.stepS.size(), log_.tokensPerS.size());
        if (steps < kLeastSteps) {
            error.code = "RLG-002";
            error.message = "the log has " + std::to_string(steps) + " steps; a comparison needs 3";
            error.remedy = "Let the run log more steps.";
            return tl::unexpected(std::move(error));
        }
        const std::size_t drop = std::min(kWarmUpSteps, steps - kLeastSteps);
        for (auto* list : {&log_.stepS, &log_.tokensPerS, &log_.flopsPerS}) {
            list->erase(list->begin(),
                        list->begin() + static_cast<std::ptrdiff_t>(std::min(drop, list->size())));
        }
        log_.warmUp = static_cast<int>(drop);
        return std::move(log_);
    }

  private:
    /// A rate that no number holds is not one of the run's.
    void addFlops(double teraFlops) {
        if (const double flops = kTeraFlops * teraFlops; std::isfinite(flops)) {
            log_.flopsPerS.push_back(flops);
        }
    }

    // iteration 100/ 500 | … elapsed time per iteration (ms): 6320.5 | throughput per GPU (TFLOP/s/GPU): 410.3 |
    bool megatron(const std::string& line) {
        const auto ms = valueBehind(line, "elapsed time per iteration (ms)");
        if (!ms || *ms <= 0.0 || line.find("iteration") == std::string::npos) {
            return false;
        }
        log_.form = "log of Megatron";
        log_.stepS.push_back(1e-3 * *ms);
        if (const auto flops = valueBehind(line, "throughput per GPU (TFLOP/s/GPU)")) {
            addFlops(*flops);
        }
        log_.batchSequences = valueBehind(line, "global batch size").value_or(log_.batchSequences);
        return true;
    }

    // Epoch 0: … global_step=20, train_step_timing in s=6.320, …
    bool nemo(const std::string& line) {
        const auto seconds = valueBehind(line, "train_step_timing in s");
        if (!seconds || *seconds <= 0.0) {
            return false;
        }
        log_.form = "log of NeMo";
        log_.stepS.push_back(*seconds);
        return true;
    }

    // :::MLLOG {…, "key": "tracked_stats", "value": {"throughput": 102.4, …}, …}: samples a second of the whole run.
    bool mlperf(const std::string& line) {
        if (line.find(":::MLLOG") == std::string::npos) {
            return false;
        }
        const auto isKey = [&](const char* key) {
            return line.find("\"key\": \"" + std::string(key) + '"') != std::string::npos;
        };
        if (isKey("global_batch_size")) {
            log_.batchSequences = valueBehind(line, "\"value\"").value_or(log_.batchSequences);
        }
        const auto rate =
            isKey("tracked_stats") ? valueBehind(line, "\"throughput\"") : std::nullopt;
        if (rate && *rate > 0.0 && log_.batchSequences > 0.0) {
            log_.form = "log of MLPerf";
            log_.stepS.push_back(log_.batchSequences / *rate);
        }
        return true;
    }

    // step: 10  loss: 7.01  memory: 52.30GiB(66.00%)  tps: 7,812  tflops: 412.10  mfu: 41.20%
    bool torchtitan(const std::string& line) {
        auto rate = valueBehind(line, " tps");
        rate = rate ? rate : valueBehind(line, " wps");
        if (!rate || *rate <= 0.0 || line.find("step") == std::string::npos) {
            return false;
        }
        log_.form = "log of torchtitan";
        log_.tokensPerS.push_back(*rate);
        if (const auto flops = valueBehind(line, " tflops")) {
            addFlops(*flops);
        }
        return true;
    }

    // Median TTFT (ms):                        325.20
    bool serving(const std::string& line) {
        if (line.find("Serving Benchmark Result") != std::string::npos) {
            log_.form = "output of vLLM's serving benchmark";
            log_.kind = RunLog::Kind::Serving;
            return true;
        }
        const std::size_t colon = line.rfind(':');
        if (log_.kind != RunLog::Kind::Serving || colon == std::string::npos) {
            return false;
        }
        if (const auto value = valueBehind(line, line.substr(0, colon + 1))) {
            log_.figures[line.substr(0, colon)] = *value;
        }
        return true;
    }

    // {"mean_ttft_ms": 333.1, "output_throughput": 1062.2, …}: the result file of vLLM, and the lines of SGLang's.
    bool servingJson(const std::string& line) {
        struct Name {
            const char* key;
            const char* figure;
        };

        static constexpr auto kNames =
            std::to_array<Name>({{"completed", "Successful requests"},
                                 {"max_concurrency", "Maximum request concurrency"},
                                 {"duration", "Benchmark duration (s)"},
                                 {"total_input_tokens", "Total input tokens"},
                                 {"total_output_tokens", "Total generated tokens"},
                                 {"request_throughput", "Request throughput (req/s)"},
                                 {"output_throughput", "Output token throughput (tok/s)"},
                                 {"total_token_throughput", "Total Token throughput (tok/s)"},
                                 {"mean_ttft_ms", "Mean TTFT (ms)"},
                                 {"median_ttft_ms", "Median TTFT (ms)"},
                                 {"p99_ttft_ms", "P99 TTFT (ms)"},
                                 {"mean_tpot_ms", "Mean TPOT (ms)"},
                                 {"median_tpot_ms", "Median TPOT (ms)"},
                                 {"p99_tpot_ms", "P99 TPOT (ms)"},
                                 {"mean_itl_ms", "Mean ITL (ms)"},
                                 {"median_itl_ms", "Median ITL (ms)"}});
        bool isAny = false;
        for (const Name& name : kNames) {
            if (const auto value = valueBehind(line, '"' + std::string(name.key) + '"')) {
                log_.figures[name.figure] = *value;
                isAny = true;
            }
        }
        if (isAny && log_.figures.contains("Mean TTFT (ms)")) {
            log_.form = "result file of vLLM's or SGLang's serving benchmark";
            log_.kind = RunLog::Kind::Serving;
        }
        return isAny;
    }

    // "# Rank 0 …", and rows of size, count, type, redop, root, then out of place: time us, algbw, busbw.
    bool collective(const std::string& line) {
        const auto cells = cellsOfLine(line);
        if (cells.size() > 2 && cells[0] == "#" && cells[1] == "Rank") {
            ++log_.ranks;
            return true;
        }
        // "# Collective test starting: all_gather_perf", or the command itself in the log.
        for (const char* name :
             {"all_reduce", "all_gather", "reduce_scatter", "alltoall", "broadcast"}) {
            if (line.find(std::string(name) + "_perf") != std::string::npos) {
                named_ = name;
                return true;
            }
        }
        if (line.starts_with("#") || cells.size() < 8) {
            return false;
        }
        const auto bytes = parseNumber(cells[0]);
        const auto micro = parseNumber(cells[5]);
        const auto bus = parseNumber(cells[7]);
        const auto isCount = [](const std::optional<double>& number) {
            return number && *number >= 0.0;
        };
        if (!isCount(bytes) || !isCount(micro) || !isCount(bus) || !parseNumber(cells[1]) ||
            parseNumber(cells[2])) {
            return false;
        }
        log_.form = "output of nccl-tests";
        log_.kind = RunLog::Kind::Collective;
        log_.operation =
            !named_.empty() ? named_
            : cells[3] == "sum" || cells[3] == "max" || cells[3] == "prod" || cells[3] == "min"
                ? (cells[4] == "-1" ? "all_reduce" : "reduce")
                : "";
        log_.messages.push_back({*bytes, 1e-6 * *micro, *bus});
        return true;
    }

    RunLog log_;
    bool isJson_ = false;
    std::string named_;  ///< operation that the log names
};

}  // namespace

double medianOfList(std::vector<double> values) {
    if (values.empty()) {
        return 0.0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double RunLog::medianStepS() const {
    return medianOfList(stepS);
}

double RunLog::slowSteps() const {
    const double limit = kSlowStep * medianStepS();
    const auto slow =
        std::count_if(stepS.begin(), stepS.end(), [limit](double s) { return s > limit; });
    return stepS.empty() ? 0.0 : static_cast<double>(slow) / static_cast<double>(stepS.size());
}

double RunLog::slowShare() const {
    const double median = medianStepS();
    double all = 0.0;
    double lost = 0.0;
    for (const double s : stepS) {
        all += s;
        lost += s > kSlowStep * median ? s - median : 0.0;
    }
    return all > 0.0 ? lost / all : 0.0;
}

Result<RunLog> parseRunLog(std::string_view text, const std::string& file) {
    LogReader reader;
    if (const std::size_t first = text.find_first_not_of(" \t\r\n");
        first != std::string_view::npos && text[first] == '{') {
        reader.beginsAsJson();
    }
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        reader.take(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return reader.finish(file);
}

Result<RunLog> readRunLog(const std::filesystem::path& path) {
    const auto text = readDecoded(path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    return parseRunLog(text->text, path.string());
}

}  // namespace headroom::engine
