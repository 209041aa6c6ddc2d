// SPDX-License-Identifier: Apache-2.0
#include "models/workload/inference_queue.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr int kGrid = 12;         ///< batches at which T(n) is computed; linear between
constexpr int kFixedPoint = 100;  ///< rounds for the prompts that an iteration carries

/// Iterations next to a number of requests that decode, over those that carry prompts and those that
/// do not.
struct Iterations {
    double emptyS = 0.0;  ///< without a prompt
    double tokenS = 0.0;  ///< of one more token of a prompt
    double meanS = 0.0;
    double squareS2 = 0.0;  ///< mean square
    double activity = 0.0;
    double stayS = 0.0;           ///< of a request that decodes
    double excessS = 0.0;         ///< of it: what follows the iteration of its own prompt
    double promptShare = 0.0;     ///< of the time: iterations that carry prompts
    double promptActivity = 0.0;  ///< in these, times that share
};

/// One replica at one rate.
class Steady {
  public:
    Steady(const InferenceStep& step, const ServingMemory& memory, const ServiceLoad& load)
        : step_(step), load_(load) {
        const ServingStackSpec& stack = *step.input().stack;
        const double copies = step.input().plan.copies();
        const Speculation& speculation = step.input().plan.speculation;
        tokensGiven_ = speculation.givenTokens();
        tokensTaken_ = speculation.computedTokens();
        decodes_ = std::max(load.output.mean - 1.0, 0.0);
        steps_ = decodes_ / tokensGiven_;
        // While it decodes, a request holds its prompt and, on average over time, E[O^2]/2 E[O].
        context_ =
            load.prompt.mean + load.foundTokens +
            (load.output.mean > 0.0 ? load.output.meanSquare / (2.0 * load.output.mean) : 0.0);
        chunk_ = stack.chunkTokens * copies;
        const double own = context_ - std::min(load.sharedTokens, load.foundTokens);
        const double shared = copies * memory.growth.units(load.sharedTokens);
        places_ = std::floor(std::min(stack.maximumBatch * copies,
                                      (memory.cacheTokens - shared) / memory.unitsOf(own)));
        places_ = std::min(places_, (chunk_ - 1.0) / tokensTaken_);
    }

    SteadyService solve() {
        SteadyService result;
        if (!(places_ >= 1.0)) {
            result.saturated = load_.requestsPerS > 0.0;
            result.ttftMeanS = result.ttftP50S = result.ttftP99S = kInfinite;
            return result;
        }
        result.capacityPerS = capacity();
        const double rate = load_.requestsPerS;
        result.utilization = result.capacityPerS > 0.0 ? rate / result.capacityPerS : kInfinite;
        result.saturated = rate >= result.capacityPerS;
        rate_ = std::min(rate, 0.9999 * result.capacityPerS);
        result.servedPerS = std::min(rate, result.capacityPerS);
        if (!(rate_ > 0.0)) {
            return result;
        }
        tabulate();
        distribute(result);
        prompts(result);
        if (result.saturated) {
            result.ttftMeanS = result.ttftP50S = result.ttftP99S = kInfinite;
        }
        const double decodes = result.busy - promptShare_;
        if (promptShare_ > 0.0) {
            result.phases.add(promptShare_, promptActivity_ / promptShare_);
        }
        if (decodes > 0.0) {
            result.phases.add(decodes, std::max(result.activity - promptActivity_, 0.0) / decodes);
        }
        return result;
    }

  private:
    IterationLoad withPrompt(double n, double tokens, double meanContext) const {
        IterationLoad load = carried(n, tokens);
        load.promptPairs = tokens * (load_.foundTokens + meanContext);
        load.promptEnds = 1.0;
        return load;
    }

