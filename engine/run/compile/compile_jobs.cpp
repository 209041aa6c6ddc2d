// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compile/compile_jobs.h"

#include "engine/base/plain_text.h"
#include "engine/document/software_of.h"
#include "engine/estimate/inference.h"
#include "engine/exchange/job_trace.h"
#include "engine/exchange/trace_map.h"
#include "engine/run/compile/trace_pools.h"
#include "engine/run/services/services.h"
#include "engine/run/workload/job_rate.h"
#include "engine/run/workload/placement.h"
#include "engine/serve/request_trace.h"
#include "models/network/usual.h"
#include "models/workload/job_trace.h"
#include "models/workload/prefix_reuse.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace headroom::engine {

namespace {

class JobCompiler {
  public:
    JobCompiler(Plant& plant, const Project& project, const Catalogue& catalogue,
                const RunOptions& options, const CompileFault& fail, Errors& errors)
        : plant_(plant),
          project_(project),
          catalogue_(catalogue),
          options_(options),
          fail_(fail),
          errors_(errors) {}

    void compile() {
        for (const CatalogueEntry* entry : catalogue_.entriesOf("job_profile")) {
            plant_.profiles.push_back(
                {entry->id, *static_cast<const models::JobProfileSpec*>(entry->spec.get())});
        }
        const bool isReplay = !options_.traceFile.empty();
        if (!isReplay) {
            training();
        }
        services();
        if (isReplay) {
            traceFromOptions();
        } else {
            batches();
            generators();
            traces();
        }
        tenants();
        scheduling();
        data();
    }

  private:
    void training();
    void services();
    void batches();
    void generators();
    void traces();
    void pattern(PlantGenerator& g);
    void trace(const std::string& id, const std::filesystem::path& file,
               const models::JobTraceSpec& spec, double offsetS);
    models::JobTraceSpec likeProject() const;
    void traceFromOptions();
    void tenants();
    void scheduling();
    void data();
    void dataOf(const std::string& id, PlantTerms& terms) const;

    int profileOf(const std::string& id, const std::string& subject) const {
        for (std::size_t i = 0; i < plant_.profiles.size(); ++i) {
            if (plant_.profiles[i].id == id) {
                return static_cast<int>(i);
            }
        }
        fail_("SIM-001", subject,
              "no " + std::string{models::JobProfileSpec::type().label} + " '" + id +
                  "' in the catalogue.",
              "Name a part of `headroom-cli catalog job_profile`.");
        return -1;
    }

    PoolIndex poolOf(const std::string& accelerator, const std::string& subject) const {
        for (std::size_t i = 0; i < plant_.pools.size(); ++i) {
            if (plant_.pools[i].accelerator == accelerator) {
                return PoolIndex(i);
            }
        }
        fail_("SIM-004", subject,
              "asks for accelerator '" + accelerator + "', of which the project has none.",
              "Name a kind that a rack block holds.");
        return PoolIndex(0);
    }

    void number(const std::string& tenant) {
        const auto next = static_cast<std::int32_t>(plant_.tenants.size());
        if (!tenant.empty() && tenantNumber_.emplace(tenant, next).second) {
            plant_.tenants.push_back(tenant);
        }
    }

    /// Index in Plant::tenants; -1 without a name.
    std::int32_t numberOf(const std::string& tenant) const {
        return tenant.empty() ? -1 : tenantNumber_.at(tenant);
    }

    void keep(PlantTrace trace, ResultAll<JobTrace> read) {
        if (read) {
            trace.jobs = std::move(read->jobs);
            trace.notes = std::move(read->notes);
            assignTracePools(trace, *read, plant_.pools);
        } else {
            errors_.insert(errors_.end(), read.error().begin(), read.error().end());
        }
        plant_.traces.push_back(std::move(trace));
    }

