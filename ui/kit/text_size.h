// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QLabel>

/// Words of another size than the rest, which grow with it.
namespace headroom::ui {

/// The application's font, larger by a given number of points at usual text; now and whenever text size or theme change.
void keepTextSize(QWidget* widget, double morePoints, QFont::Weight weight = QFont::Normal);

/// One line that ends in "…" where it has no room for all; its tip is the whole.
class ElidedLabel : public QLabel {
  public:
    explicit ElidedLabel(QWidget* parent = nullptr) : QLabel(parent) {}

    void setText(const QString& text);
    QSize minimumSizeHint() const override;
    /// Part of text() that is shown.
    QString shownText() const;

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void tellWhole();
};

}  // namespace headroom::ui
