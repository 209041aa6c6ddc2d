// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/drill_dialog.h"

#include "engine/base/scale.h"
#include "ui/kit/kept_entries.h"
#include "ui/units/quantity_parse.h"
#include "ui/units/quantity_text.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace headroom::ui {

DrillDialog::DrillDialog(const QString& title, const DrillTiming& start, bool lasts,
                         QWidget* parent)
    : QDialog(parent),
      after_(new QLineEdit(this)),
      length_(new QLineEdit(this)),
      note_(new QLabel(this)) {
    setObjectName("drillDialog");
    setWindowTitle(tr("Drill"));
    after_->setObjectName("drillAfter");
    after_->setAccessibleName(tr("Begins after"));
    after_->setText(start.afterS > 0.0 ? lengthText(start.afterS) : QString());
    after_->setPlaceholderText(tr("at once"));
    length_->setObjectName("drillLength");
    length_->setAccessibleName(tr("Lasts for"));
    length_->setText(std::isfinite(start.durationS) ? lengthText(start.durationS) : QString());
    length_->setPlaceholderText(tr("until it is repaired"));
    note_->setObjectName("drillNote");
    note_->setWordWrap(true);
    note_->setMinimumWidth(300);
    auto* head = new QLabel(title, this);
    QFont heavy = head->font();
    heavy.setWeight(QFont::DemiBold);
    head->setFont(heavy);
    head->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&After"), after_);
    form->addRow(tr("&For"), length_);
    form->setRowVisible(length_, lasts);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    ok_ = buttons->addButton(tr("&Schedule"), QDialogButtonBox::AcceptRole);
    ok_->setObjectName("drillOk");
    ok_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(head);
    layout->addLayout(form);
    layout->addWidget(note_);
    layout->addWidget(buttons);
    connect(after_, &QLineEdit::textChanged, this, &DrillDialog::check);
    connect(length_, &QLineEdit::textChanged, this, &DrillDialog::check);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (wrong().isEmpty()) {
            emit chosen(timing());
            accept();
        }
    });
    (start.afterS > 0.0 || !lasts ? after_ : length_)->setFocus();
    check();
    new KeptEntries(this, title);
}

DrillTiming DrillDialog::timing() const {
    DrillTiming timing;
    if (!after_->text().trimmed().isEmpty()) {
        timing.afterS = parseLength(after_->text());
    }
    if (!length_->text().trimmed().isEmpty()) {
        timing.durationS = parseLength(length_->text());
    }
    return timing;
}

QString DrillDialog::wrong() const {
    const DrillTiming t = timing();
    if (!std::isfinite(t.afterS) || t.afterS < 0.0) {
        return tr("After: write a length of time, as \"90 min\" or \"2 h\".");
    }
    if (!length_->text().trimmed().isEmpty() &&
        (!std::isfinite(t.durationS) || t.durationS <= 0.0)) {
        return tr("For: write a length of time, as \"90 min\" or \"2 h\", or leave it empty.");
    }
    return {};
}

void DrillDialog::check() {
    const QString problem = wrong();
    note_->setText(
        problem.isEmpty()
            ? tr("Simulated time, as \"90 min\", \"2 h\" or \"1 d 12 h\"; a number alone "
                 "is in minutes.")
            : problem);
    ok_->setEnabled(problem.isEmpty());
}

namespace {

void ask(const QString& title, const DrillTiming& start, bool lasts,
         const std::function<void(const DrillTiming&)>& chosen) {
    auto* dialog = new DrillDialog(title, start, lasts, QApplication::activeWindow());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &DrillDialog::chosen, dialog, chosen);
    dialog->open();
}

}  // namespace

void addDrillTimings(QMenu* menu, const QString& title,
                     const std::function<void(const DrillTiming&)>& chosen, bool lasts) {
    if (!lasts) {
        menu->addAction(DrillDialog::tr("Now"), menu, [chosen] { chosen({}); });
    } else {
        menu->addAction(DrillDialog::tr("Until Repaired"), menu, [chosen] { chosen({}); });
        for (const double minutes : {1.0, 5.0, 15.0, 60.0}) {
            menu->addAction(DrillDialog::tr("%1 min").arg(plainNumberText(minutes)), menu,
                            [chosen, minutes] {
                                chosen({0.0, minutes * kMinuteS});
                            });
        }
        menu->addAction(DrillDialog::tr("Other…"), menu, [title, chosen] {
            ask(title, {0.0, 15.0 * kMinuteS}, true, chosen);
        });
    }
    menu->addSeparator();
    menu->addAction(DrillDialog::tr("Later…"), menu, [title, chosen, lasts] {
        ask(title, {10.0 * kMinuteS, models::kNotStated}, lasts, chosen);
    });
}

}  // namespace headroom::ui
