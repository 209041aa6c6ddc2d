// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/validate/fabric_case.h"
#include "engine/validate/kinds.h"

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

// SI value of a unit as cases write it; nothing for one that is not known.
std::optional<double> scaleOf(const std::string& unit) {
    for (const auto& [name, scale] :
         {std::pair{"1", 1.0}, std::pair{"ms", 1.0}, std::pair{"GB/s", 1e9},
          std::pair{"TB/s", 1e12}, std::pair{"B/s", 1.0}}) {
        if (unit == name) {
            return scale;
        }
    }
    return std::nullopt;
}

void addRow(const CaseFile& file, const FabricCase& fabric, const Topology* topology,
            CaseReader& in, Rows& rows) {
    const std::string quantity = in.text("quantity"), unit = in.text("unit");
    constexpr double anyNumber = std::numeric_limits<double>::max();
    const double expected = in.number("value", std::nan(""), -anyNumber, anyNumber);
    if (!in.has("value")) {
        in.fail("value", "a number is expected there");
    }
    std::optional<double> limit;
    if (in.has("limit_rel")) {
        limit = in.number("limit_rel", 0.0, 0.0, anyNumber) * std::abs(expected);
    }
    const auto scale = scaleOf(unit);
    std::string why = fabric.unsaid;
    if (why.empty() && !scale) {
        why = "the unit \"" + unit + "\" is not known";
    }
    const auto got =
        why.empty() ? fabricAnswer(quantity, fabric, *topology) : std::optional<double>();
    if (!got) {
        if (why.empty()) {
            why = "\"" + quantity + "\" of traffic \"" + fabric.pattern + "\" has no model";
        }
        rows.push_back(notExpressedRow(file, fabric.id, quantity, unit, expected, why));
        return;
    }
    rows.push_back(comparedRow(file, fabric.id, {quantity, unit, expected, *got / *scale, limit}));
}

Result<void> runCase(const CaseFile& file, const Json& entry, const std::string& place,
                     Rows& rows) {
    std::optional<Error> fault;
    CaseReader top(entry, place, file.path, fault);
    const FabricCase fabric = readFabricCase(top);
    const Json& expectations = top.list("expect");
    if (fault) {
        return tl::unexpected(*fault);
    }
    std::shared_ptr<const Topology> topology;
    if (fabric.unsaid.empty()) {
        auto made = makeTopology(fabric.spec);
        if (!made) {
            Error error = made.error();
            error.file = file.path.string();
            error.path = place + "/topology";
            return tl::unexpected(std::move(error));
        }
        topology = std::move(*made);
        const int hosts = topology->endpoints();
        for (const auto& [key, value, most] : {std::tuple{"ranks", fabric.ranks, hosts},
                                               std::tuple{"senders", fabric.senders, hosts - 1}}) {
            if (value > most) {
                return tl::unexpected(
                    caseError(file.path, place + "/traffic/" + key,
                              "the shape has room for " + std::to_string(most) + " at most"));
            }
        }
    }
    for (std::size_t i = 0; i < expectations.size(); ++i) {
        const std::string at = place + "/expect/" + std::to_string(i);
        if (!expectations[i].is_object()) {
            return tl::unexpected(caseError(file.path, at, "an object is expected there"));
        }
        CaseReader in(expectations[i], at, file.path, fault);
        addRow(file, fabric, topology.get(), in, rows);
        if (fault) {
            return tl::unexpected(*fault);
        }
    }
    return {};
}

}  // namespace

Result<void> validateFabric(const CaseFile& file, Rows& rows) {
    const auto text = readTextFile(file.path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const Json json = parseJson<Json>(*text);
    if (json.is_discarded()) {
        return tl::unexpected(
            caseError(file.path, "", "the file is not JSON; it may be cut short"));
    }
    if (!json.is_object()) {
        return tl::unexpected(caseError(file.path, "", "the file is not a JSON object"));
    }
    const auto cases = json.find("cases");
    if (cases == json.end() || !cases->is_array()) {
        return tl::unexpected(caseError(file.path, "/cases", "a list is expected there"));
    }
    for (std::size_t i = 0; i < cases->size(); ++i) {
        const std::string place = "/cases/" + std::to_string(i);
        if (!(*cases)[i].is_object()) {
            return tl::unexpected(caseError(file.path, place, "an object is expected there"));
        }
        if (auto done = runCase(file, (*cases)[i], place, rows); !done) {
            return done;
        }
    }
    return {};
}

}  // namespace headroom::engine
