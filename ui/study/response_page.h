// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/study/study_desk.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QTableWidget;

namespace headroom::ui {

/// A figure over two axes of a study, as a table whose cells are coloured by their numbers: means of points, or a surface
/// through them (engine/study/response.h).
class ResponsePage : public QWidget {
    Q_OBJECT

  public:
    explicit ResponsePage(QWidget* parent = nullptr);

    void show(const std::shared_ptr<const StudyAnswer>& answer);

    QTableWidget* table() const { return table_; }

  private:
    void fill();

    std::shared_ptr<const StudyAnswer> answer_;
    QComboBox *figure_, *rows_, *columns_;
    QLabel* about_;
    QTableWidget* table_;
};

}  // namespace headroom::ui
