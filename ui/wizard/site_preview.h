// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <QWidget>

namespace headroom::ui {

/// The site from above, as large as fits: halls, racks and machines in the colours of the plan,
/// with a scale bar. Nothing in it can be touched.
class SitePreview : public QWidget {
    Q_OBJECT

  public:
    explicit SitePreview(QWidget* parent = nullptr);

    void show(engine::Layout layout);
    void clear();

    QSize sizeHint() const override { return {420, 300}; }

    QSize minimumSizeHint() const override { return {240, 180}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    engine::Layout layout_;
    QRectF site_;  ///< metres, y north; empty means nothing to show
};

}  // namespace headroom::ui
