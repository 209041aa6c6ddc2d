// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/clipboard_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QtTest>

namespace tst_clipboard_text {

using namespace headroom::ui;

/// A clipboard of any size, pasted into tables and notes.
class TestClipboardText : public QObject {
    Q_OBJECT

    static void copy(const QString& text) { QGuiApplication::clipboard()->setText(text); }

  private slots:

    // 10,000 lines have 9,999 ends between them. Lines of Windows end once.
    void tablesTakeSoManyLines() {
        copy(QString("1\n").repeated(9999) + "1");
        QVERIFY(clipboardTable().refusal.isEmpty());
        copy(QString("1\r\n").repeated(9999) + "1");
        QVERIFY(clipboardTable().refusal.isEmpty());
        copy(QString("1\n").repeated(10'000) + "1");
        const ClipboardText refused = clipboardTable();
        QVERIFY(refused.text.isEmpty());
        QVERIFY2(refused.refusal.contains(QLocale().toString(10'001)), qPrintable(refused.refusal));
    }

    void tablesTakeSoManyCharacters() {
        copy(QString(10'000'000, 'x'));
        QVERIFY(clipboardTable().text.isEmpty());
        QVERIFY(!clipboardTable().refusal.isEmpty());
    }

    // Nothing of a paste that is too large is there, and what was written stays.
    void notesRefuseAPasteAsAWhole() {
        TextBox note;
        QSignalSpy refused(&note, &TextBox::refused);
        note.setPlainText("before");
        copy(QString(10'000'000, 'x'));
        note.paste();
        QCOMPARE(note.toPlainText(), QString("before"));
        QCOMPARE(refused.count(), 1);
        copy(" and after");
        note.moveCursor(QTextCursor::End);
        note.paste();
        QCOMPARE(note.toPlainText(), QString("before and after"));
    }
};

HEADROOM_TEST(TestClipboardText)
}  // namespace tst_clipboard_text

#include "tst_clipboard_text.moc"
