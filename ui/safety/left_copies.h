// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QVBoxLayout;

namespace headroom::engine {
struct ProjectCopy;
}

namespace headroom::ui {

class Safety;

/// Autosaves that a crash or a kill left, one row each: Open Copy and Discard. Hidden while there are none.
class LeftCopies : public QWidget {
    Q_OBJECT

  public:
    explicit LeftCopies(Safety* safety, QWidget* parent = nullptr);

    /// Looks again: another program may have ended meanwhile.
    void refresh();

  signals:
    /// Open Copy was pressed, and a copy is shown or is refused.
    void chosen();
    /// Every copy was dealt with.
    void emptied();

  private:
    QWidget* row(const engine::ProjectCopy& copy);

    Safety* safety_;
    QVBoxLayout* rows_;
};

/// The same rows in a window of its own, for a start that opens a project and shows no welcome page.
class LeftDialog : public QDialog {
    Q_OBJECT

  public:
    LeftDialog(Safety* safety, QWidget* parent);
};

}  // namespace headroom::ui
