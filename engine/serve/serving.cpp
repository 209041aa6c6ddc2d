// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/serving.h"

#include "engine/serve/replica.h"
#include "engine/serve/serving_result.h"
#include "models/core/random.h"
#include "models/workload/prefix_reuse.h"
#include "models/workload/usual.h"

#include <queue>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

using models::PrefillMode;
using models::RequestRouting;
using models::ScalingPolicy;

enum class EventKind : std::uint8_t { IterationEnd, Transferred, Ready, Arrival, Scaling };

struct Event {
    double timeS = 0.0;
    EventKind kind = EventKind::Arrival;
    std::uint64_t order = 0;
    std::uint32_t index = 0;

    bool operator>(const Event& other) const {
        if (timeS != other.timeS) {
            return timeS > other.timeS;
        }
        return kind != other.kind ? kind > other.kind : order > other.order;
    }
};

enum class Phase : std::uint8_t { Starting, Serving, Leaving, Gone };

struct Server {
    Replica replica;
    ReplicaRole role;
    Phase phase = Phase::Serving;
    bool busy = false;
    double sinceS = 0.0;      ///< it holds its accelerators
    double iterationS = 0.0;  ///< of the iteration under way
    models::IterationTime iteration;
    double batch = 0.0;
    double linkFreeS = 0.0;  ///< its adapter is done with the caches that it sends
    double laterS = 0.0;  ///< first tokens of the iteration under way leave the last stage after it
};

class Service {
  public:
    Service(const RequestStream& requests, const ServingOptions& options)
        : requests_(requests),
          options_(options),
          step_(options.replica),
          memory_(models::servingMemory(options.replica)),
          reuse_(models::prefixOf(options.service)),
          tally_(requests, options) {
        const models::ServingStackSpec& stack = *options.replica.stack;
        const double copies = options.replica.plan.copies();
        limits_.blockTokens = stack.cacheBlockTokens;
        limits_.batch = static_cast<int>(stack.maximumBatch * copies);
        // States of a hybrid model take their place for as many requests as run, at most half of it.
        const double each = memory_.requestTokens();
        if (each > 0.0) {
            const double most = std::max(1.0, std::floor(0.5 * memory_.cacheTokens / each));
            limits_.batch = static_cast<int>(std::min<double>(limits_.batch, most));
        }
        limits_.cacheBlocks =
            std::floor((memory_.cacheTokens - limits_.batch * each) / stack.cacheBlockTokens);
        limits_.chunkTokens = static_cast<int>(stack.chunkTokens * copies);
        limits_.preemption = options.service.preemption;
        limits_.swapBytesPerS = options.swapBytesPerS;
        limits_.cacheBytesPerToken = memory_.cacheBytesPerToken;
        limits_.growth = memory_.growth;
        limits_.speculation = options.replica.plan.speculation;
        limits_.sharedTokens = reuse_.sharedTokens;
        limits_.seed = options.seed;
        limits_.cacheBlocks -=
            std::ceil(copies * memory_.growth.units(reuse_.sharedTokens) / limits_.blockTokens);
        works_ = std::isfinite(step_.time({.decodes = 1.0, .contextTokens = 1.0}).totalS);
    }

    ServingResult run() {
        begin();
        while (!events_.empty() && open_ > 0) {
            const Event event = events_.top();
            events_.pop();
            tally_.advance(event.timeS, inSystem_);
            now_ = event.timeS;
            handle(event);
        }
        for (Server& server : servers_) {
            leave(server);
        }
        return tally_.result(now_);
    }

  private:
    bool split() const { return options_.service.prefill == PrefillMode::Disaggregated; }

    void post(double timeS, EventKind kind, std::size_t index) {
        events_.push({timeS, kind, order_++, static_cast<std::uint32_t>(index)});
    }

    void begin() {
        open_ = requests_.size();
        const ReplicaRole role = split() ? ReplicaRole::Decode : ReplicaRole::Both;
        for (int i = 0; i < options_.service.replicas; ++i) {
            add(role, Phase::Serving);
        }
        for (int i = 0; split() && i < options_.service.prefillReplicas; ++i) {
            add(ReplicaRole::Prefill, Phase::Serving);
        }
        if (!requests_.empty()) {
            post(requests_.front().arrivalS, EventKind::Arrival, 0);
        }
        if (options_.service.scaling != ScalingPolicy::None) {
            post(models::kScalingPeriodS, EventKind::Scaling, 0);
        }
        tally_.scaled(0.0, holding());
    }

