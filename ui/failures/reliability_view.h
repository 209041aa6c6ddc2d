// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QTabWidget;

namespace headroom::ui {

class CampaignPage;
class SweepPage;
class Workspace;

/// How the open project fares over many failures: campaigns, and sweeps of its parts.
class ReliabilityView : public QWidget {
    Q_OBJECT

  public:
    explicit ReliabilityView(Workspace* workspace, QWidget* parent = nullptr);

    CampaignPage* campaign() const { return campaign_; }

    SweepPage* sweep() const { return sweep_; }

  private:
    QTabWidget* tabs_;
    CampaignPage* campaign_;
    SweepPage* sweep_;
};

}  // namespace headroom::ui
