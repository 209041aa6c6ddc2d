// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QListWidget;
class QVBoxLayout;

namespace headroom::engine {
struct ProjectCopy;
}

namespace headroom::ui {

class CommandSet;
class RecentFiles;
class Safety;

/// What is seen while nothing is open: what a crash left, ways to begin, recent projects, the shipped
/// scenarios.
class WelcomePage : public QWidget {
    Q_OBJECT

  public:
    /// `scenarios`: folders with a project.json.
    WelcomePage(CommandSet* commands, RecentFiles* recent, Safety* safety,
                const QStringList& scenarios, QWidget* parent = nullptr);
    void setBusy(const QString& what);

  signals:
    void openRequested(const QString& path);

  private:
    QWidget* makeStart(CommandSet* commands);
    void fillScenarios();
    void fillRecent();
    void fillLeft();
    QWidget* leftRow(const engine::ProjectCopy& copy);
    QListWidget* list(const QString& name);

    RecentFiles* recent_;
    Safety* safety_;
    QStringList scenarios_;
    QLabel* busy_;
    QLabel* recentTitle_;
    QListWidget* recentList_;
    QListWidget* scenarioList_;
    QWidget* left_;  ///< what a crash left; hidden where nothing was
    QVBoxLayout* leftRows_;
};

}  // namespace headroom::ui
