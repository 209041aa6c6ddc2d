// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_table.h"

#include "engine/run/frame/job_history.h"
#include "ui/jobs/job_actions.h"
#include "ui/jobs/job_palette.h"
#include "ui/jobs/job_text.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QSettings>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace headroom::ui {

namespace {

constexpr auto kWidths = std::to_array<int>(
    {56, 170, 84, 96, 68, 118, 64, 84, 122, 92, 122, 118, 118, 76, 70, 70, 76, 92, 122, 300});
static_assert(kWidths.size() == JobModel::ColumnCount);

/// Rows shown at first.
constexpr auto kHiddenAtFirst = std::to_array<int>(
    {JobModel::Accelerator, JobModel::Where, JobModel::Started, JobModel::Deadline});

constexpr const char* kSetting = "jobs/columns";
constexpr int kShareTextPx = 46;

/// All that there ever were.
qlonglong jobsOf(const engine::Frame& frame) {
    qlonglong jobs = 0;
    if (frame.history) {
        jobs = frame.history->left;
        for (const auto& block : frame.history->cards) {
            jobs += static_cast<qlonglong>(block->size());
        }
    }
    return jobs;
}

/// Progress as text and bar.
class ShareBar : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem ground = option;
        initStyleOption(&ground, index);
        const QString text = ground.text;
        ground.text.clear();
        QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter,
                                           option.widget);
        const ThemeColours& colours = Theme::instance().colours();
        const bool selected = option.state & QStyle::State_Selected;
        const QRectF cell = option.rect;
        painter->save();
        painter->setPen(selected ? colours.onAccent : colours.text);
        painter->drawText(QRectF(cell.left(), cell.top(), kShareTextPx, cell.height()),
                          Qt::AlignRight | Qt::AlignVCenter, text);
        const QVariant share = index.data(JobModel::kShareRole);
        if (share.isValid()) {
            const QRectF bar(cell.left() + kShareTextPx + 8.0, cell.center().y() - 3.5,
                             std::max(10.0, cell.width() - kShareTextPx - 14.0), 8.0);
            painter->fillRect(bar, selected ? colours.accent.darker(140) : colours.grid);
            painter->fillRect(
                QRectF(bar.left(), bar.top(), bar.width() * std::clamp(share.toDouble(), 0.0, 1.0),
                       bar.height()),
                selected ? colours.onAccent : JobPalette::ofState(engine::JobState::Running));
        }
        painter->restore();
    }
};

}  // namespace

JobTable::JobTable(Workspace* workspace, JobActions* actions, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      actions_(actions),
      model_(new JobModel(this)),
      search_(new QLineEdit(this)),
      state_(new QComboBox(this)),
      tenant_(new QComboBox(this)),
      count_(new QLabel(this)),
      empty_(new QLabel(this)),
      view_(new QTableView(this)) {
    setObjectName("jobTable");
    build();
    connectAll();
    restoreColumns();
    showCount();
}

void JobTable::build() {
    search_->setObjectName("jobSearch");
    search_->setPlaceholderText(tr("Filter"));
    search_->setAccessibleName(tr("Filter of jobs"));
    search_->setClearButtonEnabled(true);
    search_->addAction(Theme::icon("search"), QLineEdit::LeadingPosition);
    search_->setMaximumWidth(240);
    state_->setObjectName("jobStates");
    state_->setAccessibleName(tr("State"));
    state_->setToolTip(tr("Show jobs in this state only"));
    state_->addItem(tr("All states"), -1);
    using engine::JobState;
    for (const JobState state : {JobState::Running, JobState::Starting, JobState::Queued}) {
        state_->addItem(stateWord(state), static_cast<int>(state));
    }
    state_->addItem(tr("Held"), JobModel::Filter::kHeld);
    for (const JobState state : {JobState::Completed, JobState::Failed}) {
        state_->addItem(stateWord(state), static_cast<int>(state));
    }
    tenant_->setObjectName("jobTenants");
    tenant_->setAccessibleName(tr("Tenant"));
    tenant_->setToolTip(tr("Show jobs of this tenant only"));
    tenant_->addItem(tr("All tenants"));
    tenant_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    count_->setForegroundRole(QPalette::PlaceholderText);
    view_->setModel(model_);
    dressTable(view_, tr("Jobs"));
    view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view_->horizontalHeader()->setStretchLastSection(true);
    view_->horizontalHeader()->setSectionsMovable(true);
    view_->setItemDelegateForColumn(JobModel::Progress, new ShareBar(view_));
    view_->setSortingEnabled(true);
    view_->sortByColumn(JobModel::State, Qt::AscendingOrder);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    view_->horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    empty_->setParent(view_->viewport());
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    empty_->setAttribute(Qt::WA_TransparentForMouseEvents);
    view_->viewport()->installEventFilter(this);
    view_->installEventFilter(this);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 4, 8, 4);
    bar->setSpacing(8);
    bar->addWidget(search_);
    bar->addWidget(state_);
    bar->addWidget(tenant_);
    bar->addWidget(count_);
    bar->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(view_, 1);
}

