// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/dock_table.h"

#include <QObject>
#include <QString>

class QMainWindow;
class QToolBar;

namespace headroom::ui {

/// Changes between the work modes: each comes back with the docks that it had.
class WorkModes : public QObject {
    Q_OBJECT

  public:
    /// `keeps`: layouts are read from the settings and written there.
    WorkModes(QMainWindow* window, DockSet* docks, CentreViews* views, CommandSet* commands,
              bool keeps);

    WorkMode mode() const { return mode_; }

    /// The bar shows in these modes only.
    void add(QToolBar* bar, unsigned modes);

    /// The mode of the last session with its layout; call once, when all bars are there.
    void begin();
    void change(WorkMode mode);
    /// Nothing is open: docks and bars are away, and come back unchanged.
    void setBare(bool on);
    /// The original docks of the present mode.
    void reset();
    /// Writes the present layout into the settings.
    void keep() const;

    /// The choice of mode, for the corner of the menu bar.
    QWidget* makeSwitch(QWidget* parent) const;

  signals:
    void changed();

  private:
    void enter(WorkMode mode);
    void hideAll();

    struct Bar {
        QToolBar* bar;
        unsigned modes;
    };

    QMainWindow* window_;
    DockSet* docks_;
    CentreViews* views_;
    CommandSet* commands_;
    bool keeps_;
    bool bare_ = false;
    WorkMode mode_ = WorkMode::Explore;
    QList<Bar> bars_;
    QByteArray states_[kWorkModes];  ///< since the program began; of the present mode while bare
};

}  // namespace headroom::ui
