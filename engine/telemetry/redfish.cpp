// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/redfish.h"

#include "engine/base/number.h"
#include "engine/document/json_text.h"
#include "engine/telemetry/csv_source.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace headroom::engine {

namespace {

using Document = nlohmann::json;

class RedfishReader {
  public:
    RedfishReader(const TelemetryMap& map, double arrivedS) : map_(map), timeS_(arrivedS) {}

    Delivery read(const Document& root) {
        if (const double own = timeOf(root, "DateTime"); !std::isnan(own)) {
            timeS_ = own;
        }
        if (root.contains("MetricValues") && root["MetricValues"].is_array()) {
            for (const Document& metric : root["MetricValues"]) {
                ++place_;
                report(metric);
            }
            return std::move(delivery_);
        }
        walk(root, RedfishPlace::of(root));
        return std::move(delivery_);
    }

  private:
    /// On the clock of the run.
    double timeOf(const Document& from, const char* key) const {
        const auto found = from.find(key);
        return found == from.end() || !found->is_string()
                   ? std::numeric_limits<double>::quiet_NaN()
                   : telemetryTimeS(map_, found->get_ref<const std::string&>());
    }

    static std::optional<double> number(const Document& value) {
        if (value.is_string()) {
            return parseNumber(value.get_ref<const std::string&>());
        }
        const double given =
            value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
        return std::isfinite(given) ? std::optional(given) : std::nullopt;
    }

    void report(const Document& metric) {
        if (!metric.is_object()) {
            delivery_.unreadable.push_back({-1, place_, "a metric that is not an object"});
            return;
        }
        int sensor = -1;
        for (const char* key : {"MetricProperty", "MetricId"}) {
            const auto name = metric.find(key);
            if (sensor < 0 && name != metric.end() && name->is_string()) {
                sensor = map_.sensorOf(name->get_ref<const std::string&>());
            }
        }
        if (sensor < 0) {
            return;
        }
        const double own = timeOf(metric, "Timestamp");
        const auto value = metric.find("MetricValue");
        const auto given = value == metric.end() ? std::nullopt : number(*value);
        if (given) {
            delivery_.readings.push_back({sensor, std::isnan(own) ? timeS_ : own, *given, place_});
        } else {
            delivery_.unreadable.push_back({sensor, place_, "no MetricValue that is a number"});
        }
    }

    void walk(const Document& value, const RedfishPlace& at) {
        if (value.is_object()) {
            for (const auto& [key, member] : value.items()) {
                walk(member, at.member(pointerStep(key), member));
            }
            return;
        }
        if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i) {
                walk(value[i], at.member('/' + std::to_string(i), value[i]));
            }
            return;
        }
        const int atRoot = map_.sensorOf(at.atRoot);
        const int sensor = atRoot >= 0 ? atRoot : map_.sensorOf(at.own);
        if (sensor < 0) {
            return;
        }
        ++place_;
        if (const auto given = number(value)) {
            delivery_.readings.push_back({sensor, timeS_, *given, place_});
        } else if (!value.is_null()) {
            delivery_.unreadable.push_back({sensor, place_, at.own});
        }
    }

    const TelemetryMap& map_;
    double timeS_;
    int place_ = 0;
    Delivery delivery_;
};

std::string_view idOf(const Document& value) {
    const auto id = value.is_object() ? value.find("@odata.id") : value.end();
    return value.is_object() && id != value.end() && id->is_string()
               ? std::string_view(id->get_ref<const std::string&>())
               : std::string_view();
}

/// Whether a collection names members and tells nothing else of them.
bool isBareList(const Document& root) {
    const auto members = root.find("Members");
    return members != root.end() && members->is_array() && !members->empty() &&
           std::all_of(members->begin(), members->end(),
                       [](const Document& each) { return each.is_object() && each.size() == 1; });
}

}  // namespace

RedfishPlace RedfishPlace::of(const Document& root) {
    const std::string place = std::string(idOf(root)) + '#';
    return {place, place};
}

RedfishPlace RedfishPlace::member(const std::string& step, const Document& value) const {
    RedfishPlace place{atRoot + step, own + step};
    if (const std::string_view id = idOf(value); !id.empty()) {
        // Members of a resource are named as "…/Power#/PowerControl/0" already.
        place.own = std::string(id) + (id.find('#') == std::string_view::npos ? "#" : "");
    }
    return place;
}

Result<Delivery> readRedfish(const std::string& text, const TelemetryMap& map, double arrivedS,
                             const std::string& file) {
    const auto json = JsonText::parse(text, file, "TEL");
    if (!json) {
        return tl::unexpected(json.error().front());
    }
    const Document& root = json->root();
    if (!root.is_object() || !root.contains("@odata.id") || !root["@odata.id"].is_string()) {
        return tl::unexpected(Error{"TEL-050",
                                    "this is not a resource of Redfish: it has no @odata.id",
                                    "Save the unchanged answer of the controller",
                                    file,
                                    {},
                                    0});
    }
    if (isBareList(root)) {
        return tl::unexpected(
            Error{"TEL-050",
                  "this collection of Redfish lists its members without their values",
                  "Ask for it with ?$expand=. behind its address",
                  file,
                  {},
                  0});
    }
    return RedfishReader(map, arrivedS).read(root);
}

}  // namespace headroom::engine
