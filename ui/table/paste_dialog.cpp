// SPDX-License-Identifier: Apache-2.0
#include "ui/table/paste_dialog.h"

#include "ui/kit/text_table.h"
#include "ui/table/paste_plan.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>
#include <vector>

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
        auto* faults = new TextTable(
            {{tr("Line"), {}}, {tr("Column"), {}}, {tr("Cell"), {}}, {tr("Why"), {}}}, this);
        std::vector<TextRow> rows;
        for (const PasteFault& fault : plan.faults) {
            TextRow row;
            for (const QString& cell : {QString::number(fault.line), QString::number(fault.column),
                                        fault.cell, fault.reason}) {
                row.cells.push_back({.text = cell, .tip = fault.reason});
            }
            rows.push_back(std::move(row));
        }
        faults->setRows(std::move(rows));
        auto* table = new QTableView(this);
        table->setModel(faults);
        table->setObjectName("pasteFaults");
        table->setAccessibleName(tr("Cells that cannot be taken"));
        table->horizontalHeader()->setStretchLastSection(true);
        table->verticalHeader()->hide();
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