    Plant& plant_;
    const Project& project_;
    const Catalogue& catalogue_;
    const RunOptions& options_;
    const CompileFault& fail_;
    Errors& errors_;
    std::unordered_map<std::string, std::int32_t> tenantNumber_;
};

void JobCompiler::training() {
    for (const Object* object : project_.objectsOf("training_job")) {
        PlantTraining t;
        t.id = object->id;
        t.spec = specOf<models::TrainingJobSpec>(*object);
        t.terms.terms = t.spec.terms;
        if (const auto* model = catalogue_.spec<models::LanguageModelSpec>(t.spec.model)) {
            t.model = *model;
        } else {
            fail_("SIM-001", t.id,
                  "no " + std::string{models::LanguageModelSpec::type().label} + " '" +
                      t.spec.model + "' in the catalogue.",
                  "Name a part of `headroom-cli catalog language_model`.");
        }
        if (const auto* software = softwareOf(t.spec, catalogue_)) {
            t.software = *software;
        } else {
            fail_("SIM-001", t.id,
                  "no " + std::string{models::SoftwareStackSpec::type().label} + " '" +
                      t.spec.softwareStack + "' in the catalogue.",
                  "Name a part of `headroom-cli catalog software_stack`.");
        }
        t.profileIndex = profileOf(t.spec.profile, t.id);
        if (t.profileIndex >= 0) {
            t.profile = plant_.profiles[static_cast<std::size_t>(t.profileIndex)].spec;
        }
        t.pool = poolOf(t.spec.accelerator, t.id);
        t.checkpointBytes = models::checkpointBytes(t.model, t.profile);
        const int group = t.spec.tensorParallel * t.spec.pipelineParallel * t.spec.contextParallel;
        if (t.spec.accelerators % group != 0) {
            fail_(
                "SIM-017", t.id,
                std::to_string(t.spec.accelerators) +
                    " accelerators are not a multiple of tensor x pipeline x context parallel = " +
                    std::to_string(group) + ".",
                "Change one of them.");
        }
        const PlantPool& pool = plant_.pools[static_cast<std::size_t>(t.pool)];
        const PlantBlock& block = plant_.blocks[static_cast<std::size_t>(pool.blocks.front())];
        // Without drives whose rates are known, a checkpoint is safe in the shared storage only.
        t.checkpointTier = t.profile.checkpointTier;
        t.nvmeReadBytesPerS = block.server.nvmeReadBytesPerS;
        t.nvmeWriteBytesPerS = block.server.nvmeWriteBytesPerS;
        if (t.checkpointTier == models::CheckpointTier::LocalNvme &&
            !(t.nvmeReadBytesPerS > 0.0 && t.nvmeWriteBytesPerS > 0.0)) {
            t.checkpointTier = models::CheckpointTier::Storage;
        }
        const PlantFabric& fabric = plant_.fabrics[static_cast<std::size_t>(block.fabric)];
        const models::TrainingStepInput input = trainingInput(t, pool, fabric);
        const models::TrainingStep step = models::trainingStep(input);
        t.spread = models::trainingSpread(input, step, models::trainingKnowledge(input));
        if (!std::isfinite(step.stepS)) {
            fail_("SIM-020", t.id,
                  "its step has no end: accelerator '" + t.spec.accelerator +
                      "' states no scale-up or scale-out bandwidth that the plan needs.",
                  "State it in the catalogue, keep the job inside one scale-up domain, or choose "
                  "another accelerator.");
        }
        plant_.training.push_back(std::move(t));
    }
}

void JobCompiler::services() {
    for (const Object* object : project_.objectsOf("inference_service")) {
        PlantService s;
        s.id = object->id;
        s.spec = specOf<models::InferenceServiceSpec>(*object);
        const auto* model = catalogue_.spec<models::LanguageModelSpec>(s.spec.model);
        const auto* stack = catalogue_.spec<models::ServingStackSpec>(s.spec.stack);
        const auto* requests = catalogue_.spec<models::RequestProfileSpec>(s.spec.requests);
        const auto* library = catalogue_.spec<models::CollectiveLibrarySpec>("nccl");
        if (model == nullptr || stack == nullptr || requests == nullptr || library == nullptr) {
            fail_("SIM-001", s.id, "names a model, stack or requests that the catalogue has not.",
                  "Name parts of `headroom-cli catalog`.");
            continue;
        }
        s.model = *model;
        s.stack = *stack;
        if (!s.spec.draftModel.empty()) {
            const auto* draft = catalogue_.spec<models::LanguageModelSpec>(s.spec.draftModel);
            if (draft == nullptr) {
                fail_("SIM-001", s.id,
                      "names the draft model '" + s.spec.draftModel +
                          "', which the catalogue has not.",
                      "Name a language_model of `headroom-cli catalog`.");
                continue;
            }
            s.draft = *draft;
        }
        s.requests = *requests;
        s.library = *library;
        s.profileIndex = profileOf("fixed", s.id);  // what it never uses: checkpoints, traffic
        s.pool = poolOf(s.spec.accelerator, s.id);
        s.accelerators = models::InferencePlan{s.spec.tensorParallel, s.spec.pipelineParallel,
                                               s.spec.expertParallel}
                             .accelerators();
        if (!s.spec.trace.empty()) {
            models::RequestTraceSpec columns;
            const auto read =
                applyTraceMap(s.spec.traceMap, models::RequestTraceSpec::type(), &columns)
                    .and_then([&] {
                        return readRequestTrace(project_.folder() / s.spec.trace, columns);
                    });
            if (!read) {
                errors_.push_back(read.error());
                continue;
            }
            s.requests = engine::profileOf(read->requests);
            for (const Request& request : read->requests) {
                s.perMinute.resize(static_cast<std::size_t>(request.arrivalS / 60.0) + 1, 0.0);
                s.perMinute.back() += 1.0;
            }
        }
        const models::PrefixReuse reuse = models::prefixOf(s.spec);
        const models::ComputedPrompt prompt =
            models::computedPrompt(s.requests.promptTokens, reuse);
        s.prompt = prompt.computed;
        s.foundTokens = prompt.foundTokens;
        s.sharedTokens = std::min(reuse.sharedTokens, prompt.foundTokens);
        s.output = models::lengthMoments(s.requests.outputTokens);
        const models::InferenceInput input = replicaInput(plant_, s, 1.0);
        const models::ServingMemory memory = models::servingMemory(input);
        if (!memory.fits()) {
            fail_("SIM-040", s.id,
                  "its weights do not fit the memory of " + std::to_string(s.accelerators) +
                      " x '" + s.spec.accelerator + "'.",
                  "Raise tensor_parallel or pipeline_parallel, or lower weight_bits.");
        } else if (!std::isfinite(models::InferenceStep(input)
                                      .time({.decodes = 1.0, .contextTokens = 1.0})
                                      .totalS)) {
            fail_("SIM-020", s.id,
                  "its iteration has no end: accelerator '" + s.spec.accelerator +
                      "' states no scale-up or scale-out bandwidth that the plan needs.",
                  "State it in the catalogue, or keep a replica inside one scale-up domain.");
        }
        const PlantPool& pool = plant_.pools[static_cast<std::size_t>(s.pool)];
        const models::ServerSpec& server =
            plant_.blocks[static_cast<std::size_t>(pool.blocks.front())].server;
        const double frontEnd =
            server.frontEndBytesPerS > 0.0 ? server.frontEndBytesPerS : models::kFrontEndBytesPerS;
        const double servers =
            std::ceil(static_cast<double>(s.accelerators) / std::max(1, server.accelerators));
        s.startS = s.stack.startS + memory.weightBytes * s.accelerators / (servers * frontEnd);
        plant_.services.push_back(std::move(s));
    }
}

void JobCompiler::batches() {
    for (const Object* object : project_.objectsOf("batch_job")) {
        PlantBatch b;
        b.id = object->id;
        b.spec = specOf<models::BatchJobSpec>(*object);
        b.terms.terms = b.spec.terms;
        b.profileIndex = profileOf(b.spec.profile, b.id);
        b.pool = poolOf(b.spec.accelerator, b.id);
        plant_.batches.push_back(std::move(b));
    }
}

void JobCompiler::generators() {
    for (const Object* object : project_.objectsOf("job_generator")) {
        PlantGenerator g;
        g.id = object->id;
        g.spec = specOf<models::JobGeneratorSpec>(*object);
        g.terms.terms = g.spec.terms;
        g.profileIndex = profileOf(g.spec.profile, g.id);
        g.pool = poolOf(g.spec.accelerator, g.id);
        pattern(g);
        double sum = 0.0;
        for (const double weight : g.spec.sizes.y()) {
            sum += weight;
            g.cumulativeWeight.push_back(sum);
        }
        if (!g.spec.sizes.empty() && (!(sum > 0.0) || g.spec.sizes.x().front() < 1.0)) {
            fail_("SIM-018", g.id,
                  "its sizes have no positive weight, or ask for less than one "
                  "accelerator.",
                  "Give points [accelerators, weight].");
        }
        plant_.generators.push_back(std::move(g));
    }
}

/// Figures that the generator does not state are its pattern's; without one it must state all.
void JobCompiler::pattern(PlantGenerator& g) {
    models::JobGeneratorSpec& own = g.spec;
    if (own.pattern.empty()) {
        if (std::isnan(own.arrivalsPerS) || own.sizes.empty() || std::isnan(own.medianRunS) ||
            std::isnan(own.meanRunS)) {
            fail_("SIM-032", g.id,
                  "states neither a pattern nor all of arrivals, sizes, median and mean run time.",
                  "Name a part of `headroom-cli catalog workload_pattern`, or state the four.");
        }
        return;
    }
    const auto* part = catalogue_.spec<models::WorkloadPatternSpec>(own.pattern);
    if (part == nullptr) {
        fail_("SIM-001", g.id,
              "no " + std::string{models::WorkloadPatternSpec::type().label} + " '" + own.pattern +
                  "' in the catalogue.",
              "Name a part of `headroom-cli catalog workload_pattern`.");
        return;
    }
    g.patterned = true;
    g.pattern = *part;
    if (std::isnan(own.arrivalsPerS)) {
        own.arrivalsPerS = part->arrivalsPerS;
    }
    if (own.sizes.empty()) {
        own.sizes = part->sizes;
    }
    if (!std::isnan(own.medianRunS)) {
        g.pattern.run = models::RunDistribution::LogNormal;
        g.pattern.medianRunS = own.medianRunS;
        g.pattern.meanRunS = std::isnan(own.meanRunS) ? own.medianRunS : own.meanRunS;
    }
    g.pattern.maximumRunS = std::min(g.pattern.maximumRunS, own.maximumRunS);
    for (int hour = 0; hour < 168; ++hour) {
        g.hourWeight.push_back(models::arrivalWeight(g.pattern, hour));
    }
    if (*std::max_element(g.hourWeight.begin(), g.hourWeight.end()) <= 0.0) {
        fail_("SIM-018", g.id, "its pattern has no hour in which anything arrives.",
              "Give weights above 0.");
    }
}

void JobCompiler::traces() {
    for (const Object* object : project_.objectsOf("job_trace")) {
        const auto spec = specOf<models::JobTraceSpec>(*object);
        trace(object->id, project_.folder() / spec.file, spec, spec.offsetS);
    }
}

void JobCompiler::trace(const std::string& id, const std::filesystem::path& file,
                        const models::JobTraceSpec& spec, double offsetS) {
    PlantTrace t;
    t.id = id;
    t.terms.terms = spec.terms;
    t.profileIndex = profileOf(spec.profile, t.id);
    t.pool = poolOf(spec.accelerator, t.id);
    t.checkpointS = spec.checkpointS;
    t.offsetS = offsetS;
    keep(std::move(t), readJobTrace(file, spec));
}

/// The trace runs as the first source of jobs of the project says, on its accelerators and with its profile.
models::JobTraceSpec JobCompiler::likeProject() const {
    models::JobTraceSpec like;
    const auto as = [&](const auto& spec) {
        like.accelerator = spec.accelerator, like.profile = spec.profile,
        like.checkpointS = spec.checkpointS;
        like.terms = spec.terms;
    };
    if (const auto generators = project_.objectsOf("job_generator"); !generators.empty()) {
        as(specOf<models::JobGeneratorSpec>(*generators.front()));
    } else if (const auto traces = project_.objectsOf("job_trace"); !traces.empty()) {
        as(specOf<models::JobTraceSpec>(*traces.front()));
    } else if (const auto batches = project_.objectsOf("batch_job"); !batches.empty()) {
        as(specOf<models::BatchJobSpec>(*batches.front()));
    } else if (const auto training = project_.objectsOf("training_job"); !training.empty()) {
        as(specOf<models::TrainingJobSpec>(*training.front()));
    }
    return like;
}

void JobCompiler::traceFromOptions() {
    models::JobTraceSpec spec = likeProject();
    if (const auto fine = applyTraceMap(options_.traceMap, models::JobTraceSpec::type(), &spec);
        !fine) {
        errors_.push_back(fine.error());
        return;
    }
    if (spec.accelerator.empty() || spec.profile.empty()) {
        fail_("SIM-019", "project",
              "has no jobs that say on which accelerators and with which profile the trace runs.",
              "Add them to --trace-map: accelerator=h100-sxm,profile=philly-mixed.");
        return;
    }
    trace(plainText(options_.traceFile.filename().string()), options_.traceFile, spec,
          options_.traceOffsetS > 0.0 ? options_.traceOffsetS : spec.offsetS);
}

/// Numbers the tenants that anything names: those of the project in its order, then the others.
void JobCompiler::tenants() {
    std::vector<std::string> names;
    const auto forEachTerms = [&](auto&& f) {
        const auto all = [&](auto& list) {
            for (auto& source : list) {
                f(source.terms);
            }
        };
        all(plant_.training);
        all(plant_.batches);
        all(plant_.generators);
        all(plant_.traces);
    };
    forEachTerms([&](const PlantTerms& t) { names.push_back(t.terms.tenant); });
    for (const PlantService& service : plant_.services) {
        names.push_back(service.spec.tenant);
    }
    for (const PlantTrace& trace : plant_.traces) {
        for (const TraceJob& job : trace.jobs) {
            if (names.empty() || names.back() != job.tenant) {
                names.push_back(job.tenant);
            }
        }
    }
    std::sort(names.begin(), names.end());
    for (const Object* object : project_.objectsOf("tenant")) {
        number(object->id);
    }
    for (const std::string& name : names) {
        number(name);
    }
    forEachTerms([&](PlantTerms& t) { t.tenant = numberOf(t.terms.tenant); });
    for (PlantService& service : plant_.services) {
        service.tenant = numberOf(service.spec.tenant);
    }
    for (PlantTrace& trace : plant_.traces) {
        trace.tenant.reserve(trace.jobs.size());
        for (const TraceJob& job : trace.jobs) {
            trace.tenant.push_back(job.tenant.empty() ? trace.terms.tenant : numberOf(job.tenant));
        }
    }
}

/// The scheduler of each pool; tenants by the numbers given to their names.
void JobCompiler::scheduling() {
    PlantScheduling& out = plant_.scheduling;
    if (const auto sections = project_.objectsOf("scheduling"); !sections.empty()) {
        out.spec = specOf<models::SchedulingSpec>(*sections.front());
    }
    SchedulerSpec spec;
    spec.policy = out.spec;
    const auto stated = project_.objectsOf("tenant");
    const bool quotas = std::any_of(stated.begin(), stated.end(), [](const Object* object) {
        return !std::isnan(specOf<models::TenantSpec>(*object).quota);
    });
    const auto reservations = project_.objectsOf("reservation");
    const bool fair = out.spec.policy == models::SchedulingPolicy::FairShare;
    if (quotas || fair || !reservations.empty()) {
        spec.tenants.resize(plant_.tenants.size());
        for (const Object* object : stated) {
            spec.tenants[static_cast<std::size_t>(numberOf(object->id))] =
                specOf<models::TenantSpec>(*object);
        }
    }
    out.pools.assign(plant_.pools.size(), spec);
    for (const Object* object : reservations) {
        const auto r = specOf<models::ReservationSpec>(*object);
        const auto pool = static_cast<std::size_t>(poolOf(r.accelerator, object->id));
        out.pools[pool].reservations.push_back(
            {r.fromS, r.untilS, r.accelerators, numberOf(r.tenant)});
    }
    out.plain = out.spec.policy == models::SchedulingPolicy::Fifo &&
                out.spec.backfill == models::Backfill::None && !out.spec.preemption &&
                out.spec.deferral == models::DeferralSignal::None && !quotas &&
                reservations.empty();
    findPoolTiers(plant_);
}

/// Data that jobs read, and whether they can read it here.
void JobCompiler::data() {
    const auto all = [&](auto& sources) {
        for (auto& source : sources) {
            dataOf(source.id, source.terms);
        }
    };
    all(plant_.training);
    all(plant_.batches);
    all(plant_.generators);
    all(plant_.traces);
}

void JobCompiler::dataOf(const std::string& id, PlantTerms& terms) const {
    const auto it =
        std::find_if(plant_.dataSets.begin(), plant_.dataSets.end(),
                     [&](const PlantDataSet& d) { return d.id == terms.terms.dataSet; });
    if (it == plant_.dataSets.end()) {
        return;  // none stated: a reference to nothing is found when the project is read
    }
    terms.dataSet = static_cast<int>(it - plant_.dataSets.begin());
    if (it->at.back() == 0 && !(terms.terms.mayLeave && plant_.hasBroker)) {
        fail_(
            "SIM-042", id,
            "reads data set '" + it->id + "', of which the facility has no copy, and cannot leave.",
            "Set `at_home` of the data set, or `may_leave` of the job with a broker in the "
            "project.");
    }
}

}  // namespace

void compileJobs(Plant& plant, const Project& project, const Catalogue& catalogue,
                 const RunOptions& options, const CompileFault& fail, Errors& errors) {
    JobCompiler(plant, project, catalogue, options, fail, errors).compile();
}

}  // namespace headroom::engine
