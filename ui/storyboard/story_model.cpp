// SPDX-License-Identifier: Apache-2.0
#include "ui/storyboard/story_model.h"

#include "engine/document/autosave.h"
#include "ui/kit/theme.h"

#include <QMimeData>
#include <QPainter>
#include <QPixmap>
#include <QUndoCommand>

#include <string>
#include <system_error>

namespace headroom::ui {

namespace {

constexpr const char* kRowType = "application/x-headroom-scene";
constexpr QSize kThumbnail(192, 108);

QPixmap thumbnail(const StoryCard& card, const QString& words, int number) {
    constexpr double kFiner = 2.0;
    QPixmap pixmap(kThumbnail * kFiner);
    pixmap.setDevicePixelRatio(kFiner);
    const ThemeColours& colours = Theme::instance().colours();
    pixmap.fill(card.picture.isNull() ? colours.raised : QColor("#14171b"));
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QRectF all{QPointF(), QSizeF(kThumbnail)};
    if (card.picture.isNull()) {
        painter.setPen(colours.muted);
        painter.drawText(all, Qt::AlignCenter, words);
    } else {
        const QSizeF size =
            QSizeF(card.picture.size()).scaled(all.size(), Qt::KeepAspectRatioByExpanding);
        const QRectF place(
            QPointF((all.width() - size.width()) / 2.0, (all.height() - size.height()) / 2.0),
            size);
        painter.drawImage(place, card.picture);
    }
    const QRectF badge(0, 0, 24, 20);
    painter.fillRect(badge, QColor(0, 0, 0, 170));
    painter.setPen(Qt::white);
    painter.drawText(badge, Qt::AlignCenter, QString::number(number));
    return pixmap;
}

}  // namespace

/// One change: the cards before and after. Pictures are shared, so that this is small.
class StoryModel::Step : public QUndoCommand {
  public:
    Step(StoryModel* model, QList<StoryCard> next, const QString& words, int row)
        : QUndoCommand(words),
          model_(model),
          before_(model->cards_),
          after_(std::move(next)),
          row_(row) {}

    void undo() override { model_->set(before_, row_); }

    void redo() override { model_->set(after_, row_); }

