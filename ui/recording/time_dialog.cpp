// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/time_dialog.h"

#include "engine/base/scale.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace headroom::ui {

TimeDialog::TimeDialog(const QString& title, const QString& button, const TimeRange& range,
                       MomentDay day, QWidget* parent)
    : QDialog(parent),
      range_(range),
      day_(day),
      time_(new QLineEdit(this)),
      note_(new QLabel(this)) {
    setObjectName("timeDialog");
    setWindowTitle(title);
    time_->setObjectName("timeTyped");
    // Proposes a day later where the present instant is out of range, so that no dialog opens with an error.
    time_->setText(momentText(range.nowS < range.firstS ? range.nowS + kDayS : range.nowS));
    time_->selectAll();
    note_->setObjectName("timeNote");
    note_->setWordWrap(true);
    note_->setMinimumWidth(380);
    note_->setMinimumHeight(note_->fontMetrics().lineSpacing() * 2);
    note_->setAlignment(Qt::AlignTop);
    auto* form = new QFormLayout;
    form->addRow(tr("&Time"), time_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    ok_ = buttons->addButton(button, QDialogButtonBox::AcceptRole);
    ok_->setObjectName("timeOk");
    ok_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(note_);
    layout->addWidget(buttons);
    connect(time_, &QLineEdit::textChanged, this, &TimeDialog::check);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (const double timeS = typedS(); wrong(timeS).isEmpty()) {
            emit chosen(timeS);
            accept();
        }
    });
    check();
}

double TimeDialog::typedS() const {
    return parseMoment(time_->text(), range_.nowS, day_);
}

QString TimeDialog::wrong(double timeS) const {
    if (!std::isfinite(timeS)) {
        return tr(
            "Type a time of the clock (14:05, 2 Jul 14:05), a time since the start (36 h) or a "
            "step from now (+2 h).");
    }
    if (timeS < range_.firstS || timeS > range_.lastS) {
        return range_.lastS < HUGE_VAL
                   ? tr("%1 is outside the run, which spans %2.")
                         .arg(momentText(timeS), momentsText(range_.firstS, range_.lastS))
                   : tr("%1 is past. The run is at %2.")
                         .arg(momentText(timeS), momentText(range_.nowS));
    }
    return {};
}

void TimeDialog::check() {
    const double timeS = typedS();
    const QString problem = wrong(timeS);
    const double awayS = timeS - range_.nowS;
    note_->setText(!problem.isEmpty() ? problem
                   : awayS == 0.0     ? tr("%1, the present instant").arg(momentText(timeS))
                   : awayS > 0.0 ? tr("%1, %2 from now").arg(momentText(timeS), lengthText(awayS))
                                 : tr("%1, %2 ago").arg(momentText(timeS), lengthText(-awayS)));
    ok_->setEnabled(problem.isEmpty());
}

}  // namespace headroom::ui
