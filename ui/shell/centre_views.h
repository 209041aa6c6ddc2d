// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/rack_colouring.h"
#include "ui/shell/view_table.h"

#include <QList>
#include <QStackedWidget>

#include <string_view>

class QComboBox;
class QLabel;
class QTabWidget;

namespace headroom::ui {

class CommandSet;
class CoolingActions;
class FabricActions;
class FabricFocus;
class Framed;
class JobActions;
class PowerActions;
class RackActions;
class WelcomePage;
class Workspace;

/// The middle of the window: the welcome page, or the views of the table as tabs, with the choice
/// of what colours the racks. Without OpenGL there is no 3-D, and a notice says why.
class CentreViews : public QStackedWidget {
    Q_OBJECT

  public:
    /// `noOpenGl`: the reason why there is no 3-D; empty where there is.
    CentreViews(Workspace* workspace, CommandSet* commands, WelcomePage* welcome,
                const QString& noOpenGl, QWidget* parent = nullptr);

    /// Why there is no 3-D; empty where there is.
    const QString& noOpenGl() const { return noOpenGl_; }

    /// Null where the table has no such view, or where it cannot be shown here.
    QWidget* byName(std::string_view name) const;

    /// The view of that class; it must be in the table and above the row that asks.
    template <class View>
    View* view() const {
        for (QWidget* each : views_) {
            if (auto* found = qobject_cast<View*>(each)) {
                return found;
            }
        }
        return nullptr;
    }

    /// It is in front.
    /// Shows the first selected object from near, in the view that has its place; false if no view has.
    bool showPlace();
    bool shows(std::string_view name) const;
    /// Action of the mouse in the view in front.
    QString hint() const;
    void bringForward(QWidget* view);

    /// The tabs of that mode; the one in front stays.
    void setMode(WorkMode mode);

    RackColouring* colouring() const { return colouring_; }

    PowerActions* powerActions() const { return powerActions_; }

    CoolingActions* coolingActions() const { return coolingActions_; }

    FabricFocus* fabricFocus() const { return fabricFocus_; }

    FabricActions* fabricActions() const { return fabricActions_; }

    JobActions* jobActions() const { return jobActions_; }

    RackActions* rackActions() const { return rackActions_; }

    /// The welcome page over what is open, or the views again.
    void showWelcome(bool on);

    QImage picture();
    /// picture() for a slide, in whose shape a low pane is drawn anew.
    QImage slidePicture();
    /// A picture for a file, with title and caption: of 3-D as a dialog asks for, of other views as they are on the screen. Null if
    /// the person cancels.
    QImage pictureForFile(const QString& title, const QString& caption);
    /// Name of the view in front, and what it is at; null means nowhere.
    QString nameInFront() const;
    Framed* framed() const;
    /// Id of the command by which the racks are coloured.
    QString colour() const;
    void fitSelection();

  signals:
    void activated();
    void jobActivated();
    void menuRequested(const QPoint& globalPosition);
    void inFrontChanged();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* pictured() const;
    void connectCommands(CommandSet* commands);
    void addViews(CommandSet* commands);
    const ViewInfo& inFront() const;
    QWidget* noticeBar(const QString& why);
    QWidget* viewTools(CommandSet* commands);
    void showTools();
    void nameTabs(bool isWide);
    void takeWidthOfFront();

    Workspace* workspace_;
    RackColouring* colouring_;
    PowerActions* powerActions_;
    CoolingActions* coolingActions_;
    FabricFocus* fabricFocus_;
    FabricActions* fabricActions_;
    JobActions* jobActions_;
    RackActions* rackActions_;
    QTabWidget* tabs_;
    QString noOpenGl_;
    QList<QWidget*> views_;  ///< in the order of the table; null if not here
    QComboBox* colour_ = nullptr;
    QList<QWidget*> ofRacks_;    ///< tools that only 3-D and plan have
    QList<QWidget*> whereWide_;  ///< of these, what gives way to the names of the views
    QList<QWidget*> fits_;       ///< tools that every view has
    QList<QWidget*> ofFolds_;    ///< tools that only diagrams with arrays have
};

}  // namespace headroom::ui
