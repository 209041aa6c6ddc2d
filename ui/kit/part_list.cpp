// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/part_list.h"

#include "ui/kit/when_edited.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QLineEdit>
#include <QScreen>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTimer>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr int kVisibleItems = 20;

/// Entries that have all words of the text, in any order.
class WordFilter : public QSortFilterProxyModel {
  public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString& text) {
        words_ = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
        invalidateFilter();
    }

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        const QString text = sourceModel()->index(row, 0, parent).data().toString();
        return std::all_of(words_.begin(), words_.end(), [&](const QString& word) {
            return text.contains(word, Qt::CaseInsensitive);
        });
    }

  private:
    QStringList words_;
};

/// Widens a list to its text when it opens, and moves it where it would leave the screen.
class WideView : public QObject {
  public:
    WideView(QComboBox* box, QAbstractItemView* view) : QObject(view), box_(box), view_(view) {
        view->installEventFilter(this);
    }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Move || event->type() == QEvent::Resize) {
            // A completer places its list anew at each letter.
            keepOnScreen();
        } else if (event->type() == QEvent::Show) {
            const int text = view_->sizeHintForColumn(0) +
                             view_->verticalScrollBar()->sizeHint().width() +
                             2 * view_->frameWidth();
            view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
            view_->setMinimumWidth(
                std::min(std::max(text, box_->width()), box_->screen()->availableSize().width()));
            // The box places its list after this, by the width that it had.
            QTimer::singleShot(0, this, [this] { keepOnScreen(); });
        }
        return QObject::eventFilter(watched, event);
    }

  private:
    void keepOnScreen() {
        QWidget* list = view_->window();
        const QRect screen = box_->screen()->availableGeometry();
        const int over = list->geometry().right() - screen.right();
        if (list->isVisible() && list != box_->window() && over > 0) {
            list->move(std::max(screen.left(), list->x() - over), list->y());
        }
    }

    QComboBox* box_;
    QAbstractItemView* view_;
};

}  // namespace

void makePartList(QComboBox* box, bool keepsText) {
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setMaxVisibleItems(kVisibleItems);
    auto* filter = new WordFilter(box);
    filter->setSourceModel(box->model());
    auto* completer = new QCompleter(filter, box);
    // The filter has chosen already: every entry that is left is shown.
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setMaxVisibleItems(kVisibleItems);
    box->setCompleter(completer);
    QObject::connect(box->lineEdit(), &QLineEdit::textEdited, filter,
                     [filter](const QString& text) { filter->setWords(text); });
    QObject::connect(completer, qOverload<const QString&>(&QCompleter::activated), box,
                     [box](const QString& text) { box->setCurrentIndex(box->findText(text)); });
    if (!keepsText) {
        whenEdited(box->lineEdit(), box,
                   [box] { box->setEditText(box->itemText(box->currentIndex())); });
    }
    new WideView(box, box->view());
    new WideView(box, completer->popup());
}

}  // namespace headroom::ui
