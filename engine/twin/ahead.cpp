// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/ahead.h"

#include "engine/document/json_text.h"
#include "engine/experiment/ensemble.h"
#include "engine/experiment/run_until.h"
#include "engine/twin/residual.h"
#include "models/core/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kAheadStream = 13ULL << 40U, kLuckStream = 1ULL << 32U;
constexpr double kDayS = 86400.0, kFadeS = 3600.0, kSameHourS = 3600.0, kFortnightDays = 14.0;
constexpr double kApartS = 900.0;
constexpr double kPieceShare = 0.125;  // of the past
constexpr std::size_t kLeastAlike = 8;
constexpr double kPoints = 96.0;  // of a curve
constexpr double kLow = 0.05, kHigh = 0.95;
constexpr std::size_t kMostEvents = 12;

double quantileOf(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    const double place = share * static_cast<double>(values.size() - 1);
    const auto i = static_cast<std::size_t>(place);
    return i + 1 >= values.size()
               ? values.back()
               : values[i] + (place - static_cast<double>(i)) * (values[i + 1] - values[i]);
}

class Looker {
  public:
    Looker(const TwinRun& twin, const AheadSpec& spec, const std::vector<double>& modelSd,
           const std::atomic<bool>& cancel)
        : twin_(twin),
          spec_(spec),
          modelSd_(modelSd),
          cancel_(cancel),
          nowS_(twin.simulator().timeS()) {}

    ResultAll<Ahead> look() {
        for (const BranchOrder& order : spec_.orders) {
            if (const auto misfit = twin_.simulator().misfit(order.command)) {
                return tl::unexpected(
                    Errors{{"RPL-012",
                            fmt::format("the order \"{}\": {}", order.words, misfit->what),
                            misfit->remedy,
                            {},
                            {},
                            0}});
            }
        }
        if (Errors errors = chooseChannels(); !errors.empty()) {
            return tl::unexpected(std::move(errors));
        }
        Ahead ahead;
        ahead.fromS = twin_.nowS();
        ahead.members = spec_.members;
        ahead.historyS = nowS_ - twin_.boundary().trace.table.timeS.front();
        everyS_ = std::max(twin_.simulator().stepS(),
                           std::ceil(spec_.aheadS / kPoints / twin_.simulator().stepS()) *
                               twin_.simulator().stepS());
        for (double leadS = everyS_; leadS <= spec_.aheadS + 1e-6; leadS += everyS_) {
            ahead.leadS.push_back(leadS);
        }
        gatherPast();
        learnWeather();
        std::string words;
        for (const BranchOrder& order : spec_.orders) {
            words += (words.empty() ? "" : "; ") + order.words;
        }
        for (int b = 0; b < (spec_.orders.empty() ? 1 : 2); ++b) {
            AheadBranch branch;
            branch.words = b == 0 ? std::string() : words;
            if (auto done = runMembers(ahead, b == 1, branch); !done) {
                return tl::unexpected(done.error());
            }
            ahead.branches.push_back(std::move(branch));
        }
        compareLater(ahead);
        return ahead;
    }

  private:
    Errors chooseChannels() {
        const auto& channels = twin_.simulator().channels();
        Errors errors;
        const auto add = [&](const std::string& name, bool asked) {
            const auto found = std::find_if(channels.begin(), channels.end(),
                                            [&](const Channel& c) { return c.name == name; });
            const auto place = static_cast<std::size_t>(found - channels.begin());
            if (found != channels.end()) {
                if (std::find(chosen_.begin(), chosen_.end(), place) == chosen_.end()) {
                    chosen_.push_back(place);
                }
            } else if (asked) {
                errors.push_back({"TEL-045",
                                  "a run has no channel " + inQuotes(name),
                                  "Channels are named as the columns of `headroom-cli export`",
                                  {},
                                  {},
                                  0});
            }
        };
        for (const char* key :
             {"it_power_kw", "facility_power_kw", "pue", "wet_bulb_c", "hottest_chip_c"}) {
            add(std::string("facility/") + key, false);
        }
        for (const PlantLoop& loop : twin_.simulator().plant().loops) {
            add("loop/" + loop.id + "/supply_c", false);
            add("loop/" + loop.id + "/return_c", false);
        }
        for (const PlantHall& hall : twin_.simulator().plant().halls) {
            add("hall/" + hall.id + "/hottest_inlet_c", false);
        }
        for (const std::string& channel : spec_.channels) {
            add(channel, true);
        }
        return errors;
    }

