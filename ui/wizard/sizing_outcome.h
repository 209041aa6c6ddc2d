// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/sizing/brief.h"

#include <QWidget>

class QLabel;

namespace headroom::ui {

class SitePreview;

/// The facility that follows from a brief: headline figures and plan, or the reasons why there is none.
class SizingOutcome : public QWidget {
    Q_OBJECT

  public:
    explicit SizingOutcome(QWidget* parent = nullptr);

    /// Figures of the brief before are grey until those of this one are there.
    void showComputing(bool computing);
    /// Why there is nothing to create.
    void refuse(const QString& lines);
    void show(const engine::SizingSummary& summary, engine::Layout layout);

  private:
    QString table(const engine::SizingSummary& summary) const;

    QLabel* computing_;
    QLabel* summary_;
    QLabel* faults_;
    SitePreview* preview_;
};

}  // namespace headroom::ui
