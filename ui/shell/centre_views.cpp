// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/centre_views.h"

#include "ui/cooling/cooling_actions.h"
#include "ui/fabric/fabric_actions.h"
#include "ui/fabric/fabric_focus.h"
#include "ui/failures/rack_actions.h"
#include "ui/jobs/job_actions.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/framed.h"
#include "ui/kit/table_picture.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_bar.h"
#include "ui/power/power_actions.h"
#include "ui/scene/scene_view.h"
#include "ui/scene/vtk_viewport.h"
#include "ui/shell/picture_dialog.h"
#include "ui/shell/picture_file.h"
#include "ui/shell/welcome_page.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/floor_focus.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace headroom::ui {

namespace {

constexpr int kWide = 1380;       // from which all tools have room next to the tabs
constexpr int kNarrow = 820;      // below which hardly any has
constexpr int kSmallChoice = 92;  // pixels of the choice of colours then

using engine::RackQuantity;

constexpr auto kColourCommands = std::to_array<std::pair<RackQuantity, const char*>>({
    {RackQuantity::Power, "colour.power"},
    {RackQuantity::CoolantTemperature, "colour.coolant"},
    {RackQuantity::ReturnTemperature, "colour.return"},
    {RackQuantity::InletTemperature, "colour.inlet"},
    {RackQuantity::CoolantFlow, "colour.flow"},
    {RackQuantity::ChipTemperature, "colour.chip"},
    {RackQuantity::MeanChipTemperature, "colour.meanChip"},
    {RackQuantity::Utilization, "colour.utilization"},
    {RackQuantity::BusiestUtilization, "colour.busiest"},
    {RackQuantity::Clock, "colour.clock"},
    {RackQuantity::ClockPower, "colour.clockPower"},
    {RackQuantity::Job, "colour.job"},
    {RackQuantity::Health, "colour.health"},
});
constexpr auto kCostCommand = "colour.cost";

}  // namespace

CentreViews::CentreViews(Workspace* workspace, CommandSet* commands, WelcomePage* welcome,
                         const QString& noOpenGl, QWidget* parent)
    : QStackedWidget(parent),
      workspace_(workspace),
      colouring_(new RackColouring(workspace, this)),
      powerActions_(new PowerActions(workspace, this)),
      coolingActions_(new CoolingActions(workspace, this)),
      fabricFocus_(new FabricFocus(workspace, this)),
      fabricActions_(new FabricActions(fabricFocus_, this)),
      jobActions_(new JobActions(workspace, commands, this)),
      rackActions_(new RackActions(workspace, this)),
      tabs_(new QTabWidget(this)),
      noOpenGl_(noOpenGl) {
    setObjectName("centreViews");
    tabs_->setObjectName("viewTabs");
    tabs_->setDocumentMode(true);
    auto* views = new QWidget(this);
    auto* layout = new QVBoxLayout(views);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    if (!noOpenGl.isEmpty()) {
        layout->addWidget(noticeBar(noOpenGl));
    }
    addViews(commands);
    tabs_->setCornerWidget(viewTools(commands), Qt::TopRightCorner);
    connect(tabs_, &QTabWidget::currentChanged, this, [this] {
        takeWidthOfFront();
        showTools();
        emit inFrontChanged();
        // Its letters are meant from now on.
        if (QWidget* view = tabs_->currentWidget(); view != nullptr && isVisible()) {
            view->setFocus();
        }
    });
    takeWidthOfFront();
    showTools();
    layout->addWidget(tabs_, 1);
    addWidget(welcome);
    addWidget(views);
    connect(workspace, &Workspace::opened, this, [this] { showWelcome(false); });
    connect(workspace, &Workspace::closed, this, [this] { showWelcome(true); });
    connectCommands(commands);
}

/// A tab for each row that can be shown here, and for each row its command.
void CentreViews::addViews(CommandSet* commands) {
    for (const ViewInfo& info : viewTable()) {
        QWidget* view = info.make({workspace_, commands, this, tabs_});
        views_ << view;
        if (view != nullptr) {
            const int tab = tabs_->addTab(view, Theme::icon(info.icon), viewWord(info.tab));
            tabs_->tabBar()->setAccessibleTabName(tab, viewWord(info.tab));
            tabs_->setTabToolTip(tab, viewWord(info.text));
            commands->attach(view, {"view.fitSelection", "fault.why", "fault.blast"});
        }
        auto* action = new QAction(Theme::icon(info.icon), viewWord(info.text), this);
        action->setObjectName(info.command);
        action->setShortcut(QKeySequence(info.keys));
        action->setStatusTip(viewWord(info.tip));
        action->setEnabled(view != nullptr);
        connect(action, &QAction::triggered, this, [this, view] { bringForward(view); });
        addAction(action);
        commands->adopt(action, "Window");
    }
}

