// SPDX-License-Identifier: Apache-2.0
#include "engine/api/answers.h"
#include "engine/api/body.h"
#include "engine/base/json.h"
#include "engine/run/command.h"
#include "engine/store/command_text.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <optional>

namespace headroom::engine {

namespace {

std::optional<int> ticketOf(const std::string& text) {
    int ticket = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), ticket);
    return fault == std::errc{} && end == text.data() + text.size() && ticket >= 0
               ? std::optional(ticket)
               : std::nullopt;
}

}  // namespace

HttpResponse answerOrders(const Asked& asked) {
    nlohmann::ordered_json body = {{"orders", nlohmann::ordered_json::array()}};
    for (const PendingOrder& pending : asked.twin.pendingOrders()) {
        body["orders"].push_back(
            {{"ticket", pending.ticket},
             {"time_s", pending.atS},
             {"order", parseJson<nlohmann::ordered_json>(
                           textOf(Command{pending.atS, pending.order}).data)}});
    }
    return jsonAnswer(jsonText(body));
}

HttpResponse giveOrder(const Asked& asked) {
    const auto text = jsonBody(asked.request);
    if (!text) {
        return problemOf(text.error());
    }
    auto body = Body::read(*text, {"order"});
    if (!body) {
        return problemOf(body.error());
    }
    const auto words = body->word("order");
    Errors faults = body->faults();
    if (faults.empty() && !words) {
        body->add("011", "order", "No order is stated.",
                  "Write {\"order\": \"fail cdu-3 for 10min\"}.");
        faults = body->faults();
    }
    if (!faults.empty()) {
        return problemOf(faults);
    }
    const auto given = asked.twin.order(*words);
    if (!given) {
        return problemOf({given.error()});
    }
    nlohmann::ordered_json answer = {{"order", *words}, {"ticket", nullptr}};
    if (*given >= 0) {
        answer["ticket"] = *given;
    }
    return jsonAnswer(jsonText(answer), 202);
}

HttpResponse cancelOrder(const Asked& asked) {
    const auto ticket = ticketOf(asked.part);
    if (!ticket || !asked.twin.cancelOrder(*ticket)) {
        return problemOf({{"REQ-026",
                           "no order is to come that has the ticket \"" + asked.part + "\"",
                           "GET /api/v1/orders lists those that are to come",
                           {},
                           {},
                           0}});
    }
    HttpResponse response;
    response.status = 204;
    return response;
}

}  // namespace headroom::engine
