// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/plant/plant.h"
#include "engine/reliability/commission/commission.h"

#include <algorithm>

namespace headroom::engine {

namespace {

using models::DrillAction;
using models::FailurePromise;

class Lister {
  public:
    Lister(const Plant& plant, const FailureStudy& study, const models::RequirementSpec& asked)
        : plant_(plant), study_(study), asked_(asked), n_(*plant.network) {}

    std::vector<CommissionTest> list() {
        power();
        outages();
        breakers();
        others();
        gather();
        return std::move(tests_);
    }

  private:
    /// Scope of the question about a unit: all of the wiring, or the machines that make and store power alone.
    FailurePromise promiseOf(PowerKind kind) const {
        const bool source =
            isSource(kind) || kind == PowerKind::Transformer || kind == PowerKind::Ups;
        return asked_.powerParts == models::PowerParts::All || source ? asked_.power
                                                                      : FailurePromise::MayStop;
    }

    PowerKind kindOf(const FailablePart& part) const {
        return n_.units[at(n_.arrays[at(n_.arrayOf(part.owner))].firstUnit)].kind;
    }

    void add(std::string section, std::string name, const std::string& owner, int alike,
             std::vector<PlantOrder> orders, FailurePromise promise) {
        tests_.push_back(
            {std::move(section), std::move(name), owner, alike, std::move(orders), promise});
    }

    void power() {
        for (const FailablePart& part : powerParts(n_, study_)) {
            const PowerKind kind = kindOf(part);
            add(std::string(infoOf(kind).plural),
                part.name + (kind == PowerKind::Utility ? " is lost" : " fails"), part.owner,
                part.alike, {part.order}, promiseOf(kind));
        }
    }

    /// Every utility at once.
    std::vector<PlantOrder> blackout() const {
        std::vector<PlantOrder> orders;
        for (const PowerArray& a : n_.arrays) {
            if (n_.units[at(a.firstUnit)].kind == PowerKind::Utility) {
                PlantOrder order;
                order.unit = a.id;
                orders.push_back(order);
            }
        }
        return orders;
    }

    /// The mains are lost, then with each set that does not start.
    void outages() {
        const std::vector<PlantOrder> dark = blackout();
        if (dark.empty()) {
            return;
        }
        add("Utility", dark.size() > 1 ? "All utilities are lost" : "The mains are lost", "", 1,
            dark, asked_.power);
        for (const FailablePart& part : powerParts(n_, study_)) {
            const PowerKind kind = kindOf(part);
            if (!makesPower(kind)) {
                continue;
            }
            std::vector<PlantOrder> orders = {part.order};
            orders.insert(orders.end(), dark.begin(), dark.end());
            add(std::string(infoOf(kind).plural),
                "The mains are lost and " + part.name + " does not start", part.owner, part.alike,
                std::move(orders), promiseOf(kind));
        }
    }

    /// Tests of one section together, sections in the order of their first test.
    void gather() {
        std::vector<std::string> sections;
        for (const CommissionTest& t : tests_) {
            if (std::find(sections.begin(), sections.end(), t.section) == sections.end()) {
                sections.push_back(t.section);
            }
        }
        const auto place = [&](const CommissionTest& t) {
            return std::find(sections.begin(), sections.end(), t.section) - sections.begin();
        };
        std::stable_sort(
            tests_.begin(), tests_.end(),
            [&](const CommissionTest& a, const CommissionTest& b) { return place(a) < place(b); });
    }

    /// The incomer of every unit that has a breaker.
    void breakers() {
        for (const FailablePart& part : powerParts(n_, study_)) {
            const PowerArray& a = n_.arrays[at(n_.arrayOf(part.owner))];
            const PowerUnit& u = n_.units[at(a.firstUnit + part.order.instance - 1)];
            if (u.edges == 0 || n_.edges[at(u.firstEdge)].breaker < 0) {
                continue;
            }
            PlantOrder open = part.order;
            open.action = DrillAction::Open;
            open.incomer = 1;
            add("Breakers", "The breaker before " + part.name + " opens", part.owner, part.alike,
                {open}, promiseOf(u.kind));
        }
    }

    void others() {
        const ReachMap map(plant_);
        for (const FailablePart& part : failableParts(plant_, map, 1)) {
            const PartDomain domain = domainOf(part);
            if (domain == PartDomain::Cooling) {
                add("Cooling", part.name + " out", part.owner, part.alike, {part.order},
                    asked_.cooling);
            } else if (domain == PartDomain::Network) {
                add("Network", part.name + " fails", part.owner, part.alike, {part.order},
                    asked_.network);
            }
        }
    }

    const Plant& plant_;
    const FailureStudy& study_;
    const models::RequirementSpec& asked_;
    const PowerNetwork& n_;
    std::vector<CommissionTest> tests_;
};

}  // namespace

std::vector<CommissionTest> commissionTests(const Plant& plant, const FailureStudy& study,
                                            const models::RequirementSpec& asked) {
    return Lister(plant, study, asked).list();
}

}  // namespace headroom::engine
