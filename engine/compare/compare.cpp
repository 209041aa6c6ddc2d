// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/compare.h"

#include "engine/base/json.h"
#include "engine/compare/money_figures.h"
#include "engine/document/part_names.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr double kNever = std::numeric_limits<double>::quiet_NaN();

/// Times of the same event closer than this are the same: a step splits at other instants.
constexpr double kSameEventS = 1.0;

/// One figure of the summary that a run left; NaN where it has none.
double valueIn(const Json& summary, const Figure& figure) {
    const Json* at = &summary;
    std::string_view key = figure.key;
    while (true) {
        const std::size_t dot = key.find('.');
        const auto found = at->find(std::string(key.substr(0, dot)));
        if (!at->is_object() || found == at->end()) {
            return kNever;
        }
        at = &*found;
        if (dot == std::string_view::npos) {
            return at->is_number() ? at->get<double>() * figure.unit.toSi : kNever;
        }
        key.remove_prefix(dot + 1);
    }
}

/// Its 90 % interval, where the run left one.
Interval intervalIn(const Json& summary, const Figure& figure) {
    const auto all = summary.is_object() ? summary.find("intervals") : summary.end();
    if (!summary.is_object() || all == summary.end() || !all->is_object()) {
        return {};
    }
    const auto found = all->find(std::string(figure.key));
    if (found == all->end() || !found->is_object()) {
        return {};
    }
    const auto end = [&](const char* key) {
        const auto at = found->find(key);
        return at != found->end() && at->is_number() ? at->get<double>() * figure.unit.toSi
                                                     : kNever;
    };
    return {end("low"), end("high")};
}

/// Rank among those whose jobs run as stated.
int bestOf(const Figure& figure, const std::vector<double>& values,
           const std::vector<Candidate>& candidates) {
    if (figure.better == Better::Neither) {
        return -1;
    }
    int best = -1;
    bool alone = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) {
            return -1;  // one of them is not known
        }
        if (!candidates[i].cannot.empty()) {
            continue;
        }
        if (best < 0) {
            best = static_cast<int>(i);
            continue;
        }
        const double lead = values[static_cast<std::size_t>(best)];
        if (values[i] == lead) {
            alone = false;
        } else if ((values[i] < lead) == (figure.better == Better::Less)) {
            best = static_cast<int>(i);
            alone = true;
        }
    }
    return alone ? best : -1;
}

