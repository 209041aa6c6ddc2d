// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/frame.h"

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(JobRow)
HEADROOM_SPECIAL_MEMBERS_OF(Frame)

}  // namespace headroom::engine
