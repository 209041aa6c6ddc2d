// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace headroom::ui {

/// Version, licence and libraries.
void showAbout(QWidget* parent);

}  // namespace headroom::ui
