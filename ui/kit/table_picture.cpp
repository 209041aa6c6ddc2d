// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/table_picture.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>

namespace headroom::ui {

QImage tablePicture(QTableView* view, double finer) {
    constexpr double kSlideHeight = 9.0 / 16.0;  // of its width
    const QAbstractItemView& items = *view;      // its hints are public there
    const QSize before = view->size();
    const auto bars = view->verticalScrollBarPolicy();
    const int scrolled = view->verticalScrollBar()->value();
    const QHeaderView* head = view->horizontalHeader();
    int wide = 0;
    for (int column = 0; column < view->model()->columnCount(); ++column) {
        // The last column takes what is left of the pane: its text is as wide as it needs.
        const bool isLast = column + 1 == view->model()->columnCount();
        wide += head->isSectionHidden(column) ? 0
                : isLast ? std::max(items.sizeHintForColumn(column), head->sectionSizeHint(column))
                         : head->sectionSize(column);
    }
    wide = std::max(1, wide);
    const int rowPx = std::max(1, view->rowHeight(0));
    const int most = std::max(1, (static_cast<int>(wide * kSlideHeight) - head->height()) / rowPx);
    view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->resize(wide, head->height() + rowPx * std::min(most, view->model()->rowCount()));
    view->scrollToTop();
    QImage image(view->size() * finer, QImage::Format_RGB32);
    image.setDevicePixelRatio(finer);
    view->render(&image);
    view->setVerticalScrollBarPolicy(bars);
    view->resize(before);
    view->verticalScrollBar()->setValue(scrolled);
    return image;
}

}  // namespace headroom::ui
