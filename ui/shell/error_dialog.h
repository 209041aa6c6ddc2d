// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <QDialog>

namespace headroom::ui {

/// All that is wrong with an input, whole: what, where (file, line, place inside), what to do.
/// The list can be copied as text.
class ErrorDialog : public QDialog {
    Q_OBJECT

  public:
    ErrorDialog(const QString& title, const engine::Errors& errors, QWidget* parent = nullptr);
};

}  // namespace headroom::ui
