// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Shared by nearly every file of the simulation: indices into the plant, and kNever.
#include "engine/base/index.h"
#include "engine/base/scale.h"
