// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace headroom::ui {

class CommandSet;

/// Themes and the size of text, as the View menu offers them; kept for the next time.
class ThemeCommands : public QObject {
    Q_OBJECT

  public:
    ThemeCommands(CommandSet* commands, QObject* parent);

  signals:
    /// For the status bar.
    void said(const QString& what);
};

}  // namespace headroom::ui
