// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace headroom::ui {

class RackColouring;

/// A loading as a bar with its figure: a line at 100 %, a hollow mark at the loading with one
/// module less. Colours are those of the one-line diagram.
class CapacityBar : public QStyledItemDelegate {
    Q_OBJECT

  public:
    CapacityBar(RackColouring* colouring, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  private:
    RackColouring* colouring_;
};

}  // namespace headroom::ui