/// Lines of the figures that any of them has.
template <class ValueOf, class IntervalOf>
std::vector<FigureLine> linesOf(const std::vector<const Figure*>& figures,
                                const std::vector<Candidate>& candidates, const ValueOf& valueOf,
                                const IntervalOf& intervalOf) {
    std::vector<FigureLine> lines;
    for (const Figure* figure : figures) {
        FigureLine line;
        line.figure = figure;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            line.values.push_back(valueOf(i, *figure));
            line.intervals.push_back(intervalOf(i, *figure));
        }
        const bool any = std::any_of(line.values.begin(), line.values.end(),
                                     [](double v) { return !std::isnan(v); });
        if (any) {
            line.best = bestOf(*figure, line.values, candidates);
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

bool isOfOneJob(EventKind kind) {
    switch (kind) {
        case EventKind::JobSubmitted:
        case EventKind::JobStarted:
        case EventKind::JobCompleted:
        case EventKind::JobInterrupted:
        case EventKind::JobPreempted:
        case EventKind::JobSlowed:
        case EventKind::Checkpoint:
            return true;
        default:
            return false;
    }
}

bool same(const Event& a, const Event& b) {
    return a.timeS == b.timeS && a.kind == b.kind && a.subject == b.subject && a.text == b.text;
}

/// Until when two runs tell the same from `fromS` on; NaN: to the end of the shorter one.
double sameUntil(const std::vector<Event>& a, const std::vector<Event>& b, double fromS,
                 double untilS) {
    const auto begin = [&](const std::vector<Event>& events) {
        return std::find_if(events.begin(), events.end(),
                            [&](const Event& e) { return e.timeS >= fromS; });
    };
    auto i = begin(a), j = begin(b);
    while (i != a.end() && j != b.end() && same(*i, *j)) {
        ++i;
        ++j;
    }
    const double next =
        std::min(i == a.end() ? untilS : i->timeS, j == b.end() ? untilS : j->timeS);
    return next < untilS ? next : kNever;
}

/// Events of all runs, from the latest of their starts to the earliest of their ends.
class EventComparer {
  public:
    EventComparer(Comparison& comparison, std::vector<std::vector<Event>> events, double fromS,
                  double untilS)
        : c_(comparison), events_(std::move(events)) {
        for (std::vector<Event>& of : events_) {
            std::erase_if(of, [&](const Event& e) { return e.timeS < fromS || e.timeS > untilS; });
        }
        for (const std::vector<Event>& of : events_) {
            c_.sameUntilS.push_back(sameUntil(events_[c_.baseline], of, fromS, untilS));
        }
        count();
        list();
    }

  private:
    void count() {
        std::map<std::pair<EventKind, EventArea>, std::vector<std::int64_t>> counts;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            for (const Event& e : events_[i]) {
                auto& of = counts[{e.kind, e.area}];
                of.resize(events_.size());
                ++of[i];
            }
        }
        for (auto& [what, of] : counts) {
            if (std::adjacent_find(of.begin(), of.end(), std::not_equal_to<>()) != of.end()) {
                c_.eventCounts.push_back({what.first, what.second, std::move(of)});
            }
        }
    }

    void list() {
        std::map<std::tuple<EventKind, std::string_view, std::string_view>, EventLine> lines;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            for (const Event& e : events_[i]) {
                if (isOfOneJob(e.kind) || e.kind == EventKind::Indicator) {
                    continue;
                }
                EventLine& line = lines[{e.kind, e.subject, e.text}];
                if (line.counts.empty()) {
                    line = {e.kind,
                            e.subject,
                            e.subject,
                            e.text,
                            std::vector<std::int64_t>(events_.size()),
                            std::vector<double>(events_.size(), kNever)};
                }
                if (line.counts[i]++ == 0) {
                    line.firstS[i] = e.timeS;
                }
            }
        }
        // Equal events of many objects are one row.
        std::map<std::pair<EventKind, std::string_view>, std::vector<EventLine*>> alike;
        for (auto& [key, line] : lines) {
            if (differs(line)) {
                alike[{line.kind, line.text}].push_back(&line);
            }
        }
        for (auto& [key, of] : alike) {
            if (of.size() <= kAlone) {
                for (EventLine* line : of) {
                    c_.events.push_back(std::move(*line));
                }
                continue;
            }
            EventLine all = *of.front();
            all.others = of.size() - 1;
            for (auto line = std::next(of.begin()); line != of.end(); ++line) {
                for (std::size_t i = 0; i < all.counts.size(); ++i) {
                    all.counts[i] += (*line)->counts[i];
                    all.firstS[i] = std::fmin(all.firstS[i], (*line)->firstS[i]);
                }
            }
            c_.events.push_back(std::move(all));
        }
        const auto first = [](const EventLine& line) {
            double s = std::numeric_limits<double>::infinity();
            for (const double t : line.firstS) {
                s = t < s ? t : s;  // NaN is not
            }
            return s;
        };
        std::stable_sort(
            c_.events.begin(), c_.events.end(),
            [&](const EventLine& a, const EventLine& b) { return first(a) < first(b); });
        if (c_.events.size() > kMostEvents) {
            c_.eventsLeft = c_.events.size() - kMostEvents;
            c_.events.resize(kMostEvents);
        }
    }

    static bool differs(const EventLine& line) {
        if (std::adjacent_find(line.counts.begin(), line.counts.end(), std::not_equal_to<>()) !=
            line.counts.end()) {
            return true;
        }
        const auto [least, most] = std::minmax_element(line.firstS.begin(), line.firstS.end());
        return *most - *least > kSameEventS;
    }

    /// Up to this number, lines of one text are listed one by one.
    static constexpr std::size_t kAlone = 3;

    Comparison& c_;
    std::vector<std::vector<Event>> events_;
};

/// No part, hall or job of any of the designs is in another by its id.
bool shareNothing(const std::vector<const Project*>& projects) {
    std::set<std::string_view> seen;
    bool any = false;
    for (const Project* project : projects) {
        std::set<std::string_view> own;
        for (std::size_t i = 0; project != nullptr && i < project->objects.size(); ++i) {
            const Object& object = project->objects[i];
            if (!object.type->single && !object.id.empty()) {
                own.insert(object.id);
            }
        }
        if (std::any_of(own.begin(), own.end(),
                        [&](std::string_view id) { return seen.contains(id); })) {
            return false;
        }
        any = any || !own.empty();
        seen.insert(own.begin(), own.end());
    }
    return any;
}

