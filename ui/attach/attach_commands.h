// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

class QWidget;

namespace headroom::ui {

class CommandSet;
class Workspace;

/// Attach… and Detach in the menu File, and how it is at the foot of the window.
class AttachCommands : public QObject {
    Q_OBJECT

  public:
    AttachCommands(Workspace* workspace, CommandSet* commands, QWidget* window);

  signals:
    /// "Attached to http://127.0.0.1:8421 · to look"; empty means no served run is shown. `isBad`: the server is away.
    void told(const QString& words, bool isBad);

  private:
    void enable();
    void tell();

    Workspace* workspace_;
    CommandSet* commands_;
    QTimer counts_;  ///< seconds until the next try
    QString told_;
};

}  // namespace headroom::ui
