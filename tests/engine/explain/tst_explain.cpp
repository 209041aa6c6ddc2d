// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <set>
#include <string>

namespace tst_explain {

using namespace headroom::engine;

class TestExplain : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Result<Explanation> explained(const char* name, const QByteArray& content) const {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
            qFatal("%s was not written", name);
        }
        file.close();
        return explainFile(file.fileName().toStdString(), {});
    }

  private slots:

    // Four quarter hours with a unit in the head, decimal commas and one cell each that cannot be read: the preview shows
    // what was understood and marks what was not, in both kinds of columns.
    void aTableIsShownAsUnderstood() {
        const auto made = explained("meter.csv",
                                    "time;power [kW]\n2026-07-01 00:00;1,5\n2026-13-45 00:00;2,5\n2026-07-01 00:30;x\n"
                                    "2026-07-01 00:45;3,5\n");
        QVERIFY(made.has_value());
        QCOMPARE(made->columns.size(), std::size_t{2});
        QCOMPARE(made->columns[0].meaning, std::string("instant"));
        QCOMPARE(made->columns[1].unit, std::string("kW"));
        QCOMPARE(made->first.size(), std::size_t{4});
        QCOMPARE(made->first[0][1], std::string("1.5"));
        QCOMPARE(made->first[1][0], std::string("2026-13-45 00:00 (not read)"));
        QCOMPARE(made->first[2][1], std::string("x (not read)"));
    }

    // Each explainer is of another format, and nothing in a file of noise is taken for one.
    void theTableOfFormats() {
        std::set<std::string_view> formats;
        for (const FormatExplainer& row : formatExplainers()) {
            QVERIFY2(formats.insert(row.format).second, std::string(row.format).c_str());
            QVERIFY(row.explain != nullptr);
        }
        QVERIFY(formats.size() >= 20);
        const auto noise = explained("noise.bin", QByteArray("\x00\xff\x1b[2J\x00\x01", 8));
        QVERIFY(!noise.has_value());
        QVERIFY(!noise.error().remedy.empty());
        QVERIFY(!explained("empty.csv", "").has_value());
    }
};

HEADROOM_TEST(TestExplain)
}  // namespace tst_explain

#include "tst_explain.moc"
