// SPDX-License-Identifier: Apache-2.0
#include "engine/api/frame_parts.h"
#include "engine/api/frame_reader.h"
#include "engine/api/run_page_columns.h"
#include "engine/api/run_pages.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <utility>

namespace headroom::engine {

namespace {

using PageJson = nlohmann::json;

// A missing value, or one of the wrong kind, throws and is caught once.

double pageNumber(const PageJson& value) {
    return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

template <class State, class Name>
State stateNamed(const PageJson& word, State last, const Name& name) {
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        if (word.get_ref<const std::string&>() == name(static_cast<State>(i))) {
            return static_cast<State>(i);
        }
    }
    return State{};
}

template <class T, std::size_t N>
void readNumbers(const PageJson& json, const std::array<PageColumn<T, double>, N>& columns,
                 T& row) {
    for (const auto& column : columns) {
        row.*column.value = pageNumber(json.at(column.key));
    }
}

JobCard cardFrom(const PageJson& json) {
    JobCard card;
    card.id = json.at("id").get<std::int64_t>();
    for (const auto& column : kCardTexts) {
        card.*column.value = json.at(column.key).get<std::string>();
    }
    card.accelerators = json.at("accelerators").get<int>();
    card.submitS = pageNumber(json.at("submitted_s"));
    return card;
}

JobSpan spanFrom(const PageJson& json) {
    JobSpan span;
    span.job = json.at("job").get<std::int64_t>();
    span.state = stateNamed(json.at("state"), JobState::Failed, jobStateName);
    readNumbers(json, kSpanTimes, span);
    for (const auto& column : kSpanCounts) {
        span.*column.value = json.at(column.key).get<std::int32_t>();
    }
    span.endedBy = json.at("ended_by").get<std::int64_t>();
    return span;
}

Loss lossFrom(const PageJson& json) {
    Loss loss;
    loss.event = json.at("event").get<std::int64_t>();
    loss.job = json.at("job").get<std::int64_t>();
    loss.kind = stateNamed(json.at("kind"), LossKind::OutOfService, lossKindName);
    readNumbers(json, kLossNumbers, loss);
    return loss;
}

template <class T, class Read>
std::vector<T> rowsFrom(const PageJson& list, const Read& read) {
    std::vector<T> rows;
    for (const PageJson& one : list) {
        rows.push_back(read(one));
    }
    return rows;
}

template <class T>
void addBlock(std::vector<std::shared_ptr<const std::vector<T>>>& blocks, std::vector<T> rows,
              std::size_t& count) {
    count += rows.size();
    if (!rows.empty()) {
        blocks.push_back(std::make_shared<const std::vector<T>>(std::move(rows)));
    }
}

HistoryPlace placeFrom(const PageJson& json) {
    return {json.at("cards").get<std::size_t>(), json.at("spans").get<std::size_t>(),
            json.at("losses").get<std::size_t>()};
}

}  // namespace

bool readHistory(const nlohmann::json& answer, HistoryRead& read) {
    try {
        if (placeFrom(answer.at("from")) != read.place) {
            return false;
        }
        HistoryRead next = read;
        next.left = answer.at("jobs_left").get<std::int64_t>() +
                    answer.at("events_left").get<std::int64_t>();
        const bool isFirst = read.place == HistoryPlace{};
        const HistoryPlace has = placeFrom(answer.at("has"));
        if ((next.left != read.left && !isFirst) || has.cards < read.place.cards ||
            has.spans < read.place.spans || has.losses < read.place.losses) {
            return false;
        }
        addBlock(next.jobs.cards, rowsFrom<JobCard>(answer.at("cards"), cardFrom),
                 next.place.cards);
        addBlock(next.jobs.spans, rowsFrom<JobSpan>(answer.at("spans"), spanFrom),
                 next.place.spans);
        addBlock(next.losses.losses, rowsFrom<Loss>(answer.at("losses"), lossFrom),
                 next.place.losses);
        next.jobs.open = rowsFrom<JobSpan>(answer.at("open"), spanFrom);
        next.losses.open = rowsFrom<Loss>(answer.at("open_losses"), lossFrom);
        next.jobs.left = answer.at("jobs_left").get<std::int64_t>();
        next.jobs.sinceS = pageNumber(answer.at("jobs_since_s"));
        next.losses.left = answer.at("events_left").get<std::int64_t>();
        next.isKept = answer.at("jobs_kept").get<bool>();
        next.isWhole = next.place == has;
        read = std::move(next);
        return true;
    } catch (const PageJson::exception&) {
        return false;
    }
}

std::shared_ptr<const JobDetail> readJobDetail(const nlohmann::json& answer) {
    try {
        auto detail = std::make_shared<JobDetail>();
        const auto row = readJob(answer.at("row"));
        auto events = readEvents(answer.at("events"));
        if (!row || !events) {
            return nullptr;
        }
        detail->row = *row;
        detail->events = std::move(*events);
        for (const auto& column : kDetailParts) {
            (*detail).*column.value =
                rowsFrom<JobPart>(answer.at(column.key), [](const PageJson& part) {
                    return JobPart{part.at("label").get<std::string>(),
                                   pageNumber(part.at("value")), part.at("unit").get<std::string>(),
                                   part.at("why").get<std::string>()};
                });
        }
        detail->stepLowS = pageNumber(answer.at("step_low_s"));
        detail->stepHighS = pageNumber(answer.at("step_high_s"));
        detail->racks = answer.at("racks").get<std::vector<int>>();
        detail->plan = answer.at("plan").get<std::vector<std::string>>();
        detail->spans = rowsFrom<JobSpan>(answer.at("spans"), spanFrom);
        return detail;
    } catch (const PageJson::exception&) {
        return nullptr;
    }
}

std::optional<SwingPlant> readSwings(const nlohmann::json& answer,
                                     const models::PowerSmoothingSpec& smoothing) {
    try {
        SwingPlant plant;
        plant.smoothing = smoothing;
        plant.name = answer.at("name").get<std::string>();
        readNumbers(answer, kSwingNumbers, plant);
        plant.steadyJobs = answer.at("steady_jobs").get<int>();
        plant.loads = rowsFrom<SwingLoad>(answer.at("loads"), [](const PageJson& json) {
            SwingLoad load;
            load.name = json.at("name").get<std::string>();
            load.accelerators = json.at("accelerators").get<int>();
            readNumbers(json, kSwingLoadNumbers, load);
            load.phases =
                rowsFrom<models::ActivityPhase>(json.at("phases"), [](const PageJson& one) {
                    models::ActivityPhase phase;
                    readNumbers(one, kPhaseNumbers, phase);
                    return phase;
                });
            return load;
        });
        return plant;
    } catch (const PageJson::exception&) {
        return std::nullopt;
    }
}

}  // namespace headroom::engine