    bool isWeather(std::size_t column) const {
        const PlantLoadTrace& known = twin_.boundary().trace;
        return static_cast<int>(column) == known.wetBulbColumn ||
               static_cast<int>(column) == known.dryBulbColumn;
    }

    /// Times of the past, with the total load of each.
    void gatherPast() {
        const PlantLoadTrace& known = twin_.boundary().trace;
        std::vector<double> share(known.table.columns.size(), 0.0);
        for (std::size_t r = 0; r < known.rackColumn.size(); ++r) {
            if (known.rackColumn[r] >= 0) {
                share[static_cast<std::size_t>(known.rackColumn[r])] += known.rackShare[r];
            }
        }
        for (std::size_t i = 0; i < known.table.timeS.size() && known.table.timeS[i] <= nowS_;
             ++i) {
            double total = 0.0;
            for (std::size_t c = 0; c < share.size(); ++c) {
                total += share[c] * known.table.columns[c][i];
            }
            pastS_.push_back(known.table.timeS[i]);
            pastTotal_.push_back(total);
        }
        pieceS_ = std::max(everyS_, std::min(spec_.aheadS, kPieceShare * (nowS_ - pastS_.front())));
        for (std::size_t c = 0; c < share.size(); ++c) {
            share_.push_back(isWeather(c) ? 0.0 : share[c]);
        }
    }

