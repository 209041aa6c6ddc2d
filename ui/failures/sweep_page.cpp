// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/sweep_page.h"

#include "engine/base/scale.h"
#include "engine/files/output_file.h"
#include "ui/failures/background_run.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/workspace.h"

#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

struct Work {
    engine::Project project;
    std::shared_ptr<const engine::Catalogue> catalogue;
    engine::SweepSpec spec;
    std::shared_ptr<const engine::Sweep> sweep;
    engine::Errors errors;
};

}  // namespace

QString sweepName(const engine::SweepRow& row) {
    const QString first = QString::fromStdString(row.first.name);
    return row.isPair()
               ? SweepModel::tr("%1, then %2").arg(first, QString::fromStdString(row.second.name))
               : first;
}

void SweepModel::setSweep(std::shared_ptr<const engine::Sweep> sweep) {
    beginResetModel();
    sweep_ = std::move(sweep);
    endResetModel();
}

int SweepModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !sweep_ ? 0 : static_cast<int>(sweep_->rows.size());
}

int SweepModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QVariant SweepModel::value(const engine::SweepRow& row, int column) const {
    const engine::Forecast& f = row.forecast;
    switch (column) {
        case Part:
            return sweepName(row);
        case Kind:
            return QString::fromStdString(row.first.kind);
        case Alike:
            return row.isPair() ? 1 : row.first.alike;
        case LostHours:
            return f.lostAcceleratorS / kHourS;
        case LostShare:
            return 100.0 * f.lostShare;
        case Interruptions:
            return f.with.interruptions - f.without.interruptions;
        case RacksOff:
            return f.with.racksOff;
        case Throttled:
            return f.with.racksThrottled;
        case Hottest:
            return f.with.hottestC;
        case DesignLost:
            return row.reach.racksLost;
        case DesignStrained:
            return row.reach.racksStrained;
        case DesignExposed:
            return row.reach.racksExposed;
        default:
            return {};
    }
}

