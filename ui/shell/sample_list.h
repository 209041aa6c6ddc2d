// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QListWidget>
#include <QStringList>

namespace headroom::ui {

/// The projects that ship, each with its picture, title and first sentence, from its folder:
/// picture.png, and README.md. Without a picture, an icon by a word of its name.
class SampleList : public QListWidget {
    Q_OBJECT

  public:
    /// `folders`: each with a project.json.
    explicit SampleList(const QStringList& folders, QWidget* parent = nullptr);

  signals:
    void openRequested(const QString& folder);
};

}  // namespace headroom::ui
