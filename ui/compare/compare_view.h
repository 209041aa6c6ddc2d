// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/storyboard/storyboard.h"
#include "ui/kit/framed.h"
#include "ui/workspace/workspace.h"

#include <QWidget>

#include <filesystem>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QTabWidget;
class QToolButton;

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
    /// `shipped`: resources/catalog. `can3d`: floors may be in three dimensions.
    CompareView(Workspace* workspace, CommandSet* commands, std::filesystem::path shipped,
                bool can3d, QWidget* parent = nullptr);

    CompareSet* set() const { return set_; }

    /// Writes the executive page of what is compared; .html or .pdf. REP-003, errors of writeFile().
    engine::Result<void> saveExecutive(const QString& question, const QString& file) const;

    void fitAll() override;

    void fitSelection() override { fitAll(); }

    /// Content of the tab in front. Charts: first and last second. Floors: 1 for 3-D, 1 for differences, then the camera.
    std::vector<double> pose() const override;
    void setPose(const std::vector<double>& numbers) override;
    /// The tab in front, without its head of buttons.
    QWidget* slide() override;

    /// Writes into the scene what is compared, tab and quantity, with files relative to `folder`. Recordings that end with
    /// the comparison are kept in `folder`/runs. Errors of CompareSet::keep().
    engine::Result<void> takeScene(engine::StoryScene& scene, const std::filesystem::path& folder);
    /// Shows that; isSettled() once it is read.
    void showScene(const engine::StoryScene& scene, const std::filesystem::path& folder);
    bool isSettled() const;

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
    /// Reports that nothing is compared, where that is so.
    bool hasComparison();
    /// Asks for the question and the file of the executive page.
    void askExecutive();
    QString askQuestion(const QString& usual, bool* isMeant);
    void showAll();
    void showChips();
    void showTables();
    void presentWanted();

    Workspace* workspace_;
    CompareSet* set_;
    QHBoxLayout* chips_ = nullptr;
    QLabel* note_;
    QLabel* busy_;
    QStackedWidget* pages_;
    QTabWidget* tabs_;
    QComboBox* quantity_ = nullptr;  ///< of the floors
    QToolButton* solid_ = nullptr;   ///< null if there is no 3-D
    QCheckBox* differences_ = nullptr;
    CompareCharts* charts_;
    CompareFloor* floor_;
    std::optional<engine::StoryScene> wanted_;  ///< asked for, and not read yet
    CompareScene* scene_;                       ///< null if there is no 3-D
};

}  // namespace headroom::ui