    void add(ReplicaRole role, Phase phase) {
        servers_.push_back(
            Server{Replica(role, limits_), role, phase, false, now_, 0.0, {}, 0.0, 0.0});
    }

    void handle(const Event& event) {
        switch (event.kind) {
            case EventKind::Arrival:
                arrive(event.index);
                break;
            case EventKind::IterationEnd:
                endIteration(event.index);
                break;
            case EventKind::Transferred:
                enter(ReplicaRole::Decode, pending_[event.index]);
                break;
            case EventKind::Ready:
                if (servers_[event.index].phase == Phase::Starting) {
                    servers_[event.index].phase = Phase::Serving;
                }
                start(event.index);
                break;
            case EventKind::Scaling:
                scale();
                post(now_ + models::kScalingPeriodS, EventKind::Scaling, 0);
                break;
        }
    }

    void arrive(std::uint32_t id) {
        if (id + 1U < requests_.size()) {
            post(requests_[id + 1U].arrivalS, EventKind::Arrival, id + 1U);
        }
        ++inSystem_;
        const Request& request = requests_[id];
        const double largest =
            limits_.cacheBlocks * limits_.blockTokens / options_.replica.plan.copies();
        const double own =
            std::max(1.0, request.promptTokens - reuse_.sharedTokens) + request.outputTokens;
        if (!works_ || own > largest) {
            tally_.rejected(id);
            gone();
            return;
        }
        ServedRequest served;
        served.id = id;
        served.prompt = request.promptTokens;
        served.output = request.outputTokens;
        served.found = static_cast<int>(reuse_.foundTokens(request.promptTokens));
        served.computed = served.found;
        tally_.found(served.found);
        enter(split() ? ReplicaRole::Prefill : ReplicaRole::Both, served);
    }

    void gone() {
        --open_;
        --inSystem_;
    }

    void enter(ReplicaRole role, const ServedRequest& request) {
        const std::size_t target = route(role, request.id);
        servers_[target].replica.push(request);
        start(target);
    }

    /// A replica of the role that takes requests: there is always one, as a service keeps its
    /// fewest replicas serving.
    std::size_t route(ReplicaRole role, std::uint32_t id) {
        choices_.clear();
        for (std::size_t i = 0; i < servers_.size(); ++i) {
            if (servers_[i].role == role && servers_[i].phase == Phase::Serving) {
                choices_.push_back(i);
            }
        }
        const auto inside = [&](std::size_t i) { return servers_[i].replica.inside(); };
        const auto lighter = [&](std::size_t a, std::size_t b) {
            return inside(a) != inside(b) ? inside(a) < inside(b) : a < b;
        };
        switch (options_.service.routing) {
            case RequestRouting::RoundRobin:
                return choices_[turn_++ % choices_.size()];
            case RequestRouting::LeastLoaded:
                return *std::min_element(choices_.begin(), choices_.end(), lighter);
            case RequestRouting::PowerOfTwo:
                break;
        }
        const auto pick = [&](std::uint64_t n) {
            const double u = models::randomUniform(options_.seed, 0x726f757465ULL, 2ULL * id + n);
            return choices_[static_cast<std::size_t>(u * static_cast<double>(choices_.size()))];
        };
        const std::size_t first = pick(0);
        const std::size_t second = pick(1);
        return lighter(first, second) ? first : second;
    }

    void start(std::size_t index) {
        Server& server = servers_[index];
        if (server.busy || server.phase == Phase::Starting || !server.replica.hasWork()) {
            return;
        }
        const models::IterationLoad& load = server.replica.form();
        server.iteration = step_.time(load);
        server.iterationS = server.iteration.totalS + server.replica.swapS();
        server.laterS = step_.laterS(load);
        server.batch = load.decodes;
        server.busy = true;
        post(now_ + server.iterationS, EventKind::IterationEnd, index);
    }

    void endIteration(std::uint32_t index) {
        Server& server = servers_[index];
        server.busy = false;
        tally_.iteration(now_, server.iterationS, server.iteration.activity, server.batch,
                         server.replica.cacheShare());
        const Replica::Ended& ended = server.replica.finish(server.laterS);
        tally_.preempted(ended.preempted, ended.recomputedTokens);
        for (const ServedRequest& request : ended.given) {
            tally_.gave(request.id, request.given, request.givenNow, now_ + request.laterS);
        }
        for (const ServedRequest& request : ended.done) {
            if (request.given >= request.output) {
                tally_.completed(request.id, now_ + request.laterS);
                gone();
            } else {
                send(server, request);
            }
        }
        start(index);
        if (server.phase == Phase::Leaving && !server.replica.hasWork()) {
            leave(server);
        }
    }

