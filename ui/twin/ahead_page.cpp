// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/ahead_page.h"

#include "engine/base/index.h"
#include "engine/files/output_file.h"
#include "engine/part/part_address.h"
#include "engine/power/network.h"
#include "engine/run/order_text.h"
#include "ui/cooling/cooling_text.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/number_box.h"
#include "ui/kit/task.h"
#include "ui/kit/task_row.h"
#include "ui/kit/theme.h"
#include "ui/twin/ahead_chart.h"
#include "ui/twin/ahead_model.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSplitter>
#include <QTableView>
#include <QThread>
#include <QVBoxLayout>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom::ui {

namespace {

constexpr double kAheadHourS = 3600.0;
constexpr double kUsualHours = 6.0, kLeastHours = 0.25, kMostHours = 72.0;
constexpr int kUsualMembers = 20, kMostMembers = 200;
constexpr int kWideAhead = 900;  // pixels from which table and chart are side by side
constexpr int kLowAhead = 420;   // below it chart and events do
constexpr int kToldPx = 220;

engine::Error noOrder(const QString& text, const std::string& why) {
    return {"WEB-025",
            "“" + text.toStdString() + "” is not an order: " + why,
            std::string("Choose a part, or write ") + engine::kOrderForm,
            {},
            {},
            0};
}

}  // namespace

