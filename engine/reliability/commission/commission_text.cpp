// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/commission/commission.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Rounding of what is compared.
constexpr double kEqual = 1e-9;

}  // namespace

bool CommissionCheck::asked() const {
    return !std::isnan(limit);
}

bool CommissionCheck::held() const {
    return !asked() || figure <= limit + kEqual * std::max(1.0, std::fabs(limit));
}

const char* verdictName(CommissionVerdict verdict) {
    switch (verdict) {
        case CommissionVerdict::Passed:
            return "passed";
        case CommissionVerdict::Failed:
            return "failed";
        case CommissionVerdict::NothingAsked:
            return "nothing asked";
    }
    return "";
}

CommissionVerdict CommissionRow::verdict() const {
    if (!fault.code.empty()) {
        return CommissionVerdict::Failed;
    }
    const bool any = std::any_of(checks.begin(), checks.end(),
                                 [](const CommissionCheck& c) { return c.asked(); });
    const bool all = std::all_of(checks.begin(), checks.end(),
                                 [](const CommissionCheck& c) { return c.held(); });
    return !any  ? CommissionVerdict::NothingAsked
           : all ? CommissionVerdict::Passed
                 : CommissionVerdict::Failed;
}

const CommissionCheck* CommissionRow::decisive() const {
    const CommissionCheck* first = checks.empty() ? nullptr : &checks.front();
    for (const CommissionCheck& check : checks) {
        if (!check.held()) {
            return &check;
        }
        if (check.asked() && !first->asked()) {
            first = &check;
        }
    }
    return first;
}

int Commission::count(CommissionVerdict verdict) const {
    return static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](const CommissionRow& row) {
        return row.verdict() == verdict;
    }));
}

Words checkText(const CommissionCheck& check) {
    Words text =
        check.what + " " + amountAs(fmt::format("{:.4g}", check.figure), check.figure, check.unit);
    if (check.asked()) {
        text.append(", at most ");
        text.join(bareAs(fmt::format("{:.4g}", check.limit), check.limit, check.unit));
        if (!check.held() && check.atS > 0.0) {
            text += fmt::format(", passed after {:.0f} s", check.atS);
        }
    }
    return text;
}

}  // namespace headroom::engine