    /// A time of the past at which the total was about `total`.
    double alike(double total, double whenS, double u) const {
        std::vector<std::size_t> places;
        const bool hasDays = pastS_.back() - pieceS_ - pastS_.front() >= kDayS;
        for (std::size_t i = 0; i < pastS_.size() && (pastS_[i] <= nowS_ - pieceS_ || i == 0);
             ++i) {
            const double hours = std::abs(std::remainder(whenS - pastS_[i], kDayS));
            if (!hasDays || hours <= kSameHourS) {
                places.push_back(i);
            }
        }
        // Times next to each other are one occasion: they would make a crowd of one.
        std::vector<std::size_t> apart;
        for (const std::size_t place : places) {
            if (apart.empty() || pastS_[place] - pastS_[apart.back()] >= kApartS) {
                apart.push_back(place);
            }
        }
        places = std::move(apart);
        const std::size_t near = std::min(places.size(), std::max(kLeastAlike, places.size() / 2));
        std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(near),
                          places.end(), [&](std::size_t a, std::size_t b) {
                              const double x = std::abs(pastTotal_[a] - total),
                                           y = std::abs(pastTotal_[b] - total);
                              return x != y ? x < y : a < b;
                          });
        return pastS_[places[std::min(near - 1,
                                      static_cast<std::size_t>(u * static_cast<double>(near)))]];
    }

    /// By lead up to half of the past: how far the measured weather moved away from the site's weather year of the same
    /// hours, as root mean square.
    void learnWeather() {
        const PlantLoadTrace& known = twin_.boundary().trace;
        const Plant& plant = twin_.simulator().plant();
        if (known.wetBulbColumn < 0) {
            return;
        }
        std::vector<double> apartC;  // measured less usual, every kApartS
        for (double s = pastS_.front(); s <= nowS_; s += kApartS) {
            apartC.push_back(known.table.at(static_cast<std::size_t>(known.wetBulbColumn), s) -
                             models::weatherAt(plant.weather, plant.startYearS + s).wetBulbC);
        }
        for (std::size_t lead = 0; 2 * lead < apartC.size(); ++lead) {
            double squares = 0.0;
            for (std::size_t i = lead; i < apartC.size(); ++i) {
                squares += (apartC[i] - apartC[i - lead]) * (apartC[i] - apartC[i - lead]);
            }
            weatherError_.push_back(std::sqrt(squares / static_cast<double>(apartC.size() - lead)));
        }
    }

    /// Beyond what the past shows it grows with the root of the time, as sums of chance do.
    double weatherErrorAt(double leadS) const {
        if (weatherError_.empty()) {
            return 0.0;
        }
        const double place = leadS / kApartS;
        const auto last = static_cast<double>(weatherError_.size() - 1);
        if (place >= last) {
            return weatherError_.back() * std::sqrt(last > 0.0 ? place / last : 1.0);
        }
        const auto i = static_cast<std::size_t>(place);
        return weatherError_[i] +
               (place - static_cast<double>(i)) * (weatherError_[i + 1] - weatherError_[i]);
    }

    /// Boundaries of one member.
    PlantLoadTrace trace(int member) const {
        const PlantLoadTrace& known = twin_.boundary().trace;
        const Plant& plant = twin_.simulator().plant();
        PlantLoadTrace next = known;
        const std::size_t columns = known.table.columns.size();
        next.table.timeS.clear();
        next.table.columns.assign(columns, {});
        const double gridS =
            known.table.timeS.size() > 1 ? known.table.timeS[1] - known.table.timeS[0] : everyS_;
        const double stepS = std::max(gridS, twin_.simulator().stepS());
        const auto stream = kAheadStream + static_cast<std::uint64_t>(member);
        std::uint64_t draws = 0;
        const auto draw = [&] { return models::randomUniform(spec_.seed, stream, draws++); };
        const double dayS = kDayS * std::floor(2.0 * kFortnightDays * draw() - kFortnightDays);
        const auto weather = [&](double runS, std::size_t column) {
            const models::Weather w =
                models::weatherAt(plant.weather, plant.startYearS + runS + dayS);
            return static_cast<int>(column) == known.wetBulbColumn ? w.wetBulbC : w.dryBulbC;
        };
        const double luck = models::randomNormal(spec_.seed, stream + kLuckStream, 0);
        std::vector<double> value(columns), off(columns);
        double total = 0.0;
        for (std::size_t c = 0; c < columns; ++c) {
            value[c] = known.table.at(c, nowS_);
            total += share_[c] * value[c];
        }
        double startS = nowS_, likeS = nowS_;
        for (double whenS = nowS_; whenS <= nowS_ + spec_.aheadS + stepS; whenS += stepS) {
            if (whenS == nowS_ || whenS - startS >= pieceS_) {
                startS = whenS;
                likeS = alike(total, whenS, draw());
                for (std::size_t c = 0; c < columns; ++c) {
                    off[c] = value[c] - known.table.at(c, likeS);
                }
            }
            next.table.timeS.push_back(whenS);
            total = 0.0;
            for (std::size_t c = 0; c < columns; ++c) {
                value[c] = isWeather(c)
                               ? known.table.at(c, nowS_) + weather(whenS, c) - weather(nowS_, c) +
                                     luck * weatherErrorAt(whenS - nowS_)
                               : std::max(0.0, known.table.at(c, likeS + (whenS - startS)) +
                                                   off[c] * std::exp(-(whenS - startS) / kFadeS));
                next.table.columns[c].push_back(value[c]);
                total += share_[c] * value[c];
            }
        }
        return next;
    }

    struct Member {
        std::vector<double> values;  ///< by lead, then by chosen channel
        std::vector<std::string> events;
        Errors fault;
    };

    void runMember(int m, const Ahead& ahead, bool withOrders, Member& member) const {
        auto simulator = twin_.simulator().branch();
        auto changed = simulator->changed(withBoundary(simulator->plant(), trace(m)), "");
        if (!changed) {
            member.fault = changed.error();
            return;
        }
        simulator = std::move(*changed);
        std::vector<double> sample(simulator->channels().size());
        std::vector<bool> given(spec_.orders.size(), false);
        static_cast<void>(simulator->takeEvents());
        RunHooks hooks;
        hooks.cancel = &cancel_;
        hooks.before = [&](Simulator*& now) {
            for (std::size_t k = 0; withOrders && k < spec_.orders.size(); ++k) {
                if (!given[k] && spec_.orders[k].command.timeS <= now->timeS() + kEndOfRunS) {
                    give(*now, spec_.orders[k].command);
                    given[k] = true;
                }
            }
            return true;
        };
        hooks.after = [&](Simulator& now) {
            for (const Event& event : now.takeEvents()) {
                if (member.events.size() < kMostEvents) {
                    const auto min = std::lround((event.timeS - nowS_) / 60.0);
                    member.events.push_back(fmt::format("+{} min  {}{}{}", min, event.subject,
                                                        event.subject.empty() ? "" : ": ",
                                                        event.text));
                }
            }
            return true;
        };
        for (const double leadS : ahead.leadS) {
            if (const auto end = runUntil(*simulator, nowS_ + leadS, hooks); !end) {
                member.fault = {end.error()};
                return;
            }
            simulator->sample(sample);
            for (const std::size_t c : chosen_) {
                member.values.push_back(sample[c]);
            }
        }
    }

    ResultAll<void> runMembers(const Ahead& ahead, bool withOrders, AheadBranch& branch) const {
        std::vector<Member> members(static_cast<std::size_t>(spec_.members));
        const int all = (spec_.orders.empty() ? 1 : 2) * spec_.members,
                  before = withOrders ? spec_.members : 0;
        Ensemble ensemble(spec_.threads, &cancel_, [&](const EnsembleStatus& now) {
            if (spec_.progress) {
                spec_.progress(static_cast<double>(before + static_cast<int>(now.done)) / all);
            }
        });
        ensemble.each(members.size(), [&](std::size_t m) {
            runMember(static_cast<int>(m), ahead, withOrders, members[m]);
            if (members[m].fault.empty()) {
                ensemble.finish();
            } else {
                ensemble.fail(m, members[m].fault);
            }
        });
        if (!ensemble.fault().empty()) {
            return tl::unexpected(ensemble.fault());
        }
        branch.events = members.front().events;
        if (cancel_) {
            return {};
        }
        for (std::size_t k = 0; k < chosen_.size(); ++k) {
            const Channel& channel = twin_.simulator().channels()[chosen_[k]];
            AheadCurve curve;
            curve.channel = channel.name;
            curve.quantity = channel.quantity;
            curve.modelSd = sensorSd(channel.name);
            for (std::size_t lead = 0; lead < ahead.leadS.size(); ++lead) {
                std::vector<double> values;
                for (const Member& member : members) {
                    const double value = member.values[lead * chosen_.size() + k];
                    if (!std::isnan(value)) {
                        values.push_back(value);
                    }
                }
                const bool any = !values.empty();
                const double middle =
                    any ? medianOf(values) : std::numeric_limits<double>::quiet_NaN();
                const double model = kNinetyWithin * curve.modelSd;
                curve.middle.push_back(middle);
                curve.low.push_back(
                    any ? middle - std::hypot(middle - quantileOf(values, kLow), model) : middle);
                curve.high.push_back(
                    any ? middle + std::hypot(quantileOf(values, kHigh) - middle, model) : middle);
            }
            branch.curves.push_back(std::move(curve));
        }
        return {};
    }

    int sensorOf(const std::string& channel) const {
        for (std::size_t s = 0; s < twin_.map().sensors.size(); ++s) {
            if (twin_.map().sensors[s].channel == channel && !twin_.series()[s].timeS.empty()) {
                return static_cast<int>(s);
            }
        }
        return -1;
    }

    double sensorSd(const std::string& channel) const {
        const int sensor = sensorOf(channel);
        const double sd = sensor < 0 ? 0.0 : modelSd_[static_cast<std::size_t>(sensor)];
        return std::isnan(sd) ? 0.0 : sd;
    }

    /// Readings after now, where the telemetry continues.
    void compareLater(Ahead& ahead) const {
        for (AheadCurve& curve : ahead.branches.front().curves) {
            const int sensor = sensorOf(curve.channel);
            if (sensor < 0) {
                continue;
            }
            const TelemetrySeries& series = twin_.series()[static_cast<std::size_t>(sensor)];
            for (std::size_t i = 0; i < ahead.leadS.size(); ++i) {
                const double when = ahead.fromS + ahead.leadS[i];
                const bool known = when <= series.timeS.back();
                curve.measured.push_back(known ? valueAt(series, when)
                                               : std::numeric_limits<double>::quiet_NaN());
                if (known && !curve.middle.empty()) {
                    ++ahead.judged;
                    ahead.inside += curve.measured.back() >= curve.low[i] &&
                                            curve.measured.back() <= curve.high[i]
                                        ? 1
                                        : 0;
                }
            }
        }
    }

    const TwinRun& twin_;
    const AheadSpec& spec_;
    const std::vector<double>& modelSd_;
    const std::atomic<bool>& cancel_;
    double nowS_, everyS_ = 0.0, pieceS_ = 0.0;
    std::vector<std::size_t> chosen_;
    std::vector<double> pastS_, pastTotal_;  ///< times of the run up to now, and what racks drew
    std::vector<double> weatherError_;       ///< by lead in steps of kApartS [K]
    std::vector<double> share_;  ///< by column of the boundary: of the total, 0 of weather
};

}  // namespace

ResultAll<Ahead> lookAhead(const TwinRun& twin, const AheadSpec& spec,
                           const std::vector<double>& modelSd, const std::atomic<bool>& cancel) {
    return Looker(twin, spec, modelSd, cancel).look();
}

}  // namespace headroom::engine
