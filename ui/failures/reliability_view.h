// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QTabWidget;

namespace headroom::ui {

class CampaignPage;
class CommissionPage;
class SweepPage;
class Workspace;

/// How the open project fares over many failures: campaigns, sweeps of its parts, and the tests that
/// owners sign.
class ReliabilityView : public QWidget {
    Q_OBJECT

  public:
    explicit ReliabilityView(Workspace* workspace, QWidget* parent = nullptr);

    CampaignPage* campaign() const { return campaign_; }

    SweepPage* sweep() const { return sweep_; }

    CommissionPage* commission() const { return commission_; }

  private:
    QTabWidget* tabs_;
    CampaignPage* campaign_;
    SweepPage* sweep_;
    CommissionPage* commission_;
};

}  // namespace headroom::ui
