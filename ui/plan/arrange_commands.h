// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/plan/arrange.h"

#include <QObject>

#include <string>
#include <vector>

namespace headroom::ui {

class CommandSet;
class PlanView;
class Workspace;

/// The commands of the menu Arrange: arrays, blocks, align and spread. While the pointer is over
/// one of the latter, the plan shows where everything would go.
class ArrangeCommands : public QObject {
    Q_OBJECT

  public:
    ArrangeCommands(Workspace* workspace, CommandSet* commands, PlanView* plan, QObject* parent);

  signals:
    void said(const QString& what);

  private:
    struct Moved {
        std::vector<std::string> ids;
        std::vector<QRectF> areas;
        std::vector<QPointF> by;
    };

    Moved plan(Arrangement how) const;
    void arrange(Arrangement how, const QString& words);
    void preview(Arrangement how);
    void array();
    void makeBlock();
    void placeBlock();
    void showState();

    Workspace* workspace_;
    CommandSet* commands_;
    PlanView* plan_;
};

}  // namespace headroom::ui
