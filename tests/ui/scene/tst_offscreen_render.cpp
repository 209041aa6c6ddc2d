// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/scene/offscreen_render.h"

#include <QtTest>

namespace tst_offscreen_render {

using namespace headroom;
using namespace headroom::ui;

class TestOffscreenRender : public QObject {
    Q_OBJECT

  private slots:

    void drawsRacksWithoutADisplay() {
        FakeSource source;
        HallPicture picture;
        picture.size = {640, 400};
        const auto image = renderHall(*source.layout(), *source.frame(), picture);
        if (!image) {
            QCOMPARE(image.error().code, std::string("UI-020"));
            QSKIP("No EGL or no OpenGL 3.2 on this machine");
        }
        QCOMPARE(image->size(), picture.size);
        QSet<QRgb> colours;
        for (int y = 0; y < image->height(); y += 2) {
            for (int x = 0; x < image->width(); x += 2) {
                colours << image->pixel(x, y);
            }
        }
        QVERIFY(colours.size() > 200);
    }

    void quantityAndThemeChangeThePicture() {
        FakeSource source;
        HallPicture picture;
        picture.size = {320, 200};
        const auto power = renderHall(*source.layout(), *source.frame(), picture);
        if (!power) {
            QSKIP("No EGL or no OpenGL 3.2 on this machine");
        }
        picture.quantity = engine::RackQuantity::Health;
        const auto health = renderHall(*source.layout(), *source.frame(), picture);
        QVERIFY(*power != *health);
        picture.theme = Theme::Mode::Dark;
        const auto dark = renderHall(*source.layout(), *source.frame(), picture);
        QVERIFY(qGray(dark->pixel(2, 150)) < qGray(health->pixel(2, 150)));
    }
};

HEADROOM_TEST(TestOffscreenRender)
}  // namespace tst_offscreen_render

#include "tst_offscreen_render.moc"
