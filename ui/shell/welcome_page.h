// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QListWidget;

namespace headroom::ui {

class CommandSet;
class RecentFiles;

/// What is seen while nothing is open: what to do next, recent projects, the shipped scenarios.
class WelcomePage : public QWidget {
    Q_OBJECT

  public:
    /// `scenarios`: folders with a project.json.
    WelcomePage(CommandSet* commands, RecentFiles* recent, const QStringList& scenarios,
                QWidget* parent = nullptr);
    void setBusy(const QString& what);

  signals:
    void openRequested(const QString& path);

  private:
    void fill();
    QListWidget* list(const QString& name);

    RecentFiles* recent_;
    QStringList scenarios_;
    QLabel* busy_;
    QLabel* recentTitle_;
    QListWidget* recentList_;
    QListWidget* scenarioList_;
};

}  // namespace headroom::ui
