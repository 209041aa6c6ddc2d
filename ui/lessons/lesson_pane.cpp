// SPDX-License-Identifier: Apache-2.0
#include "ui/lessons/lesson_pane.h"

#include "ui/kit/file_dialog.h"
#include "ui/kit/theme.h"
#include "ui/lessons/lesson_run.h"
#include "ui/units/quantity_parse.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QSaveFile>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

namespace {

QPushButton* lessonButton(const char* name, const QString& text, QWidget* parent) {
    auto* made = new QPushButton(text, parent);
    made->setObjectName(name);
    made->setAutoDefault(false);
    return made;
}

QLabel* lessonLabel(const char* name, QWidget* parent) {
    auto* made = new QLabel(parent);
    made->setObjectName(name);
    made->setWordWrap(true);
    made->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return made;
}

}  // namespace

LessonPane::LessonPane(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      run_(new LessonRun(workspace, this)),
      pages_(new QStackedWidget(this)) {
    setObjectName("lessonPane");
    setMinimumWidth(300);
    pages_->addWidget(makeList());
    pages_->addWidget(makeStep());
    pages_->addWidget(makeSheet());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pages_);
    connect(run_, &LessonRun::changed, this, &LessonPane::refresh);
    connect(workspace, &Workspace::opened, this, [this] {
        if (run_->lesson() != nullptr) {
            emit shown();
        }
    });
    connect(&Theme::instance(), &Theme::changed, this, &LessonPane::refresh);
    refresh();
}

void LessonPane::setFolders(const QString& lessons, const QString& scenarios) {
    scenarios_ = scenarios;
    auto found = engine::loadLessons(lessons.toStdString());
    if (!found) {
        fault_->setText(QString::fromStdString(found.error().text()));
        fault_->show();
        return;
    }
    lessons_ = std::move(*found);
    list_->clear();
    for (const engine::Lesson& lesson : lessons_) {
        auto* item = new QListWidgetItem(tr("%1 · %2 min\n%3")
                                             .arg(QString::fromStdString(lesson.title))
                                             .arg(lesson.minutes)
                                             .arg(QString::fromStdString(lesson.about)),
                                         list_);
        item->setToolTip(QString::fromStdString(lesson.about));
    }
    list_->setCurrentRow(0);
    refresh();
}

QWidget* LessonPane::makeList() {
    auto* page = new QWidget(pages_);
    auto* column = new QVBoxLayout(page);
    auto* about = lessonLabel("lessonsAbout", page);
    about->setText(
        tr("A lesson opens a project and asks for something; it notices by itself when that is "
           "done."));
    fault_ = lessonLabel("lessonsFault", page);
    fault_->hide();
    list_ = new QListWidget(page);
    list_->setObjectName("lessonList");
    list_->setAccessibleName(tr("Lessons"));
    list_->setWordWrap(true);
    list_->setSpacing(3);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    start_ = lessonButton("lessonStart", tr("Start Lesson"), page);
    connect(start_, &QPushButton::clicked, this, &LessonPane::startCurrent);
    connect(list_, &QListWidget::itemActivated, this, &LessonPane::startCurrent);
    column->addWidget(about);
    column->addWidget(fault_);
    column->addWidget(list_, 1);
    column->addWidget(start_);
    return page;
}

