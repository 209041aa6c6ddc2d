// SPDX-License-Identifier: Apache-2.0
#include "engine/check/check.h"
#include "models/core/attribute.h"
#include "tests/support/test_program.h"
#include "ui/help/help_book.h"
#include "ui/help/help_reference.h"
#include "ui/help/help_topics.h"
#include "ui/units/quantity_text.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

namespace tst_help_book {

using namespace headroom;
using namespace headroom::ui;

namespace {

const QString kHelp = QStringLiteral(HEADROOM_SOURCE_DIR "/resources/help");

void write(const QTemporaryDir& folder, const QString& name, const QByteArray& text) {
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

}  // namespace

class TestHelpBook : public QObject {
    Q_OBJECT

  private slots:

    // What the index does not list, nobody finds by reading.
    void everyPageIsInTheIndex() {
        const HelpBook book(kHelp);
        for (const QString& file : QDir(kHelp).entryList({"*.md"})) {
            QVERIFY2(book.page(file) != nullptr, qPrintable(file));
        }
    }

    void everyLinkOfEveryPageResolves() {
        const HelpBook book(kHelp);
        static const QRegularExpression link("(!?)\\[[^\\]]*\\]\\(([^)]+)\\)");
        int links = 0;
        for (const HelpPage& page : book.pages()) {
            for (auto it = link.globalMatch(page.markdown); it.hasNext();) {
                const auto match = it.next();
                const QString to = match.captured(2);
                ++links;
                if (!match.captured(1).isEmpty()) {
                    QVERIFY2(QFile::exists(kHelp + '/' + to), qPrintable(page.name + ": " + to));
                } else if (!to.contains("://")) {
                    const QString topic = to.startsWith('#') ? page.name + to : to;
                    QVERIFY2(book.resolves(topic), qPrintable(page.name + ": " + to));
                }
            }
        }
        QVERIFY(links > 100);
    }

