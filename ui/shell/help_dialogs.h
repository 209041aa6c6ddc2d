// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace headroom::ui {

/// A help page (Markdown) in a window of its own.
void showHelpPage(const QString& file, QWidget* parent);
void showAbout(QWidget* parent);

}  // namespace headroom::ui
