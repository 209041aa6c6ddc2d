// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/storyboard/storyboard.h"

#include <QAbstractListModel>
#include <QImage>
#include <QList>
#include <QUndoStack>

#include <filesystem>
#include <functional>

namespace headroom::ui {

/// A scene with its picture, which is drawn anew where there is none.
struct StoryCard {
    engine::StoryScene scene;
    QImage picture;
};

/// The scenes in their order, as a list with pictures whose rows are dragged to re-order them. Every
/// change can be taken back, and is written to the file at once.
class StoryModel : public QAbstractListModel {
    Q_OBJECT

  public:
    explicit StoryModel(QObject* parent = nullptr);

    /// Text of cards that have no picture yet.
    void setWords(std::function<QString(const engine::StoryScene&)> words) {
        words_ = std::move(words);
    }

    /// Reads the file. If it does not exist, reads `first`, or begins an empty storyboard of that title. Other errors are reported,
    /// and the file is then left alone.
    void open(const std::filesystem::path& file, const QString& title,
              const std::filesystem::path& first = {});

    /// A storyboard without a file of its own is written there, if `file` is not empty.
    void keepNewIn(std::filesystem::path file) { newFile_ = std::move(file); }

    void close();
    /// The project was saved under another name: writes its scenes to the storyboard of that name at once. An older storyboard of that
    /// name is renamed to "NAME, earlier.json". If there are no scenes, it is read.
    void moveTo(const std::filesystem::path& file, const QString& title);

    const QList<StoryCard>& cards() const { return cards_; }

    engine::Storyboard storyboard() const;

    const std::filesystem::path& file() const { return file_; }

    QUndoStack* undo() { return &undo_; }

    /// `row` -1: at the end. Returns where it is.
    int add(const StoryCard& card, int row);
    void change(int row, const StoryCard& card, const QString& words);
    void take(int row);
    /// In front of the row `to` of the present list.
    void move(int row, int to);
    /// A picture is not a change of the story.
    void setPicture(int row, const QImage& picture);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }

    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

  signals:
    /// Files that could not be read or written.
    void failed(const headroom::engine::Error& error);
    /// The row that a change was about.
    void changed(int row);

  private:
    class Step;
    void push(QList<StoryCard> next, const QString& words, int row);
    void set(QList<StoryCard> cards, int row);
    void write();

    std::function<QString(const engine::StoryScene&)> words_;
    std::filesystem::path file_, newFile_;
    bool keeps_ = false;  ///< changes are written
    QString title_;
    QList<StoryCard> cards_;
    QUndoStack undo_;
};

}  // namespace headroom::ui