    // A picture that no page shows is a leftover. A reader who cannot see one has its text: at least five
    // words. 100 kB are what packaging/tools/manual_pictures makes of a 3-D view; window-light.png is the picture of README.md.
    void everyPictureIsShownWithAText() {
        static const QRegularExpression picture("!\\[([^\\]]*)\\]\\(images/([^)]+)\\)");
        const HelpBook book(kHelp);
        QStringList shown{"window-light.png"};
        for (const HelpPage& page : book.pages()) {
            for (auto it = picture.globalMatch(page.markdown); it.hasNext();) {
                const auto match = it.next();
                const QString name = match.captured(2);
                QVERIFY2(match.captured(1).count(' ') >= 4, qPrintable(page.name + ": " + name));
                const QFileInfo file(kHelp + "/images/" + name);
                QVERIFY2(file.exists() && file.size() <= 100'000, qPrintable(name));
                shown << name;
            }
        }
        for (const QString& name : QDir(kHelp + "/images").entryList({"*.png"}, QDir::Files)) {
            QVERIFY2(shown.contains(name), qPrintable(name));
        }
        QVERIFY2(shown.size() >= 80, qPrintable(QString::number(shown.size())));
    }

    void everyTopicResolves() {
        const HelpBook book(kHelp);
        for (const HelpTopic& topic : helpTopics()) {
            QVERIFY2(book.resolves(topic.topic), topic.topic);
        }
        for (const engine::RuleInfo& rule : engine::checkRules()) {
            QVERIFY2(book.resolves("checks.md#" + utf8Text(rule.id)), rule.id.data());
        }
        for (const auto types : {models::documentTypes(), models::catalogueTypes()}) {
            for (const models::ComponentType* type : types) {
                for (const models::Attribute& a : type->attributes) {
                    const QString number =
                        QStringLiteral("part/%1/some/%2").arg(utf8Text(type->id), utf8Text(a.key));
                    QVERIFY2(book.resolves(helpTopicOfNumber(number)), qPrintable(number));
                }
            }
        }
        QVERIFY(book.resolves(helpTopicOfNumber("facility/pue")));
        QVERIFY(book.resolves(helpTopicOfNumber("figure/carbon_kg")));
        QVERIFY(!book.resolves("no-such-page.md"));
        QVERIFY(!book.resolves("power.md#no-such-heading"));
    }

    // A dialog that is added without a page is found here: classes of dialogs, and the object name
    // that their source gives them.
    void everyDialogHasATopic() {
        static const QRegularExpression klass("class (\\w+) : public QDialog");
        static const QRegularExpression named(
            "\\bsetObjectName\\(\"(\\w*(?:Dialog|Box|Editor|Choice|Palette))\"\\)");
        QSet<QString> contexts;
        for (const HelpTopic& topic : helpTopics()) {
            contexts << topic.context;
        }
        int dialogs = 0;
        for (QDirIterator it(HEADROOM_SOURCE_DIR "/ui", {"*.h"}, QDir::Files,
                             QDirIterator::Subdirectories);
             it.hasNext();) {
            QFile header(it.next());
            QVERIFY(header.open(QIODevice::ReadOnly));
            if (!klass.match(QString::fromUtf8(header.readAll())).hasMatch()) {
                continue;
            }
            ++dialogs;
            QFile source(header.fileName().chopped(1) + "cpp");
            QVERIFY2(source.open(QIODevice::ReadOnly), qPrintable(source.fileName()));
            const QString text = QString::fromUtf8(source.readAll());
            bool has = false;
            for (auto match = named.globalMatch(text); match.hasNext();) {
                has = has || contexts.contains(match.next().captured(1));
            }
            QVERIFY2(has, qPrintable(header.fileName()));
        }
        QVERIFY(dialogs >= 14);
    }

    // Title before heading before text, each with the word once.
    void titlesCountMoreThanHeadingsAndTheseMoreThanText() {
        const QTemporaryDir folder;
        write(folder, "index.md", "# Book\n\n## All\n\n- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n");
        write(folder, "a.md", "# First\n\nSomething about valves and pumps.\n");
        write(folder, "b.md", "# Second\n\nText.\n\n## Of valves\n\nMore text.\n");
        write(folder, "c.md", "# Valves\n\nMore.\n\n## Other\n\nNothing.\n");
        const HelpBook book(folder.path());
        QStringList found;
        for (const HelpHit& hit : book.search("valves")) {
            if (!isReference(hit.page->name)) {
                found << hit.page->name + '#' + hit.section->anchor;
            }
        }
        QCOMPARE(found, QStringList({"c.md#", "b.md#of-valves", "a.md#"}));
        // A page that has all the words comes first. A word that no page has does not hide the others.
        const auto hits = book.search("valves pumps something");
        const auto written = std::find_if(hits.begin(), hits.end(), [](const HelpHit& hit) {
            return !isReference(hit.page->name);
        });
        QVERIFY(written != hits.end());
        QCOMPARE(written->page->name, QString("a.md"));
        QCOMPARE(book.search("valves xyzzy").front().page->name, QString("c.md"));
        QVERIFY(book.search("xyzzy").isEmpty());
        QVERIFY(book.search("  ").isEmpty());
    }

    void headingsAreReadAsTheyAreLinked() {
        QCOMPARE(HelpBook::anchorOf("What switches, and when"), QString("what-switches-and-when"));
        QCOMPARE(HelpBook::anchorOf("A job's page"), QString("a-jobs-page"));
        QCOMPARE(HelpBook::plain("| `a` | **b** [c](d.md) |"), QString("a · b c"));
        QCOMPARE(HelpBook::plain("*standby*, *on battery*; 2 * 3 * 4"),
                 QString("standby, on battery; 2 * 3 * 4"));
        const QTemporaryDir folder;
        write(folder, "index.md",
              "# Book\n\n## Same\n\n- [a](a.md)\n\n```\n## no heading\n```\n\n## Same\n\nx\n");
        const HelpBook book(folder.path());
        QCOMPARE(book.page("index.md")->sections.size(), 3);
        QCOMPARE(book.page("index.md")->sections[2].anchor, QString("same-1"));
        QVERIFY(book.page("a.md") == nullptr);  // listed, and not there
    }
};

HEADROOM_TEST(TestHelpBook)
}  // namespace tst_help_book

#include "tst_help_book.moc"
