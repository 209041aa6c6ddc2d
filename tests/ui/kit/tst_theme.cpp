// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/text_size.h"
#include "ui/kit/theme.h"
#include "ui/workspace/command_set.h"

#include <QApplication>
#include <QLabel>
#include <QToolButton>
#include <QtTest>

namespace tst_theme {

using namespace headroom::ui;

class TestTheme : public QObject {
    Q_OBJECT

  private slots:

    void contrastOfKnownPairs() {
        // WCAG: black on white is 21 : 1, a colour on itself 1 : 1, #767676 on white 4.54 : 1.
        QCOMPARE_LT(std::abs(contrast(Qt::black, Qt::white) - 21.0), 0.01);
        QCOMPARE_LT(std::abs(contrast(Qt::red, Qt::red) - 1.0), 1e-9);
        QCOMPARE_LT(std::abs(contrast(QColor("#767676"), Qt::white) - 4.54), 0.01);
    }

    void textIsReadable_data() {
        QTest::addColumn<int>("mode");
        QTest::newRow("light") << static_cast<int>(Theme::Mode::Light);
        QTest::newRow("dark") << static_cast<int>(Theme::Mode::Dark);
        QTest::newRow("contrast") << static_cast<int>(Theme::Mode::HighContrast);
    }

    // WCAG 2.1, 1.4.6: 7 : 1.
    void highContrastIsHigh() {
        const ThemeColours& c = Theme::coloursOf(Theme::Mode::HighContrast);
        for (const QColor& ink :
             {c.text, c.muted, c.accent, c.good, c.caution, c.bad, c.border, c.disabled}) {
            QVERIFY2(contrast(ink, c.window) >= 7.0, qPrintable(ink.name()));
        }
        QVERIFY(contrast(c.onAccent, c.accent) >= 7.0);
    }

    void textIsReadable() {
        QFETCH(int, mode);
        const auto theme = static_cast<Theme::Mode>(mode);
        const ThemeColours& c = Theme::coloursOf(theme);
        for (const QColor& ground : {c.window, c.base, c.alternate, c.raised}) {
            for (const QColor& ink : {c.text, c.muted, c.accent, c.good, c.caution, c.bad}) {
                QVERIFY2(contrast(ink, ground) >= 4.5,
                         qPrintable(QString("%1 on %2: %3")
                                        .arg(ink.name(), ground.name())
                                        .arg(contrast(ink, ground))));
            }
        }
        for (const QColor& line : c.series) {
            QVERIFY2(contrast(line, c.base) >= 4.5, qPrintable(line.name()));
        }
        QVERIFY(contrast(c.onAccent, c.accent) >= 4.5);
        const QPalette p = Theme::paletteOf(theme);
        QVERIFY(contrast(p.color(QPalette::ButtonText), p.color(QPalette::Button)) >= 4.5);
        QVERIFY(contrast(p.color(QPalette::ToolTipText), p.color(QPalette::ToolTipBase)) >= 4.5);
        QVERIFY(contrast(p.color(QPalette::PlaceholderText), p.color(QPalette::Base)) >= 4.5);
        QVERIFY(contrast(p.color(QPalette::HighlightedText), p.color(QPalette::Highlight)) >= 4.5);
    }

    // At 200 % what is next to the text is twice as large too: an icon of 18 px has 36, one whose size the style gives twice that
    // one; and it is as before at usual text again.
    void iconsGrowWithText() {
        Theme& theme = Theme::instance();
        theme.apply(Theme::Mode::Light);
        QToolButton own, styled;
        theme.keepIconSize(&own, 18);
        const QSize usual = styled.iconSize();
        theme.setTextPercent(200);
        QCOMPARE(theme.grown(90), 180);
        QCOMPARE(own.iconSize(), QSize(36, 36));
        QCOMPARE(styled.iconSize(), 2 * usual);
        theme.setTextPercent(Theme::kUsualText);
        QCOMPARE(own.iconSize(), QSize(18, 18));
        QCOMPARE(styled.iconSize(), usual);
    }

    void iconsExistAndAreTinted() {
        Theme::instance().apply(Theme::Mode::Light);
        for (const CommandInfo& info : CommandSet::table()) {
            QVERIFY2(QFile::exists(QString(":/icons/%1.svg").arg(info.icon)), info.icon);
            const QImage image = Theme::pixmap(info.icon, 24, Qt::red).toImage();
            bool anyRed = false;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const QColor pixel = image.pixelColor(x, y);
                    if (pixel.alpha() > 128) {
                        anyRed = true;
                        QVERIFY2(pixel.red() > 200 && pixel.green() < 60, info.icon);
                    }
                }
            }
            QVERIFY2(anyRed, info.icon);
        }
    }

    // A clock three points larger than the rest stays so, and grows in the same measure.
    void largeWordsGrowWithText() {
        QLabel usual;
        QLabel large;
        keepTextSize(&large, 3.0, QFont::DemiBold);
        const double points = QApplication::font().pointSizeF();
        QCOMPARE(large.font().pointSizeF(), points + 3.0);
        Theme::instance().setTextPercent(150);
        QCOMPARE(large.font().pointSizeF(), 1.5 * (points + 3.0));
        QCOMPARE(large.font().weight(), QFont::DemiBold);
        Theme::instance().setTextPercent(100);
        QCOMPARE(large.font().pointSizeF(), points + 3.0);
    }

    // What has no room ends in an ellipsis, and is whole in its tip.
    void longNamesAreElided() {
        ElidedLabel label;
        label.setText("A name that is far too long for where it stands");
        label.resize(120, 20);
        label.show();
        QVERIFY(label.shownText().endsWith(QChar(0x2026)));
        QCOMPARE(label.toolTip(), label.text());
        label.resize(1200, 20);
        QCOMPARE(label.shownText(), label.text());
        QVERIFY(label.toolTip().isEmpty());
        QVERIFY(label.minimumSizeHint().width() < 120);
    }
};

HEADROOM_TEST(TestTheme)
}  // namespace tst_theme

#include "tst_theme.moc"
