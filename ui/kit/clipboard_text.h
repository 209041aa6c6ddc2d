// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>
#include <QString>

namespace headroom::ui {

/// Limits of one paste: a table that a person edits has fewer rows, and a note fewer letters.
inline constexpr qsizetype kMostPastedLines = 10'000, kMostPastedCharacters = 1'000'000,
                           kMostNoteCharacters = 100'000;

struct ClipboardText {
    QString text;  ///< empty where it is refused
    QString
        refusal;  ///< a sentence that names the size and the limit; empty where it may be pasted
};

/// The clipboard's text for a table or list. A larger text is refused as a whole: nothing of it is dropped silently.
ClipboardText clipboardTable();

/// A field of several lines. A paste or drop beyond kMostNoteCharacters is refused with a tip that says why.
class TextBox : public QPlainTextEdit {
    Q_OBJECT

  public:
    using QPlainTextEdit::QPlainTextEdit;

  signals:
    void refused(const QString& reason);

  protected:
    void insertFromMimeData(const QMimeData* source) override;
};

}  // namespace headroom::ui
