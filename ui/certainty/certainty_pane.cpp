// SPDX-License-Identifier: Apache-2.0
#include "ui/certainty/certainty_pane.h"

#include "engine/base/scale.h"
#include "engine/files/output_file.h"
#include "engine/sheet/sheet_csv.h"
#include "ui/kit/number_box.h"
#include "ui/kit/task.h"
#include "ui/kit/task_row.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

enum Column { What, Value, Low, High, Share, Range, Status };

constexpr double kUsualHours = 24.0;
constexpr std::size_t kUsualRuns = 32;
constexpr int kOpened = 3;  // causes that are seen before a figure is folded out further

/// A share as a bar behind its number.
class ShareDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        if (const QVariant share = index.data(Qt::UserRole); share.isValid()) {
            QColor colour = Theme::instance().colours().accent;
            colour.setAlphaF(0.35F);
            QRect bar = option.rect.adjusted(1, 2, -1, -2);
            bar.setWidth(static_cast<int>(bar.width() * std::clamp(share.toDouble(), 0.0, 1.0)));
            painter->fillRect(bar, colour);
        }
        QStyledItemDelegate::paint(painter, option, index);
    }
};

/// As many digits as the interval has a use for: the last one shown is a hundredth of its width or more.
QString digitsText(double si, const engine::Figure& figure, double low, double high) {
    const double width = high - low, size = std::max(std::abs(low), std::abs(high));
    const int digits =
        width > 0.0 && size > 0.0
            ? std::clamp(2 + static_cast<int>(std::ceil(std::log10(size / width))), 2, 6)
            : 4;
    return quantityText(si, figure.shown, digits);
}

QTreeWidget* makeTree(const char* name, const QString& accessible, const QStringList& heads,
                      QWidget* parent) {
    auto* tree = new QTreeWidget(parent);
    tree->setObjectName(name);
    tree->setAccessibleName(accessible);
    tree->setHeaderLabels(heads);
    tree->setFrameShape(QFrame::NoFrame);
    tree->setAlternatingRowColors(true);
    tree->header()->setStretchLastSection(true);
    tree->resizeColumnToContents(0);  // its head is read before there is anything below it
    return tree;
}

QString statusWords(const std::string& status) {
    return status == "model"      ? CertaintyPane::tr("error of the model")
           : status == "meter"    ? CertaintyPane::tr("error of meters")
           : status == "chance"   ? CertaintyPane::tr("weather and failures")
           : status == "together" ? CertaintyPane::tr("figures together")
                                  : QString::fromStdString(status);
}

void setCause(QTreeWidgetItem* item, const engine::UncertaintyCause& cause) {
    item->setText(What, QString::fromStdString(cause.label));
    item->setToolTip(What, QString::fromStdString(cause.key));
    item->setText(Share, QStringLiteral("%1 %").arg(
                             numberText(100.0 * cause.share, cause.share < 0.1 ? 1 : 2)));
    item->setTextAlignment(Share, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(Share, Qt::UserRole, cause.share);
    item->setText(Range, shownText(cause.range).replace(QLatin1String("+-"), QStringLiteral("±")));
    item->setText(Status, statusWords(cause.status));
}

}  // namespace

CertaintyPane::CertaintyPane(Workspace* workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace), task_(new Task(this)), note_(new QLabel(this)) {
    setObjectName("certaintyPane");
    note_->setObjectName("certaintyNote");
    note_->setWordWrap(true);
    note_->setContentsMargins(10, 0, 10, 4);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    figures_ = makeTree("certaintyFigures", tr("Headline figures with their intervals"),
                        {tr("Figure, and what makes it uncertain"), tr("Value"), tr("From"),
                         tr("To"), tr("Share"), tr("May be"), tr("Why")},
                        splitter);
    figures_->headerItem()->setToolTip(Low, tr("Nine times in ten the figure lies between these"));
    figures_->headerItem()->setToolTip(High, tr("Nine times in ten the figure lies between these"));
    figures_->headerItem()->setToolTip(Share, tr("Share of the variance of the figure"));
    figures_->setItemDelegateForColumn(Share, new ShareDelegate(figures_));
    first_ = makeTree("certaintyFirst", tr("Measure these first"),
                      {tr("Measure these first"), {}, {}, {}, tr("Share"), tr("May be"), tr("Why")},
                      splitter);
    first_->headerItem()->setToolTip(Share,
                                     tr("Mean over the figures of the share of their variance"));
    first_->setItemDelegateForColumn(Share, new ShareDelegate(first_));
    first_->setRootIsDecorated(false);
    for (const int column : {Value, Low, High}) {
        first_->setColumnHidden(column, true);
    }
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(note_);
    layout->addWidget(splitter, 1);
    const auto renew = [this] {
        task_->cancel();
        ++project_;
        isStale_ = isDue_ = false;
        show(nullptr);
    };
    connect(workspace, &Workspace::designReplaced, this, renew);
    connect(workspace, &Workspace::closed, this, renew);
    connect(workspace, &Workspace::projectChanged, this, [this] {
        isStale_ = answer_ != nullptr || isBusy();
        if (follows_->isChecked()) {
            task_->cancel();
            run();
        }
        showState();
    });
    connect(&Theme::instance(), &Theme::changed, this, &CertaintyPane::showState);
    showState();
}

