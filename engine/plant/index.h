// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What nearly every file of the simulation uses: indices into the plant, and kNever.
#include "engine/base/index.h"
#include "engine/base/scale.h"
