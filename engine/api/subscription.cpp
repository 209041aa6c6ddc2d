// SPDX-License-Identifier: Apache-2.0
#include "engine/api/subscription.h"

#include "engine/api/body.h"
#include "engine/api/frame_parts.h"
#include "engine/base/number.h"
#include "engine/run/frame/quantity.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostNames = 2000;
/// Seconds from frame to frame.
constexpr double kShortest = 0.05, kLongest = 3600.0;

Error requestFault(const char* code, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

/// An error of one word of a list, with its place where the list is in a JSON body.
Error ofWord(Error error, bool isBody, std::string_view list, std::size_t index) {
    if (isBody) {
        error.file = "request";
        error.path = fmt::format("/{}/{}", list, index);
    }
    return error;
}

void takeRacks(const std::vector<std::string>& keys, bool isBody, Subscription& subscription,
               Errors& errors) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (const auto place = rackQuantityOf(keys[i])) {
            if (std::find(subscription.racks.begin(), subscription.racks.end(), *place) ==
                subscription.racks.end()) {
                subscription.racks.push_back(*place);
            }
        } else {
            errors.push_back(ofWord(place.error(), isBody, "racks", i));
        }
    }
}

void takeParts(const std::vector<std::string>& words, bool isBody, Subscription& subscription,
               Errors& errors) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (const auto part = framePartOf(words[i])) {
            subscription.parts |= *part;
        } else {
            errors.push_back(ofWord(part.error(), isBody, "parts", i));
        }
    }
}

void checkPace(double everyS, Errors& errors) {
    if (!(everyS >= kShortest && everyS <= kLongest)) {
        errors.push_back(requestFault("REQ-013",
                                      fmt::format("every_s is {:g} s; it is from {:g} to {:g} s",
                                                  everyS, kShortest, kLongest),
                                      "state a value inside it"));
    }
}

}  // namespace

std::string Subscription::key() const {
    std::string key = (figures ? "f" : "-") + std::to_string(parts);
    for (const std::size_t rack : racks) {
        key += " " + std::to_string(rack);
    }
    for (const std::string& channel : channels) {
        key += "\n" + channel;
    }
    return key;
}

std::vector<std::string> listOf(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto end = std::min(text.find(','), text.size());
        if (end > 0) {
            words.emplace_back(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

Result<std::size_t> rackQuantityOf(const std::string& key) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < rackQuantities().size(); ++i) {
        if (rackQuantities()[i].key == key) {
            return i;
        }
        known.emplace_back(rackQuantities()[i].key);
    }
    return tl::unexpected(requestFault("REQ-024",
                                       fmt::format("racks have no quantity {}", inQuotes(key)),
                                       didYouMean(key, known, "one of " + inQuotes(known))));
}

ResultAll<Subscription> subscriptionOf(const std::string& json) {
    auto body = Body::read(json, {"channels", "racks", "parts", "figures", "events", "alarms",
                                  "run", "every_s", "after"});
    if (!body) {
        return tl::unexpected(body.error());
    }
    Subscription subscription;
    subscription.channels = body->texts("channels", kMostNames);
    const auto racks = body->texts("racks", kMostNames), parts = body->texts("parts", kMostNames);
    subscription.figures = body->flag("figures").value_or(false);
    subscription.events = body->flag("events").value_or(false);
    subscription.alarms = body->flag("alarms").value_or(false);
    subscription.run = body->flag("run").value_or(false);
    subscription.everyS =
        body->number("every_s", kShortest, kLongest).value_or(subscription.everyS);
    subscription.after = body->whole("after");
    Errors errors = body->faults();
    takeRacks(racks, true, subscription, errors);
    takeParts(parts, true, subscription, errors);
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    return subscription;
}

ResultAll<Subscription> subscriptionOf(const HttpRequest& request) {
    Subscription subscription;
    Errors errors;
    const auto isOn = [&](std::string_view name) {
        const auto value = request.asked(name);
        if (value && *value != "1" && *value != "true" && *value != "0" && *value != "false") {
            errors.push_back(requestFault("REQ-012", fmt::format("{} is neither 1 nor 0", name),
                                          "write 1 or 0"));
        }
        return value && (*value == "1" || *value == "true");
    };
    subscription.channels = listOf(request.asked("channels").value_or(""));
    subscription.figures = isOn("figures");
    subscription.events = isOn("events");
    subscription.alarms = isOn("alarms");
    subscription.run = isOn("run");
    takeRacks(listOf(request.asked("racks").value_or("")), false, subscription, errors);
    takeParts(listOf(request.asked("parts").value_or("")), false, subscription, errors);
    if (const auto every = request.asked("every_s")) {
        subscription.everyS = parseNumber(*every).value_or(-1.0);
        checkPace(subscription.everyS, errors);
    }
    // A client of server-sent events that comes back says how far it was.
    const std::string_view last = request.field("last-event-id");
    const auto after = last.empty() ? request.asked("after") : std::optional(last);
    if (after) {
        if (const auto number = parseNumber(*after); number && *number >= -1.0 && *number < 1e15) {
            subscription.after = static_cast<std::int64_t>(*number);
        } else {
            errors.push_back(requestFault("REQ-012", "after is not the number of an event",
                                          "state one, as 1200"));
        }
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    return subscription;
}

}  // namespace headroom::engine
