// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QObject>
#include <QStringList>

namespace headroom::ui {

/// The projects opened last, newest first, kept in the settings.
class RecentFiles : public QObject {
    Q_OBJECT

  public:
    static constexpr int kMost = 8;

    explicit RecentFiles(QObject* parent = nullptr);

    /// Projects that still exist.
    QStringList files() const;
    /// When it was opened last; not valid where that is not known.
    QDateTime openedAt(const QString& file) const;
    void add(const QString& file);
    void clear();

  signals:
    void changed();
};

}  // namespace headroom::ui