QWidget* LessonPane::makeStep() {
    auto* page = new QWidget(pages_);
    count_ = lessonLabel("lessonCount", page);
    count_->setForegroundRole(QPalette::PlaceholderText);
    title_ = lessonLabel("lessonTitle", page);
    QFont heavy = font();
    heavy.setWeight(QFont::DemiBold);
    heavy.setPointSizeF(font().pointSizeF() + 2.0);
    title_->setFont(heavy);
    text_ = new QTextBrowser(page);
    text_->setObjectName("lessonText");
    text_->setAccessibleName(tr("Task"));
    text_->setFrameShape(QFrame::NoFrame);
    text_->setOpenLinks(false);
    hints_ = lessonLabel("lessonHints", page);
    ask_ = lessonLabel("lessonAsk", page);
    answer_ = new QLineEdit(page);
    answer_->setObjectName("lessonAnswer");
    answer_->setAccessibleName(tr("Answer"));
    unit_ = lessonLabel("lessonUnit", page);
    check_ = lessonButton("lessonCheck", tr("Check"), page);
    connect(check_, &QPushButton::clicked, this, &LessonPane::check);
    connect(answer_, &QLineEdit::returnPressed, this, &LessonPane::check);
    auto* asked = new QHBoxLayout;
    asked->addWidget(ask_);
    asked->addWidget(answer_, 1);
    asked->addWidget(unit_);
    asked->addWidget(check_);
    money_ = lessonLabel("lessonMoney", page);
    compute_ = lessonButton("lessonCompute", tr("Compute"), page);
    compute_->setToolTip(tr(
        "Simulates a day of each month here, and the same jobs at the offer; takes some seconds"));
    connect(compute_, &QPushButton::clicked, run_, &LessonRun::compute);
    state_ = lessonLabel("lessonState", page);
    look_ = lessonButton("lessonLook", tr("Show Me"), page);
    look_->setToolTip(tr("Brings what the step is about to the front"));
    hint_ = lessonButton("lessonHint", tr("Hint"), page);
    reset_ = lessonButton("lessonReset", tr("Reset Step"), page);
    reset_->setToolTip(tr("Takes back what was changed in this step, and starts the run again"));
    auto* leave = lessonButton("lessonLeave", tr("Leave"), page);
    next_ = lessonButton("lessonNext", tr("Next Step"), page);
    connect(look_, &QPushButton::clicked, this, [this] {
        const engine::LessonStep* step = run_->current();
        if (step != nullptr && !step->object.empty()) {
            workspace_->selection().select({Selected::Kind::Object, -1, step->object, -1});
        }
        if (step != nullptr && !step->pane.empty()) {
            emit paneWanted(QString::fromStdString(step->pane));
        }
    });
    connect(hint_, &QPushButton::clicked, run_, &LessonRun::hint);
    connect(reset_, &QPushButton::clicked, run_, &LessonRun::reset);
    connect(leave, &QPushButton::clicked, run_, &LessonRun::leave);
    connect(next_, &QPushButton::clicked, run_, &LessonRun::next);
    auto* tools = new QHBoxLayout;
    for (QPushButton* each : {look_, hint_, reset_, leave}) {
        tools->addWidget(each);
    }
    auto* column = new QVBoxLayout(page);
    column->addWidget(count_);
    column->addWidget(title_);
    column->addWidget(text_, 1);
    column->addWidget(hints_);
    column->addLayout(asked);
    column->addWidget(money_);
    column->addWidget(compute_);
    column->addWidget(state_);
    column->addLayout(tools);
    column->addWidget(next_);
    return page;
}

QWidget* LessonPane::makeSheet() {
    auto* page = new QWidget(pages_);
    auto* head = lessonLabel("lessonSheetTitle", page);
    head->setText(tr("Done"));
    head->setFont(title_->font());
    sheet_ = lessonLabel("lessonSheet", page);
    sheet_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* copy = lessonButton("lessonCopy", tr("Copy"), page);
    auto* keep = lessonButton("lessonSave", tr("Save…"), page);
    auto* back = lessonButton("lessonBack", tr("All Lessons"), page);
    connect(copy, &QPushButton::clicked, this,
            [this] { QApplication::clipboard()->setText(run_->sheet()); });
    connect(keep, &QPushButton::clicked, this, &LessonPane::save);
    connect(back, &QPushButton::clicked, run_, &LessonRun::leave);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* each : {copy, keep, back}) {
        buttons->addWidget(each);
    }
    auto* column = new QVBoxLayout(page);
    column->addWidget(head);
    column->addWidget(sheet_, 1);
    column->addLayout(buttons);
    return page;
}

void LessonPane::startCurrent() {
    const int row = list_->currentRow();
    if (row >= 0 && row < static_cast<int>(lessons_.size())) {
        run_->begin(lessons_[static_cast<std::size_t>(row)], scenarios_);
    }
}

