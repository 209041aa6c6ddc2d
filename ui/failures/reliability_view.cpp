// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/reliability_view.h"

#include "ui/failures/campaign_page.h"
#include "ui/failures/commission_page.h"
#include "ui/failures/sweep_page.h"

#include <QTabWidget>
#include <QVBoxLayout>

namespace headroom::ui {

ReliabilityView::ReliabilityView(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      tabs_(new QTabWidget(this)),
      campaign_(new CampaignPage(workspace, tabs_)),
      sweep_(new SweepPage(workspace, tabs_)),
      commission_(new CommissionPage(workspace, tabs_)) {
    setObjectName("reliabilityView");
    tabs_->setObjectName("reliabilityTabs");
    tabs_->setDocumentMode(true);
    tabs_->addTab(campaign_, tr("Campaign"));
    tabs_->addTab(sweep_, tr("N-1 Sweep"));
    tabs_->addTab(commission_, tr("Commissioning"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(tabs_);
}

}  // namespace headroom::ui
