// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/welcome_page.h"

#include "ui/shell/command_set.h"
#include "ui/shell/recent_files.h"
#include "ui/shell/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

constexpr int kPathRole = Qt::UserRole;

QLabel* heading(const QString& text, double larger, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    QFont font = parent->font();
    font.setPointSizeF(font.pointSizeF() + larger);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

/// First line of prose of a scenario's README.
QString summaryOf(const QString& folder) {
    QFile file(folder + "/README.md");
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) {
        return {};
    }
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine()).trimmed();
        if (!line.isEmpty() && !line.startsWith('#')) {
            return line;
        }
    }
    return {};
}

}  // namespace

WelcomePage::WelcomePage(CommandSet* commands, RecentFiles* recent, const QStringList& scenarios,
                         QWidget* parent)
    : QWidget(parent),
      recent_(recent),
      scenarios_(scenarios),
      busy_(new QLabel(this)),
      recentTitle_(heading(tr("Recent"), 1.0, this)),
      recentList_(list(tr("Recent projects"))),
      scenarioList_(list(tr("Scenarios"))) {
    setObjectName("welcomePage");
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(":/icons/headroom.svg").pixmap(QSize(56, 56), devicePixelRatioF()));
    auto* subtitle = new QLabel(
        tr("A digital twin of AI data centres: power, cooling, network and jobs, coupled."), this);
    subtitle->setForegroundRole(QPalette::PlaceholderText);
    subtitle->setWordWrap(true);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(heading(tr("Headroom"), 9.0, this));
    words->addWidget(subtitle);
    auto* top = new QHBoxLayout;
    top->setSpacing(16);
    top->addWidget(logo);
    top->addLayout(words, 1);

    auto* buttons = new QHBoxLayout;
    for (const char* id : {"file.new", "file.open", "file.openFolder"}) {
        QAction* action = commands->action(id);
        auto* button = new QPushButton(action->icon(), action->text(), this);
        button->setToolTip(action->toolTip());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    busy_->setForegroundRole(QPalette::PlaceholderText);

    auto* column = new QWidget(this);
    column->setMaximumWidth(720);
    auto* layout = new QVBoxLayout(column);
    layout->setSpacing(10);
    layout->addLayout(top);
    layout->addSpacing(6);
    layout->addLayout(buttons);
    layout->addWidget(busy_);
    layout->addWidget(heading(tr("Start with a Scenario"), 1.0, this));
    layout->addWidget(scenarioList_, 3);
    layout->addWidget(recentTitle_);
    layout->addWidget(recentList_, 2);
    auto* outer = new QHBoxLayout(this);
    outer->setContentsMargins(32, 28, 32, 24);
    outer->addStretch(1);
    outer->addWidget(column, 100);
    outer->addStretch(1);

    connect(recent, &RecentFiles::changed, this, &WelcomePage::fill);
    fill();
}

QListWidget* WelcomePage::list(const QString& name) {
    auto* made = new QListWidget(this);
    made->setAccessibleName(name);
    made->setIconSize(QSize(22, 22));
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

void WelcomePage::fill() {
    scenarioList_->clear();
    for (const QString& folder : scenarios_) {
        const QString about = summaryOf(folder);
        const QString name = QDir(folder).dirName();
        auto* item = new QListWidgetItem(
            Theme::icon("hall"), about.isEmpty() ? name : name + '\n' + about, scenarioList_);
        item->setData(kPathRole, folder);
        item->setToolTip(folder);
    }
    recentList_->clear();
    for (const QString& file : recent_->files()) {
        const QFileInfo info(file);
        const QString name =
            info.fileName() == "project.json" ? info.dir().dirName() : info.completeBaseName();
        auto* item =
            new QListWidgetItem(Theme::icon("recent"),
                                name + '\n' + QDir::toNativeSeparators(info.path()), recentList_);
        item->setData(kPathRole, file);
        item->setToolTip(file);
    }
    recentTitle_->setVisible(recentList_->count() > 0);
    recentList_->setVisible(recentList_->count() > 0);
}

void WelcomePage::setBusy(const QString& what) {
    busy_->setText(what);
    scenarioList_->setEnabled(what.isEmpty());
    recentList_->setEnabled(what.isEmpty());
}

}  // namespace headroom::ui
