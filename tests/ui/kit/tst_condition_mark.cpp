// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/floor/condition_paint.h"
#include "ui/kit/condition_mark.h"

#include <QImage>
#include <QPainter>
#include <QtTest>

#include <set>

namespace tst_condition_mark {

using namespace headroom;
using namespace headroom::ui;
using engine::Condition;

namespace {

constexpr int kSize = 48;

QImage markOn(const QColor& ground, Condition condition, const ThemeColours& colours) {
    QImage image(kSize, kSize, QImage::Format_ARGB32);
    image.fill(ground);
    QPainter painter(&image);
    paintConditionMark(painter, {kSize / 2.0, kSize / 2.0}, 16.0, condition, colours);
    return image;
}

/// The outline and the glyph alone, regardless of their colours.
std::string shapeOf(Condition condition) {
    ThemeColours colours = Theme::coloursOf(Theme::Mode::Light);
    colours.bad = colours.caution = colours.accent = colours.muted = Qt::black;
    colours.text = Qt::white;  // the outer line blends with the ground
    const QImage image = markOn(Qt::white, condition, colours);
    std::string bits;
    for (int y = 0; y < kSize; ++y) {
        for (int x = 0; x < kSize; ++x) {
            bits += image.pixelColor(x, y).lightness() < 128 ? '#' : '.';
        }
    }
    return bits;
}

}  // namespace

class TestConditionMark : public QObject {
    Q_OBJECT

  private slots:

    void everyConditionHasAWordASentenceAndAShapeOfItsOwn() {
        std::set<std::string> words, shapes;
        for (const engine::ConditionInfo& info : engine::kConditions) {
            QVERIFY(words.insert(std::string(info.word)).second);
            QVERIFY(info.sentence.ends_with('.'));
            QVERIFY2(shapes.insert(shapeOf(info.condition)).second, std::string(info.word).c_str());
        }
    }

    /// On every colour of both maps, in every theme: going inward from the ground, one of the two
    /// lines around the mark must stand out from it by 3 to 1, as WCAG 2.1 asks of graphics. One is
    /// near white and one near black, and 4.5 to 1 is the least that the better of those gives.
    void isReadOnAnyColourScale() {
        constexpr int kLines = 6;  // pixels in which both lines lie, at a radius of 16
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark, Theme::Mode::HighContrast}) {
            const ThemeColours& colours = Theme::coloursOf(mode);
            for (const engine::ConditionInfo& info : engine::kConditions) {
                if (info.condition == Condition::Normal) {
                    continue;
                }
                for (const ColourMap map : {ColourMap::Viridis, ColourMap::Cividis}) {
                    for (int i = 0; i <= 8; ++i) {
                        const QColor ground = QColor::fromRgb(mapColour(map, i / 8.0));
                        const QImage image = markOn(ground, info.condition, colours);
                        int x = 0;
                        while (x < kSize && image.pixelColor(x, kSize / 2) == ground) {
                            ++x;
                        }
                        double best = 0.0;
                        for (int at = x; at < std::min(x + kLines, kSize); ++at) {
                            best =
                                std::max(best, contrast(ground, image.pixelColor(at, kSize / 2)));
                        }
                        QVERIFY2(best >= 3.0,
                                 qPrintable(QStringLiteral("%1, theme %2, at %3: %4")
                                                .arg(QString::fromUtf8(info.word.data()))
                                                .arg(int(mode))
                                                .arg(i / 8.0)
                                                .arg(best)));
                    }
                }
            }
        }
    }

    /// Four racks of one block, two tripped and one throttled: a label for each of both, and marks on
    /// three of four racks. Racks are 20 pixels wide, so that each bears its own mark.
    void racksBearMarksAndTheirBlockSaysHowMany() {
        engine::Layout layout;
        layout.racks.resize(4);
        const std::vector<Condition> conditions{Condition::Tripped, Condition::Normal,
                                                Condition::Tripped, Condition::Throttled};
        const ThemeColours& colours = Theme::coloursOf(Theme::Mode::Light);
        QImage image(400, 200, QImage::Format_ARGB32);
        image.fill(Qt::darkGreen);
        QPainter painter(&image);
        const auto place = [](std::size_t i) {
            return MarkPlace{{100.0 + 40.0 * static_cast<double>(i), 150.0}, 20.0};
        };
        paintRackMarks(painter, rackMarks(image.rect(), painter.font(), layout, conditions, place),
                       colours);
        painter.end();
        const auto touched = [&](int x, int y) {
            return image.pixelColor(x, y) != QColor(Qt::darkGreen);
        };
        QVERIFY(touched(100, 150));
        QVERIFY(!touched(140, 150));
        QVERIFY(touched(180, 150));
        QVERIFY(touched(220, 150));
        int labels = 0;  // rows of pixels over the racks that are not ground
        for (int y = 0; y < 138; ++y) {
            labels += touched(140, y) ? 1 : 0;
        }
        QVERIFY(labels > 10);
        const auto entries = conditionEntries(conditionCounts(conditions), colours);
        QCOMPARE(entries.size(), std::size_t{2});
        QCOMPARE(entries[0].text, QString("Tripped (2)"));  // the heavier first
        QCOMPARE(entries[1].text, QString("Throttled (1)"));
    }
};

HEADROOM_TEST(TestConditionMark)
}  // namespace tst_condition_mark

#include "tst_condition_mark.moc"
