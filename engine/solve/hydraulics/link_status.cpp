// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/hydraulics/link_status.h"

namespace headroom::engine {

namespace {

// A status changes where it is wrong by more.
constexpr double kHeadM = 1e-7;
constexpr double kFlowM3PerS = 1e-9;

LinkStatus nextOfReducer(const LinkLaw& law, LinkStatus status, const LinkSight& s) {
    const double reachM = s.fromM - evaluate(law, s.flowM3PerS).lossM;
    if (status == LinkStatus::Held) {
        if (s.fromM >= s.levelM + kHeadM && s.toM < s.levelM - kHeadM) {
            return LinkStatus::Active;
        }
        return s.fromM < s.levelM - kHeadM && s.fromM > s.toM + kHeadM ? LinkStatus::Open
                                                                       : LinkStatus::Held;
    }
    if (s.flowM3PerS < -kFlowM3PerS) {
        return LinkStatus::Held;
    }
    if (status == LinkStatus::Active) {
        return reachM < s.levelM - kHeadM ? LinkStatus::Open : LinkStatus::Active;
    }
    return s.toM >= s.levelM + kHeadM ? LinkStatus::Active : LinkStatus::Open;
}

LinkStatus nextOfSustainer(const LinkLaw& law, LinkStatus status, const LinkSight& s) {
    const double neededM = s.toM + evaluate(law, s.flowM3PerS).lossM;
    if (status == LinkStatus::Held) {
        if (s.fromM <= s.toM + kHeadM) {
            return LinkStatus::Held;
        }
        return s.toM > s.levelM + kHeadM      ? LinkStatus::Open
               : s.fromM >= s.levelM + kHeadM ? LinkStatus::Active
                                              : LinkStatus::Held;
    }
    if (s.flowM3PerS < -kFlowM3PerS) {
        return LinkStatus::Held;
    }
    if (status == LinkStatus::Active) {
        return neededM > s.levelM + kHeadM ? LinkStatus::Open : LinkStatus::Active;
    }
    return s.fromM < s.levelM - kHeadM ? LinkStatus::Active : LinkStatus::Open;
}

LinkStatus nextOfLimiter(const HydraulicLink& link, const LinkLaw& law, LinkStatus status,
                         const LinkSight& s) {
    if (status == LinkStatus::Active) {
        // Wide open it would let less through.
        return s.fromM - s.toM < evaluate(law, link.setting).lossM - kHeadM ? LinkStatus::Open
                                                                            : LinkStatus::Active;
    }
    return s.flowM3PerS > link.setting + kFlowM3PerS ? LinkStatus::Active : LinkStatus::Open;
}

}  // namespace

bool isClosed(const HydraulicLink& link) {
    return !link.open || link.units <= 0.0 ||
           (link.kind == HydraulicLinkKind::Pump && link.speed <= 0.0);
}

FlowDirection directionOf(const HydraulicLink& link) {
    switch (link.kind) {
        case HydraulicLinkKind::Pump:
        case HydraulicLinkKind::Prv:
        case HydraulicLinkKind::Psv:
            return FlowDirection::Forward;
        default:
            return link.direction;
    }
}

bool isRegulator(const HydraulicLink& link) {
    return link.regulates &&
           (link.kind == HydraulicLinkKind::Prv || link.kind == HydraulicLinkKind::Psv ||
            link.kind == HydraulicLinkKind::Fcv);
}

LinkStatus startStatus(const HydraulicLink& link, const LinkLaw& law, const LinkSight& s) {
    if (!isRegulator(link)) {
        const FlowDirection direction = directionOf(link);
        const double driveM = s.fromM - s.toM - evaluate(law, 0.0).lossM;
        const bool back = direction == FlowDirection::Forward    ? driveM < -kHeadM
                          : direction == FlowDirection::Backward ? driveM > kHeadM
                                                                 : false;
        return back && s.flowM3PerS == 0.0 ? LinkStatus::Held : LinkStatus::Open;
    }
    if (s.flowM3PerS == 0.0) {
        const bool back = link.kind == HydraulicLinkKind::Prv   ? s.toM > s.levelM + kHeadM
                          : link.kind == HydraulicLinkKind::Psv ? s.toM > s.fromM + kHeadM
                                                                : false;
        return back ? LinkStatus::Held : LinkStatus::Active;
    }
    return nextStatus(link, law, LinkStatus::Active, s);
}

LinkStatus nextStatus(const HydraulicLink& link, const LinkLaw& law, LinkStatus status,
                      const LinkSight& s, bool regulates) {
    if (regulates && isRegulator(link)) {
        return link.kind == HydraulicLinkKind::Prv   ? nextOfReducer(law, status, s)
               : link.kind == HydraulicLinkKind::Psv ? nextOfSustainer(law, status, s)
                                                     : nextOfLimiter(link, law, status, s);
    }
    const FlowDirection direction = directionOf(link);
    if (direction == FlowDirection::Both) {
        return LinkStatus::Open;
    }
    const double sign = direction == FlowDirection::Forward ? 1.0 : -1.0;
    if (status == LinkStatus::Held) {
        const double driveM = s.fromM - s.toM - evaluate(law, 0.0).lossM;
        return sign * driveM > kHeadM ? LinkStatus::Open : LinkStatus::Held;
    }
    return sign * s.flowM3PerS < -kFlowM3PerS ? LinkStatus::Held : LinkStatus::Open;
}

}  // namespace headroom::engine
