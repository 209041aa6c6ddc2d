// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/colour_map.h"
#include "ui/kit/theme.h"

#include <QtTest>

#include <array>
#include <cmath>

namespace tst_colour_blindness {

using namespace headroom::ui;

namespace {

using Linear = std::array<double, 3>;
using Matrix = std::array<Linear, 3>;

/// Full colour blindness in linear RGB: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision
/// Deficiency", 2009, severity 1.
struct Vision {
    const char* name;
    Matrix matrix;
};

constexpr Vision kVisions[] = {{"usual", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
                               {"protanopia",
                                {{{0.152286, 1.052583, -0.204868},
                                  {0.114503, 0.786281, 0.099216},
                                  {-0.003882, -0.048116, 1.051998}}}},
                               {"deuteranopia",
                                {{{0.367322, 0.860646, -0.227968},
                                  {0.280085, 0.672501, 0.047413},
                                  {-0.011820, 0.042940, 0.968881}}}},
                               {"tritanopia",
                                {{{1.255528, -0.076749, -0.178779},
                                  {-0.078411, 0.930809, 0.147602},
                                  {0.004733, 0.691367, 0.303900}}}}};

double linear(double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

Linear seen(const QColor& colour, const Matrix& m) {
    const Linear in{linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
    Linear out{};
    for (int i = 0; i < 3; ++i) {
        out[i] = std::clamp(m[i][0] * in[0] + m[i][1] * in[1] + m[i][2] * in[2], 0.0, 1.0);
    }
    return out;
}

/// CIE L*a*b* of a linear colour of sRGB, D65.
Linear lab(const Linear& c) {
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
    const double x = f((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.9505);
    const double y = f(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
    const double z = f((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.089);
    return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double distance(const Linear& a, const Linear& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace

class TestColourBlindness : public QObject {
    Q_OBJECT

  private slots:

    // White and black stay; red and green of equal lightness come together for deuteranopia.
    void theSimulationIsThatOfThePaper() {
        for (const Vision& vision : kVisions) {
            QVERIFY(distance(lab(seen(Qt::white, vision.matrix)), lab({1, 1, 1})) < 0.5);
            QVERIFY(distance(lab(seen(Qt::black, vision.matrix)), lab({0, 0, 0})) < 0.5);
        }
        const QColor red(200, 80, 60), green(120, 130, 40);
        QVERIFY(distance(lab(seen(red, kVisions[2].matrix)), lab(seen(green, kVisions[2].matrix))) <
                0.5 * distance(lab(seen(red, kVisions[0].matrix)),
                               lab(seen(green, kVisions[0].matrix))));
    }

    void colourScales_data() {
        QTest::addColumn<int>("vision");
        QTest::addColumn<int>("map");
        for (int v = 0; v < static_cast<int>(std::size(kVisions)); ++v) {
            for (const ColourMap map : {ColourMap::Viridis, ColourMap::Cividis}) {
                QTest::newRow(
                    qPrintable(QStringLiteral("%1 %2")
                                   .arg(kVisions[v].name)
                                   .arg(map == ColourMap::Viridis ? "viridis" : "cividis")))
                    << v << static_cast<int>(map);
            }
        }
    }

    // A scale reads in one direction when its lightness rises all the way. Eighths of it differ by 5 or more: twice the least
    // difference that people notice in neighbouring fields (2.3, Mahy and others, 1994).
    void colourScales() {
        QFETCH(int, vision);
        QFETCH(int, map);
        Linear last{};
        for (int i = 0; i <= 8; ++i) {
            const QColor colour = QColor::fromRgb(mapColour(static_cast<ColourMap>(map), i / 8.0));
            const Linear now = lab(seen(colour, kVisions[vision].matrix));
            if (i > 0) {
                QVERIFY2(now[0] > last[0], qPrintable(QString::number(i)));
                QVERIFY2(distance(now, last) >= 5.0, qPrintable(QString::number(i)));
            }
            last = now;
        }
    }

    void linesOfCharts_data() {
        QTest::addColumn<int>("mode");
        QTest::newRow("light") << static_cast<int>(Theme::Mode::Light);
        QTest::newRow("dark") << static_cast<int>(Theme::Mode::Dark);
        QTest::newRow("contrast") << static_cast<int>(Theme::Mode::HighContrast);
    }

    // Two lines of one chart differ by 10 or more, four times the least difference that people notice.
    void linesOfCharts() {
        QFETCH(int, mode);
        const auto& series = Theme::coloursOf(static_cast<Theme::Mode>(mode)).series;
        for (const Vision& vision : kVisions) {
            for (std::size_t a = 0; a < series.size(); ++a) {
                for (std::size_t b = 0; b < a; ++b) {
                    const double apart = distance(lab(seen(series[a], vision.matrix)),
                                                  lab(seen(series[b], vision.matrix)));
                    QVERIFY2(apart >= 10.0,
                             qPrintable(QStringLiteral("%1: %2 and %3 differ by %4")
                                            .arg(vision.name, series[a].name(), series[b].name())
                                            .arg(apart)));
                }
            }
        }
    }
};

HEADROOM_TEST(TestColourBlindness)
}  // namespace tst_colour_blindness

#include "tst_colour_blindness.moc"
