// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/session.h"

#include <QtWidgets>
#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>
