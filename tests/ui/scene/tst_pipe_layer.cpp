// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/scene/pipe_layer.h"

#include <QtTest>
#include <vtkNew.h>
#include <vtkRenderer.h>

namespace tst_pipe_layer {

using namespace headroom;
using namespace headroom::ui;

/// The layer against the process diagram, which reads the links of the same frame.
class TestPipeLayer : public QObject {
    Q_OBJECT

    static engine::Layout layout() {
        engine::Layout made;
        made.halls.push_back({{0, 0, 0, 20, 10, 4}, "hall", "Hall"});
        made.equipment.push_back({{2, 5, 0, 0.8, 1.2, 2.0}, engine::EquipmentKind::Cdu, 0, "cdus"});
        made.equipment.push_back(
            {{10, -8, 0, 1.8, 1.2, 1.4}, engine::EquipmentKind::Pump, 0, "loop"});
        return made;
    }

    static engine::Frame frame() {
        auto network = std::make_shared<engine::CoolingNetwork>();
        engine::CoolingCircuit facility, racks;
        facility.id = "loop";
        racks.id = "cdus";
        network->circuits = {facility, racks};
        network->loopCircuit = {CircuitIndex(0)};
        network->cduCircuit = {CircuitIndex(1)};
        engine::CoolingLink primary;
        primary.kind = engine::CoolingLinkKind::CduPrimary;
        primary.designM3PerS = 0.0157;
        network->links = {primary};
        network->nodes.resize(1);
        engine::Frame made;
        made.timeS = 15.0;
        made.cooling = network;
        made.coolingNodes.resize(1);
        engine::CoolingLinkNow now;
        now.inC = 21.5F;
        now.outC = 33.25F;
        now.flowM3PerS = 0.01F;
        made.coolingLinks = {now};
        return made;
    }

  private slots:

    void pipesHaveTheTemperaturesOfTheirLinks() {
        vtkNew<vtkRenderer> renderer;
        PipeLayer layer(renderer);
        const engine::Frame now = frame();
        layer.setLayout(layout(), &now);
        QCOMPARE(layer.pipes().size(), std::size_t(2));
        for (std::size_t p = 0; p < layer.pipes().size(); ++p) {
            const bool isIn = layer.pipes()[p].end == engine::CoolantPipe::End::In;
            QCOMPARE(layer.temperatureC(static_cast<int>(p)), isIn ? 21.5 : 33.25);
        }
    }

    /// A ray straight down onto the last stretch above the CDU meets a pipe, one far away meets none.
    void aPipeUnderThePointerIsFound() {
        vtkNew<vtkRenderer> renderer;
        PipeLayer layer(renderer);
        const engine::Frame now = frame();
        layer.setLayout(layout(), &now);
        const auto& points = layer.pipes()[0].points;
        const auto& a = points[points.size() - 3];
        const auto& b = points[points.size() - 2];
        const Ray onto{{(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0, 20.0}, {0.0, 0.0, -1.0}};
        double distanceM = 0.0;
        QCOMPARE(layer.pipeAlong(onto, &distanceM), 0);
        QVERIFY(distanceM > 10.0 && distanceM < 20.0);
        QCOMPARE(layer.pipeAlong({{100.0, 100.0, 20.0}, {0.0, 0.0, -1.0}}, nullptr), -1);
        layer.setVisible(false);
        QCOMPARE(layer.pipeAlong(onto, nullptr), -1);
    }

    void withoutARunThereAreNoPipes() {
        vtkNew<vtkRenderer> renderer;
        PipeLayer layer(renderer);
        layer.setLayout(layout(), nullptr);
        QVERIFY(!layer.isVisible());
    }
};

HEADROOM_TEST(TestPipeLayer)
}  // namespace tst_pipe_layer

#include "tst_pipe_layer.moc"
