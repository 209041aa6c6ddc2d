// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/collective_case.h"
#include "engine/validate/kinds.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kMebibyte = 1024.0 * 1024.0;

std::string noteOf(const CollectiveCase& c, const models::CollectiveTime& time) {
    std::string note = std::string(models::collectiveName(c.request.collective)) + " over " +
                       std::to_string(c.request.ranks) + " by " +
                       models::collectiveAlgorithmName(time.algorithm) + ", " +
                       models::collectiveProtocolName(time.protocol) + "; bound by " +
                       models::collectiveBoundName(time.bound) + "; " + c.scaleUpId;
    if (c.request.ranks > c.request.domain && c.scaleOutId != c.scaleUpId) {
        note += ", " + c.scaleOutId;
    }
    if (c.sizeAssumed) {
        note += "; no size stated: 8 GiB for the plateau";
    }
    if (!c.standsIn.empty()) {
        note += "; not known: " + c.standsIn;
    }
    if (c.request.bytes < kMebibyte) {
        note += "; below 1 MiB";
    }
    return note;
}

}  // namespace

Result<void> validateCollective(const CaseFile& file, const Catalogue* catalogue, Rows& rows) {
    if (catalogue == nullptr) {
        return listNotExpressed(file, rows);
    }
    const auto cases = collectiveCases(file, *catalogue);
    if (!cases) {
        return tl::unexpected(cases.error());
    }
    for (const CollectiveCase& c : *cases) {
        if (!c.whyNot.empty()) {
            std::optional<double> expected;
            if (c.measuredS) {
                expected = *c.measuredS * 1e6;
            }
            rows.push_back(notExpressedRow(file, c.id, "time_us", "us", expected, c.whyNot));
            continue;
        }
        const models::CollectiveTime time = models::collectiveTime(c.network(), c.request);
        if (!(time.seconds > 0.0 && std::isfinite(time.seconds))) {
            rows.push_back(notExpressedRow(
                file, c.id, "time_us", "us", std::nullopt,
                "that algorithm does not do this collective: leave the column empty"));
            continue;
        }
        const bool byTime = c.measuredS.has_value();
        const double expected = byTime ? *c.measuredS * 1e6 : *c.measuredBusyPs / 1e9;
        const double got =
            byTime ? time.seconds * 1e6 : models::busBytesPerS(c.request, time.seconds) / 1e9;
        Compared compared{
            byTime ? "time_us" : "busbw_GBps", byTime ? "us" : "GB/s", expected, got, {}};
        if (c.limitShare) {
            compared.limit = *c.limitShare * expected;
        }
        rows.push_back(comparedRow(file, c.id, compared, noteOf(c, time)));
        rows.back().inMean = c.request.bytes >= kMebibyte;
    }
    return {};
}

}  // namespace headroom::engine
