// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QStringList>

namespace headroom::ui {

/// The projects opened last, newest first, kept in the settings.
class RecentFiles : public QObject {
    Q_OBJECT

  public:
    static constexpr int kMost = 8;

    explicit RecentFiles(QObject* parent = nullptr);

    /// Those that still exist.
    QStringList files() const;
    void add(const QString& file);
    void clear();

  signals:
    void changed();
};

}  // namespace headroom::ui
