// SPDX-License-Identifier: Apache-2.0
#include "engine/money/rack_costs.h"
#include "tests/engine/money/fixture.h"

#include <cmath>

namespace tst_rack_costs {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

class TestRackCosts : public QObject {
    Q_OBJECT

    Catalogue catalogue_;
    Project project_;
    CostBasis basis_;
    Cost cost_;

    double sum(CostSystem system) const {
        double all = 0.0;
        for (const RackCost& rack : rackCosts(project_, basis_, cost_)) {
            all += static_cast<double>(rack.racks) * rack.perYear[static_cast<std::size_t>(system)];
        }
        return all;
    }

  private slots:

    void initTestCase() {
        catalogue_ = shipped();
        project_ = scenario("mixed-fleet", catalogue_);
        CostSpec spec;
        spec.year = coarseYear();
        auto basis = costBasis(project_, catalogue_, spec);
        QVERIFY2(basis, basis ? "" : text(basis.error()).c_str());
        basis_ = std::move(*basis);
        PriceRates rates(*basis_.catalogue, *basis_.book);
        cost_ = costOf(basis_, rates);
    }

    // All racks together cost the whole, system by system: annualised is what npvTotal is worth a year.
    void racksSumToTheWhole() {
        double all = 0.0;
        const double perYear = cost_.annualised / models::usdOf(cost_.npvTotal);
        for (std::size_t s = 0; s < static_cast<std::size_t>(CostSystem::Count); ++s) {
            const double its = sum(static_cast<CostSystem>(s));
            QVERIFY2(std::abs(its - perYear * models::usdOf(cost_.npv[s])) < 0.01,
                     systemKey(static_cast<CostSystem>(s)).data());
            all += its;
        }
        QVERIFY(std::abs(all / cost_.annualised - 1.0) < 1e-9);
    }

    // Racks of several kinds: one with dearer machines costs more in machines, one that draws more costs more
    // in energy, and by the same ratio in all that is divided by power.
    void blocksDiffer() {
        const auto racks = rackCosts(project_, basis_, cost_);
        QVERIFY(racks.size() >= 2);
        const auto of = [](const RackCost& rack, CostSystem system) {
            return rack.perYear[static_cast<std::size_t>(system)];
        };
        bool machinesDiffer = false;
        for (const RackCost& rack : racks) {
            QVERIFY(rack.racks > 0 && rack.total() > 0.0);
            machinesDiffer = machinesDiffer || std::abs(of(rack, CostSystem::Machines) /
                                                            of(racks[0], CostSystem::Machines) -
                                                        1.0) > 0.05;
            const double byPower = of(rack, CostSystem::Energy) / of(racks[0], CostSystem::Energy);
            QVERIFY(std::abs(of(rack, CostSystem::Electrical) /
                                 of(racks[0], CostSystem::Electrical) / byPower -
                             1.0) < 1e-9);
        }
        QVERIFY(machinesDiffer);
    }
};

HEADROOM_TEST(TestRackCosts)
}  // namespace tst_rack_costs

#include "tst_rack_costs.moc"
