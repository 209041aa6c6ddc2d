// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace headroom::ui {

namespace {

const char* const kKey = "recentFiles";
const char* const kOpenedKey = "recentOpened";  // by file, as text of ISO 8601

}  // namespace

RecentFiles::RecentFiles(QObject* parent) : QObject(parent) {}

QStringList RecentFiles::files() const {
    QStringList existing;
    for (const QString& file : QSettings().value(kKey).toStringList()) {
        if (QFileInfo::exists(file)) {
            existing << file;
        }
    }
    return existing;
}

QDateTime RecentFiles::openedAt(const QString& file) const {
    return QDateTime::fromString(QSettings().value(kOpenedKey).toMap().value(file).toString(),
                                 Qt::ISODate);
}

void RecentFiles::add(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList files = QSettings().value(kKey).toStringList();
    files.removeAll(path);
    files.prepend(path);
    while (files.size() > kMost) {
        files.removeLast();
    }
    QSettings settings;
    settings.setValue(kKey, files);
    QVariantMap opened;
    const QVariantMap before = settings.value(kOpenedKey).toMap();
    for (const QString& each : files) {
        if (before.contains(each)) {
            opened[each] = before.value(each);
        }
    }
    opened[path] = QDateTime::currentDateTime().toString(Qt::ISODate);
    settings.setValue(kOpenedKey, opened);
    emit changed();
}

void RecentFiles::clear() {
    QSettings().remove(kKey);
    QSettings().remove(kOpenedKey);
    emit changed();
}

}  // namespace headroom::ui
