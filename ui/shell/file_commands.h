// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

#include <functional>

class QImage;
class QMainWindow;

namespace headroom::ui {

class CommandSet;
class RecentFiles;
class Safety;
class Workspace;

/// Makes the picture of a file from title and caption; a null one if the person cancels.
using PictureMaker = std::function<QImage(const QString& title, const QString& caption)>;

/// Open, save, recent files, pictures: asks for the file, then tells the workspace.
class FileCommands : public QObject {
    Q_OBJECT

  public:
    /// `scenarios`: the folder where the dialogs start; `picture`: makes the picture of Save Picture.
    FileCommands(QMainWindow* window, Workspace* workspace, CommandSet* commands, Safety* safety,
                 RecentFiles* recent, QString scenarios, PictureMaker picture);

    void open(const QString& path);
    /// Adds Open Recent to the menu; once the menus are there.
    void addRecentMenu();

  private:
    void enableCommands();
    void fillRecent();
    void askOpen(bool folder);
    void save(bool ask);
    void askRevert();
    void showCopies();
    void savePicture();

    QMainWindow* window_;
    Workspace* workspace_;
    CommandSet* commands_;
    Safety* safety_;
    RecentFiles* recent_;
    QString scenarios_;
    PictureMaker picture_;
};

}  // namespace headroom::ui