QWidget* CertaintyPane::makeControls() {
    row_ = new TaskRow(task_, "certainty", tr("Progress"), this);
    row_->setContentsMargins(10, 6, 10, 4);
    hours_ = new NumberBox(models::unit::hour, 0.5 * kHourS, 366.0 * kDayS, row_);
    hours_->setObjectName("certaintyHours");
    hours_->setAccessibleName(tr("Simulated time"));
    hours_->setToolTip(tr("The figures are those of a run of this length from the start"));
    hours_->showValue(kUsualHours * kHourS);
    runs_ = new NumberBox(models::unit::none, 4, 4096, row_);
    runs_->setObjectName("certaintyRuns");
    runs_->setAccessibleName(tr("Largest number of whole runs"));
    runs_->setToolTip(
        tr("Whole runs with all figures drawn at once: doubled until the ends of the intervals "
           "settle, up to this number. Before "
           "them come short runs, a figure moved alone in each"));
    runs_->setWhole(true);
    runs_->showValue(static_cast<double>(kUsualRuns));
    follows_ = new QCheckBox(tr("With each c&hange"), row_);
    follows_->setObjectName("certaintyFollows");
    follows_->setToolTip(tr("Work it out anew whenever the design changes"));
    row_->addField(tr("Run &length"), hours_);
    row_->addField(tr("&Whole runs at most"), runs_);
    row_->addWidget({}, follows_);
    row_->setExportTip(tr("Figures and causes as CSV, or all of it as JSON"));
    connect(row_, &TaskRow::runAsked, this, &CertaintyPane::run);
    connect(row_, &TaskRow::changed, this, &CertaintyPane::showState);
    connect(row_, &TaskRow::exportAsked, this, &CertaintyPane::askExport);
    connect(follows_, &QCheckBox::toggled, this, [this](bool on) {
        if (on && (answer_ == nullptr || isStale_)) {
            run();
        }
    });
    return row_;
}

bool CertaintyPane::isBusy() const {
    return task_->isBusy();
}

void CertaintyPane::run() {
    if (isBusy()) {
        isDue_ = follows_->isChecked();
        return;
    }
    if (!workspace_->isOpen() || workspace_->catalogue() == nullptr) {
        return;
    }

    struct Made {
        std::shared_ptr<const engine::Certainty> answer;
        engine::Errors errors;
    };

    isDue_ = isStale_ = false;
    errors_.clear();
    engine::CertaintySpec spec;
    spec.untilS = hours_->value();
    spec.mostRuns = static_cast<std::size_t>(runs_->whole());
    row_->begin(tr("the run as the design is"));
    task_->run(
        [spec, project = workspace_->project(),
         catalogue = workspace_->sharedCatalogue()](const Task::Link& link) {
            auto made = engine::certainty(
                project, *catalogue, spec,
                [&](std::size_t done, std::size_t due) {
                    link.tell(static_cast<double>(done) /
                                  static_cast<double>(std::max<std::size_t>(1, due)),
                              CertaintyPane::tr("%1 of about %2 runs, short ones first")
                                  .arg(done)
                                  .arg(due));
                },
                &link.isCancelled());
            return made ? Made{std::make_shared<const engine::Certainty>(std::move(*made)), {}}
                        : Made{nullptr, made.error()};
        },
        [this, of = project_](Made made) {
            if (of == project_) {
                const bool isCancelled = task_->isCancelled();
                show(isCancelled && made.answer && !made.answer->complete ? answer_
                                                                          : std::move(made.answer),
                     made.errors);
            }
            if (isDue_) {
                run();
            }
            showState();
            emit finished();
        });
    showState();
}

