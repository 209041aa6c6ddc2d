// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/one_line.h"
#include "engine/diagram/process_layout.h"
#include "engine/experiment/run_until.h"
#include "engine/run/simulator.h"
#include "tests/support/test_program.h"
#include "ui/cooling/cooling_text.h"
#include "ui/floor/machine_tint.h"
#include "ui/power/power_text.h"
#include "ui/scene/site_layers.h"

#include <QtTest>
#include <vtkNew.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace tst_scene_layers {

using namespace headroom;
using namespace headroom::ui;

/// Every layer of the 3-D view against its diagram, for a run in which the mains of path A are lost: the same objects, figures, and
/// dead parts.
class TestSceneLayers : public QObject {
    Q_OBJECT

    std::optional<engine::Catalogue> catalogue_;
    std::unique_ptr<engine::Simulator> run_;
    std::shared_ptr<const engine::Frame> frame_;

  private slots:

    /// Utility A of feed-loss-2n is lost half an hour after the start. Ten seconds later generators do not run yet.
    void initTestCase() {
        const std::filesystem::path root = HEADROOM_SOURCE_DIR;
        auto catalogue = engine::Catalogue::load(root / "resources/catalog");
        QVERIFY(catalogue.has_value());
        catalogue_.emplace(std::move(*catalogue));
        const auto project = engine::loadProject(root / "scenarios/feed-loss-2n", *catalogue_);
        QVERIFY(project.has_value());
        auto made = engine::Simulator::create(*project, *catalogue_, {});
        QVERIFY(made.has_value());
        run_ = std::move(*made);
        QVERIFY(engine::runUntil(*run_, 1815.0));
        frame_ = run_->frame();
        QVERIFY(frame_->network != nullptr && frame_->cooling != nullptr);
    }

    /// A pipe shows a link that the process diagram draws, selects the object that a click there selects, and has its temperatures.
    void pipesAreThoseOfTheProcessDiagram() {
        vtkNew<vtkRenderer> renderer;
        SiteLayers layers(renderer);
        layers.setLayout(run_->layout(), frame_.get(), ColourMap::Viridis);
        const engine::CoolingNetwork& network = *frame_->cooling;
        const engine::ProcessLayout diagram = engine::layOutProcess(network, {});
        const auto& pipes = layers.pipes().pipes();
        QVERIFY(pipes.size() >= 8);
        for (std::size_t p = 0; p < pipes.size(); ++p) {
            const auto link = static_cast<std::size_t>(pipes[p].link);
            const auto isDrawn = [&](std::size_t l) {
                return diagram.symbolOfLink[l] >= 0 || diagram.runOfLink[l] >= 0;
            };
            // Links that are folded together have one symbol.
            bool drawn = isDrawn(link);
            for (std::size_t l = 0; l < diagram.folded.size(); ++l) {
                const auto& others = diagram.folded[l];
                drawn = drawn || (isDrawn(l) && std::find(others.begin(), others.end(),
                                                          pipes[p].link) != others.end());
            }
            const QString what = QString::fromStdString(network.links[link].name);
            QVERIFY2(drawn, qPrintable(what));
            QCOMPARE(pipes[p].object, coolingTarget(network, run_->layout(), pipes[p].link).object);
            const engine::CoolingLinkNow& now = frame_->coolingLinks[link];
            const bool isIn = pipes[p].end == engine::CoolantPipe::End::In;
            QCOMPARE(layers.pipes().temperatureC(static_cast<int>(p)),
                     static_cast<double>(isIn ? now.inC : now.outC));
        }
    }

    /// A feeder shows an incomer that the one-line diagram draws; it is live and loaded as there. Path A is dead up to its UPS.
    void feedersAreThoseOfTheOneLineDiagram() {
        vtkNew<vtkRenderer> renderer;
        SiteLayers layers(renderer);
        layers.setLayout(run_->layout(), frame_.get(), ColourMap::Viridis);
        const engine::PowerNetwork& network = *frame_->network;
        const engine::OneLine diagram = engine::layOutOneLine(
            network,
            std::vector<engine::OneLineFold>(network.arrays.size(), engine::OneLineFold::Unfolded));
        std::set<int> drawn;
        for (const engine::OneLineWire& wire : diagram.wires) {
            drawn.insert(wire.edges.begin(), wire.edges.end());
        }
        int dead = 0;
        const auto& ways = layers.power().plan().ways;
        for (std::size_t w = 0; w < ways.size(); ++w) {
            const auto way = static_cast<int>(w);
            const engine::PowerUnit& unit = network.units[static_cast<std::size_t>(ways[w].unit)];
            QCOMPARE(ways[w].object, network.arrays[static_cast<std::size_t>(unit.array)].id);
            const auto same = [](double a, double b) {
                return a == b || (std::isnan(a) && std::isnan(b));
            };
            if (ways[w].edge >= 0) {
                QVERIFY2(drawn.count(ways[w].edge) == 1, unit.id.c_str());
                QCOMPARE(layers.power().isLive(way), isEdgeLive(network, *frame_, ways[w].edge));
                QVERIFY(
                    same(layers.power().loading(way), edgeLoading(network, *frame_, ways[w].edge)));
                dead += layers.power().isLive(way) ? 0 : 1;
            } else {
                const engine::PowerUnitNow& now =
                    frame_->powerUnits[static_cast<std::size_t>(ways[w].unit)];
                QCOMPARE(layers.power().isLive(way), isLive(now));
                QVERIFY(same(layers.power().loading(way), static_cast<double>(now.loading)));
            }
        }
        QVERIFY(ways.size() > 10 && dead >= 1);
        QVERIFY(dead < static_cast<int>(ways.size()));
    }

    /// A tray belongs to a network that the fabric diagram draws, and is as full as the layout has it.
    void traysAreThoseOfTheFabricDiagram() {
        vtkNew<vtkRenderer> renderer;
        SiteLayers layers(renderer);
        layers.setLayout(run_->layout(), frame_.get(), ColourMap::Viridis);
        layers.setVisible(SiteLayers::Layer::Trays, true);
        const auto& trays = layers.trays().trays();
        QCOMPARE(trays.size(), run_->layout().trays.size());
        QVERIFY(!trays.empty());
        for (std::size_t t = 0; t < trays.size(); ++t) {
            const auto tray = static_cast<int>(t);
            const std::string object = layers.trays().objectOf(tray);
            QVERIFY2(std::any_of(frame_->fabrics->fabrics.begin(), frame_->fabrics->fabrics.end(),
                                 [&](const engine::Fabric& f) { return f.id == object; }),
                     object.c_str());
            QCOMPARE(layers.trays().fill(tray), run_->layout().trays[t].fill);
            QCOMPARE(layers.trays().isLive(tray), !isHallDark(*frame_, trays[t].hall));
            const engine::Box& b = trays[t].box;
            const Ray down{{b.x + b.width / 2.0, b.y + b.depth / 2.0, b.z + b.height + 0.01},
                           {0.0, 0.0, -1.0}};
            double awayM = 0.0;
            QCOMPARE(layers.trays().objectAlong(down, &awayM), object);
        }
    }
};

HEADROOM_TEST(TestSceneLayers)
}  // namespace tst_scene_layers

#include "tst_scene_layers.moc"