  private:
    StoryModel* model_;
    QList<StoryCard> before_, after_;
    int row_;
};

StoryModel::StoryModel(QObject* parent) : QAbstractListModel(parent) {}

void StoryModel::open(const std::filesystem::path& file, const QString& title,
                      const std::filesystem::path& first) {
    file_ = file;
    title_ = title;
    keeps_ = !file.empty();
    QList<StoryCard> cards;
    std::error_code none;
    const bool isThere = !file.empty() && std::filesystem::exists(file, none);
    if (const std::filesystem::path& from = isThere ? file : first;
        !from.empty() && std::filesystem::exists(from, none)) {
        auto read = engine::readStoryboard(from);
        if (!read) {
            keeps_ = keeps_ && !isThere;  // it is not ours to replace
            emit failed(read.error());
        } else {
            title_ = read->title.empty() ? title : QString::fromStdString(read->title);
            for (engine::StoryScene& scene : read->scenes) {
                cards << StoryCard{std::move(scene), {}};
            }
        }
    }
    undo_.clear();
    beginResetModel();
    cards_ = std::move(cards);
    endResetModel();
    emit changed(cards_.isEmpty() ? -1 : 0);
}

void StoryModel::close() {
    open({}, {});
}

void StoryModel::moveTo(const std::filesystem::path& file, const QString& title) {
    if (file == file_) {
        std::error_code none;
        if (!cards_.isEmpty() && !std::filesystem::exists(file, none)) {
            write();  // the scenes of a copy go where it was saved
        }
        return;
    }
    if (cards_.isEmpty()) {
        open(file, title);
        return;
    }
    file_ = file;
    title_ = title;
    keeps_ = !file.empty();
    std::error_code fault;
    if (keeps_ && std::filesystem::exists(file, fault)) {
        std::filesystem::rename(file, engine::nameOfCopy(file, tr("earlier").toStdString()), fault);
        keeps_ = !fault;
        if (fault) {
            emit failed(
                {"STB-007",
                 "a storyboard of another project has this name and cannot be moved aside: " +
                     fault.message(),
                 "move the file away, then save the project again",
                 file.string(),
                 {},
                 0});
        }
    }
    write();
}

void StoryModel::write() {
    const std::filesystem::path& file = file_.empty() ? newFile_ : file_;
    if (file_.empty() && !newFile_.empty()) {
        std::error_code ignored;
        std::filesystem::create_directories(newFile_.parent_path(), ignored);
    }
    if (file_.empty() ? !newFile_.empty() : keeps_) {
        if (const auto written = engine::writeStoryboard(file, storyboard()); !written) {
            emit failed(written.error());
        }
    }
}

engine::Storyboard StoryModel::storyboard() const {
    engine::Storyboard board;
    board.title = title_.toStdString();
    for (const StoryCard& card : cards_) {
        board.scenes.push_back(card.scene);
    }
    return board;
}

int StoryModel::add(const StoryCard& card, int row) {
    QList<StoryCard> next = cards_;
    const int at = row < 0 || row > next.size() ? static_cast<int>(next.size()) : row;
    next.insert(at, card);
    push(std::move(next), tr("Add Scene"), at);
    return at;
}

void StoryModel::change(int row, const StoryCard& card, const QString& words) {
    if (row < 0 || row >= cards_.size() || cards_[row].scene == card.scene) {
        return;
    }
    QList<StoryCard> next = cards_;
    next[row] = card;
    push(std::move(next), words, row);
}

void StoryModel::take(int row) {
    if (row >= 0 && row < cards_.size()) {
        QList<StoryCard> next = cards_;
        next.removeAt(row);
        push(std::move(next), tr("Delete Scene"), std::min(row, static_cast<int>(next.size())));
    }
}

void StoryModel::move(int row, int to) {
    if (row < 0 || row >= cards_.size() || to < 0 || to > cards_.size() || to == row ||
        to == row + 1) {
        return;
    }
    QList<StoryCard> next = cards_;
    const int target = to > row ? to - 1 : to;
    next.move(row, target);
    push(std::move(next), tr("Move Scene"), target);
}

void StoryModel::setPicture(int row, const QImage& picture) {
    if (row >= 0 && row < cards_.size()) {
        cards_[row].picture = picture;
        emit dataChanged(index(row), index(row), {Qt::DecorationRole});
    }
}

void StoryModel::push(QList<StoryCard> next, const QString& words, int row) {
    undo_.push(new Step(this, std::move(next), words, row));
}

void StoryModel::set(QList<StoryCard> cards, int row) {
    beginResetModel();
    cards_ = std::move(cards);
    endResetModel();
    write();
    emit changed(cards_.isEmpty() ? -1 : std::min(row, static_cast<int>(cards_.size()) - 1));
}

int StoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(cards_.size());
}

QVariant StoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= cards_.size()) {
        return {};
    }
    const StoryCard& card = cards_[index.row()];
    switch (role) {
        case Qt::DisplayRole:
            return card.scene.title.empty() ? tr("Scene %1").arg(index.row() + 1)
                                            : QString::fromStdString(card.scene.title);
        case Qt::DecorationRole:
            return thumbnail(card, words_ ? words_(card.scene) : QString(), index.row() + 1);
        case Qt::ToolTipRole:
            return QString::fromStdString(card.scene.note);
        default:
            return {};
    }
}

Qt::ItemFlags StoryModel::flags(const QModelIndex& index) const {
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled
                           : Qt::ItemIsDropEnabled;
}

QStringList StoryModel::mimeTypes() const {
    return {kRowType};
}

QMimeData* StoryModel::mimeData(const QModelIndexList& indexes) const {
    auto* data = new QMimeData;
    if (!indexes.isEmpty()) {
        data->setData(kRowType, QByteArray::number(indexes.front().row()));
    }
    return data;
}

/// False: the view must not take the row away, the model has moved it.
bool StoryModel::dropMimeData(const QMimeData* data, Qt::DropAction, int row, int,
                              const QModelIndex& parent) {
    if (data->hasFormat(kRowType)) {
        const int to = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
        move(data->data(kRowType).toInt(), to);
    }
    return false;
}

}  // namespace headroom::ui
