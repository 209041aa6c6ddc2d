// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/campaign/campaign.h"
#include "engine/reliability/campaign/curve.h"
#include "engine/sheet/sheet.h"
#include "engine/sheet/sheet_text.h"
#include "models/core/unit.h"

#include <string>

/// Campaigns and curves as sheets: what command line, window, Python and files show. Every estimate has the same columns:
/// mean, half width of the 95 % interval, deviation, quantiles, extremes, count.
namespace headroom::engine {

/// One estimate in that unit, one row.
Sheet estimateSheet(const Estimate& estimate, const models::Unit& unit);

Sheet campaignFigures(const CampaignResult& result);  ///< one figure a row, in its unit
Sheet campaignCauses(
    const CampaignResult& result);  ///< causes that failed something or stopped a job
Sheet campaignSizes(const CampaignResult& result);  ///< jobs by size, with the law

/// The table of files: the figures, and the interruptions by cause as further rows.
Sheet campaignSheet(const CampaignResult& result);

/// The table of files: every figure at every value.
Sheet curveSheet(const Curve& curve);

/// The table of people: one value a row, the chief figures with their intervals as texts.
Sheet curveTable(const Curve& curve);

std::string campaignText(const CampaignResult& result, const SheetWriter& table);
std::string curveText(const Curve& curve, const SheetWriter& table);

/// JSON objects of `headroom-cli campaign --format json`: resources/help/campaign.md.
std::string campaignJson(const CampaignResult& result);
std::string curveJson(const Curve& curve);

}  // namespace headroom::engine
