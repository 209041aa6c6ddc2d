// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include <string>
#include <vector>

class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace headroom::ui {

class ChartData;

/// Which quantities are in a chart: every one that the run has, by the part that it is of. Quantities of another unit
/// than the first ticked one cannot be ticked, as there is one axis.
class ChartChoice : public QDialog {
    Q_OBJECT

  public:
    ChartChoice(const ChartData& run, const std::vector<std::string>& now, QWidget* parent);

    /// In the order of the list; not empty once the dialog was accepted.
    std::vector<std::string> chosen() const;

  private:
    void addChannel(QTreeWidgetItem* group, const std::string& name, bool ticked);
    void filter();
    void showState();

    QLineEdit* filter_;
    QTreeWidget* tree_;
    QPushButton* ok_;
};

}  // namespace headroom::ui
