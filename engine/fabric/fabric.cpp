// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/fabric.h"

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(Fabric)

const char* linkFaultName(LinkFault fault) {
    switch (fault) {
        case LinkFault::None:
            return "whole";
        case LinkFault::Lanes:
            return "lanes lost";
        case LinkFault::BitErrors:
            return "bit errors";
        case LinkFault::Flapping:
            return "flapping";
        case LinkFault::Ageing:
            return "ageing optics";
        case LinkFault::Cut:
            return "cut";
        case LinkFault::SwitchDown:
            return "switch down";
        case LinkFault::NoPower:
            return "no power";
        case LinkFault::PauseStorm:
            return "pause storm";
    }
    return "";
}

}  // namespace headroom::engine
