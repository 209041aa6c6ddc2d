// SPDX-License-Identifier: Apache-2.0
#include "ui/table/paste_dialog.h"

#include "ui/kit/theme.h"
#include "ui/table/paste_plan.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace headroom::ui {

PasteDialog::PasteDialog(const PastePlan& plan, QWidget* parent) : QDialog(parent) {
    setObjectName("pasteDialog");
    setWindowTitle(tr("Paste From Spreadsheet"));
    QStringList words;
    words << (plan.hasHeader ? tr("The first line names the columns.")
                             : tr("Cells go from the current one to the right and down."));
    words << tr("Cells to set: %1").arg(plan.cells);
    words << tr("Objects to add: %1").arg(plan.added);
    if (!plan.faults.empty()) {
        words << tr("Cells that cannot be taken: %1").arg(plan.faults.size());
    }
    auto* summary = new QLabel(words.join('\n'), this);
    summary->setObjectName("pasteSummary");
    summary->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(summary);
    if (!plan.faults.empty()) {
        auto* table = new QTableWidget(static_cast<int>(plan.faults.size()), 4, this);
        table->setObjectName("pasteFaults");
        table->setAccessibleName(tr("Cells that cannot be taken"));
        table->setHorizontalHeaderLabels({tr("Line"), tr("Column"), tr("Cell"), tr("Why")});
        table->horizontalHeader()->setStretchLastSection(true);
        table->verticalHeader()->hide();
        table->setEditTriggers(QAbstractItemView::NoEditTriggers);
        for (int row = 0; row < table->rowCount(); ++row) {
            const PasteFault& fault = plan.faults[static_cast<std::size_t>(row)];
            const QStringList cells{QString::number(fault.line), QString::number(fault.column),
                                    fault.cell, fault.reason};
            for (int column = 0; column < 4; ++column) {
                auto* item = new QTableWidgetItem(cells[column]);
                item->setToolTip(fault.reason);
                table->setItem(row, column, item);
            }
        }
        table->resizeColumnsToContents();
        layout->addWidget(table, 1);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    QPushButton* paste = buttons->button(QDialogButtonBox::Ok);
    paste->setText(plan.faults.empty() ? tr("Paste") : tr("Paste the Good Cells"));
    paste->setEnabled(!plan.edits.empty());
    if (!plan.faults.empty()) {
        buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    }
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    resize(plan.faults.empty() ? 420 : 720, plan.faults.empty() ? 140 : 380);
}

}  // namespace headroom::ui