void JobTable::connectAll() {
    for (const auto signal : {&Workspace::opened, &Workspace::closed}) {
        connect(workspace_, signal, this, [this] {
            model_->clear();
            left_ = 0;
            listTenants();
            showCount();
        });
    }
    connect(workspace_, &Workspace::slowTick, this, &JobTable::takeFrame);
    connect(search_, &QLineEdit::textChanged, this, &JobTable::applyFilter);
    connect(state_, &QComboBox::currentIndexChanged, this, &JobTable::applyFilter);
    connect(tenant_, &QComboBox::currentIndexChanged, this, &JobTable::applyFilter);
    connect(&workspace_->selection(), &Selection::changed, this, &JobTable::showSelected);
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid() && !following_) {
                    workspace_->selection().select(
                        {Selected::Kind::Job, -1, {}, model_->job(index.row()).id});
                }
            });
    connect(view_, &QTableView::doubleClicked, this, &JobTable::activated);
    connect(view_, &QWidget::customContextMenuRequested, this, [this](const QPoint& place) {
        if (view_->indexAt(place).isValid()) {
            workspace_->selection().select(
                {Selected::Kind::Job, -1, {}, model_->job(view_->indexAt(place).row()).id});
        }
        QMenu menu(this);
        menu.setToolTipsVisible(true);
        actions_->fillMenu(menu);
        menu.exec(view_->viewport()->mapToGlobal(place));
    });
    QHeaderView* header = view_->horizontalHeader();
    connect(header, &QWidget::customContextMenuRequested, this,
            [this, header](const QPoint& place) {
                QMenu menu(this);
                fillHeaderMenu(menu);
                menu.exec(header->mapToGlobal(place));
            });
}

void JobTable::fillHeaderMenu(QMenu& menu) {
    for (int column = 0; column < JobModel::ColumnCount; ++column) {
        QAction* action = menu.addAction(model_->head(column).title);
        action->setCheckable(true);
        action->setChecked(!view_->isColumnHidden(column));
        action->setEnabled(column != JobModel::Name);  // without a name nobody knows a row
        connect(action, &QAction::toggled, this,
                [this, column](bool on) { setColumn(column, on); });
    }
    menu.addSeparator();
    menu.addAction(tr("Columns as at First"), this, &JobTable::resetColumns);
}

void JobTable::setColumn(int column, bool shown) {
    view_->setColumnHidden(column, !shown);
    QStringList hidden;
    for (int c = 0; c < JobModel::ColumnCount; ++c) {
        if (view_->isColumnHidden(c)) {
            hidden << QString::number(c);
        }
    }
    QSettings().setValue(kSetting, hidden.join(','));
}

void JobTable::resetColumns() {
    QSettings().remove(kSetting);
    restoreColumns();
}

