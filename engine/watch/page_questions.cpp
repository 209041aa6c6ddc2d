// SPDX-License-Identifier: Apache-2.0
#include "engine/watch/page_questions.h"

#include "engine/run/frame/job_history.h"
#include "engine/run/simulator.h"
#include "engine/waveform/waveform.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>

namespace headroom::engine {

namespace {

struct JobPageSpec {
    std::int64_t id = 0;
};

constexpr std::array kJobPageTable = {
    models::integer<&JobPageSpec::id>("id", "Job", {.min = 0.0, .doc = "Number of the job."})};

constexpr models::ComponentType kJobPageType = {
    .id = "job",
    .label = "Page of a job",
    .section = {},
    .doc = "All about one job.",
    .attributes = kJobPageTable,
    .create = &models::createSpec<JobPageSpec>,
    .destroy = &models::destroySpec<JobPageSpec>,
};

struct SwingsSpec {
    models::PowerSmoothingSpec smoothing;
};

constexpr models::ComponentType kSwingsType = {
    .id = "swings",
    .label = "Swings",
    .section = {},
    .doc = "Jobs and powers that a waveform is rendered from.",
    .attributes = {},
    .create = &models::createSpec<SwingsSpec>,
    .destroy = &models::destroySpec<SwingsSpec>,
};

Result<RunReply> answerJobPage(const Simulator& simulator, const void* spec) {
    const std::int64_t id = static_cast<const JobPageSpec*>(spec)->id;
    auto page = simulator.pageOf(id);
    if (page == nullptr) {
        return tl::unexpected(Error{
            "WEB-048",
            fmt::format("nothing is known of a job {}: it is not there, or ended long ago", id),
            "choose one of GET /api/v1/jobs",
            {},
            {},
            0});
    }
    return RunReply(std::move(page));
}

Result<RunReply> answerSwingsOf(const Simulator& simulator, const void* spec) {
    return RunReply(std::make_shared<const SwingPlant>(
        swingPlant(simulator, static_cast<const SwingsSpec*>(spec)->smoothing)));
}

constexpr RunQuestion kJobPage = {"job", "Page of a job", "All about one job.", &kJobPageType,
                                  &answerJobPage};
constexpr RunQuestion kSwings = {"swings", "Swings",
                                 "Inputs from which a power waveform is rendered.", &kSwingsType,
                                 &answerSwingsOf};

template <class T>
Result<T> replyPart(const Result<RunReply>& reply) {
    if (!reply) {
        return tl::unexpected(reply.error());
    }
    if (const T* part = std::get_if<T>(&*reply)) {
        return *part;
    }
    return tl::unexpected(Error{"ASK-007",
                                "The run answered another question.",
                                "Report this with the version of both programs.",
                                {},
                                {},
                                0});
}

}  // namespace

AskedQuestion jobPageOf(std::int64_t id) {
    return {kJobPage,
            std::make_shared<const JobPageSpec>(JobPageSpec{id}),
            {{"id", std::to_string(id)}}};
}

AskedQuestion swingsOfRun(const models::PowerSmoothingSpec& smoothing) {
    return {kSwings, std::make_shared<const SwingsSpec>(SwingsSpec{smoothing}), {}};
}

bool isJobPage(const AskedQuestion& question) {
    return &question.question() == &kJobPage;
}

const models::PowerSmoothingSpec* smoothingOfSwings(const AskedQuestion& question) {
    return &question.question() == &kSwings
               ? &static_cast<const SwingsSpec*>(question.spec())->smoothing
               : nullptr;
}

Result<std::shared_ptr<const JobDetail>> jobPageIn(const Result<RunReply>& reply) {
    return replyPart<std::shared_ptr<const JobDetail>>(reply);
}

Result<std::shared_ptr<const SwingPlant>> swingsIn(const Result<RunReply>& reply) {
    return replyPart<std::shared_ptr<const SwingPlant>>(reply);
}

Result<RunAnswer> answerIn(const Result<RunReply>& reply) {
    return replyPart<RunAnswer>(reply);
}

}  // namespace headroom::engine
