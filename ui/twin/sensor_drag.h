// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

class QMimeData;

namespace headroom::ui {

inline constexpr const char* kSensorMime = "application/x-headroom-sensor";

/// A sensor by its name in the map, for a drag onto plan or 3-D; its starter owns it.
QMimeData* mimeOfSensor(const std::string& sensor);

/// Empty if it carries none.
std::string sensorIn(const QMimeData* mime);

}  // namespace headroom::ui
