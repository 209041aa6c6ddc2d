// SPDX-License-Identifier: Apache-2.0
#include "ui/study/study_view.h"

#include "engine/files/output_file.h"
#include "engine/sheet/sheet_csv.h"
#include "ui/kit/theme.h"
#include "ui/study/axis_page.h"
#include "ui/study/front_page.h"
#include "ui/study/parallel_page.h"
#include "ui/study/point_table.h"
#include "ui/study/response_page.h"
#include "ui/study/search_page.h"
#include "ui/study/study_focus.h"
#include "ui/study/study_setup.h"
#include "ui/study/study_words.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <cmath>

namespace headroom::ui {

namespace {

constexpr const char* kOther = "*";  // of the choice: a file that is asked for

void paintWords(QLabel* label, const QColor& colour) {
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, colour);
    label->setPalette(palette);
}

}  // namespace

StudyView::StudyView(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      desk_(new StudyDesk(workspace, this)),
      focus_(new StudyFocus(this)),
      tabs_(new QTabWidget(this)),
      setup_(new StudySetup(workspace, desk_, tabs_)),
      points_(new PointTable(focus_, tabs_)),
      axes_(new AxisPage(tabs_)),
      front_(new FrontPage(focus_, tabs_)),
      response_(new ResponsePage(tabs_)),
      parallel_(new ParallelPage(focus_, tabs_)),
      search_(new SearchPage(tabs_)) {
    setObjectName("studyView");
    tabs_->setObjectName("studyTabs");
    tabs_->setDocumentMode(true);
    tabs_->addTab(setup_, tr("Set-up"));
    tabs_->addTab(points_, tr("Points"));
    tabs_->addTab(axes_, tr("Axes"));
    tabs_->addTab(front_, tr("Front"));
    tabs_->addTab(response_, tr("Response"));
    tabs_->addTab(parallel_, tr("Parallel"));
    tabs_->addTab(search_, tr("Search"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addWidget(note_);
    layout->addWidget(tabs_, 1);
    layout->addWidget(makeStrip());
    connect(desk_, &StudyDesk::changed, this, [this] {
        listStudies();
        showState();
    });
    connect(desk_, &StudyDesk::answered, this, &StudyView::showAnswer);
    connect(desk_, &StudyDesk::progressed, this, [this](double share, const QString& text) {
        progress_->setValue(static_cast<int>(1000.0 * share));
        progress_->setFormat(text);
    });
    connect(focus_, &StudyFocus::chosen, this, &StudyView::showPoint);
    connect(points_, &PointTable::activated, desk_,
            [this](int point) { desk_->openDesign(static_cast<std::size_t>(point)); });
    connect(front_, &FrontPage::activated, desk_,
            [this](int point) { desk_->openDesign(static_cast<std::size_t>(point)); });
    connect(&Theme::instance(), &Theme::changed, this, &StudyView::showState);
    connect(&workspace->files(), &ProjectFiles::saved, this, &StudyView::showState);
    connect(&workspace->editor(), &Editor::lockChanged, this, &StudyView::showPoint);
    listStudies();
    showAnswer();
    showState();
}

QWidget* StudyView::makeHead() {
    auto* head = new QWidget(this);
    studies_ = new QComboBox(head);
    studies_->setObjectName("studyChoice");
    studies_->setAccessibleName(tr("Study"));
    studies_->setMinimumContentsLength(16);
    studies_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    const auto button = [&](const char* name, const char* icon, const QString& text,
                            const QString& tip) {
        auto* made = new QPushButton(Theme::icon(icon), text, head);
        made->setObjectName(name);
        made->setToolTip(tip);
        return made;
    };
    new_ = button("studyNew", "add", tr("&New…"),
                  tr("A study of the open project, in a file next to it: pick what it varies"));
    run_ = button("studyRun", "play", tr("&Run"), {});
    cancel_ = button("studyCancel", "close", tr("&Cancel"),
                     tr("Drops the runs under way; what is done stays"));
    allow_ = button(
        "studyAllowOutside", "open", tr("&Allow Files Outside"),
        tr("Lets this study name files outside its folder. Allow it only if you trust its author"));
    export_ = button("studyExport", "save-as", tr("&Export…"),
                     tr("All points as CSV, or all answers as JSON"));
    progress_ = new QProgressBar(head);
    progress_->setObjectName("studyProgress");
    progress_->setAccessibleName(tr("Progress of the study"));
    progress_->setRange(0, 1000);
    state_ = new QLabel(head);
    state_->setObjectName("studyState");
    state_->setWordWrap(true);
    note_ = new QLabel(this);
    note_->setObjectName("studyNote");
    note_->setWordWrap(true);
    note_->setContentsMargins(10, 0, 10, 6);
    note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(10, 8, 10, 6);
    row->setSpacing(6);
    auto* label = new QLabel(tr("&Study"), head);
    label->setBuddy(studies_);
    row->addWidget(label);
    row->addWidget(studies_);
    row->addWidget(new_);
    row->addWidget(progress_, 1);
    row->addWidget(state_, 1);
    row->addWidget(allow_);
    row->addWidget(run_);
    row->addWidget(cancel_);
    row->addWidget(export_);
    connect(studies_, &QComboBox::activated, this, [this](int index) {
        const QString file = studies_->itemData(index).toString();
        if (file == kOther) {
            askOpen();
        } else if (!file.isEmpty()) {
            desk_->open(file.toStdString());
        }
    });
    connect(new_, &QPushButton::clicked, this, [this] {
        desk_->close();
        tabs_->setCurrentWidget(setup_);
        setup_->askAxis();
    });
    connect(run_, &QPushButton::clicked, this, &StudyView::askRun);
    connect(allow_, &QPushButton::clicked, desk_, &StudyDesk::allowOutside);
    connect(cancel_, &QPushButton::clicked, desk_, &StudyDesk::cancel);
    connect(export_, &QPushButton::clicked, this, &StudyView::askExport);
    return head;
}

QWidget* StudyView::makeStrip() {
    auto* strip = new QWidget(this);
    point_ = new QLabel(strip);
    point_->setObjectName("studyPoint");
    point_->setWordWrap(true);
    open_ = new QPushButton(Theme::icon("open"), tr("&Open Design"), strip);
    open_->setObjectName("studyOpenDesign");
    open_->setToolTip(tr("The design of this point as a project in a folder of its own"));
    set_ = new QPushButton(Theme::icon("design"), tr("Set &Here"), strip);
    set_->setObjectName("studySetDesign");
    set_->setToolTip(tr("Values of this point, in the open project: one step of undo"));
    connect(open_, &QPushButton::clicked, this,
            [this] { desk_->openDesign(static_cast<std::size_t>(focus_->point())); });
    connect(set_, &QPushButton::clicked, this,
            [this] { desk_->setDesign(static_cast<std::size_t>(focus_->point())); });
    auto* row = new QHBoxLayout(strip);
    row->setContentsMargins(10, 4, 10, 6);
    row->addWidget(point_, 1);
    row->addWidget(open_);
    row->addWidget(set_);
    return strip;
}

void StudyView::listStudies() {
    studies_->clear();
    const engine::Study* study = desk_->study();
    if (study == nullptr) {
        studies_->addItem(tr("none"), QString());
    }
    for (const auto& file : desk_->known()) {
        const QString path = QString::fromStdString(file.string());
        studies_->addItem(QFileInfo(path).fileName(), path);
        studies_->setItemData(studies_->count() - 1, path, Qt::ToolTipRole);
        if (study != nullptr && study->file == file) {
            studies_->setCurrentIndex(studies_->count() - 1);
        }
    }
    studies_->addItem(tr("Another file…"), kOther);
    studies_->setEnabled(!desk_->isRunning());
}

void StudyView::askOpen() {
    listStudies();
    auto* dialog = new QFileDialog(this, tr("Open a Study"),
                                   QString::fromStdString(workspace_->project().folder().string()),
                                   tr("Studies (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { desk_->open(file.toStdString()); });
    dialog->open();
}

void StudyView::askRun() {
    if (desk_->isRunning()) {
        desk_->pause();
        return;
    }
    const auto& answer = desk_->answer();
    const std::size_t due = answer ? answer->answers.status.tasks - answer->answers.status.done : 0;
    if (due > engine::kManyRuns) {
        auto* box = new QMessageBox(QMessageBox::Question, tr("Many Runs"),
                                    tr("The study lacks %L1 runs. Begin them?").arg(due),
                                    QMessageBox::Yes | QMessageBox::No, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        connect(box, &QMessageBox::accepted, desk_, &StudyDesk::run);
        box->open();
        return;
    }
    desk_->run();
}

void StudyView::showAnswer() {
    const auto& answer = desk_->answer();
    if (!answer || focus_->point() >= static_cast<int>(answer->answers.points.size())) {
        focus_->choose(-1);
    }
    points_->show(answer);
    axes_->show(answer);
    front_->show(answer);
    response_->show(answer);
    parallel_->show(answer);
    search_->show(answer);
    tabs_->setTabVisible(tabs_->indexOf(search_),
                         answer && answer->study().design == engine::DesignKind::Search);
    showPoint();
    showState();
}

void StudyView::showState() {
    const ThemeColours& colours = Theme::instance().colours();
    const bool isRunning = desk_->isRunning();
    const auto& answer = desk_->answer();
    const engine::StudyStatus* status = answer ? &answer->answers.status : nullptr;
    const bool isDone =
        status != nullptr && status->done == status->tasks &&
        (answer->study().design != engine::DesignKind::Search ||
         answer->plan.points().size() >= answer->study().points * answer->study().generations);
    run_->setText(isRunning                                          ? tr("&Pause")
                  : status != nullptr && status->done > 0 && !isDone ? tr("Go &on")
                                                                     : tr("&Run"));
    run_->setIcon(Theme::icon(isRunning ? "pause" : "play"));
    run_->setToolTip(isRunning ? tr("Runs under way end and are kept; no other begins")
                               : tr("Runs what is missing, on all cores"));
    run_->setEnabled(isRunning ? !desk_->isPausing()
                               : answer && !desk_->isStale() && !desk_->isReading() && !isDone);
    cancel_->setVisible(isRunning);
    allow_->setVisible(desk_->namesOutside());
    export_->setEnabled(status != nullptr && status->done > 0);
    new_->setEnabled(!isRunning && workspace_->isOpen() && !workspace_->project().file.empty());
    new_->setToolTip(
        workspace_->isOpen() && workspace_->project().file.empty()
            ? tr("Save the project first: a study names its file")
            : tr("A study of the open project, in a file next to it: pick what it varies"));
    progress_->setVisible(isRunning);
    state_->setVisible(!isRunning);
    QString said;
    if (desk_->isReading()) {
        said = tr("Reading…");
    } else if (status != nullptr) {
        said = tr("%1 of %2 runs done").arg(status->done).arg(status->tasks);
        if (status->faulty > 0) {
            said +=
                tr(", %n of designs that do not run", nullptr, static_cast<int>(status->faulty));
        }
        if (status->stale > 0) {
            said += tr("; %n stale", nullptr, static_cast<int>(status->stale));
        }
        if (status->done > 0 && !isDone) {
            said +=
                tr("; about %1 on one core to go")
                    .arg(lengthText(std::ceil(status->wallS / static_cast<double>(status->done) *
                                              static_cast<double>(status->tasks - status->done))));
        }
        said += desk_->wasPaused() && !isDone ? tr("; paused") : QString();
    } else if (desk_->study() == nullptr) {
        said = tr("New begins a study of the open project.");
    }
    state_->setText(said);
    paintWords(state_, colours.muted);
    QString note;
    if (!desk_->errors().empty()) {
        note = shownText(engine::text(desk_->errors()));
        paintWords(note_, colours.bad);
    } else if (desk_->isStale() && answer && !desk_->isReading()) {
        note = tr("Stale: the project or the study has changed since.");
        paintWords(note_, colours.caution);
    } else if (status != nullptr && status->otherProject > 0 && status->done == 0) {
        note =
            tr("The project has changed since these results: they are stale. Run makes new ones.");
        paintWords(note_, colours.caution);
    }
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
    showPoint();
}

void StudyView::showPoint() {
    const auto& answer = desk_->answer();
    const int point = focus_->point();
    const bool has =
        answer && point >= 0 && point < static_cast<int>(answer->answers.points.size());
    open_->setEnabled(has && !desk_->isStale());
    set_->setEnabled(has && desk_->canSet(static_cast<std::size_t>(point)));
    set_->setToolTip(
        !workspace_->editor().lock().isEmpty()
            ? tr("Values of this point, in the open project. %1").arg(workspace_->editor().lock())
            : tr("Values of this point, in the open project: one step of undo. Not of points that "
                 "change parts or the project"));
    if (!has) {
        point_->setText(tr(
            "Choose a point: in the table, on the front, or a line of the parallel coordinates."));
        paintWords(point_, Theme::instance().colours().muted);
        return;
    }
    QStringList words;
    for (std::size_t a = 0; a < answer->study().axes.size(); ++a) {
        words << QStringLiteral("%1 %2").arg(
            QString::fromStdString(answer->study().axes[a].name),
            axisValueText(*answer, a, static_cast<std::size_t>(point)));
    }
    QStringList figures;
    for (const engine::FigureAnswer& f : answer->answers.figures) {
        const engine::Estimate& e = f.points[static_cast<std::size_t>(point)];
        if (e.count > 0) {
            figures << QStringLiteral("%1 %2").arg(
                utf8Text(f.figure->label),
                figureValueText(*f.figure, e.mean, e.count > 1 ? e.halfWidth : NAN));
        }
    }
    point_->setText(tr("Point %1: %2").arg(point).arg(words.join(", ")) +
                    (figures.isEmpty()
                         ? QString()
                         : QStringLiteral("\n") + figures.join(QStringLiteral(" · "))));
    paintWords(point_, Theme::instance().colours().text);
}

engine::Result<void> StudyView::exportTo(const QString& file) const {
    const auto& answer = desk_->answer();
    if (!answer || answer->answers.status.done == 0) {
        return tl::unexpected(engine::Error{
            "UI-023", "There is no result to export yet.", "Run the study first.", {}, {}, 0});
    }
    const bool isJson = QFileInfo(file).suffix().toLower() == "json";
    return engine::writeFile(
        file.toStdString(),
        isJson ? engine::answersJson(answer->plan, answer->answers) + '\n'
               : engine::sheetCsv(engine::answersSheet(answer->plan, answer->answers)));
}

void StudyView::askExport() {
    auto* dialog = new QFileDialog(this, tr("Export the Study"), "study.csv",
                                   tr("Points (*.csv);;All answers (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("csv");
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        if (const auto done = exportTo(file); !done) {
            emit workspace_->failed(tr("The study was not exported"), {done.error()});
        }
    });
    dialog->open();
}

}  // namespace headroom::ui