void LessonPane::refresh() {
    start_->setEnabled(!lessons_.empty() && list_->currentRow() >= 0);
    const engine::Lesson* lesson = run_->lesson();
    const bool isOver = lesson != nullptr && run_->step() >= static_cast<int>(lesson->steps.size());
    pages_->setCurrentIndex(lesson == nullptr ? 0 : isOver ? 2 : 1);
    if (isOver) {
        sheet_->setText(run_->sheet());
    } else if (lesson != nullptr) {
        showStep();
    }
    shownStep_ = lesson == nullptr ? -2 : run_->step();
}

void LessonPane::showStep() {
    const engine::Lesson& lesson = *run_->lesson();
    const engine::LessonStep* step = run_->current();
    if (step == nullptr) {
        count_->setText(tr("%1 · opening its project…").arg(QString::fromStdString(lesson.title)));
        title_->clear();
        text_->clear();
        state_->clear();
        return;
    }
    const int at = run_->step();
    if (at != shownStep_) {
        count_->setText(tr("%1 · step %2 of %3")
                            .arg(QString::fromStdString(lesson.title))
                            .arg(at + 1)
                            .arg(lesson.steps.size()));
        title_->setText(QString::fromStdString(step->title));
        text_->setMarkdown(QString::fromStdString(step->text));
        ask_->setText(QString::fromStdString(step->ask));
        unit_->setText(QString::fromStdString(step->unit));
        answer_->clear();
    }
    const LessonRun::Done& done = run_->done()[static_cast<std::size_t>(at)];
    QStringList hints;
    for (int i = 0; i < done.hints; ++i) {
        hints
            << tr("Hint: %1").arg(QString::fromStdString(step->hints[static_cast<std::size_t>(i)]));
    }
    hints_->setText(hints.join('\n'));
    hints_->setVisible(!hints.isEmpty());
    hint_->setEnabled(done.hints < static_cast<int>(step->hints.size()));
    look_->setEnabled(!step->pane.empty() || !step->object.empty());
    const bool asks = !step->ask.empty();
    for (QWidget* each : {static_cast<QWidget*>(ask_), static_cast<QWidget*>(answer_),
                          static_cast<QWidget*>(unit_), static_cast<QWidget*>(check_)}) {
        each->setVisible(asks);
    }
    const bool computes = !step->against.empty();
    money_->setVisible(computes);
    compute_->setVisible(computes);
    compute_->setEnabled(!run_->isBusy());
    money_->setText(run_->moneyText());
    const ThemeColours& c = Theme::instance().colours();
    const QString reading = run_->checkText().toHtmlEscaped();
    state_->setText(
        done.isDone
            ? QStringLiteral("<b style=\"color:%1\">✓ %2</b>").arg(c.good.name(), tr("Done"))
        : asks ? (done.tries > 0
                      ? QStringLiteral("<span style=\"color:%1\">%2</span>")
                            .arg(c.caution.name(), tr("Not yet: look again, or take a hint."))
                      : QString())
               : QStringLiteral("<span style=\"color:%1\">%2<br>%3</span>")
                     .arg(c.muted.name(), tr("Done when this holds:"), reading));
    next_->setEnabled(done.isDone);
    next_->setText(at + 1 < static_cast<int>(lesson.steps.size()) ? tr("Next Step")
                                                                  : tr("Result Sheet"));
}

void LessonPane::check() {
    QString text = answer_->text().trimmed();
    text.remove('%').remove(
        QString::fromStdString(run_->current() != nullptr ? run_->current()->unit : ""));
    const auto given = parseQuantity(text.trimmed(), models::unit::none);
    if (given) {
        run_->answer(*given);
    } else {
        state_->setText(QStringLiteral("<span style=\"color:%1\">%2</span>")
                            .arg(Theme::instance().colours().bad.name(), given.error()));
    }
}

void LessonPane::save() {
    const QString file =
        askSaveFile(this, tr("Save Result Sheet"), "lesson.txt", tr("Text (*.txt)"));
    if (file.isEmpty()) {
        return;
    }
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(run_->sheet().toUtf8()) < 0 || !out.commit()) {
        sheet_->setText(run_->sheet() + '\n' + tr("It was not saved: %1").arg(out.errorString()));
    }
}

}  // namespace headroom::ui