    IterationLoad carried(double n, double promptTokens) const {
        IterationLoad load;
        load.decodes = n;
        load.contextTokens = n * context_;
        load.promptTokens = load_.promptsElsewhere ? 0.0 : promptTokens;
        load.promptEnds = load.promptTokens / load_.prompt.mean;
        // A token of a prompt sees half of its prompt on average; longer ones have more tokens.
        load.promptPairs = load.promptTokens * load_.foundTokens +
                           load.promptTokens * 0.5 * load_.prompt.meanSquare / load_.prompt.mean;
        return load;
    }

    /// Tokens of prompts that an iteration has room for next to n that decode.
    double roomBeside(double n) const { return std::max(chunk_ - n * tokensTaken_, 1.0); }

    /// Every place taken, and as many prompts carried as keep them taken.
    double capacity() const {
        if (decodes_ <= 0.0) {
            return chunk_ / (load_.prompt.mean * step_.time(carried(0.0, chunk_)).totalS);
        }
        const double promptsOfStep = load_.promptsElsewhere ? 0.0 : load_.prompt.mean / steps_;
        const double n = std::min(places_, chunk_ / (tokensTaken_ + promptsOfStep));
        return n / (steps_ * step_.time(carried(n, n * promptsOfStep)).totalS);
    }

    /// The iterations next to n that decode.
    Iterations iterations(double n) const {
        const double room = roomBeside(n);
        const IterationTime empty = step_.time(carried(n, 0.0));
        if (load_.promptsElsewhere) {
            const double t = empty.totalS;
            return {t, 0.0, t, t * t, empty.activity, steps_ * t, 0.0, 0.0, 0.0};
        }
        double one = 0.0;
        double oneSquare = 0.0;
        double oneActivity = 0.0;
        for (const double prompt : load_.prompt.fifths) {
            const IterationTime t = step_.time(withPrompt(n, std::min(prompt, room), 0.5 * prompt));
            one += 0.2 * t.totalS;
            oneSquare += 0.2 * t.totalS * t.totalS;
            oneActivity += 0.2 * t.activity;
        }
        Iterations result;
        result.emptyS = empty.totalS;
        result.tokenS =
            (step_.time(carried(n, room)).totalS - step_.time(carried(n, 0.5 * room)).totalS) /
            (0.5 * room);
        const double extra = load_.prompt.mean * result.tokenS;
        const double extraSquare = load_.prompt.meanSquare * result.tokenS * result.tokenS;
        double t = n > 0.0 ? empty.totalS : one;
        for (int i = 0; i < kFixedPoint; ++i) {
            const double k = std::min(rate_ * t, room / load_.prompt.mean);
            const double none = n > 0.0 ? std::exp(-k) : 0.0;
            const double others = none < 1.0 ? std::max(k / (1.0 - none) - 1.0, 0.0) : 0.0;
            result.meanS = none * empty.totalS + (1.0 - none) * (one + others * extra);
            // Requests in addition to the first: their number has a Poisson distribution.
            result.squareS2 =
                none * empty.totalS * empty.totalS +
                (1.0 - none) * (oneSquare + 2.0 * one * others * extra +
                                others * others * extra * extra + others * extraSquare);
            const double matrixS = (1.0 - none) * (one + others * extra);
            result.activity =
                (none * empty.totalS * empty.activity + matrixS * oneActivity) / result.meanS;
            result.promptShare = matrixS / result.meanS;
            result.promptActivity = result.promptShare * oneActivity;
            if (std::fabs(result.meanS - t) < 1e-4 * t) {
                break;
            }
            t = result.meanS;
        }
        // A request begins to decode after an iteration longer than others: the one with its own
        // prompt. More prompts came meanwhile, and in the next one again, by the share that they
        // take of the time.
        const double share = std::min(rate_ * extra, 0.999);
        const double beside = rate_ * result.squareS2 / result.meanS * extra;
        const double longer = std::max(one + beside - result.meanS, 0.0);
        result.excessS =
            decodes_ > 0.0 ? longer * share / (1.0 - share) * (1.0 - std::pow(share, steps_)) : 0.0;
        result.stayS = steps_ * result.meanS + result.excessS;
        return result;
    }

