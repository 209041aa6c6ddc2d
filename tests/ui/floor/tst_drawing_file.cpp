// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/floor/drawing_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>

namespace tst_drawing_file {

using namespace headroom::ui;

namespace {

const QByteArray kHead =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
    "viewBox=\"0 0 40 30\">";

/// Groups g0 to gN, each of which uses the one before ten times.
QByteArray nested(int levels) {
    QByteArray svg = kHead + "<defs><g id=\"g0\"><rect width=\"1\" height=\"1\"/></g>";
    for (int i = 1; i < levels; ++i) {
        svg += QString("<g id=\"g%1\">").arg(i).toUtf8();
        for (int n = 0; n < 10; ++n) {
            svg += QString("<use xlink:href=\"#g%1\"/>").arg(i - 1).toUtf8();
        }
        svg += "</g>";
    }
    return svg + QString("</defs><use href=\"#g%1\"/></svg>").arg(levels - 1).toUtf8();
}

}  // namespace

/// Drawings under the plan that may come from anybody.
class TestDrawingFile : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string write(const char* name, const QByteArray& bytes) const {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()
                   ? file.fileName().toStdString()
                   : std::string();
    }

    std::string codeOf(const std::string& file) const {
        const auto read = readDrawing(file);
        return read ? std::string() : read.error().code;
    }

  private slots:

    // svg, rect, use and circle are four elements; the use draws the circle once more.
    void countsWhatIsUsedAgain() {
        QCOMPARE(drawnElements(kHead + "<rect/><circle id=\"c\"/><use xlink:href=\"#c\"/></svg>"),
                 5U);
        QCOMPARE(drawnElements("no drawing"), 0U);
    }

    // Thirty levels of ten are 10^29 rectangles: Qt would draw each of them.
    void refusesADrawingThatUsesItselfWithoutEnd() {
        QVERIFY(drawnElements(nested(30)) > kMostDrawnElements);
        QVERIFY(drawnElements(kHead + "<g id=\"s\"><use xlink:href=\"#s\"/></g></svg>") >
                kMostDrawnElements);
        QCOMPARE(codeOf(write("nested.svg", nested(30))), std::string("UI-027"));
        // Three levels are some hundred elements, which any drawing has.
        QCOMPARE(codeOf(write("plain.svg", nested(3))), std::string());
    }

    // 40 by 30 is drawn 4,096 pixels wide and 3,072 high.
    void drawsAnSvgSharply() {
        const auto read =
            readDrawing(write("sharp.svg", kHead + "<rect width='9' height='9'/></svg>"));
        QVERIFY(read.has_value());
        QCOMPARE(read->size(), QSize(4096, 3072));
    }

    void refusesWhatIsNotAPicture() {
        QCOMPARE(codeOf(write("text.png", "no picture")), std::string("UI-027"));
        QCOMPARE(codeOf(write("text.svg", "no drawing")), std::string("UI-027"));
        QCOMPARE(
            codeOf(write("thin.svg",
                         "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 100000\"/>")),
            std::string("UI-027"));
        QCOMPARE(codeOf((folder_.path() + "/none.png").toStdString()), std::string("FIL-001"));
    }

    // A project of somebody else may name anything: a device without end must not be read.
    void readsNoDevices() {
        QCOMPARE(codeOf("/dev/zero"), std::string("FIL-006"));
        QCOMPARE(codeOf(folder_.path().toStdString()), std::string("FIL-002"));
    }
};

HEADROOM_TEST(TestDrawingFile)
}  // namespace tst_drawing_file

#include "tst_drawing_file.moc"