QWidget* CentreViews::byName(std::string_view name) const {
    for (qsizetype i = 0; i < views_.size(); ++i) {
        if (viewTable()[static_cast<std::size_t>(i)].name == name) {
            return views_[i];
        }
    }
    return nullptr;
}

const ViewInfo& CentreViews::inFront() const {
    const auto at = views_.indexOf(tabs_->currentWidget());
    return viewTable()[static_cast<std::size_t>(std::max<qsizetype>(0, at))];
}

bool CentreViews::shows(std::string_view name) const {
    return tabs_->currentWidget() == byName(name);
}

QString CentreViews::hint() const {
    return viewWord(inFront().hint);
}

/// Content that fitting fits: the plan where the view in front has nothing to fit.
Framed* CentreViews::framed() const {
    auto* front = dynamic_cast<Framed*>(tabs_->currentWidget());
    return front != nullptr ? front : dynamic_cast<Framed*>(byName("plan"));
}

void CentreViews::setMode(WorkMode mode) {
    for (qsizetype i = 0; i < views_.size(); ++i) {
        if (const int tab = tabs_->indexOf(views_[i]); tab >= 0) {
            tabs_->setTabVisible(tab, isIn(viewTable()[static_cast<std::size_t>(i)].modes, mode) ||
                                          tab == tabs_->currentIndex());
        }
    }
    showTools();
}

void CentreViews::bringForward(QWidget* view) {
    if (const int tab = tabs_->indexOf(view); tab >= 0) {
        tabs_->setTabVisible(tab, true);
        tabs_->setCurrentIndex(tab);
    }
}

/// Only the view in front takes room from the docks: a wide row of another one does not.
void CentreViews::takeWidthOfFront() {
    for (int tab = 0; tab < tabs_->count(); ++tab) {
        QSizePolicy policy = tabs_->widget(tab)->sizePolicy();
        policy.setHorizontalPolicy(tab == tabs_->currentIndex() ? QSizePolicy::Preferred
                                                                : QSizePolicy::Ignored);
        tabs_->widget(tab)->setSizePolicy(policy);
    }
}

void CentreViews::resizeEvent(QResizeEvent* event) {
    QStackedWidget::resizeEvent(event);
    showTools();
}

void CentreViews::showTools() {
    const bool isWide = width() >= Theme::instance().grown(kWide),
               isNarrow = width() < Theme::instance().grown(kNarrow);
    const ViewTools tools = inFront().tools;
    for (QWidget* tool : ofRacks_) {
        tool->setVisible(tools == ViewTools::OfRacks && (isWide || !whereWide_.contains(tool)));
    }
    for (QWidget* tool : fits_) {
        tool->setVisible(!isNarrow);
    }
    colour_->setMinimumContentsLength(isNarrow ? 5 : 14);
    colour_->setMaximumWidth(isNarrow ? Theme::instance().grown(kSmallChoice) : QWIDGETSIZE_MAX);
    for (QWidget* tool : ofFolds_) {
        tool->setVisible(tools == ViewTools::OfFolds);
    }
    nameTabs(isWide);
}

/// Names before pictures: in a narrow window tabs are words only, and where these do not fit, only the tab in front has
/// its word. No tab is moved out of sight.
void CentreViews::nameTabs(bool isWide) {
    constexpr int kBesideWord = 30;  // pixels of a tab apart from its word
    int words = tabs_->cornerWidget(Qt::TopRightCorner)->sizeHint().width();
    for (int tab = 0; tab < tabs_->count(); ++tab) {
        if (tabs_->isTabVisible(tab)) {
            words += Theme::instance().grown(kBesideWord) +
                     fontMetrics().horizontalAdvance(tabs_->tabBar()->accessibleTabName(tab));
        }
    }
    const bool hasRoom = isWide || words <= width();
    for (qsizetype i = 0; i < views_.size(); ++i) {
        const int tab = tabs_->indexOf(views_[i]);
        if (tab < 0) {
            continue;
        }
        const bool isNamed = hasRoom || tab == tabs_->currentIndex();
        tabs_->setTabText(tab, isNamed ? tabs_->tabBar()->accessibleTabName(tab) : QString());
        tabs_->setTabIcon(tab, isWide || !isNamed
                                   ? Theme::icon(viewTable()[static_cast<std::size_t>(i)].icon)
                                   : QIcon());
    }
}