    void tabulate() {
        for (int i = 0; i < kGrid; ++i) {
            const double share = static_cast<double>(i) / (kGrid - 1);
            const auto at = static_cast<std::size_t>(i);
            grid_[at] = 1.0 + (places_ - 1.0) * share * share;
            table_[at] = iterations(grid_[at]);
        }
    }

    double between(double n, double Iterations::*member) const {
        std::size_t i = 1;
        while (i + 1 < kGrid && grid_[i] < n) {
            ++i;
        }
        const double span = grid_[i] - grid_[i - 1];
        const double w = span > 0.0 ? std::clamp((n - grid_[i - 1]) / span, 0.0, 1.0) : 0.0;
        return table_[i - 1].*member * (1.0 - w) + table_[i].*member * w;
    }

    /// Calls f(n, log p(n) + constant) for n = 0 ... places.
    template <class F>
    void forEachState(F&& f) const {
        double logWeight = 0.0;
        f(0, logWeight);
        for (int n = 1; n <= static_cast<int>(places_); ++n) {
            logWeight += std::log(rate_ * between(n, &Iterations::stayS) / n);
            f(n, logWeight);
        }
    }

    void distribute(SteadyService& result) {
        if (decodes_ <= 0.0) {  // answers of one token: prompts only
            result.iteration = step_.time(carried(0.0, load_.prompt.mean));
            return;
        }
        double top = 0.0;
        forEachState([&](int, double logWeight) { top = std::max(top, logWeight); });
        double sum = 0.0;
        double sumN = 0.0;
        double sumActivity = 0.0;
        double last = 0.0;
        double carrying = 0.0;
        double carryingActivity = 0.0;
        forEachState([&](int n, double logWeight) {
            last = std::exp(logWeight - top);
            sum += last;
            if (n > 0) {
                sumN += last * n;
                sumActivity += last * between(n, &Iterations::activity);
                carrying += last * between(n, &Iterations::promptShare);
                carryingActivity += last * between(n, &Iterations::promptActivity);
            }
        });
        // Requests beyond the places wait: a geometric tail.
        const double ratio =
            std::min(rate_ * between(places_, &Iterations::stayS) / places_, 0.9999);
        const double tail = last * ratio / (1.0 - ratio);
        const double all = sum + tail;
        waitS_ = tail / (1.0 - ratio) / all / rate_;
        result.batch = (sumN + tail * places_) / all;
        result.busy = 1.0 - std::exp(-top) / all;
        result.activity = (sumActivity + tail * between(places_, &Iterations::activity)) / all;
        promptShare_ = (carrying + tail * between(places_, &Iterations::promptShare)) / all;
        promptActivity_ =
            (carryingActivity + tail * between(places_, &Iterations::promptActivity)) / all;
        const double busyBatch = result.batch / std::max(result.busy, 1e-9);
        result.iteration = step_.time(
            carried(busyBatch, rate_ * load_.prompt.mean * between(busyBatch, &Iterations::meanS)));
        // Requests count alike, however long their answers are.
        double perToken = 0.0;
        for (const double output : load_.output.fifths) {
            perToken += 0.2 / std::max(output - 1.0, 1.0);
        }
        const double excess = between(result.batch, &Iterations::excessS);
        result.tpotMeanS = (result.batch / rate_ - excess) / decodes_ + excess * perToken;
        if (load_.promptsElsewhere) {
            result.tpotMeanS += waitS_ / decodes_;  // for a place, after the first token
        }
        // As the tokens see it: n weighted by n.
        const double target = 0.99 * (sumN + tail * places_);
        double seen = 0.0;
        const auto each = [&](double n) {
            return between(n, &Iterations::meanS) / tokensGiven_ +
                   between(n, &Iterations::excessS) * perToken;
        };
        result.tpotP99S = each(places_);
        bool found = false;
        forEachState([&](int n, double logWeight) {
            seen += std::exp(logWeight - top) * n;
            if (!found && seen >= target) {
                found = true;
                result.tpotP99S = each(n);
            }
        });
    }