QVariant SweepModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const engine::SweepRow& r = row(index.row());
    const QVariant v = value(r, index.column());
    if (role == Qt::UserRole) {
        return v;
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((index.column() > Kind ? Qt::AlignRight : Qt::AlignLeft) |
                        Qt::AlignVCenter);
    }
    if (role == Qt::DisplayRole) {
        return v.typeId() == QMetaType::Double ? QVariant(numberText(v.toDouble(), 4)) : v;
    }
    if (role == Qt::ToolTipRole) {
        QStringList lines{sweepName(r)};
        for (const engine::ReachStep& step : r.reach.steps) {
            lines << QStringLiteral("%1: %2").arg(reachByWord(step.by),
                                                  QString::fromStdString(step.text));
        }
        return lines.join('\n');
    }
    return {};
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    static constexpr const char* kHeads[] = {
        QT_TR_NOOP("Part"),         QT_TR_NOOP("Kind"),
        QT_TR_NOOP("Alike"),        QT_TR_NOOP("Lost (accelerator-h)"),
        QT_TR_NOOP("Lost (%)"),     QT_TR_NOOP("Interruptions"),
        QT_TR_NOOP("Racks off"),    QT_TR_NOOP("Throttled"),
        QT_TR_NOOP("Hottest (°C)"), QT_TR_NOOP("By design: lost"),
        QT_TR_NOOP("short"),        QT_TR_NOOP("redundancy lost")};
    static constexpr const char* kTips[] = {
        QT_TR_NOOP("What fails"),
        QT_TR_NOOP("What it is"),
        QT_TR_NOOP("So many parts are alike by construction; one of them was tried"),
        QT_TR_NOOP("Work that the same hours do without the failure"),
        QT_TR_NOOP("Of the work that the same hours do without the failure"),
        QT_TR_NOOP("Jobs interrupted beyond those without the failure"),
        QT_TR_NOOP("Most racks at one time without power or tripped"),
        QT_TR_NOOP("Most racks at one time below full clock"),
        QT_TR_NOOP("Hottest chip"),
        QT_TR_NOOP("Racks lost at full load on a design day, with nothing repaired"),
        QT_TR_NOOP("Racks short of cooling or network at full load on a design day"),
        QT_TR_NOOP("Racks that the next failure of the same kind takes")};
    if (role == Qt::DisplayRole) {
        return tr(kHeads[section]);
    }
    if (role == Qt::ToolTipRole) {
        return tr(kTips[section]);
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((section > Kind ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return {};
}

QString SweepModel::csv() const {
    QString text;
    const auto cell = [](QString value) {
        return QStringLiteral("\"%1\"").arg(value.replace('"', QStringLiteral("\"\"")));
    };
    for (int c = 0; c < ColumnCount; ++c) {
        text += (c > 0 ? QStringLiteral(",") : QString()) +
                cell(headerData(c, Qt::Horizontal, Qt::DisplayRole).toString());
    }
    text += QStringLiteral("\r\n");
    for (int r = 0; r < rowCount(); ++r) {
        for (int c = 0; c < ColumnCount; ++c) {
            const QVariant v = value(row(r), c);
            text += (c > 0 ? QStringLiteral(",") : QString()) +
                    (c <= Kind ? cell(v.toString()) : v.toString());
        }
        text += QStringLiteral("\r\n");
    }
    return text;
}

SweepPage::SweepPage(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      background_(new BackgroundRun(this)),
      model_(new SweepModel(this)),
      table_(new FilteredTable(model_, tr("Sweep"),
                               tr("Run lets every part fail once, each in a branch of the same "
                                  "running facility, and ranks them by the work that they cost."),
                               this)) {
    setObjectName("sweepPage");
    table_->setObjectName("sweepTable");
    table_->view()->horizontalHeader()->resizeSection(SweepModel::Part, 260);
    table_->view()->horizontalHeader()->resizeSection(SweepModel::Kind, 120);
    table_->view()->horizontalHeader()->resizeSection(SweepModel::Alike, 60);
    table_->view()->horizontalHeader()->resizeSection(SweepModel::LostHours, 150);
    table_->sortBy(SweepModel::LostHours, Qt::DescendingOrder);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(table_, 1);
    connect(table_, &FilteredTable::rowChosen, this, &SweepPage::choose);
    connect(table_, &FilteredTable::rowActivated, this, [this](int row) {
        const engine::SweepRow& r = model_->row(row);
        std::vector<engine::PlantOrder> orders{r.first.order};
        if (r.isPair()) {
            orders.push_back(r.second.order);
        }
        workspace_->blast().show(std::move(orders), sweepName(r));
    });
    connect(background_, &BackgroundRun::progressed, this,
            [this](double share, const QString& text) {
                progress_->setValue(static_cast<int>(1000.0 * share));
                progress_->setFormat(text);
            });
    connect(background_, &BackgroundRun::finished, this, &SweepPage::finished);
    const auto renew = [this] {
        background_->cancel();
        ++asked_;  // what still runs is of another project
        show(nullptr);
    };
    connect(workspace, &Workspace::opened, this, renew);
    connect(workspace, &Workspace::closed, this, renew);
    connect(&Theme::instance(), &Theme::changed, this, &SweepPage::showState);
    showState();
}

QWidget* SweepPage::makeControls() {
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(10, 8, 10, 6);
    row->setSpacing(6);
    const auto hours = [box](const char* name, const QString& label, const QString& tip,
                             double value) {
        auto* spin = new QDoubleSpinBox(box);
        spin->setObjectName(name);
        spin->setAccessibleName(label);
        spin->setToolTip(tip);
        spin->setRange(0.1, 168.0);
        spin->setDecimals(1);
        spin->setSuffix(SweepPage::tr(" h"));
        spin->setValue(value);
        return spin;
    };
    warmUp_ = hours("sweepWarmUp", tr("Before it fails"),
                    tr("Simulated time before anything fails; jobs run by then"), 2.0);
    horizon_ = hours("sweepHorizon", tr("Watched for"),
                     tr("Simulated time after the failure that is compared"), 1.0);
    pairs_ = new QSpinBox(box);
    pairs_->setObjectName("sweepPairs");
    pairs_->setAccessibleName(tr("Pairs among so many parts"));
    pairs_->setToolTip(
        tr("N-1-1: a second part fails after the first, among so many of the parts "
           "that matter most"));
    pairs_->setRange(0, 50);
    pairs_->setSpecialValueText(tr("none"));
    run_ = new QPushButton(box);
    run_->setObjectName("sweepRun");
    export_ = new QPushButton(Theme::icon("save-as"), tr("&Export…"), box);
    export_->setObjectName("sweepExport");
    progress_ = new QProgressBar(box);
    progress_->setObjectName("sweepProgress");
    progress_->setRange(0, 1000);
    progress_->setAccessibleName(tr("Progress of the sweep"));
    state_ = new QLabel(box);
    state_->setObjectName("sweepState");
    state_->setWordWrap(true);
    for (const auto& [text, field] : {std::pair<QString, QWidget*>{tr("&Before"), warmUp_},
                                      {tr("&Watched for"), horizon_},
                                      {tr("&Pairs among"), pairs_}}) {
        auto* label = new QLabel(text, box);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
    }
    row->addWidget(progress_, 1);
    row->addWidget(state_, 1);
    row->addWidget(run_);
    row->addWidget(export_);
    connect(run_, &QPushButton::clicked, this, [this] {
        isBusy() ? background_->cancel() : run();
        showState();
    });
    connect(export_, &QPushButton::clicked, this, &SweepPage::askExport);
    return box;
}

bool SweepPage::isBusy() const {
    return background_->isBusy();
}

void SweepPage::run() {
    if (isBusy() || !workspace_->isOpen()) {
        return;
    }
    auto work = std::make_shared<Work>();
    work->project = workspace_->project();
    work->catalogue = workspace_->sharedCatalogue();
    work->spec.warmUpS = warmUp_->value() * kHourS;
    work->spec.horizonS = horizon_->value() * kHourS;
    work->spec.pairsOf = pairs_->value();
    progress_->setValue(0);
    progress_->setFormat(tr("warming up"));
    connect(
        background_, &BackgroundRun::finished, this,
        [this, work, asked = ++asked_] {
            if (asked == asked_) {
                show(work->sweep, work->errors);
            }
            showState();
        },
        Qt::SingleShotConnection);
    background_->start([work](const std::atomic<bool>& cancel, const BackgroundRun::Tell& tell) {
        auto made = engine::sweep(
            work->project, *work->catalogue, work->spec,
            [&tell](int done, int all) {
                tell(all > 0 ? static_cast<double>(done) / all : 0.0,
                     SweepPage::tr("%1 of %2 parts").arg(done).arg(all));
            },
            &cancel);
        if (made) {
            work->sweep = std::make_shared<const engine::Sweep>(std::move(*made));
        } else {
            work->errors = made.error();
        }
    });
    show(nullptr);
}

void SweepPage::show(std::shared_ptr<const engine::Sweep> sweep, const engine::Errors& errors) {
    sweep_ = sweep;
    failure_ = errors.empty() ? QString()
                              : QString::fromStdString(engine::text(errors)).section('\n', 0, 0);
    model_->setSweep(std::move(sweep));
    showState();
}

void SweepPage::showState() {
    const ThemeColours& colours = Theme::instance().colours();
    const bool busy = isBusy();
    run_->setText(busy ? tr("&Cancel") : tr("&Run"));
    run_->setIcon(Theme::icon(busy ? "close" : "play"));
    run_->setEnabled(busy ? !background_->isCancelled() : workspace_->isOpen());
    export_->setEnabled(sweep_ && !sweep_->rows.empty());
    progress_->setVisible(busy);
    state_->setVisible(!busy);
    QString said = failure_;
    if (sweep_ && failure_.isEmpty()) {
        said = tr("%1 rows; each failed %2 after the start and was watched for %3")
                   .arg(sweep_->rows.size())
                   .arg(lengthText(sweep_->startS), lengthText(sweep_->spec.horizonS));
        if (!sweep_->complete) {
            said += tr("; cancelled, what was done by then");
        }
    }
    state_->setText(said);
    QPalette palette = state_->palette();
    palette.setColor(QPalette::WindowText, failure_.isEmpty() ? colours.muted : colours.bad);
    state_->setPalette(palette);
}

void SweepPage::choose(int row) {
    const engine::SweepRow& r = model_->row(row);
    if (!r.first.owner.empty()) {
        workspace_->selection().select({Selected::Kind::Object, -1, r.first.owner, -1});
    }
}

engine::Result<void> SweepPage::exportTo(const QString& file) const {
    return engine::writeFile(file.toStdString(), model_->csv().toStdString());
}

void SweepPage::askExport() {
    auto* dialog = new QFileDialog(this, tr("Export the Sweep"), "sweep.csv", tr("Tables (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("csv");
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        if (const auto done = exportTo(file); !done) {
            state_->setText(QString::fromStdString(done.error().text()));
        }
    });
    dialog->open();
}

}  // namespace headroom::ui
