// SPDX-License-Identifier: Apache-2.0
#include "ui/wizard/new_facility_dialog.h"

#include "engine/floor/layout.h"
#include "engine/sizing/sizing_sheet.h"
#include "ui/kit/kept_entries.h"
#include "ui/kit/task.h"
#include "ui/kit/text_table.h"
#include "ui/units/unit_words.h"
#include "ui/wizard/facility_form.h"
#include "ui/wizard/sizing_outcome.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

/// Entries that follow each other faster than that are sized once.
constexpr int kPauseMs = 120;

constexpr int kWidestChoice = 340;
constexpr std::size_t kMostFaults = 4;

/// Object, chosen part and reason, one row a choice.
std::vector<TextRow> reasonRows(const engine::SizedFacility& made,
                                const engine::Catalogue& catalogue) {
    std::vector<TextRow> rows;
    for (const engine::SizingChoice& choice : made.choices) {
        TextRow row;
        for (const engine::Words& words :
             {engine::Words(engine::choiceName(made, catalogue, choice)), choice.what,
              choice.why}) {
            row.cells.push_back({shownText(words)});
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

/// Result of a worker for one brief.
struct NewFacilityDialog::Answer {
    std::optional<engine::SizedFacility> made;
    engine::Layout layout;
    engine::Errors errors;
};

NewFacilityDialog::NewFacilityDialog(std::shared_ptr<const engine::Catalogue> catalogue,
                                     QWidget* parent, const engine::FacilityBrief& like)
    : QDialog(parent),
      catalogue_(std::move(catalogue)),
      task_(new Task(this)),
      form_(new FacilityForm(catalogue_, like, this)),
      outcome_(new SizingOutcome(this)),
      reasons_(new TextTable({{tr("Object"), {}}, {tr("Chosen"), {}}, {tr("Why"), {}}}, this)) {
    setObjectName("newFacilityDialog");
    setWindowTitle(like.workOf ? tr("Same Work in Another Cooling") : tr("New Facility"));
    pages_ = new QStackedWidget(this);
    auto* first = new QWidget(this);
    auto* side = new QHBoxLayout(first);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(20);
    side->addWidget(form_);
    side->addWidget(outcome_, 1);
    pages_->addWidget(first);
    pages_->addWidget(reasons());

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    back_ = buttons->addButton(tr("&Back"), QDialogButtonBox::ActionRole);
    back_->setObjectName("wizardBack");
    next_ = buttons->addButton(tr("Choices and &Reasons"), QDialogButtonBox::ActionRole);
    next_->setObjectName("wizardNext");
    create_ = buttons->addButton(tr("&Create"), QDialogButtonBox::AcceptRole);
    create_->setObjectName("wizardCreate");
    create_->setDefault(true);
    // Return creates from everywhere, with the focus on any button.
    for (QAbstractButton* button : buttons->buttons()) {
        if (auto* push = qobject_cast<QPushButton*>(button)) {
            push->setAutoDefault(false);
        }
    }
    startOver_ = buttons->addButton(tr("Start &Over"), QDialogButtonBox::ResetRole);
    startOver_->setObjectName("wizardStartOver");
    startOver_->setToolTip(tr("Put every wish back to what the wizard begins with"));
    startOver_->setAutoDefault(false);
    connect(back_, &QPushButton::clicked, this, [this] { showPage(0); });
    connect(next_, &QPushButton::clicked, this, [this] { showPage(1); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &NewFacilityDialog::createOrWait);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(pages_, 1);
    layout->addWidget(buttons);
    showPage(0);

    pause_.setSingleShot(true);
    pause_.setInterval(kPauseMs);
    connect(&pause_, &QTimer::timeout, this, &NewFacilityDialog::size);
    resize(980, 640);
    connect(form_, &FacilityForm::changed, this, &NewFacilityDialog::takeEntries);
    takeEntries();
    // Esc loses nothing, and the next variant begins where the last one ended.
    auto* entries =
        new KeptEntries(this, like.workOf ? QString::fromStdString(like.name) : QString());
    entries->keepWhenAccepted();
    connect(startOver_, &QPushButton::clicked, entries, &KeptEntries::startOver);
}

QWidget* NewFacilityDialog::reasons() {
    table_ = new QTableView(this);
    table_->setModel(reasons_);
    table_->setObjectName("wizardReasons");
    table_->setAccessibleName(tr("Choices and reasons"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setAlternatingRowColors(true);
    table_->setWordWrap(true);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(2, QHeaderView::Stretch);
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Reasons wrap in what room there is.
    connect(table_->horizontalHeader(), &QHeaderView::sectionResized, table_,
            &QTableView::resizeRowsToContents, Qt::QueuedConnection);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return table_;
}

void NewFacilityDialog::showPage(int page) {
    pages_->setCurrentIndex(page);
    back_->setVisible(page > 0);
    next_->setVisible(page == 0);
    startOver_->setVisible(page == 0);
    if (page > 0) {
        table_->resizeColumnToContents(0);
        table_->resizeColumnToContents(1);
        table_->setColumnWidth(1, std::min(table_->columnWidth(1), kWidestChoice));
        table_->resizeRowsToContents();
        create_->setFocus();
    } else if (isVisible()) {
        form_->focusFirst();
    }
}

/// At once, or as soon as the entries are sized: a press is never lost.
void NewFacilityDialog::createOrWait() {
    createsWhenSized_ = !made_;
    if (made_) {
        emit created(made_->project);
        accept();
    }
}

/// Esc goes back first: what was typed is not lost with a look at the reasons.
void NewFacilityDialog::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && pages_->currentIndex() > 0) {
        showPage(0);
        return;
    }
    QDialog::keyPressEvent(event);
}

engine::FacilityBrief NewFacilityDialog::brief() const {
    return form_->brief();
}

void NewFacilityDialog::takeEntries() {
    made_.reset();
    createsWhenSized_ = false;
    create_->setEnabled(true);
    next_->setEnabled(false);
    outcome_->showComputing(true);
    if (const QString refusal = form_->refusal(); !refusal.isEmpty()) {
        pause_.stop();
        refuse(refusal);
        return;
    }
    pause_.start();
}

void NewFacilityDialog::size() {
    if (task_->isBusy()) {
        again_ = true;
        return;
    }
    again_ = false;
    task_->run(
        [brief = form_->brief(), catalogue = catalogue_] {
            Answer answer;
            engine::ResultAll<engine::SizedFacility> made = engine::sizeFacility(brief, *catalogue);
            if (!made) {
                answer.errors = std::move(made.error());
                return answer;
            }
            answer.layout = engine::layoutOf(made->project, *catalogue, nullptr);
            answer.made = std::move(*made);
            return answer;
        },
        [this](Answer answer) {
            if (again_) {
                size();
            } else if (!pause_.isActive() && form_->refusal().isEmpty()) {
                take(std::move(answer));
            }
        });
}

/// Nothing can be created.
void NewFacilityDialog::refuse(const QString& lines) {
    createsWhenSized_ = false;
    create_->setEnabled(false);
    outcome_->refuse(lines);
}

void NewFacilityDialog::take(Answer answer) {
    made_ = std::move(answer.made);
    create_->setEnabled(made_.has_value());
    next_->setEnabled(made_.has_value());
    reasons_->reset({});
    if (made_) {
        outcome_->show(made_->summary, std::move(answer.layout));
        reasons_->reset(reasonRows(*made_, *catalogue_));
    } else {
        QStringList lines;
        for (const engine::Error& error : answer.errors) {
            if (lines.size() == static_cast<qsizetype>(kMostFaults)) {
                lines << tr("… and %1 more").arg(answer.errors.size() - kMostFaults);
                break;
            }
            lines << shownText(error.message + " " + error.remedy);
        }
        refuse(lines.join("\n"));
    }
    emit sized();
    if (createsWhenSized_) {
        createOrWait();
    }
}

}  // namespace headroom::ui
