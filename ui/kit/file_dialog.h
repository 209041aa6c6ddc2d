// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

/// Dialogs that ask for files. A relative name or an empty folder stands for the folder of the file that was chosen last in any of
/// them, also in an earlier session; at first it is the home folder.
namespace headroom::ui {

/// Asks where to write a file; empty means nowhere. A name without an ending takes the first one of the chosen filter
/// ("Page (*.html);;PDF (*.pdf)"), before it is asked whether a file of that name is replaced.
QString askSaveFile(QWidget* parent, const QString& title, const QString& name,
                    const QString& filter, bool confirmsReplacing = true);

/// Asks for a file that exists; empty means none. `at` is a folder or a file.
QString askOpenFile(QWidget* parent, const QString& title, const QString& filter,
                    const QString& at = {});

/// Asks for files that exist.
QStringList askOpenFiles(QWidget* parent, const QString& title, const QString& filter,
                         const QString& at = {});

}  // namespace headroom::ui
