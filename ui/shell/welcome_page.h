// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

class QCommandLinkButton;
class QLabel;
class QListWidget;

namespace headroom::ui {

class CommandSet;
class LeftCopies;
class RecentFiles;
class SampleList;
class Safety;

/// Page that is shown while nothing is open, and on demand: rests of a crash, ways to begin, recent projects with their
/// last opening, the shipped scenarios with their pictures.
class WelcomePage : public QWidget {
    Q_OBJECT

  public:
    /// `scenarios`: folders with a project.json.
    WelcomePage(CommandSet* commands, RecentFiles* recent, Safety* safety,
                const QStringList& scenarios, QWidget* parent = nullptr);
    void setBusy(const QString& what);
    /// Offers to go back to what is open; empty if nothing is.
    void setResume(const QString& title);

  signals:
    void openRequested(const QString& path);
    void resumeRequested();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeStart(CommandSet* commands);
    void fillRecent();
    QListWidget* list(const QString& name);

    RecentFiles* recent_;
    QLabel* busy_;
    QLabel* recentTitle_;
    QListWidget* recentList_;
    SampleList* samples_;
    QCommandLinkButton* resume_;  ///< hidden while nothing is open
    LeftCopies* left_;
};

}  // namespace headroom::ui
