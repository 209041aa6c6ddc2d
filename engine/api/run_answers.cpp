// SPDX-License-Identifier: Apache-2.0
#include "engine/api/answers.h"
#include "engine/api/body.h"
#include "engine/base/json.h"
#include "engine/base/number.h"
#include "engine/run/frame/frame.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kMostSpeed = 1e9;
constexpr int kMostSteps = 10000;
constexpr double kMostTimeS = 1e12;

HttpResponse runState(const Twin& twin, Role role, int status) {
    const RunStatus now = twin.status();
    const auto frame = twin.frame();
    nlohmann::ordered_json body = {
        {"name", twin.name()},
        {"kind", twin.isLive() ? "live" : "recording"},
        {"time_s", frame->timeS},
        {"clock", frame->clock},
        {"first_s", twin.firstS()},
        {"last_s", twin.isLive() ? frame->timeS : twin.lastS()},
        {"playing", now.playing},
        {"moving", now.moving},
        {"speed", now.wantedSpeed},
        {"achieved_speed", numberJson(now.achievedSpeed)},
        {"behind", now.behind},
        {"design", frame->design},
        {"revision", twin.design().revision},
        {"failure", now.failure},
        {"role", role == Role::Operate ? "operate" : "read"},
    };
    return jsonAnswer(jsonText(body), status);
}

}  // namespace

Result<double> askedNumber(const HttpRequest& request, std::string_view name, double otherwise,
                           double least, double most) {
    const auto text = request.asked(name);
    if (!text) {
        return otherwise;
    }
    const auto number = parseNumber(*text);
    if (!number) {
        return tl::unexpected(Error{
            "REQ-012", fmt::format("{} is not a number", name), "write one, as 3600", {}, {}, 0});
    }
    if (*number < least || *number > most) {
        return tl::unexpected(
            Error{"REQ-013",
                  fmt::format("{} is {:g}; it is from {:g} to {:g}", name, *number, least, most),
                  "state a value inside it",
                  {},
                  {},
                  0});
    }
    return *number;
}

ResultAll<std::string> jsonBody(const HttpRequest& request) {
    const std::string_view type = request.field("content-type");
    if (!type.starts_with("application/json") &&
        !type.starts_with("application/merge-patch+json")) {
        return tl::unexpected(Errors{{"REQ-029",
                                      "the body is not sent as JSON",
                                      "send it with Content-Type: application/json",
                                      {},
                                      {},
                                      0}});
    }
    return request.body;
}

HttpResponse answerRun(const Asked& asked) {
    return runState(asked.twin, asked.request.caller.role, 200);
}

HttpResponse changeRun(const Asked& asked) {
    const auto text = jsonBody(asked.request);
    if (!text) {
        return problemOf(text.error());
    }
    auto body = Body::read(*text, {"playing", "speed", "time_s"});
    if (!body) {
        return problemOf(body.error());
    }
    const auto playing = body->flag("playing");
    const auto speed = body->number("speed", 0.0, kMostSpeed);
    const auto timeS = body->number("time_s", 0.0, kMostTimeS);
    if (const Errors faults = body->faults(); !faults.empty()) {
        return problemOf(faults);
    }
    if (const auto may = asked.twin.mayDrive(); !may && (playing || speed || timeS)) {
        return problemOf({may.error()});
    }
    if (timeS) {
        if (const auto done = asked.twin.seek(*timeS); !done) {
            return problemOf({done.error()});
        }
    }
    if (speed) {
        asked.twin.setSpeed(*speed);
    }
    if (playing) {
        *playing ? asked.twin.play() : asked.twin.pause();
    }
    return runState(asked.twin, asked.request.caller.role, 200);
}

HttpResponse stepRun(const Asked& asked) {
    const auto text = jsonBody(asked.request);
    if (!text) {
        return problemOf(text.error());
    }
    auto body = Body::read(*text, {"count"});
    if (!body) {
        return problemOf(body.error());
    }
    const auto count = body->number("count", 1.0, kMostSteps);
    if (count && std::floor(*count) != *count) {
        body->add("012", "count", "\"count\" is not a whole number.", "Write one without a point.");
    }
    if (const Errors faults = body->faults(); !faults.empty()) {
        return problemOf(faults);
    }
    if (const auto may = asked.twin.mayDrive(); !may) {
        return problemOf({may.error()});
    }
    asked.twin.step(static_cast<int>(count.value_or(1.0)));
    return runState(asked.twin, asked.request.caller.role, 202);
}

HttpResponse answerSummary(const Asked& asked) {
    const auto summary = asked.twin.summary();
    return summary ? jsonAnswer(*summary) : problemOf({summary.error()});
}

}  // namespace headroom::engine
