// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_choice.h"

#include "ui/chart/chart_channel.h"
#include "ui/chart/chart_data.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QDialogButtonBox>
#include <QHash>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr int kName = Qt::UserRole;  // of the channel; groups have none

}  // namespace

ChartChoice::ChartChoice(const ChartData& run, const std::vector<std::string>& now, QWidget* parent)
    : QDialog(parent), filter_(new QLineEdit(this)), tree_(new QTreeWidget(this)) {
    setObjectName("chartChoice");
    setWindowTitle(tr("Quantities of the Chart"));
    filter_->setObjectName("chartChoiceFilter");
    filter_->setPlaceholderText(tr("Filter"));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(tr("Filter"));
    tree_->setObjectName("chartChoiceTree");
    tree_->setAccessibleName(tr("Quantities"));
    tree_->setColumnCount(2);
    tree_->setHeaderLabels({tr("Quantity"), tr("Unit")});
    tree_->setUniformRowHeights(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    ok_ = buttons->button(QDialogButtonBox::Ok);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(filter_);
    layout->addWidget(tree_, 1);
    layout->addWidget(buttons);

    QHash<QString, QTreeWidgetItem*> groups;
    for (const std::string& name : run.channels()) {
        const auto channel = chartChannel(name);
        if (!channel) {
            continue;
        }
        const QString of = channel->object.empty() ? tr("Facility")
                                                   : run.workspace().nameOfObject(channel->object);
        QTreeWidgetItem*& group = groups[of];
        if (group == nullptr) {
            group = new QTreeWidgetItem(tree_, {of});
            group->setFlags(Qt::ItemIsEnabled);
        }
        addChannel(group, name, std::find(now.begin(), now.end(), name) != now.end());
    }
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = tree_->topLevelItem(i);
        bool any = i == 0;
        for (int k = 0; k < group->childCount(); ++k) {
            any = any || group->child(k)->checkState(0) == Qt::Checked;
        }
        group->setExpanded(any);
    }
    connect(filter_, &QLineEdit::textChanged, this, &ChartChoice::filter);
    connect(tree_, &QTreeWidget::itemChanged, this, &ChartChoice::showState);
    connect(tree_, &QTreeWidget::itemActivated, this, [](QTreeWidgetItem* item) {
        if (item->flags() & Qt::ItemIsUserCheckable) {
            item->setCheckState(0,
                                item->checkState(0) == Qt::Checked ? Qt::Unchecked : Qt::Checked);
        }
    });
    resize(460, 560);
    tree_->setColumnWidth(0, 320);
    showState();
}

void ChartChoice::addChannel(QTreeWidgetItem* group, const std::string& name, bool ticked) {
    const engine::QuantityInfo& info = *chartChannel(name)->info;
    const QString unit = unitSymbol(info.unit.symbol);
    auto* item = new QTreeWidgetItem(group, {utf8Text(info.label), unit});
    item->setData(0, kName, QString::fromStdString(name));
    item->setToolTip(0, utf8Text(info.why));
    item->setCheckState(0, ticked ? Qt::Checked : Qt::Unchecked);
}

std::vector<std::string> ChartChoice::chosen() const {
    std::vector<std::string> names;
    for (QTreeWidgetItemIterator it(tree_); *it != nullptr; ++it) {
        if ((*it)->parent() != nullptr && (*it)->checkState(0) == Qt::Checked) {
            names.push_back((*it)->data(0, kName).toString().toStdString());
        }
    }
    return names;
}

void ChartChoice::filter() {
    const QString wanted = filter_->text().trimmed();
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = tree_->topLevelItem(i);
        bool any = false;
        for (int k = 0; k < group->childCount(); ++k) {
            QTreeWidgetItem* item = group->child(k);
            const bool fits = item->text(0).contains(wanted, Qt::CaseInsensitive) ||
                              group->text(0).contains(wanted, Qt::CaseInsensitive);
            item->setHidden(!fits);
            any = any || fits;
        }
        group->setHidden(!any);
        if (!wanted.isEmpty()) {
            group->setExpanded(any);
        }
    }
}

void ChartChoice::showState() {
    const auto names = chosen();
    const QSignalBlocker quiet(tree_);
    for (QTreeWidgetItemIterator it(tree_); *it != nullptr; ++it) {
        if ((*it)->parent() != nullptr) {
            const auto channel = chartChannel((*it)->data(0, kName).toString().toStdString());
            const bool fits = channel && fitsInto(names, *channel);
            (*it)->setFlags(fits
                                ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                                : Qt::ItemFlags(Qt::ItemIsSelectable));
        }
    }
    ok_->setEnabled(!names.empty());
}

}  // namespace headroom::ui
