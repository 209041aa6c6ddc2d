// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/focus_panel.h"

#include "engine/run/frame/frame.h"
#include "ui/floor/scene_pick.h"
#include "ui/kit/paint.h"
#include "ui/kit/theme.h"
#include "ui/scene/scene_mask.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace headroom::ui {

namespace {

constexpr int kCutPlaces = 1000;
constexpr int kPanelWidth = 300;
constexpr double kAroundM = 1.5;    // of a box around what is selected
constexpr double kOverSiteM = 1.0;  // a plane may be moved past the site

using Focus = SceneFocus;

/// Data of an entry of the subjects: the subject, then its key.
QVariant subjectData(Focus::Subject subject, const std::string& key) {
    return QStringList{QString::number(static_cast<int>(subject)), QString::fromStdString(key)};
}

}  // namespace

FocusPanel::FocusPanel(Workspace* workspace, QWidget* parent)
    : QFrame(parent),
      workspace_(workspace),
      rule_(new QComboBox(this)),
      subject_(new QComboBox(this)),
      rest_(new QComboBox(this)),
      cut_(new QComboBox(this)),
      path_(new QLabel(this)),
      power_(new QPushButton(tr("Power"), this)),
      coolant_(new QPushButton(tr("Coolant"), this)),
      job_(new QPushButton(tr("Job"), this)),
      noPath_(new QToolButton(this)),
      place_(new QSlider(Qt::Horizontal, this)),
      placeText_(new QLabel(this)),
      flipped_(new QCheckBox(tr("Other side"), this)) {
    setObjectName("focusPanel");
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setCursor(Qt::ArrowCursor);
    setFixedWidth(kPanelWidth);
    auto* title = new QLabel(tr("Section and focus"), this);
    title->setFont(boldOf(font()));
    auto* close = new QToolButton(this);
    close->setIcon(Theme::icon("close"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Hide this panel. The picture does not change"));
    close->setAccessibleName(close->toolTip());

    rule_->setObjectName("focusRule");
    rule_->addItem(tr("Everything"), static_cast<int>(Focus::Rule::Everything));
    rule_->addItem(tr("Only"), static_cast<int>(Focus::Rule::Only));
    rule_->addItem(tr("All but"), static_cast<int>(Focus::Rule::Without));
    subject_->setObjectName("focusSubject");
    rest_->setObjectName("focusRest");
    rest_->addItem(tr("Grey ghosts"), false);
    rest_->addItem(tr("Hidden"), true);
    cut_->setObjectName("focusCut");
    cut_->addItem(tr("No section"), static_cast<int>(Focus::Cut::None));
    cut_->addItem(tr("Plane across east"), static_cast<int>(Focus::Cut::East));
    cut_->addItem(tr("Plane across north"), static_cast<int>(Focus::Cut::North));
    cut_->addItem(tr("Level plane"), static_cast<int>(Focus::Cut::Up));
    cut_->addItem(tr("Box around the selection"), static_cast<int>(Focus::Cut::Box));
    place_->setObjectName("focusPlace");
    place_->setRange(0, kCutPlaces);
    place_->setAccessibleName(tr("Place of the section"));
    flipped_->setObjectName("focusFlipped");
    power_->setToolTip(tr("Show the live way of the power from the grid through the selection"));
    coolant_->setToolTip(
        tr("Show the way of the coolant from heat rejection to the selection and back"));
    job_->setToolTip(tr("Show the racks of the job of the selection"));
    noPath_->setIcon(Theme::icon("close"));
    noPath_->setAutoRaise(true);
    noPath_->setToolTip(tr("Show no path"));
    noPath_->setAccessibleName(noPath_->toolTip());
    path_->setWordWrap(true);
    for (QComboBox* box : {rule_, subject_, rest_, cut_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(6);
    }

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(10, 6, 8, 8);
    layout->setVerticalSpacing(5);
    layout->setColumnStretch(1, 1);
    layout->setColumnStretch(2, 1);
    int row = 0;
    layout->addWidget(title, row, 0, 1, 3);
    layout->addWidget(close, row++, 3);
    const auto label = [&](const QString& text, QWidget* field) {
        auto* words = new QLabel(text, this);
        words->setBuddy(field);
        layout->addWidget(words, row, 0);
    };
    label(tr("&Show"), rule_);
    layout->addWidget(rule_, row, 1);
    layout->addWidget(subject_, row++, 2, 1, 2);
    label(tr("&Path of"), power_);
    auto* paths = new QHBoxLayout;
    for (QPushButton* button : {power_, coolant_, job_}) {
        button->setCheckable(true);
        paths->addWidget(button);
    }
    layout->addLayout(paths, row++, 1, 1, 3);
    layout->addWidget(path_, row, 1, 1, 2);
    layout->addWidget(noPath_, row++, 3);
    label(tr("&Rest"), rest_);
    layout->addWidget(rest_, row++, 1, 1, 3);
    label(tr("S&ection"), cut_);
    layout->addWidget(cut_, row++, 1, 1, 3);
    layout->addWidget(placeText_, row, 0);
    layout->addWidget(place_, row++, 1, 1, 3);
    layout->addWidget(flipped_, row++, 1, 1, 3);

    connect(close, &QToolButton::clicked, this, &FocusPanel::closed);
    connect(rule_, &QComboBox::activated, this, &FocusPanel::takeRule);
    connect(subject_, &QComboBox::activated, this, &FocusPanel::takeRule);
    connect(rest_, &QComboBox::activated, this, &FocusPanel::takeRule);
    connect(cut_, &QComboBox::activated, this, &FocusPanel::takeCut);
    connect(place_, &QSlider::valueChanged, this, &FocusPanel::takePlace);
    connect(flipped_, &QCheckBox::toggled, this, &FocusPanel::takePlace);
    connect(power_, &QPushButton::clicked, this, [this] { showPath(Focus::Path::Power); });
    connect(coolant_, &QPushButton::clicked, this, [this] { showPath(Focus::Path::Coolant); });
    connect(job_, &QPushButton::clicked, this, [this] { showPath(Focus::Path::Job); });
    connect(noPath_, &QToolButton::clicked, this, [this] {
        SceneFocus focus = focus_;
        focus.path = Focus::Path::None;
        focus.start.clear();
        setFocus(focus);
    });
    connect(&workspace->selection(), &Selection::changed, this, &FocusPanel::showPaths);
    connect(workspace, &Workspace::opened, this, [this] {
        fillSubjects();
        // The same project at another instant keeps its focus.
        if (std::exchange(document_, workspace_->documentNumber()) !=
            workspace_->documentNumber()) {
            setFocus({});
        }
    });
    connect(workspace, &Workspace::layoutChanged, this, &FocusPanel::fillSubjects);
    fillSubjects();
    showFocus();
    hide();
    move(12, 12);
}

/// Trouble, systems, halls, and the kinds of machines that the site has.
void FocusPanel::fillSubjects() {
    filling_ = true;
    subject_->clear();
    subject_->addItem(tr("In trouble"), subjectData(Focus::Subject::Fault, {}));
    subject_->insertSeparator(subject_->count());
    subject_->addItem(tr("IT"), subjectData(Focus::Subject::System, kSystemIt));
    subject_->addItem(tr("Power"), subjectData(Focus::Subject::System, kSystemPower));
    subject_->addItem(tr("Cooling"), subjectData(Focus::Subject::System, kSystemCooling));
    subject_->addItem(tr("Network"), subjectData(Focus::Subject::System, kSystemNetwork));
    subject_->insertSeparator(subject_->count());
    const engine::Layout& layout = workspace_->layout();
    for (const engine::HallBox& hall : layout.halls) {
        subject_->addItem(QString::fromStdString(hall.name.empty() ? hall.id : hall.name),
                          subjectData(Focus::Subject::Hall, hall.id));
    }
    subject_->insertSeparator(subject_->count());
    const std::array<std::pair<QString, const char*>, 4> ways = {
        {{tr("Racks"), kKindRack},
         {tr("Coolant pipes"), kKindPipe},
         {tr("Feeders and busways"), kKindFeeder},
         {tr("Cable trays"), kKindTray}}};
    for (const auto& [text, kind] : ways) {
        subject_->addItem(text, subjectData(Focus::Subject::Kind, kind));
    }
    std::set<std::string> kinds;
    for (const engine::EquipmentBox& machine : layout.equipment) {
        kinds.insert(machine.kindName());
    }
    for (const std::string& kind : kinds) {
        subject_->addItem(QString::fromStdString(kind), subjectData(Focus::Subject::Kind, kind));
    }
    filling_ = false;
    showFocus();
}

Bounds3 FocusPanel::site() const {
    Bounds3 bounds = boundsOf(workspace_->layout());
    for (const engine::HallBox& hall : workspace_->layout().halls) {
        bounds.high[2] = std::max(bounds.high[2], hall.box.z + hall.box.height);
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        bounds.low[axis] -= kOverSiteM;
        bounds.high[axis] += kOverSiteM;
    }
    return bounds;
}

void FocusPanel::setFocus(const SceneFocus& focus) {
    const bool isOther = !(focus == focus_);
    focus_ = focus;
    showFocus();
    if (isOther) {
        emit changed();
    }
}

void FocusPanel::showPath(SceneFocus::Path path) {
    const Selected& what = workspace_->selection().current();
    SceneFocus focus = focus_;
    focus.path = path;
    focus.start = startOf(workspace_->layout(), what);
    if (path == Focus::Path::Job && what.rack() >= 0 && workspace_->frame() != nullptr) {
        const auto& jobs = workspace_->frame()->rack(engine::RackQuantity::Job);
        const auto rack = static_cast<std::size_t>(what.index);
        focus.start.clear();
        if (rack < jobs.size() && jobs[rack] >= 0.0F) {
            focus.start = startOf(workspace_->layout(),
                                  {Selected::Kind::Job, -1, {}, std::llround(jobs[rack])});
        }
    }
    if (focus.start.empty()) {
        showFocus();
        return;
    }
    setFocus(focus);
}

void FocusPanel::chooseSelection(SceneFocus::Rule rule) {
    const auto ids = workspace_->selection().objectIds();
    if (ids.empty()) {
        return;
    }
    SceneFocus focus = focus_;
    focus.rule = rule;
    focus.subject = Focus::Subject::Object;
    focus.key = ids.back();
    const auto& halls = workspace_->layout().halls;
    if (std::any_of(halls.begin(), halls.end(),
                    [&](const engine::HallBox& hall) { return hall.id == focus.key; })) {
        focus.subject = Focus::Subject::Hall;
    }
    setFocus(focus);
}

/// The widgets say what the focus is.
void FocusPanel::showFocus() {
    if (filling_) {
        return;
    }
    filling_ = true;
    rule_->setCurrentIndex(rule_->findData(static_cast<int>(focus_.rule)));
    subject_->setEnabled(focus_.rule != Focus::Rule::Everything);
    if (focus_.rule != Focus::Rule::Everything) {
        const QVariant data = subjectData(focus_.subject, focus_.key);
        if (subject_->findData(data) < 0) {  // an object that was selected
            subject_->addItem(workspace_->nameOfObject(focus_.key), data);
        }
        subject_->setCurrentIndex(subject_->findData(data));
    }
    rest_->setCurrentIndex(rest_->findData(focus_.hidesRest));
    rest_->setEnabled(focus_.hasChoice());
    cut_->setCurrentIndex(cut_->findData(static_cast<int>(focus_.cut)));
    const bool isPlane = focus_.cut != Focus::Cut::None && focus_.cut != Focus::Cut::Box;
    place_->setVisible(isPlane);
    placeText_->setVisible(isPlane);
    flipped_->setVisible(isPlane);
    flipped_->setChecked(focus_.isFlipped);
    if (isPlane) {
        const auto axis = static_cast<std::size_t>(focus_.cut) - 1;
        const Bounds3 bounds = site();
        const double share =
            (focus_.cutAtM - bounds.low[axis]) / (bounds.high[axis] - bounds.low[axis]);
        place_->setValue(static_cast<int>(std::lround(kCutPlaces * std::clamp(share, 0.0, 1.0))));
        placeText_->setText(distanceText(focus_.cutAtM, 1));
    }
    filling_ = false;
    showPaths();
}

void FocusPanel::showPaths() {
    const Selected& what = workspace_->selection().current();
    const bool isAny = !startOf(workspace_->layout(), what).empty();
    power_->setEnabled(isAny);
    coolant_->setEnabled(isAny);
    job_->setEnabled(what.rack() >= 0 || what.kind == Selected::Kind::Job);
    power_->setChecked(focus_.path == Focus::Path::Power);
    coolant_->setChecked(focus_.path == Focus::Path::Coolant);
    job_->setChecked(focus_.path == Focus::Path::Job);
    const bool isOn = focus_.path != Focus::Path::None;
    noPath_->setVisible(isOn);
    if (!isOn) {
        path_->setText(isAny ? QString() : tr("Select a rack, machine or job."));
    } else {
        const QString of = workspace_->nameOf(startAt(workspace_->layout(), focus_.start));
        path_->setText(focus_.path == Focus::Path::Power     ? tr("Power of %1").arg(of)
                       : focus_.path == Focus::Path::Coolant ? tr("Coolant of %1").arg(of)
                                                             : tr("Racks of %1").arg(of));
    }
    path_->setVisible(!path_->text().isEmpty());
    adjustSize();
}

void FocusPanel::takeRule() {
    SceneFocus focus = focus_;
    focus.rule = static_cast<Focus::Rule>(rule_->currentData().toInt());
    const QStringList subject = subject_->currentData().toStringList();
    if (subject.size() == 2) {
        focus.subject = static_cast<Focus::Subject>(subject[0].toInt());
        focus.key = subject[1].toStdString();
    }
    if (focus.rule == Focus::Rule::Everything) {
        focus.key.clear();
    }
    focus.hidesRest = rest_->currentData().toBool();
    setFocus(focus);
}

void FocusPanel::takeCut() {
    SceneFocus focus = focus_;
    focus.cut = static_cast<Focus::Cut>(cut_->currentData().toInt());
    focus.isFlipped = false;
    if (focus.cut == Focus::Cut::Box) {
        Bounds3 b = hallBoundsOf(workspace_->layout());
        boundsOf(workspace_->layout(), workspace_->selection().current(), b);
        if (b.low[0] > b.high[0]) {
            b = hallBoundsOf(workspace_->layout());
        }
        focus.box = {b.low[0] - kAroundM,
                     b.low[1] - kAroundM,
                     b.low[2] - kAroundM,
                     b.high[0] - b.low[0] + 2.0 * kAroundM,
                     b.high[1] - b.low[1] + 2.0 * kAroundM,
                     b.high[2] - b.low[2] + 2.0 * kAroundM};
    } else if (focus.cut != Focus::Cut::None) {
        // Through the middle of the halls; level through the racks.
        const Bounds3 b = hallBoundsOf(workspace_->layout());
        const auto axis = static_cast<std::size_t>(focus.cut) - 1;
        focus.cutAtM = (b.low[axis] + b.high[axis]) / 2.0;
    }
    setFocus(focus);
}

void FocusPanel::takePlace() {
    if (filling_ || focus_.cut == Focus::Cut::None || focus_.cut == Focus::Cut::Box) {
        return;
    }
    SceneFocus focus = focus_;
    const auto axis = static_cast<std::size_t>(focus.cut) - 1;
    const Bounds3 bounds = site();
    focus.cutAtM = bounds.low[axis] + (bounds.high[axis] - bounds.low[axis]) *
                                          static_cast<double>(place_->value()) / kCutPlaces;
    focus.isFlipped = flipped_->isChecked();
    setFocus(focus);
}

}  // namespace headroom::ui
