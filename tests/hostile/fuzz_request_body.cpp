// SPDX-License-Identifier: Apache-2.0
#include "engine/api/routes.h"
#include "engine/api/subscription.h"
#include "engine/run/order_text.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <string>

namespace headroom::hostile {

/// What clients send as JSON, read as a subscription of the stream, and as the words of an order.
void request_body(std::string_view bytes) {
    const std::string text(bytes);
    if (const auto subscription = engine::subscriptionOf(text)) {
        requireFinite(subscription->everyS, "every_s");
        require(subscription->everyS > 0.0, "frames without a pause");
        require(!subscription->key().empty(), "a subscription without a key");
    } else {
        requireRefusal(subscription.error(), "request");
        const engine::HttpResponse answer = engine::problemOf(subscription.error());
        require(answer.status >= 400 && answer.status < 600, "a refusal that is none");
    }
    if (const auto order = engine::orderFromText(bytes, 0.0)) {
        requireFinite(order->timeS, "time of an order");
    } else {
        require(!order.error().empty(), "an order is refused without a word");
    }
}

}  // namespace headroom::hostile
