// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/one_line_symbols.h"
#include "engine/report/drawing/sketch.h"
#include "tests/support/test_program.h"
#include "ui/kit/drawing_pen.h"

#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QtSvg/QSvgRenderer>
#include <QtTest>

#include <array>
#include <utility>
#include <vector>

namespace tst_one_line_symbols_alike {

using namespace headroom;
using engine::DisplayList;
using engine::PowerKind;

namespace {

constexpr int kScale = 3, kSide = 48;
constexpr engine::DrawnBox kArea{2.0, 2.0, 44.0, 44.0};

/// A drawing of a page with its classes as attributes, in black on white, with the widths of engine/report/style.cpp. QtSvg takes no
/// class where an element has a style of its own.
QByteArray plain(const std::string& svg) {
    constexpr std::array<std::array<const char*, 3>, 4> kClasses{
        {{"body", "fill=\"#ffffff\" stroke=\"#000000\"", "1.5"},
         {"outline", "fill=\"none\" stroke=\"#000000\"", "1.2"},
         {"ink", "fill=\"none\" stroke=\"#000000\"", "1.2"},
         {"solid", "fill=\"#000000\" stroke=\"none\"", "1"}}};
    QString text = QString::fromStdString(svg);
    for (const auto& [name, look, width] : kClasses) {
        const QString mark = QString("class=\"%1\"").arg(name);
        text.replace(QRegularExpression(mark + " style=\"stroke-width:([0-9.]+)\""),
                     QString("%1 stroke-width=\"\\1\"").arg(look));
        text.replace(mark, QString("%1 stroke-width=\"%2\"").arg(look, width));
    }
    return text.toUtf8();
}

QImage blank() {
    QImage image(kScale * kSide, kScale * kSide, QImage::Format_ARGB32);
    image.fill(Qt::white);
    return image;
}

QImage inWindow(const DisplayList& drawing) {
    QImage image = blank();
    QPainter painter(&image);
    painter.scale(kScale, kScale);
    ui::DrawingInks inks;
    inks.line = inks.glyph = Qt::black;
    inks.ground = Qt::white;
    inks.bar = QColor(Qt::black);
    ui::paintDrawing(painter, drawing, inks);
    return image;
}

QImage inReport(const DisplayList& drawing) {
    engine::report::Sketch sketch(kSide, kSide, "symbol");
    sketch.draw(drawing);
    QSvgRenderer renderer(plain(sketch.svg()));
    QImage image = blank();
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

/// A drawing without its letters, which two renderers set in their own ways.
DisplayList withoutLetters(const DisplayList& drawing) {
    DisplayList strokes;
    for (const engine::DrawnShape& shape : drawing.shapes()) {
        using Form = engine::DrawnShape::Form;
        switch (shape.form) {
            case Form::Lines:
                strokes.lines(shape.points, shape.ink, shape.width);
                break;
            case Form::Polygon:
                strokes.polygon(shape.points, shape.ink);
                break;
            case Form::Curves:
                strokes.curves(shape.points, shape.ink, shape.width);
                break;
            case Form::Box:
                strokes.box(shape.box, shape.ink, shape.radius);
                break;
            case Form::Ellipse:
                strokes.circle(shape.box.centre(), 0.5 * shape.box.width, shape.ink);
                break;
            case Form::Letters:
            case Form::Mark:
                break;
        }
    }
    return strokes;
}

bool isDark(const QImage& image, int x, int y) {
    return image.valid(x, y) && image.pixelColor(x, y).lightness() < 128;
}

/// Dark pixels of one image, and those of them without a dark pixel of the other within two thirds of a pixel at 100 %.
std::pair<int, int> darkAndAlone(const QImage& one, const QImage& other) {
    constexpr int kNear = 2;
    int dark = 0, alone = 0;
    for (int y = 0; y < one.height(); ++y) {
        for (int x = 0; x < one.width(); ++x) {
            if (!isDark(one, x, y)) {
                continue;
            }
            ++dark;
            bool found = false;
            for (int dy = -kNear; dy <= kNear && !found; ++dy) {
                for (int dx = -kNear; dx <= kNear && !found; ++dx) {
                    found = isDark(other, x + dx, y + dy);
                }
            }
            alone += found ? 0 : 1;
        }
    }
    return {dark, alone};
}

}  // namespace

class TestOneLineSymbolsAlike : public QObject {
    Q_OBJECT

  private slots:

    // Strokes differ by 0.1 pixel in width and by how each renderer smooths them. So every dark pixel of one has its like in
    // the other, and a symbol is not blank: an outline of 44 pixels at this scale is more than 100 dark pixels.
    void windowAndReportDrawTheSameSymbols() {
        std::vector<std::pair<const char*, DisplayList>> drawings;
        for (int k = 0; k < static_cast<int>(PowerKind::Count); ++k) {
            const auto kind = static_cast<PowerKind>(k);
            for (const bool direct : {false, true}) {
                drawings.emplace_back(engine::infoOf(kind).label.data(),
                                      engine::drawUnit({kind, direct, 3, 1}, kArea));
            }
        }
        for (int k = 0; k <= static_cast<int>(engine::PowerLoadKind::HeatRejection); ++k) {
            drawings.emplace_back("load",
                                  engine::drawLoad(static_cast<engine::PowerLoadKind>(k), kArea));
        }
        for (const auto state : {engine::BreakerState::Closed, engine::BreakerState::Open,
                                 engine::BreakerState::Tripped}) {
            drawings.emplace_back("breaker", engine::drawBreaker({24.0, 24.0}, state));
        }
        for (const auto& [name, whole] : drawings) {
            const DisplayList drawing = withoutLetters(whole);
            const QImage window = inWindow(drawing), report = inReport(drawing);
            const auto [dark, alone] = darkAndAlone(window, report);
            const auto [darkToo, aloneToo] = darkAndAlone(report, window);
            QVERIFY2(dark > 100 && darkToo > 100, name);
            QVERIFY2(
                alone == 0 && aloneToo == 0,
                qPrintable(QString("%1: %2 and %3 pixels").arg(name).arg(alone).arg(aloneToo)));
        }
    }
};

HEADROOM_TEST(TestOneLineSymbolsAlike)
}  // namespace tst_one_line_symbols_alike

#include "tst_one_line_symbols_alike.moc"
