// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/clipboard_text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>
#include <QMimeData>
#include <QToolTip>

namespace headroom::ui {

namespace {

QString tooLarge(const char* words, qsizetype there, qsizetype most) {
    return QCoreApplication::translate("Clipboard", words)
        .arg(QLocale().toString(there), QLocale().toString(most));
}

}  // namespace

ClipboardText clipboardTable() {
    const QString text = QGuiApplication::clipboard()->text();
    if (text.size() > kMostPastedCharacters) {
        return {{},
                tooLarge(QT_TRANSLATE_NOOP("Clipboard",
                                           "The clipboard has %1 characters. At most %2 can be "
                                           "pasted. Import a file instead."),
                         text.size(), kMostPastedCharacters)};
    }
    const qsizetype lines = text.count('\n') + text.count('\r') - text.count("\r\n") + 1;
    if (lines > kMostPastedLines) {
        return {
            {},
            tooLarge(
                QT_TRANSLATE_NOOP(
                    "Clipboard",
                    "The clipboard has %1 lines. At most %2 can be pasted. Import a file instead."),
                lines, kMostPastedLines)};
    }
    return {text, {}};
}

void TextBox::insertFromMimeData(const QMimeData* source) {
    const qsizetype size = document()->characterCount() + source->text().size();
    if (size <= kMostNoteCharacters) {
        QPlainTextEdit::insertFromMimeData(source);
        return;
    }
    const QString reason = tooLarge(
        QT_TRANSLATE_NOOP("Clipboard",
                          "The text would have %1 characters. This field holds at most %2."),
        size, kMostNoteCharacters);
    QToolTip::showText(mapToGlobal(rect().bottomLeft()), reason, this);
    emit refused(reason);
}

}  // namespace headroom::ui