    /// Time of a prompt of a given number of tokens next to n that decode, in chunks.
    double promptS(double tokens, double n) const {
        const double room = roomBeside(n);
        const double full = std::floor(tokens / room);
        const double rest = tokens - full * room;
        double sum = full > 0.0 ? full * step_.time(withPrompt(n, room, 0.5 * tokens)).totalS : 0.0;
        sum += rest > 0.0 ? step_.time(withPrompt(n, rest, tokens - 0.5 * rest)).totalS : 0.0;
        return sum;
    }

    /// From the end of its chunks to its first token: of the largest, which the others follow through
    /// the stages.
    double laterS(double tokens, double n) const {
        const double chunk = std::min(tokens, roomBeside(n));
        return step_.laterS(withPrompt(n, chunk, tokens - 0.5 * chunk));
    }

    void prompts(SteadyService& result) {
        if (load_.promptsElsewhere) {
            result.tpotP99S += std::log(100.0) * waitS_ / decodes_;
            return;
        }
        const double n = decodes_ > 0.0 ? std::min(result.batch, places_) : 0.0;
        const Iterations here = iterations(n);
        const double variation = 0.5 * (1.0 + load_.burstiness * load_.burstiness);
        double own = 0.0;
        double later = 0.0;
        for (const double prompt : load_.prompt.fifths) {
            own += 0.2 * promptS(prompt, n);
            later += 0.2 * laterS(prompt, n);
        }
        // A request that comes to an idle replica waits for nothing.
        const double busy = decodes_ > 0.0 ? result.busy : std::min(1.0, rate_ * own);
        const double age = here.meanS > 0.0 ? busy * here.squareS2 / here.meanS : 0.0;
        const double beside = rate_ * age * load_.prompt.mean * here.tokenS;
        const double filled =
            std::min(rate_ * load_.prompt.mean * here.meanS / roomBeside(n), 0.999);
        const double backlog = here.meanS * filled * filled / (2.0 * (1.0 - filled));
        const double wait = (waitS_ + backlog) * variation;
        result.ttftMeanS = wait + 0.5 * age + own + later + beside;
        const double spread = wait + 0.5 * age + beside;
        const auto alone = [&](double prompt) { return promptS(prompt, n) + laterS(prompt, n); };
        result.ttftP50S = alone(load_.prompt.fifths[2]) + spread * std::log(2.0);
        result.ttftP99S =
            std::max(alone(load_.prompt.p99) + spread, own + later + spread * std::log(100.0));
        if (decodes_ <= 0.0) {
            result.busy = std::min(1.0, rate_ * own);
            result.activity = result.busy * result.iteration.activity;
            promptShare_ = result.busy;
            promptActivity_ = result.activity;
            return;
        }
        // Prompts that come while nothing decodes.
        const double idle =
            (1.0 - result.busy) * std::min(1.0, rate_ * promptS(load_.prompt.mean, 0.0));
        result.busy += idle;
        const double promptsAlone = idle * step_.time(carried(0.0, load_.prompt.mean)).activity;
        result.activity += promptsAlone;
        promptShare_ += idle;
        promptActivity_ += promptsAlone;
        // A short answer has few iterations to average over.
        const double deviation =
            std::sqrt(std::max(here.squareS2 - here.meanS * here.meanS, 0.0) /
                      std::max((load_.output.fifths[0] - 1.0) / tokensGiven_, 1.0)) /
            tokensGiven_;
        result.tpotP99S += deviation * (std::log(100.0) - 1.0);
    }