QWidget* CentreViews::noticeBar(const QString& why) {
    auto* bar = new QWidget(this);
    bar->setObjectName("openGlNotice");
    auto* icon = new QLabel(bar);
    icon->setPixmap(
        Theme::pixmap("warning", 18, Theme::instance().colours().caution, devicePixelRatioF()));
    auto* text = new QLabel(tr("There is no 3-D view: %1. The plan shows the same.").arg(why), bar);
    text->setWordWrap(true);
    auto* close = new QToolButton(bar);
    close->setIcon(Theme::icon("close"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Hide this notice"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, bar, &QWidget::hide);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(10, 4, 6, 4);
    layout->addWidget(icon);
    layout->addWidget(text, 1);
    layout->addWidget(close);
    return bar;
}

QWidget* CentreViews::viewTools(CommandSet* commands) {
    auto* box = new QWidget(tabs_);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(6, 2, 6, 2);
    layout->setSpacing(4);
    for (const QString id :
         {"view.fit", "view.fitSelection", "view.isometric", "view.top", "view.parallel",
          "view.labels", "view.aisles", "view.pipes", "view.power", "view.trays", "view.air",
          "view.foldArrays", "view.unfoldArrays"}) {
        auto* button = new QToolButton(box);
        button->setDefaultAction(commands->action(id.toUtf8().constData()));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
        if (id.endsWith("Arrays")) {
            ofFolds_ << button;
        } else if (id.startsWith("view.fit")) {
            fits_ << button;
        } else {
            ofRacks_ << button;
            whereWide_ << button;  // the menu has them too
        }
    }
    auto* label = new QLabel(tr("Colour by"), box);
    colour_ = new QComboBox(box);
    colour_->setObjectName("colourChoice");
    colour_->setAccessibleName(tr("Quantity that colours the racks"));
    for (const auto& [quantity, id] : kColourCommands) {
        colour_->addItem(commands->action(id)->text(), QString(id));
    }
    colour_->addItem(commands->action(kCostCommand)->text(), QString(kCostCommand));
    colour_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    colour_->setMinimumContentsLength(14);
    label->setBuddy(colour_);
    layout->addSpacing(8);
    layout->addWidget(label);
    layout->addWidget(colour_);
    ofRacks_ << label << colour_;
    whereWide_ << label;
    connect(colour_, &QComboBox::activated, this, [this, commands] {
        commands->action(colour_->currentData().toString().toUtf8().constData())->trigger();
    });
    return box;
}

void CentreViews::connectCommands(CommandSet* commands) {
    for (const auto& [quantity, id] : kColourCommands) {
        commands->on(id, this, [this, quantity, id] {
            colour_->setCurrentIndex(colour_->findData(QString(id)));
            colouring_->setQuantity(quantity);
        });
    }
    commands->action("colour.power")->setChecked(true);
    const auto followFloor = [this, commands] {
        const auto shown = std::find_if(
            kColourCommands.begin(), kColourCommands.end(),
            [this](const auto& each) { return each.first == colouring_->scale().quantity(); });
        const bool isField = workspace_->floor().field() != nullptr;
        const char* id = isField || shown == kColourCommands.end() ? kCostCommand : shown->second;
        colour_->setCurrentIndex(colour_->findData(QString(id)));
        commands->action(id)->setChecked(true);
        if (isField && shows("money")) {
            bringForward(byName(byName("scene") != nullptr ? "scene" : "plan"));
        }
    };
    commands->on(kCostCommand, this, [this, followFloor] {
        workspace_->floor().askForCost();
        if (workspace_->floor().field() == nullptr) {
            followFloor();
            bringForward(byName("money"));  // it has to be worked out first
        }
    });
    connect(&workspace_->floor(), &FloorFocus::changed, this, followFloor);
    commands->on("colour.fit", this, [this] { colouring_->fitToValues(); });
    commands->on("colour.rated", this, [this] { colouring_->useRatings(); });
    commands->on("map.viridis", this, [this] { colouring_->setMap(ColourMap::Viridis); });
    commands->on("map.cividis", this, [this] { colouring_->setMap(ColourMap::Cividis); });
    commands->action("map.viridis")->setChecked(true);
    commands->on("view.fit", this, [this] { framed()->fitAll(); });
    commands->on("view.fitSelection", this, [this] { fitSelection(); });
}

bool CentreViews::showPlace() {
    const auto ids = workspace_->selection().objectIds();
    const engine::Object* object = ids.empty() ? nullptr : workspace_->project().find(ids.front());
    const std::string_view name =
        object == nullptr ? std::string_view() : viewOfPlace(workspace_->layout(), *object);
    if (name.empty()) {
        return false;
    }
    // The 3-D view has every place of the plan.
    if (!(name == kPlanView && shows(kSceneView))) {
        bringForward(byName(name));
    }
    fitSelection();
    return true;
}

void CentreViews::fitSelection() {
    framed()->fitSelection();
}

QString CentreViews::nameInFront() const {
    return QString::fromUtf8(inFront().name);
}

QString CentreViews::colour() const {
    return colour_->currentData().toString();
}

void CentreViews::showWelcome(bool on) {
    auto* welcome = qobject_cast<WelcomePage*>(widget(0));
    welcome->setResume(on && workspace_->isOpen() ? workspace_->title() : QString());
    setCurrentIndex(on || !workspace_->isOpen() ? 0 : 1);
    if (currentIndex() == 1 && tabs_->currentWidget() != nullptr) {
        tabs_->currentWidget()->setFocus();
    }
}

QImage CentreViews::pictureForFile(const QString& title, const QString& caption) {
    auto* scene = qobject_cast<SceneView*>(currentIndex() == 1 ? tabs_->currentWidget() : nullptr);
    if (scene == nullptr) {
        return captioned(picture(), title, caption);
    }
    PictureDialog dialog(scene->size() * scene->devicePixelRatioF(), title, caption, this);
    return dialog.exec() == QDialog::Accepted ? scene->picture(dialog.picture()) : QImage();
}

namespace {

/// A list to choose from is its choice in words on a slide: nobody presses there.
void paintChoices(QImage& image, const QWidget* view) {
    QPainter painter(&image);
    for (const QComboBox* box : view->findChildren<QComboBox*>()) {
        if (box->isVisibleTo(view)) {
            const QRect place(box->mapTo(view, QPoint()), box->size());
            painter.fillRect(place, view->palette().window());
            QFont font = box->font();
            font.setWeight(QFont::DemiBold);
            painter.setFont(font);
            painter.setPen(view->palette().windowText().color());
            painter.drawText(place.adjusted(2, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             box->currentText());
        }
    }
}

}  // namespace

/// The part of the view in front that is pictured; null where there is none.
QWidget* CentreViews::pictured() const {
    QWidget* view = currentWidget() == nullptr ? nullptr : tabs_->currentWidget();
    auto* framed = dynamic_cast<Framed*>(view);
    QWidget* part = framed == nullptr ? nullptr : framed->slide();
    return part == nullptr ? view : part;
}

QImage CentreViews::slidePicture() {
    constexpr double kAspect = 2.1;  // of the room between title and figures of a slide
    QWidget* view = pictured();
    // The 3-D view keeps its size: its camera flies through many pictures.
    if (view == nullptr || qobject_cast<VtkViewport*>(view) != nullptr ||
        view->width() <= kAspect * view->height()) {
        return picture();
    }
    // A low pane would be a strip across the slide, with small labels above and below nothing.
    const QSize before = view->size();
    view->resize(before.width(), static_cast<int>(before.width() / kAspect));
    const QImage image = picture();
    view->resize(before);
    return image;
}

QImage CentreViews::picture() {
    QWidget* view = pictured();
    if (view == nullptr) {
        return {};
    }
    if (qobject_cast<VtkViewport*>(view) != nullptr || view->findChild<VtkViewport*>() != nullptr) {
        auto* viewport = qobject_cast<VtkViewport*>(view);
        const bool isCoarse = viewport != nullptr && viewport->isCoarse();
        if (isCoarse) {
            viewport->setCoarse(false);
        }
        const QImage image = view->grab().toImage();  // 3-D is as fine as the screen
        if (isCoarse) {
            viewport->setCoarse(true);
        }
        return image;
    }
    constexpr double kFiner = 2.0;  // than the screen: for a slide or a page
    if (auto* table = qobject_cast<FilteredTable*>(view)) {
        return tablePicture(table->view(), kFiner);
    }
    QImage image(view->size() * kFiner, QImage::Format_RGB32);
    image.setDevicePixelRatio(kFiner);
    // A slide shows the plan, not the tools that draw it.
    auto* bar = view->findChild<PlanBar*>();
    const bool hasBar = bar != nullptr && bar->isVisibleTo(view);
    if (hasBar) {
        bar->hide();
    }
    view->render(&image);
    if (hasBar) {
        bar->show();
    }
    paintChoices(image, view);
    return image;
}

}  // namespace headroom::ui
