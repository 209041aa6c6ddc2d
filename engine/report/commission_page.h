// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/commission/commission.h"

#include <string>

namespace headroom::engine {

/// The tests of a facility as one HTML page that needs nothing next to it: conditions, requirements,
/// each test with its figures, limits and times, and a line to sign.
std::string commissionPage(const Commission& commission);

}  // namespace headroom::engine
