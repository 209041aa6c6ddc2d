// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/welcome_page.h"

#include "ui/kit/theme.h"
#include "ui/safety/left_copies.h"
#include "ui/shell/recent_files.h"
#include "ui/shell/sample_list.h"
#include "ui/workspace/command_set.h"

#include <QCommandLinkButton>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

constexpr int kPathRole = Qt::UserRole;
constexpr int kWidest = 1080;  // pixels; longer lines are hard to read

QLabel* heading(const QString& text, double larger, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    QFont font = parent->font();
    font.setPointSizeF(font.pointSizeF() + larger);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

/// "today 14:05", "yesterday 09:12", "12 Nov 2026".
QString whenText(const QDateTime& moment) {
    const qint64 days = moment.date().daysTo(QDate::currentDate());
    const QString time = moment.time().toString("HH:mm");
    return days == 0   ? WelcomePage::tr("today %1").arg(time)
           : days == 1 ? WelcomePage::tr("yesterday %1").arg(time)
                       : QLocale().toString(moment.date(), QStringLiteral("d MMM yyyy"));
}

}  // namespace

WelcomePage::WelcomePage(CommandSet* commands, RecentFiles* recent, Safety* safety,
                         const QStringList& scenarios, QWidget* parent)
    : QWidget(parent),
      recent_(recent),
      busy_(new QLabel(this)),
      recentTitle_(heading(tr("Recent"), 1.0, this)),
      recentList_(list(tr("Recent projects"))),
      samples_(new SampleList(scenarios, this)),
      resume_(new QCommandLinkButton(this)),
      left_(new LeftCopies(safety, this)) {
    setObjectName("welcomePage");
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(":/icons/headroom.svg").pixmap(QSize(48, 48), devicePixelRatioF()));
    auto* subtitle = new QLabel(
        tr("A digital twin of AI data centres: power, cooling, network and jobs, coupled."), this);
    subtitle->setForegroundRole(QPalette::PlaceholderText);
    subtitle->setWordWrap(true);
    busy_->setForegroundRole(QPalette::PlaceholderText);
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(heading(tr("Headroom"), 8.0, this));
    words->addWidget(subtitle);
    auto* top = new QHBoxLayout;
    top->setSpacing(14);
    top->addWidget(logo);
    top->addLayout(words, 1);

    auto* begin = new QVBoxLayout;
    begin->setSpacing(6);
    begin->addWidget(heading(tr("Begin"), 1.0, this));
    begin->addWidget(resume_);
    begin->addWidget(makeStart(commands));
    begin->addSpacing(10);
    begin->addWidget(recentTitle_);
    begin->addWidget(recentList_, 1);
    begin->addStretch(0);
    auto* samples = new QVBoxLayout;
    samples->setSpacing(6);
    samples->addWidget(heading(tr("Look at a Scenario"), 1.0, this));
    samples->addWidget(samples_, 1);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(28);
    columns->addLayout(begin, 2);
    columns->addLayout(samples, 3);

    auto* page = new QWidget(this);
    page->setMaximumWidth(kWidest);
    auto* layout = new QVBoxLayout(page);
    layout->setSpacing(14);
    layout->addLayout(top);
    layout->addWidget(left_);
    layout->addLayout(columns, 1);
    layout->addWidget(busy_);
    auto* outer = new QHBoxLayout(this);
    outer->setContentsMargins(32, 24, 32, 16);
    outer->addStretch(1);
    outer->addWidget(page, 100);
    outer->addStretch(1);

    resume_->setObjectName("welcomeResume");
    resume_->setIcon(Theme::icon("step-back"));
    resume_->hide();
    connect(resume_, &QPushButton::clicked, this, &WelcomePage::resumeRequested);
    connect(samples_, &SampleList::openRequested, this, &WelcomePage::openRequested);
    connect(recent, &RecentFiles::changed, this, &WelcomePage::fillRecent);
    fillRecent();
}

/// A process may have ended since the page was made.
void WelcomePage::showEvent(QShowEvent* event) {
    left_->refresh();
    QWidget::showEvent(event);
}

/// A button for every way to begin: all "New …" of the command table, then opening.
QWidget* WelcomePage::makeStart(CommandSet* commands) {
    QStringList ids;
    for (const CommandInfo& info : CommandSet::table()) {
        if (QString(info.id).startsWith("file.new")) {
            ids << info.id;
        }
    }
    ids << "file.open"
        << "file.openFolder"
        << "help.tour"
        << "help.lessons";
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (const QString& id : ids) {
        QAction* action = commands->action(id.toUtf8().constData());
        auto* button = new QCommandLinkButton(action->text(), action->statusTip(), box);
        button->setObjectName("begin." + id);
        button->setIcon(action->icon());
        button->setToolTip(action->toolTip());
        button->setAccessibleName(action->text());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, button,
                [button, action] { button->setEnabled(action->isEnabled()); });
        layout->addWidget(button);
    }
    return box;
}

QListWidget* WelcomePage::list(const QString& name) {
    auto* made = new QListWidget(this);
    made->setAccessibleName(name);
    Theme::instance().keepIconSize(made, 22);
    made->setSpacing(2);
    made->setWordWrap(false);
    made->setTextElideMode(Qt::ElideRight);
    made->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(made, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        emit openRequested(item->data(kPathRole).toString());
    });
    connect(made, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) {
        emit openRequested(item->data(kPathRole).toString());
    });
    return made;
}

void WelcomePage::fillRecent() {
    recentList_->clear();
    for (const QString& file : recent_->files()) {
        const QFileInfo info(file);
        const QString name =
            info.fileName() == "project.json" ? info.dir().dirName() : info.completeBaseName();
        const QDateTime opened = recent_->openedAt(file);
        const QString folder = QDir::toNativeSeparators(info.path());
        const QString place =
            opened.isValid() ? QStringLiteral("%1 · %2").arg(whenText(opened), folder) : folder;
        auto* item = new QListWidgetItem(Theme::icon("recent"), name + '\n' + place, recentList_);
        item->setData(kPathRole, file);
        item->setToolTip(file);
    }
    recentTitle_->setVisible(recentList_->count() > 0);
    recentList_->setVisible(recentList_->count() > 0);
}

void WelcomePage::setResume(const QString& title) {
    resume_->setVisible(!title.isEmpty());
    resume_->setText(tr("Back to %1").arg(title));
    resume_->setDescription(tr("It stays unchanged (Esc)"));
    if (!title.isEmpty()) {
        resume_->setFocus();
    }
}

void WelcomePage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !resume_->isHidden()) {
        emit resumeRequested();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void WelcomePage::setBusy(const QString& what) {
    busy_->setText(what);
    samples_->setEnabled(what.isEmpty());
    recentList_->setEnabled(what.isEmpty());
}

}  // namespace headroom::ui
