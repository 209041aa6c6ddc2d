// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/kept_entries.h"
#include "ui/kit/number_box.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QtTest>

namespace tst_kept_entries {

using namespace headroom;
using namespace headroom::ui;

namespace {

template <class Field>
Field* named(Field* field, const char* name) {
    field->setObjectName(name);
    return field;
}

/// A field of each kind, and some that no person fills in or that nobody may keep.
struct Form : QDialog {
    QLineEdit* line = named(new QLineEdit("a", this), "line");
    QLineEdit* password = named(new QLineEdit(this), "password");
    QLineEdit* shown = named(new QLineEdit("shown", this), "shown");
    QPlainTextEdit* text = named(new QPlainTextEdit(this), "text");
    QComboBox* list = named(new QComboBox(this), "list");
    QCheckBox* tick = named(new QCheckBox(this), "tick");
    QSpinBox* whole = named(new QSpinBox(this), "whole");
    NumberBox* number = named(new NumberBox(models::unit::kilowatt, 0.0, 1e9, this), "number");
    QLabel* label = named(new QLabel("label", this), "label");
    KeptEntries* entries = nullptr;

    explicit Form(const QString& subject = {}) {
        setObjectName("form");
        password->setEchoMode(QLineEdit::Password);
        shown->setReadOnly(true);
        list->addItems({"one", "two", "three"});
        entries = new KeptEntries(this, subject);
    }

    void fill() {
        line->setText("b");
        password->setText("secret");
        shown->setText("other");
        text->setPlainText("two\nlines");
        list->setCurrentIndex(2);
        tick->setChecked(true);
        whole->setValue(7);
        number->setValue(42e3);
        label->setText("changed");
    }
};

}  // namespace

class TestKeptEntries : public QObject {
    Q_OBJECT

  private slots:

    void init() { KeptEntries::forgetAll(); }

    // Each way out that throws away brings back every field; Esc is reject(), and so is the window's close button.
    void everyFieldComesBack() {
        for (const bool byButton : {true, false}) {
            {
                Form form;
                form.show();
                form.fill();
                byButton ? static_cast<void>(form.close()) : QTest::keyClick(&form, Qt::Key_Escape);
            }
            const Form form;
            QVERIFY(form.entries->isRestored());
            QCOMPARE(form.line->text(), QString("b"));
            QCOMPARE(form.text->toPlainText(), QString("two\nlines"));
            QCOMPARE(form.list->currentText(), QString("three"));
            QVERIFY(form.tick->isChecked());
            QCOMPARE(form.whole->value(), 7);
            QCOMPARE(form.number->value(), 42e3);
            QVERIFY(form.password->text().isEmpty());
            QCOMPARE(form.shown->text(), QString("shown"));
            QCOMPARE(form.label->text(), QString("label"));
        }
    }

    void carriedOutOrOfAnotherSubjectNothingComesBack() {
        {
            Form form("one");
            form.fill();
            form.accept();
        }
        QVERIFY(!Form("one").entries->isRestored());
        {
            Form form("one");
            form.fill();
            form.reject();
        }
        QCOMPARE(Form("two").line->text(), QString("a"));
        QCOMPARE(Form("one").line->text(), QString("b"));
        QCOMPARE(Form("one").line->text(),
                 QString("a"));  // it was taken, and nothing was entered since
    }

    // What nobody changed is what the dialog puts there now, which may be another value than before.
    void untouchedFieldsAreTheDialogs() {
        {
            Form form;
            form.tick->setChecked(true);
            form.reject();
        }
        Form form;
        QVERIFY(form.tick->isChecked());
        QCOMPARE(form.line->text(), QString("a"));
        form.entries->startOver();
        QVERIFY(!form.tick->isChecked());
    }
};

HEADROOM_TEST(TestKeptEntries)
}  // namespace tst_kept_entries

#include "tst_kept_entries.moc"