void JobTable::restoreColumns() {
    const QSettings settings;
    const QStringList hidden = settings.value(kSetting).toString().split(',', Qt::SkipEmptyParts);
    for (int c = 0; c < JobModel::ColumnCount; ++c) {
        view_->setColumnWidth(c, kWidths[static_cast<std::size_t>(c)]);
        view_->setColumnHidden(c, settings.contains(kSetting)
                                      ? hidden.contains(QString::number(c)) && c != JobModel::Name
                                      : std::find(kHiddenAtFirst.begin(), kHiddenAtFirst.end(),
                                                  c) != kHiddenAtFirst.end());
    }
}

void JobTable::takeFrame() {
    if (const auto frame = workspace_->frame(); frame && isVisible()) {
        following_ = true;
        model_->setJobs(frame->jobs, frame->timeS);
        left_ = jobsOf(*frame) - model_->total();
        following_ = false;
        listTenants();
        showCount();
        showSelected();
    }
}

void JobTable::listTenants() {
    const auto tenants = model_->tenants();
    bool same = tenant_->count() == static_cast<int>(tenants.size()) + 1;
    for (std::size_t i = 0; same && i < tenants.size(); ++i) {
        same = tenant_->itemData(static_cast<int>(i) + 1).toString().toStdString() == tenants[i];
    }
    if (same) {
        return;
    }
    const QSignalBlocker quiet(tenant_);
    const bool any = tenant_->currentIndex() <= 0;
    const QString chosen = tenant_->currentData().toString();
    tenant_->clear();
    tenant_->addItem(tr("All tenants"));
    for (const std::string& tenant : tenants) {
        tenant_->addItem(tenant.empty() ? tr("No tenant") : QString::fromStdString(tenant),
                         QString::fromStdString(tenant));
    }
    for (int i = 1; !any && i < tenant_->count(); ++i) {
        if (tenant_->itemData(i).toString() == chosen) {
            tenant_->setCurrentIndex(i);
        }
    }
    applyFilter();
}

void JobTable::applyFilter() {
    JobModel::Filter filter;
    filter.text = search_->text().trimmed();
    filter.state = state_->currentData().toInt();
    filter.anyTenant = tenant_->currentIndex() <= 0;
    filter.tenant = tenant_->currentData().toString().toStdString();
    following_ = true;
    model_->setFilter(filter);
    following_ = false;
    showCount();
    showSelected();
}

void JobTable::showSelected() {
    if (following_) {
        return;
    }
    const Selected& what = workspace_->selection().current();
    const int row = what.kind == Selected::Kind::Job ? model_->rowOf(what.job) : -1;
    if (row == view_->currentIndex().row() && (row >= 0) == view_->currentIndex().isValid()) {
        return;
    }
    following_ = true;
    if (row < 0) {
        view_->setCurrentIndex({});
        view_->clearSelection();
    } else {
        const int column =
            view_->currentIndex().isValid() ? view_->currentIndex().column() : int{JobModel::Name};
        view_->setCurrentIndex(model_->index(row, column));
    }
    following_ = false;
}

void JobTable::showCount() {
    const int shown = model_->rowCount();
    const int all = model_->total();
    const QString count = shown != all ? tr("%1 of %2 jobs").arg(shown).arg(all)
                          : all == 1   ? tr("1 job")
                                       : tr("%1 jobs").arg(all);
    count_->setText(left_ > 0 ? tr("%1 · %2 that ended earlier or queue behind are not listed")
                                    .arg(count, QLocale(QLocale::English).toString(left_))
                              : count);
    empty_->setText(all == 0 ? (workspace_->isOpen()
                                    ? tr("No jobs yet. They appear as the simulation plays; right "
                                         "click to submit one.")
                                    : tr("Open a project: its jobs are listed here."))
                             : tr("No job passes the filter."));
    empty_->setVisible(shown == 0);
}

void JobTable::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takeFrame();
}

bool JobTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == view_->viewport() && event->type() == QEvent::Resize) {
        empty_->setGeometry(view_->viewport()->rect());
    }
    if (watched == view_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && view_->currentIndex().isValid()) {
            emit activated();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace headroom::ui
