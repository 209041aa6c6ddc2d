// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

class QDockWidget;
class QWidget;

namespace headroom::ui {

class CommandSet;

/// A help page (Markdown) in a window of its own.
void showHelpPage(const QString& file, QWidget* parent);
/// Every command with its keys, searchable.
void showShortcuts(CommandSet* commands, const QList<QDockWidget*>& docks, QWidget* parent);
void showAbout(QWidget* parent);

}  // namespace headroom::ui