void CertaintyPane::show(std::shared_ptr<const engine::Certainty> answer,
                         const engine::Errors& errors) {
    answer_ = std::move(answer);
    errors_ = errors;
    fill();
    showState();
}

void CertaintyPane::fill() {
    figures_->clear();
    first_->clear();
    if (!answer_) {
        return;
    }
    for (const engine::HeadlineCertainty& h : answer_->headlines) {
        auto* item = new QTreeWidgetItem(figures_);
        QFont heavy = figures_->font();
        heavy.setWeight(QFont::DemiBold);
        item->setText(What, utf8Text(h.figure->label));
        item->setToolTip(What, utf8Text(h.figure->why));
        for (const auto& [column, value] :
             {std::pair{Value, h.value}, std::pair{Low, h.low}, std::pair{High, h.high}}) {
            item->setText(column, digitsText(value, *h.figure, h.low, h.high));
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
            item->setFont(column, heavy);
        }
        item->setFont(What, heavy);
        int causes = 0;
        for (const engine::UncertaintyCause& cause : h.causes) {
            setCause(new QTreeWidgetItem(item), cause);
            ++causes;
        }
        item->setExpanded(causes <= kOpened || figures_->topLevelItemCount() == 1);
    }
    for (const engine::UncertaintyCause& cause : answer_->measureFirst) {
        setCause(new QTreeWidgetItem(first_), cause);
    }
    for (QTreeWidget* tree : {figures_, first_}) {
        for (int column = 0; column < tree->columnCount() - 1; ++column) {
            tree->resizeColumnToContents(column);
        }
        tree->setColumnWidth(Share, std::max(90, tree->columnWidth(Share)));
    }
}

void CertaintyPane::showState() {
    const ThemeColours& colours = Theme::instance().colours();
    QString said;
    QColor colour = colours.muted;
    if (!errors_.empty()) {
        said = shownText(errors_.front().text());
        colour = colours.bad;
    } else if (isStale_) {
        said = tr("The design has changed since: Run works it out anew.");
        colour = colours.caution;
    } else if (answer_) {
        said = tr("90 % intervals from %1 figures of the catalogue that may be others, weather, "
                  "failures and the models' own errors; %2 runs, most of them short ones with one "
                  "figure moved")
                   .arg(answer_->figures)
                   .arg(answer_->runs);
        if (const std::string of = engine::notStatedText(*answer_); !of.empty()) {
            said +=
                tr("; the catalogue states no error %1: the intervals lack what these are off by")
                    .arg(QString::fromStdString(of));
            colour = colours.caution;
        }
        said += answer_->settled
                    ? QString()
                    : tr("; the ends still moved with the last runs: take them as rough");
    } else if (!isBusy()) {
        said =
            tr("Run gives each headline figure the interval in which it lies nine times in ten, "
               "and what makes that wide.");
    }
    row_->show(workspace_->isOpen(), answer_ != nullptr, {}, false);
    note_->setText(said);
    note_->setVisible(!said.isEmpty());
    QPalette palette = note_->palette();
    palette.setColor(QPalette::WindowText, colour);
    note_->setPalette(palette);
}

engine::Result<void> CertaintyPane::exportTo(const QString& file) const {
    if (!answer_) {
        return tl::unexpected(engine::Error{
            "UI-023", "There is no result to export yet.", "Press Run first.", {}, {}, 0});
    }
    const bool isJson = QFileInfo(file).suffix().toLower() == "json";
    return engine::writeFile(file.toStdString(),
                             isJson ? engine::certaintyJson(*answer_) + '\n'
                                    : engine::sheetCsv(engine::certaintySheet(*answer_)));
}

void CertaintyPane::askExport() {
    row_->askFile(tr("Export the Certainty"), "certainty.csv",
                  tr("Figures and causes (*.csv);;All of it (*.json)"), "csv",
                  [this](const QString& file) { return exportTo(file); });
}

}  // namespace headroom::ui
