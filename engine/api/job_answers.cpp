// SPDX-License-Identifier: Apache-2.0
#include "engine/api/answers.h"
#include "engine/api/body.h"
#include "engine/api/run_pages.h"
#include "engine/watch/page_questions.h"

#include <charconv>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kMostKnown = 1e9, kLongestRunS = 1e9, kMostAccelerators = 1e8, kMostPriority = 1e6;

/// A whole number, or a fault of the body.
void takeWhole(Body& body, const char* key, double least, double most, int& into) {
    const auto number = body.number(key, least, most);
    if (number && std::floor(*number) != *number) {
        body.add("012", key, std::string("\"") + key + "\" is not a whole number.",
                 "Write one without a point.");
    } else if (number) {
        into = static_cast<int>(*number);
    }
}

}  // namespace

HttpResponse submitJob(const Asked& asked) {
    const auto text = jsonBody(asked.request);
    if (!text) {
        return problemOf(text.error());
    }
    auto body = Body::read(*text, {"like", "name", "tenant", "accelerator", "profile",
                                   "accelerators", "run_s", "priority"});
    if (!body) {
        return problemOf(body.error());
    }
    JobOrder job;
    job.like = body->word("like").value_or("");
    job.name = body->word("name").value_or("");
    job.tenant = body->word("tenant").value_or("");
    job.accelerator = body->word("accelerator").value_or("");
    job.profile = body->word("profile").value_or("");
    takeWhole(*body, "accelerators", 1.0, kMostAccelerators, job.accelerators);
    job.runS = body->number("run_s", 1.0, kLongestRunS).value_or(job.runS);
    takeWhole(*body, "priority", -kMostPriority, kMostPriority, job.priority);
    if (const Errors faults = body->faults(); !faults.empty()) {
        return problemOf(faults);
    }
    if (const auto done = asked.twin.submit(job); !done) {
        return problemOf({done.error()});
    }
    return jsonAnswer(R"({"submitted":true})", 202);
}

HttpResponse answerJob(const Asked& asked) {
    std::int64_t id = -1;
    const auto [end, fault] =
        std::from_chars(asked.part.data(), asked.part.data() + asked.part.size(), id);
    if (fault != std::errc{} || end != asked.part.data() + asked.part.size() || id < 0) {
        return problemOf({{"WEB-048",
                           "there is no job " + inQuotes(asked.part),
                           "choose one of GET /api/v1/jobs",
                           {},
                           {},
                           0}});
    }
    const auto page = jobPageIn(replyOf(*asked.twin.look(), jobPageOf(id)));
    if (!page) {
        return problemOf({page.error()});
    }
    std::string out;
    writeJobDetail(out, **page);
    return jsonAnswer(std::move(out));
}

HttpResponse answerHistory(const Asked& asked) {
    HistoryPlace from;
    for (const auto& [key, place] :
         {std::pair("cards", &from.cards), {"spans", &from.spans}, {"losses", &from.losses}}) {
        const auto number = askedNumber(asked.request, key, 0.0, 0.0, kMostKnown);
        if (!number) {
            return problemOf({number.error()});
        }
        *place = static_cast<std::size_t>(*number);
    }
    std::string out;
    writeHistory(out, *asked.twin.frame(), from);
    return jsonAnswer(std::move(out));
}

HttpResponse answerSwings(const Asked& asked) {
    const auto plant = swingsIn(replyOf(*asked.twin.look(), swingsOfRun({})));
    if (!plant) {
        return problemOf({plant.error()});
    }
    std::string out;
    writeSwings(out, **plant);
    return jsonAnswer(std::move(out));
}

}  // namespace headroom::engine
