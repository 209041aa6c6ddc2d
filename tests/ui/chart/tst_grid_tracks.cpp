// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/chart/chart_set.h"
#include "ui/chart/grid_tracks.h"
#include "ui/kit/theme.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QImage>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <cmath>

namespace tst_grid_tracks {

using namespace headroom;
using namespace headroom::ui;
using Track = GridTracks::Track;

class TestGridTracks : public QObject {
    Q_OBJECT

    Workspace workspace_{HEADROOM_SOURCE_DIR "/resources/catalog"};
    ChartSet set_{&workspace_};

  private slots:

    void initTestCase() {
        Theme::instance().apply(Theme::Mode::Light);
        workspace_.control().setPlayOnOpen(false);
        QSignalSpy opened(&workspace_, &Workspace::opened);
        workspace_.files().open(HEADROOM_SOURCE_DIR "/scenarios/solar-and-storage");
        QVERIFY(opened.wait(60000));
        set_.resize(1000, 300);
        set_.show();
    }

    // The project starts at midnight of a day in July: at 17 h of it the tariff (APS E-32 TOU L, its
    // dearer hours from 16 to 19 h on weekdays) asks for more than at 3 h, unless that is a weekend; over
    // a week there is such a day. Carbon of its grid moves by the hour as well.
    void hoursOfTheProject() {
        const GridTracks& tracks = *set_.tracks();
        double dearest = 0.0, cheapest = 1.0;
        for (int hour = 0; hour < 168; ++hour) {
            const double price = tracks.valueAt(Track::Price, 3600.0 * hour + 1.0);
            dearest = std::max(dearest, price);
            cheapest = std::min(cheapest, price);
            QVERIFY(tracks.valueAt(Track::Carbon, 3600.0 * hour) > 0.0);
        }
        QVERIFY(dearest > 1.1 * cheapest);
        QVERIFY(std::isnan(tracks.valueAt(Track::Price, std::nan(""))));
    }

    // The head tells the value at the cursor with its unit.
    void theHeadFollowsTheCursor() {
        GridTracks& tracks = *set_.tracks();
        tracks.show(0.0, 86400.0, 3.0 * 3600.0);
        QVERIFY2(tracks.text(Track::Price).contains("USD/kWh"),
                 qPrintable(tracks.text(Track::Price)));
        QVERIFY2(tracks.text(Track::Carbon).contains("g/kWh"),
                 qPrintable(tracks.text(Track::Carbon)));
        const QString night = tracks.text(Track::Carbon);
        tracks.show(0.0, 86400.0, 19.0 * 3600.0);
        QVERIFY(tracks.text(Track::Carbon) != night);
    }

    // Something is drawn, and another stretch of time looks different.
    void isPainted() {
        GridTracks tracks(&set_.data());
        tracks.resize(900, tracks.sizeHint().height());
        tracks.setVisible(true);
        tracks.show(0.0, 86400.0, std::nan(""));
        const QImage day = tracks.grab().toImage();
        tracks.show(0.0, 7.0 * 86400.0, std::nan(""));
        QVERIFY(day != tracks.grab().toImage());
    }

    // The pointer over a track is the time cursor of all charts.
    void hovered() {
        GridTracks tracks(&set_.data());
        tracks.resize(900, tracks.sizeHint().height());
        tracks.setVisible(true);
        QSignalSpy hovered(&tracks, &GridTracks::hovered);
        QTest::mouseMove(&tracks, QPoint(500, 5));
        QCoreApplication::processEvents();
        QVERIFY(!hovered.isEmpty());
        QSignalSpy left(&tracks, &GridTracks::left);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&tracks, &leave);
        QCOMPARE(left.size(), 1);
    }

    // They can be switched off, and in a low pane the charts have the room.
    void whereThereIsRoom() {
        QVERIFY(!set_.tracks()->isHidden());
        auto* button = set_.findChild<QToolButton*>("chartTracks");
        button->click();
        QVERIFY(set_.tracks()->isHidden());
        button->click();
        QVERIFY(!set_.tracks()->isHidden());
        set_.setFixedHeight(120);
        QCoreApplication::processEvents();
        QVERIFY(set_.tracks()->isHidden());
    }
};

HEADROOM_TEST(TestGridTracks)
}  // namespace tst_grid_tracks

#include "tst_grid_tracks.moc"
