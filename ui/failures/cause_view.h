// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/framed.h"

#include <QWidget>

#include <cstdint>

class QComboBox;
class QLabel;
class QListWidget;
class QTabWidget;
class QTextBrowser;
class QToolButton;

namespace headroom::ui {

class CauseCanvas;
class NumberBox;
class Workspace;

/// Why something happened, and what followed: the picture, the chain in words, the bill of the
/// event, and what an operator would have thought from sensors and alarms alone.
class CauseView : public QWidget, public Framed {
    Q_OBJECT

  public:
    explicit CauseView(Workspace* workspace, QWidget* parent = nullptr);

    CauseCanvas* canvas() const { return canvas_; }

    void fitAll() override;
    void fitSelection() override;

  signals:
    /// Where the event happened is wanted.
    void placeRequested();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeBar();
    QWidget* makeSide();
    void listRoots();
    void showAll();
    void showChain();
    void listEffects();
    void showBill();
    void showDiagnosis();

    Workspace* workspace_;
    CauseCanvas* canvas_;
    QComboBox* roots_ = nullptr;
    QToolButton *graph_ = nullptr, *timeline_ = nullptr;
    QTabWidget* side_ = nullptr;
    QListWidget* chain_ = nullptr;
    QLabel *bill_ = nullptr, *truth_ = nullptr;
    NumberBox* price_ = nullptr;
    QTextBrowser* diagnosis_ = nullptr;
    std::int64_t diagnosed_ = -1;  ///< event whose diagnosis is shown
    double diagnosedAtS_ = -1.0;
};

}  // namespace headroom::ui
