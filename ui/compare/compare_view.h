// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/framed.h"
#include "ui/workspace/workspace.h"

#include <QWidget>

#include <filesystem>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QTabWidget;

namespace headroom::ui {

class CommandSet;
class CompareCharts;
class CompareFloor;
class CompareScene;
class CompareSet;

/// Two to four recordings or projects side by side.
class CompareView : public QWidget, public Framed {
    Q_OBJECT

  public:
    /// `shipped`: resources/catalog. `can3d`: floors may stand in three dimensions.
    CompareView(Workspace* workspace, CommandSet* commands, std::filesystem::path shipped, bool can3d,
                QWidget* parent = nullptr);

    CompareSet* set() const { return set_; }

    void fitAll() override;
    void fitSelection() override { fitAll(); }

  signals:
    /// Something was added: it wants to be seen.
    void requested();
    void failed(const QString& title, const headroom::engine::Errors& errors);

  private:
    QWidget* makeHead();
    QWidget* makeFloor();
    void ask();
    void addOpen();
    void save();
    void showAll();
    void showChips();
    void showTables();

    Workspace* workspace_;
    CompareSet* set_;
    QHBoxLayout* chips_ = nullptr;
    QLabel* note_;
    QLabel* busy_;
    QStackedWidget* pages_;
    QTabWidget* tabs_;
    CompareCharts* charts_;
    CompareFloor* floor_;
    CompareScene* scene_;  ///< null: there is no 3-D
};

}  // namespace headroom::ui
