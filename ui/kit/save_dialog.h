// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace headroom::ui {

/// Asks where to write a file; empty means nowhere. A name without an ending takes the first one of the chosen filter
/// ("Page (*.html);;PDF (*.pdf)"), before it is asked whether a file of that name is replaced.
QString askSaveFile(QWidget* parent, const QString& title, const QString& name,
                    const QString& filter, bool confirmsReplacing = true);

}  // namespace headroom::ui
