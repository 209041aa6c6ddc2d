// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QStringList>

class QWidget;

namespace headroom::ui {

/// Accepts files that are dropped on a window, wherever none of its widgets accepts the drag itself.
class FileDrop : public QObject {
    Q_OBJECT

  public:
    explicit FileDrop(QWidget* window);

  signals:
    /// Local files, at least one. Emitted after the drop has ended: the program that the files come from waits for its end.
    void dropped(const QStringList& files);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace headroom::ui