    /// A prompt's cache goes to a replica that decodes: all ranks send their part at once.
    void send(Server& from, const ServedRequest& request) {
        const double bytes = memory_.growth.units(request.prompt) * memory_.cacheBytesPerToken;
        from.linkFreeS =
            std::max(from.linkFreeS, now_ + request.laterS) + bytes / options_.transferBytesPerS;
        ServedRequest moved = request;
        moved.laterS = 0.0;
        moved.blocks = 0;
        pending_.push_back(moved);
        post(from.linkFreeS, EventKind::Transferred, pending_.size() - 1);
    }

    int holding() const {
        return static_cast<int>(
            std::count_if(servers_.begin(), servers_.end(), [](const Server& s) {
                return s.role != ReplicaRole::Prefill &&
                       (s.phase == Phase::Serving || s.phase == Phase::Starting);
            }));
    }

    double metric(int replicas) const {
        double sum = 0.0;
        for (const Server& s : servers_) {
            if (s.role == ReplicaRole::Prefill || s.phase != Phase::Serving) {
                continue;
            }
            sum += options_.service.scaling == ScalingPolicy::Queue
                       ? static_cast<double>(s.replica.waiting())
                       : s.replica.occupancy();
        }
        return sum / replicas;  // replicas that start count: they will share the load
    }

    void scale() {
        const models::InferenceServiceSpec& service = options_.service;
        const int now = holding();
        const double ratio = metric(now) / service.scalingTarget;
        int wish = now;
        if (std::fabs(ratio - 1.0) > models::kScalingTolerance) {
            wish = static_cast<int>(std::ceil(now * ratio - 1e-9));
        }
        wish = std::clamp(wish, service.minimumReplicas,
                          std::max(service.minimumReplicas, service.maximumReplicas));
        wishes_.push_back({now_, wish});
        const auto old = [&](const ReplicaChange& w) { return w.timeS < now_ - service.cooldownS; };
        wishes_.erase(wishes_.begin(), std::find_if_not(wishes_.begin(), wishes_.end(), old));
        if (wish < now) {
            for (const ReplicaChange& w : wishes_) {
                wish = std::max(wish, std::min(w.replicas, now));
            }
        }
        grow(wish - now);
        shrink(now - wish);
        if (wish != now) {
            tally_.scaled(now_, holding());
        }
    }

    void grow(int count) {
        for (int i = 0; i < count; ++i) {
            add(split() ? ReplicaRole::Decode : ReplicaRole::Both, Phase::Starting);
            post(now_ + options_.replica.stack->startS + options_.loadS, EventKind::Ready,
                 servers_.size() - 1);
        }
    }

    /// The youngest go first; those that still start, at once.
    void shrink(int count) {
        for (std::size_t i = servers_.size(); i-- > 0 && count > 0;) {
            Server& server = servers_[i];
            if (server.role == ReplicaRole::Prefill || server.phase == Phase::Gone ||
                server.phase == Phase::Leaving) {
                continue;
            }
            --count;
            server.phase = Phase::Leaving;
            if (!server.busy && !server.replica.hasWork()) {
                leave(server);
            }
        }
    }

    void leave(Server& server) {
        if (server.phase != Phase::Gone) {
            server.phase = Phase::Gone;
            tally_.held(server.sinceS, now_, server.role != ReplicaRole::Prefill);
        }
    }

    const RequestStream& requests_;
    const ServingOptions& options_;
    models::InferenceStep step_;
    models::ServingMemory memory_;
    models::PrefixReuse reuse_;
    ServingTally tally_;
    ReplicaLimits limits_;
    bool works_ = false;  ///< the replica comes to an end of an iteration
    std::vector<Server> servers_;
    std::vector<ServedRequest> pending_;
    std::vector<std::size_t> choices_;
    std::vector<ReplicaChange> wishes_;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
    std::uint64_t order_ = 0;
    std::uint64_t turn_ = 0;
    std::size_t open_ = 0;
    std::size_t inSystem_ = 0;
    double now_ = 0.0;
};

}  // namespace

ServingResult serve(const RequestStream& requests, const ServingOptions& options) {
    return Service(requests, options).run();
}

}  // namespace headroom::engine
