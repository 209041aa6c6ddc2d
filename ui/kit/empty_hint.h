// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

class QAbstractItemView;

namespace headroom::ui {

/// A sentence in the middle of a list that has no rows.
class EmptyHint : public QLabel {
    Q_OBJECT

  public:
    EmptyHint(const QString& text, QAbstractItemView* view);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace headroom::ui