AheadPage::AheadPage(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      desk_(&workspace->twin()),
      task_(new Task(this)),
      row_(new TaskRow(task_, "ahead", tr("Progress of the look ahead"), this)),
      ahead_(new NumberBox(models::unit::hour, kLeastHours * kAheadHourS, kMostHours * kAheadHourS,
                           row_)),
      members_(new NumberBox(models::unit::none, 4, kMostMembers, row_)),
      what_(new QComboBox(row_)),
      note_(new QLabel(this)),
      split_(new QSplitter(this)),
      model_(new AheadModel(this)),
      table_(new FilteredTable(model_, tr("Hours ahead"), {}, split_)) {
    setObjectName("aheadPage");
    ahead_->setObjectName("aheadHours");
    ahead_->setAccessibleName(tr("Hours ahead"));
    ahead_->setToolTip(tr("From where the twin is now"));
    ahead_->showValue(kUsualHours * kAheadHourS);
    members_->setObjectName("aheadMembers");
    members_->setAccessibleName(tr("Members"));
    members_->setToolTip(
        tr("So many ways in which loads and weather may move, drawn from the past"));
    members_->setWhole(true);
    members_->showValue(kUsualMembers);
    what_->setObjectName("aheadWhat");
    what_->setAccessibleName(tr("What if"));
    what_->setEditable(true);
    what_->setInsertPolicy(QComboBox::NoInsert);
    what_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    what_->setMinimumContentsLength(26);
    what_->completer()->setFilterMode(Qt::MatchContains);
    what_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    what_->lineEdit()->setPlaceholderText(tr("no change"));
    what_->setToolTip(
        tr("A part that fails now, or an order as drills have it, as “fail htw pumps count 1 at "
           "30min for 1h”; several with "
           "semicolons between. Nothing real happens"));
    row_->setContentsMargins(10, 8, 10, 4);
    row_->addField(tr("&Ahead"), ahead_);
    row_->addField(tr("&Members"), members_);
    row_->addWidget(tr("&What if"), what_);
    row_->setExportTip(tr("Write all curves as a table"));
    note_->setObjectName("aheadNote");
    note_->setWordWrap(true);
    note_->setContentsMargins(10, 0, 10, 2);
    note_->setForegroundRole(QPalette::PlaceholderText);
    table_->setObjectName("aheadTable");
    table_->setWidths({170, 130, 96, 100, 150, 96, 150, 96, 90});
    auto* right = new QSplitter(Qt::Vertical, split_);
    right_ = right;
    chart_ = new AheadChart(desk_, right);
    told_ = new QListWidget(right);
    told_->setObjectName("aheadTold");
    told_->setAccessibleName(tr("Alarms to expect"));
    told_->setToolTip(tr("Events of the first member with the order"));
    told_->setUniformItemSizes(true);
    told_->setMinimumWidth(kToldPx);
    right->addWidget(chart_);
    right->addWidget(told_);
    right->setStretchFactor(0, 3);
    right->setStretchFactor(1, 1);
    right->setChildrenCollapsible(false);
    split_->addWidget(table_);
    split_->addWidget(right);
    split_->setStretchFactor(0, 1);
    split_->setStretchFactor(1, 1);
    split_->setChildrenCollapsible(false);
    split_->setSizes({560, 440});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(row_);
    layout->addWidget(note_);
    layout->addWidget(split_, 1);
    connect(row_, &TaskRow::runAsked, this, &AheadPage::run);
    connect(row_, &TaskRow::changed, this, &AheadPage::showState);
    connect(row_, &TaskRow::exportAsked, this, [this] {
        row_->askFile(tr("Export the Hours Ahead"), "ahead.csv", tr("Tables (*.csv)"), "csv",
                      [this](const QString& file) { return exportTo(file); });
    });
    connect(table_, &FilteredTable::rowChosen, this, &AheadPage::choose);
    connect(what_->lineEdit(), &QLineEdit::textChanged, this, &AheadPage::showState);
    connect(what_->lineEdit(), &QLineEdit::returnPressed, this, &AheadPage::run);
    connect(desk_, &TwinDesk::changed, this, [this] {
        if (!desk_->canLookAhead() && !desk_->answer()) {
            task_->cancel();
            take({});
        }
        showState();
    });
    connect(workspace, &Workspace::opened, this, &AheadPage::fillParts);
    connect(workspace, &Workspace::layoutChanged, this, &AheadPage::fillParts);
    connect(&Theme::instance(), &Theme::changed, this, &AheadPage::showState);
    fillParts();
    showState();
}

bool AheadPage::isBusy() const {
    return task_->isBusy();
}

/// Parts that can fail, by their names, with the order that says so.
void AheadPage::fillParts() {
    const QString kept = what_->currentText();
    what_->blockSignals(true);
    what_->clear();
    what_->addItem(QString(), QString());
    const auto frame = workspace_->frame();
    std::set<std::string> known;
    const auto add = [&](const QString& name, const std::string& words) {
        if (known.insert(words).second) {
            what_->addItem(name, QString::fromStdString(words));
        }
    };
    if (frame && frame->cooling) {
        const engine::CoolingNetwork& network = *frame->cooling;
        for (std::size_t l = 0; l < network.links.size(); ++l) {
            const CoolingTarget target =
                coolingTarget(network, workspace_->layout(), static_cast<int>(l));
            if (target.unit.empty() || !engine::infoOf(network.links[l].kind).canFail) {
                continue;
            }
            engine::PlantOrder order;
            order.unit = target.unit;
            order.instance = target.instance;
            order.machine = target.machine;
            const QString name = coolingName(network, static_cast<int>(l));
            if (const int units = network.links[l].units; units > 1) {
                order.count = 1;
                add(tr("%1: one of %2 fails").arg(name).arg(units), engine::orderWords(order));
                order.count = 0;
                add(tr("%1: all %2 fail").arg(name).arg(units), engine::orderWords(order));
            } else {
                add(tr("%1: fails").arg(name), engine::orderWords(order));
            }
        }
    }
    if (frame && frame->network) {
        const engine::PowerNetwork& network = *frame->network;
        std::vector<int> units(network.arrays.size(), 0);
        for (const engine::PowerUnit& unit : network.units) {
            ++units[at(unit.array)];
        }
        for (std::size_t a = 0; a < network.arrays.size(); ++a) {
            engine::PlantOrder order;
            order.unit = network.arrays[a].id;
            const QString name = workspace_->nameOfObject(order.unit);
            if (units[a] > 1) {
                order.instance = 1;
                add(tr("%1: the first of %2 fails").arg(name).arg(units[a]),
                    engine::orderWords(order));
                order.instance = 0;
            }
            add(units[a] > 1 ? tr("%1: all %2 fail").arg(name).arg(units[a])
                             : tr("%1: fails").arg(name),
                engine::orderWords(order));
        }
    }
    what_->setEditText(kept);
    if (!orders()) {
        what_->setEditText({});  // a part of the project before
    }
    what_->blockSignals(false);
}

engine::Result<std::vector<engine::BranchOrder>> AheadPage::orders() const {
    std::vector<engine::BranchOrder> orders;
    const QString text = what_->currentText().trimmed();
    const int item = what_->findText(text, Qt::MatchFixedString | Qt::MatchCaseSensitive);
    const QString words = text.isEmpty() || item < 0 ? text : what_->itemData(item).toString();
    for (const QString& one : words.split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const std::string order = one.trimmed().toStdString();
        auto command = engine::orderFromText(order, 0.0);
        if (!command) {
            return tl::unexpected(noOrder(one.trimmed(), command.error()));
        }
        orders.push_back({std::move(*command), order});
    }
    return orders;
}

void AheadPage::ask(const QString& words, const QString& name) {
    what_->setEditText(words);
    what_->setToolTip(name);
    run();
}

void AheadPage::run() {
    const auto wanted = orders();
    const auto work = desk_->aheadWork();
    if (isBusy() || !work || !wanted || !ahead_->isFine() || !members_->isFine()) {
        showState();
        return;
    }
    engine::AheadSpec spec;
    spec.aheadS = ahead_->value();
    spec.members = members_->whole();
    spec.orders = *wanted;
    spec.threads = std::max(1, QThread::idealThreadCount());
    errors_.clear();
    asked_ = what_->currentText().trimmed();
    row_->begin(tr("branching off"));
    task_->run(
        [work, spec](const Task::Link& link) {
            engine::AheadSpec told = spec;
            told.progress = [&link](double share) {
                link.tell(share,
                          AheadPage::tr("%1 % of the members").arg(std::lround(100.0 * share)));
            };
            return work(told, link.isCancelled());
        },
        [this](TwinDesk::AheadAnswer answer) {
            if (task_->isCancelled()) {
                showState();
            } else {
                take(std::move(answer));
            }
            emit finished();
        });
    showState();
}

QString AheadPage::nameOf(const std::string& channel) const {
    const std::string object(engine::ChannelName::parse(channel).object);
    return object.empty() ? QString() : workspace_->nameOfObject(object);
}

void AheadPage::take(const TwinDesk::AheadAnswer& answer) {
    answer_ = answer.ahead;
    errors_ = answer.errors;
    std::vector<AheadRow> rows;
    for (std::size_t k = 0; answer_ && k < answer_->branches.front().curves.size(); ++k) {
        rows.push_back({answer_, k, nameOf(answer_->branches.front().curves[k].channel),
                        k < answer.nowSi.size() ? answer.nowSi[k] : NAN});
    }
    const bool isSame = rows.size() == static_cast<std::size_t>(model_->rowCount());
    model_->setRows(std::move(rows));
    told_->clear();
    const bool hasOrder = answer_ && answer_->branches.size() > 1;
    if (hasOrder) {
        for (const std::string& event : answer_->branches[1].events) {
            told_->addItem(QString::fromStdString(event));
        }
        table_->sortBy(AheadModel::Difference, Qt::DescendingOrder);
    }
    told_->setVisible(hasOrder && told_->count() > 0);
    for (const int column : {AheadModel::With, AheadModel::WithRange, AheadModel::Difference}) {
        table_->view()->setColumnHidden(column, !hasOrder);
    }
    if (model_->rowCount() > 0 && (!isSame || table_->currentRow() < 0 || hasOrder)) {
        table_->view()->selectRow(0);
    }
    choose(table_->currentRow());
    showState();
}

void AheadPage::choose(int row) {
    if (answer_ && row >= 0 && row < model_->rowCount()) {
        chart_->show(answer_, model_->row(row).curve, model_->row(row).object,
                     model_->row(row).nowSi);
    } else {
        chart_->show(nullptr, 0, {}, NAN);
    }
}

void AheadPage::showState() {
    const auto wanted = orders();
    const bool can = desk_->canLookAhead();
    QString said, note;
    bool isBad = false;
    if (!wanted) {
        said = shownText(wanted.error().message);
        isBad = true;
    } else if (!errors_.empty()) {
        said = shownText(errors_.front().message);
        isBad = true;
    } else if (!can && !answer_) {
        said = desk_->there() ? tr("The twin is elsewhere") : tr("Nothing is followed yet");
    } else if (answer_) {
        said =
            tr("%1 on from %2 · %3 members")
                .arg(lengthText(answer_->leadS.back()), momentText(desk_->runTimeS(answer_->fromS)))
                .arg(answer_->members);
    }
    if (answer_) {
        QStringList notes;
        notes << tr("Loads and weather move as they did at some time in the recorded %1.")
                     .arg(lengthText(answer_->historyS));
        if (answer_->branches.size() > 1) {
            notes << tr("What if: %1.").arg(asked_);
        }
        if (answer_->judged > 0) {
            notes << tr("%L1 of %L2 later measurements lie in their interval.")
                         .arg(answer_->inside)
                         .arg(answer_->judged);
        }
        if (desk_->isLive()) {
            notes << tr("The twin waited while it was looked ahead; its sources did not.");
        }
        note = notes.join(QLatin1Char(' '));
    }
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
    table_->setEmptyText(
        isBusy() ? tr("Branches of the twin start at its present instant…")
        : can    ? tr("Run looks ahead from where the twin is: each quantity with the interval in "
                         "which nine of ten members lie. "
                         "With a part under What If, the same once more with that part failing.")
        : desk_->there()
            ? tr("The twin that follows this building is where it is served: ask there what "
                 "comes next, in the window or by headroom-cli twin --ahead.")
            : tr("Once telemetry is followed, its twin can be asked what comes next, and what "
                 "if."));
    split_->widget(1)->setVisible(answer_ != nullptr);
    row_->show(can && wanted.has_value(), answer_ != nullptr, said, isBad);
}

engine::Result<void> AheadPage::exportTo(const QString& file) const {
    std::string out =
        "channel,lead_s,low,middle,high,what_if_low,what_if_middle,what_if_high,measured\n";
    const auto cell = [](const std::vector<double>* values, std::size_t i, double toSi) {
        return values != nullptr && i < values->size() && std::isfinite((*values)[i])
                   ? fmt::format(",{:.9g}", (*values)[i] / toSi)
                   : std::string(",");
    };
    const auto& usual = answer_->branches.front().curves;
    for (std::size_t k = 0; k < usual.size(); ++k) {
        const engine::AheadCurve* with =
            answer_->branches.size() > 1 ? &answer_->branches[1].curves[k] : nullptr;
        const double toSi = usual[k].quantity->unit.toSi;
        for (std::size_t i = 0; i < answer_->leadS.size(); ++i) {
            out += fmt::format("{},{:.9g}", usual[k].channel, answer_->leadS[i]);
            for (const auto* values : {&usual[k].low, &usual[k].middle, &usual[k].high}) {
                out += cell(values, i, toSi);
            }
            for (const auto values : {&engine::AheadCurve::low, &engine::AheadCurve::middle,
                                      &engine::AheadCurve::high}) {
                out += cell(with != nullptr ? &(with->*values) : nullptr, i, toSi);
            }
            out += cell(&usual[k].measured, i, toSi) + '\n';
        }
    }
    return engine::writeFile(file.toStdString(), out);
}

void AheadPage::resizeEvent(QResizeEvent* event) {
    split_->setOrientation(width() >= kWideAhead || width() > 2 * height() ? Qt::Horizontal
                                                                           : Qt::Vertical);
    // A pane that is low has room next to the chart, not below it.
    right_->setOrientation(height() < kLowAhead ? Qt::Horizontal : Qt::Vertical);
    QWidget::resizeEvent(event);
}

}  // namespace headroom::ui