/// By the first of the designs that names the part.
void giveNames(Comparison& c, const std::vector<const Project*>& projects) {
    std::vector<PartNames> names;
    for (const Project* project : projects) {
        names.push_back(project == nullptr ? PartNames() : PartNames(*project));
    }
    const auto nameOf = [&names](const std::string& id) {
        for (const PartNames& of : names) {
            std::string name = of.nameOf(id);
            if (name != id) {
                return name;
            }
        }
        return id;
    };
    for (InputLine& line : c.inputs) {
        line.name = nameOf(line.object);
    }
    for (EventLine& line : c.events) {
        line.name = nameOf(line.subject);
        if (line.others > 0) {
            const std::string others = fmt::format(" and {} others", line.others);
            line.subject += others;
            line.name += others;
        }
    }
}

}  // namespace

double summaryFigure(const std::string& summary, const Figure& figure) {
    return valueIn(parseJson<Json>(summary), figure);
}

Result<Comparison> compare(const std::vector<Candidate>& candidates, std::size_t baseline) {
    const std::size_t n = candidates.size();
    if (n < kFewestCompared || n > kMostCompared) {
        return tl::unexpected(Error{"CMR-001",
                                    fmt::format("{} cannot be compared.", n),
                                    "Name two to four recordings or projects.",
                                    {},
                                    {},
                                    0});
    }
    if (baseline >= n) {
        return tl::unexpected(Error{"CMR-002",
                                    "The baseline is none of those that are compared.",
                                    fmt::format("Choose one from 1 to {}.", n),
                                    {},
                                    {},
                                    0});
    }
    Comparison c;
    c.baseline = baseline;
    std::vector<const Project*> projects;
    std::vector<std::vector<Event>> events;
    std::vector<Json> summaries;
    double fromS = 0.0, untilS = std::numeric_limits<double>::infinity();
    bool sameEnd = true, sameStart = true;
    for (const Candidate& x : candidates) {
        c.names.push_back(x.name);
        projects.push_back(x.project ? &*x.project : nullptr);
        if (!x.project) {
            c.remarks.push_back(x.name +
                                ": this version cannot read its design, which is left out.");
        }
        if (!x.cannot.empty()) {
            c.remarks.push_back(x.name + " does not run as stated, and is the best in nothing. " +
                                x.cannot);
        }
        if (x.recording == nullptr) {
            summaries.emplace_back();
            continue;
        }
        auto told = x.recording->events();
        if (!told) {
            return tl::unexpected(told.error());
        }
        events.push_back(std::move(*told));
        summaries.push_back(parseJson<Json>(x.recording->summary()));
        if (!summaries.back().is_object()) {
            c.remarks.push_back(x.name + ": the run did not finish, so it has no figures.");
        }
        const double endS = x.recording->lastTimeS();
        sameEnd = sameEnd && (events.size() == 1 || endS == untilS);
        sameStart = sameStart &&
                    (events.size() == 1 || x.recording->info().startLocal ==
                                               candidates.front().recording->info().startLocal);
        untilS = std::min(untilS, endS);
        fromS = std::max(fromS, x.recording->info().fromS);
    }
    const bool allRan = events.size() == n;
    if (!allRan && !events.empty()) {
        c.remarks.emplace_back(
            "Only some of these were run: figures of runs have no counterpart in the others.");
    }
    if (shareNothing(projects)) {
        c.remarks.emplace_back(
            "They share no object: figures are shown side by side, and every input is of one of "
            "them alone.");
    }
    if (allRan && !sameEnd) {
        c.remarks.emplace_back(
            "The runs have different lengths: sums and means are of each whole run.");
    }
    if (allRan && !sameStart) {
        c.remarks.emplace_back("The runs begin at different dates: weather and prices differ.");
    }
    c.run = linesOf(
        figuresIn(kInRun), candidates,
        [&](std::size_t i, const Figure& f) { return valueIn(summaries[i], f); },
        [&](std::size_t i, const Figure& f) { return intervalIn(summaries[i], f); });
    c.design = linesOf(
        figuresIn(kInDesign), candidates,
        [&](std::size_t i, const Figure& f) {
            return candidates[i].project ? f.value(candidates[i].design) : kNever;
        },
        [&](std::size_t i, const Figure& f) {
            return candidates[i].project ? f.interval(candidates[i].design) : Interval{};
        });
    std::vector<const Figure*> money;
    for (const Figure& figure : moneyFigures()) {
        money.push_back(&figure);
    }
    c.money = linesOf(
        money, candidates,
        [&](std::size_t i, const Figure& f) {
            const auto at = static_cast<std::size_t>(&f - moneyFigures().data());
            return at < candidates[i].money.size() ? candidates[i].money[at] : kNever;
        },
        [](std::size_t, const Figure&) { return Interval{}; });
    c.inputs = compareInputs(projects);
    if (allRan) {
        EventComparer(c, std::move(events), fromS, untilS);
    }
    giveNames(c, projects);
    return c;
}

}  // namespace headroom::engine
