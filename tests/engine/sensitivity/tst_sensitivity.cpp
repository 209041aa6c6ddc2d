// SPDX-License-Identifier: Apache-2.0
#include "engine/sensitivity/sensitivity.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_sensitivity {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

SensitivitySpec brief(const std::string& only, int threads = 2) {
    SensitivitySpec spec;
    spec.untilS = 600.0;
    spec.only = only;
    spec.threads = threads;
    return spec;
}

Sensitivity studied(const SensitivitySpec& spec, const std::atomic<bool>* cancel = nullptr) {
    auto result = sensitivity(scenario("tour-small-hall"), catalogue(), spec, {}, cancel);
    if (!result) {
        qFatal("%s", text(result.error()).c_str());
    }
    return std::move(*result);
}

std::size_t headline(const Sensitivity& study, std::string_view key) {
    for (std::size_t h = 0; h < study.headlines.size(); ++h) {
        if (study.headlines[h]->key == key) {
            return h;
        }
    }
    qFatal("no such headline");
}

const FigureEffect* effectOf(const Sensitivity& study, std::string_view key) {
    for (const FigureEffect& effect : study.effects) {
        if (effect.attribute->key == key) {
            return &effect;
        }
    }
    return nullptr;
}

}  // namespace

class TestSensitivity : public QObject {
    Q_OBJECT

  private slots:

    // No generator runs, so carbon is utility energy times the intensity of the grid: the ends of
    // that figure, relative to its value, are those of carbon, and it moves nothing else. Of the
    // catalogue's regions only the project's moves anything.
    void carbonFollowsTheGrid() {
        const Sensitivity study = studied(brief("grid"));
        const FigureEffect* grid = effectOf(study, "carbon_g_per_kwh");
        QVERIFY(grid != nullptr);
        QCOMPARE(grid->part->id, std::string("us-pjm"));
        const double value = std::get<double>(grid->value());
        const std::size_t carbon = headline(study, "carbon_kg");
        QVERIFY(std::abs(grid->low[carbon] - (std::get<double>(grid->ends.low) / value - 1.0)) <
                1e-9);
        QVERIFY(std::abs(grid->high[carbon] - (std::get<double>(grid->ends.high) / value - 1.0)) <
                1e-9);
        for (std::size_t h = 0; h < study.headlines.size(); ++h) {
            QVERIFY(h == carbon || grid->largest(h) == 0.0);
        }
        // No other figure of a grid moves carbon: its half width is that of all of them.
        QVERIFY(std::abs(study.footings[carbon].all - grid->halfWidth(carbon)) < 1e-12);
        for (const FigureEffect& effect : study.effects) {
            QCOMPARE(effect.part->id, std::string("us-pjm"));
        }
        QVERIFY(std::is_sorted(study.effects.begin(), study.effects.end(),
                               [](const FigureEffect& a, const FigureEffect& b) {
                                   return a.largest() > b.largest();
                               }));
    }

    // Root of the sum of squares, by who answers for a figure, worked out from the rows. All rows
    // are wanted: `least` is 0.
    void footingsAreSquaresAddedUp() {
        SensitivitySpec spec = brief("psu");
        spec.least = 0.0;
        const Sensitivity study = studied(spec);
        QVERIFY(!study.effects.empty());
        for (std::size_t h = 0; h < study.headlines.size(); ++h) {
            double all = 0.0, unsourced = 0.0;
            for (const FigureEffect& e : study.effects) {
                const double half = 0.5 * (e.high[h] - e.low[h]);
                all += half * half;
                unsourced += e.provenance().isUnsourced() ? half * half : 0.0;
            }
            QVERIFY(std::abs(study.footings[h].all - std::sqrt(all)) < 1e-12);
            QVERIFY(std::abs(study.footings[h].unsourced - std::sqrt(unsourced)) < 1e-12);
            QVERIFY(study.footings[h].guessed <= study.footings[h].unsourced);
        }
    }

    // Search by groups finds what single runs find: each numeric figure of the supplies in use, moved
    // alone, moves a headline exactly if the study says so.
    void groupsMissNothing() {
        SensitivitySpec spec = brief("psu");
        spec.least = 0.0;
        const Sensitivity study = studied(spec);
        const Project project = scenario("tour-small-hall");
        const auto energyWith = [&](const Catalogue& parts) {
            auto plant = Simulator::create(project, parts, {});
            Simulator& s = **plant;
            while (s.timeS() < spec.untilS - 1e-6) {
                s.step();
                s.takeEvents();
            }
            return s.summary().value("facility_energy_kwh");
        };
        const double base = energyWith(catalogue());
        for (std::size_t e = 0; e < catalogue().entries().size(); ++e) {
            const CatalogueEntry& entry = catalogue().entries()[e];
            if (entry.id != "titanium-3300w") {
                continue;
            }
            for (std::size_t a = 0; a < entry.values.size(); ++a) {
                const auto ends = endsOf(entry.type->attributes[a], entry.values[a],
                                         entry.provenance[a], spec.share);
                if (!ends) {
                    continue;
                }
                const std::vector<FigureChange> change = {{e, a, ends->high}};
                const bool moves = energyWith(catalogue().changed(change)) != base;
                const bool found = std::any_of(study.effects.begin(), study.effects.end(),
                                               [&](const FigureEffect& effect) {
                                                   return effect.part == &entry && effect.at == a;
                                               });
                QCOMPARE(found, moves);
            }
        }
    }

    void sameOnAnyNumberOfThreads() {
        const Sensitivity one = studied(brief("grid", 1)), two = studied(brief("grid", 2));
        QCOMPARE(one.effects.size(), two.effects.size());
        QCOMPARE(one.runs, two.runs);
        for (std::size_t i = 0; i < one.effects.size(); ++i) {
            QCOMPARE(one.effects[i].at, two.effects[i].at);
            QVERIFY(one.effects[i].high == two.effects[i].high);
        }
    }

    // Parts that the project does not use move nothing.
    void unusedPartsMoveNothing() {
        const Sensitivity study = studied(brief("fuel_cell"));
        QVERIFY(study.tried > 0);
        QCOMPARE(study.moving, std::size_t{0});
        QCOMPARE(study.runs, std::size_t{1});  // all of the type at once
    }

    void endsWhenCancelled() {
        const std::atomic<bool> cancel{true};
        QVERIFY(!studied(brief("grid"), &cancel).complete);
    }
};

HEADROOM_TEST(TestSensitivity)
}  // namespace tst_sensitivity

#include "tst_sensitivity.moc"