    const InferenceStep& step_;
    const ServiceLoad& load_;
    double decodes_ = 0.0;      ///< tokens of an answer after the first
    double steps_ = 0.0;        ///< iterations in which they are given
    double tokensGiven_ = 1.0;  ///< of a request in an iteration
    double tokensTaken_ = 1.0;  ///< that it takes of the iteration's tokens
    double context_ = 0.0;
    double chunk_ = 0.0;
    double places_ = 0.0;
    double rate_ = 0.0;
    double waitS_ = 0.0;
    double promptShare_ = 0.0;     ///< of all time: iterations that carry prompts
    double promptActivity_ = 0.0;  ///< in these, times that share
    std::array<double, kGrid> grid_{};
    std::array<Iterations, kGrid> table_{};
};

}  // namespace

SteadyService steadyService(const InferenceStep& step, const ServingMemory& memory,
                            const ServiceLoad& load) {
    return Steady(step, memory, load).solve();
}

SteadyService steadyPools(const InferenceStep& step, const ServingMemory& memory,
                          const ServiceLoad& all, const ServicePools& pools) {
    const double prompts = std::max(pools.prompts, 1);
    const double answers = std::max(pools.answers, 1);
    ServiceLoad first = all;
    first.requestsPerS = all.requestsPerS / prompts;
    first.output = lengthMoments(Curve({0.0, 100.0}, {1.0, 1.0}));
    const SteadyService before = steadyService(step, memory, first);
    ServiceLoad then = all;
    then.requestsPerS = before.servedPerS * prompts / answers;
    then.promptsElsewhere = true;
    const double decodes = all.output.mean - 1.0;
    if (!(decodes > 0.0)) {
        then = first;  // nothing to generate: those replicas idle
        then.requestsPerS = 0.0;
    }
    SteadyService sum = steadyService(step, memory, then);
    const double most = before.capacityPerS * prompts / answers;
    sum.capacityPerS = decodes > 0.0 ? std::min(sum.capacityPerS, most) : most;
    const double rate = all.requestsPerS / answers;
    sum.utilization = sum.capacityPerS > 0.0 ? rate / sum.capacityPerS : kInfinite;
    sum.saturated = before.saturated || sum.saturated;
    sum.servedPerS = std::min(rate, sum.capacityPerS);
    sum.ttftMeanS = before.ttftMeanS;
    sum.ttftP50S = before.ttftP50S;
    sum.ttftP99S = before.ttftP99S;
    if (decodes > 0.0 && pools.transferBytesPerS > 0.0) {
        const double each = memory.cacheBytesPerToken / pools.transferBytesPerS / decodes;
        sum.tpotMeanS += memory.growth.units(all.prompt.mean + all.foundTokens) * each;
        sum.tpotP99S += memory.growth.units(all.prompt.p99 + all.foundTokens) * each;
    }
    const double share = prompts / (prompts + answers);
    sum.phases = sum.phases.times(1.0 - share);
    sum.phases.add(share, before.phases);
    sum.activity += share * (before.activity - sum.activity);
    sum.busy += share * (before.busy - sum.busy);
    return sum;
}

double steadyAttainment(const SteadyService& state, double ttftLimitS, double tpotLimitS) {
    if (state.saturated) {
        return 0.0;
    }
    // Two points of each distribution are known: an exponential through median and 99th percentile.
    const auto below = [](double limit, double middle, double p99, double middleShare) {
        if (limit >= p99) {
            return 1.0 - 0.01 * std::exp(-(limit - p99) / std::max(p99 - middle, 1e-12));
        }
        if (limit <= middle) {
            return middle > 0.0 ? middleShare * limit / middle * (limit >= 0.5 * middle ? 1.0 : 0.0)
                                : 1.0;
        }
        const double place = (limit - middle) / (p99 - middle);
        return 1.0 - (1.0 - middleShare) * std::pow(0.01 / (1.0 - middleShare), place);
    };
    return below(ttftLimitS, state.ttftP50S, state.ttftP99S, 0.5) *
           below(tpotLimitS, state.tpotMeanS, state.tpotP99S, 0.5);
}

}  // namespace headroom::models
