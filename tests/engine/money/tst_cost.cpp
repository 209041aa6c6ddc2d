// SPDX-License-Identifier: Apache-2.0
#include "engine/money/cost.h"
#include "engine/money/spread.h"
#include "models/economics/present_value.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <numeric>

namespace tst_cost {

using namespace headroom;
using namespace headroom::engine;
using models::Cents;

class TestCost : public QObject {
    Q_OBJECT

    static Project with(Project project, const char* key, const models::Value& value) {
        const models::ComponentType& type = models::EconomicsSpec::type();
        if (project.objectsOf(type.id).empty()) {
            project.objects.push_back(
                {"economics", &type, std::vector<models::Value>(type.attributes.size())});
        }
        for (Object& object : project.objects) {
            if (object.type == &type) {
                object.values[static_cast<std::size_t>(type.find(key) - type.attributes.data())] =
                    value;
            }
        }
        return project;
    }

    Cost priced(CostBasis basis) {
        PriceRates rates(catalogue_, *basis.book);
        return costOf(basis, rates);
    }

    static Cents sum(const BySystem& amounts) {
        return std::accumulate(amounts.begin(), amounts.end(), Cents{0});
    }

    Catalogue catalogue_;
    Project project_;
    CostBasis basis_;

  private slots:

    void initTestCase() {
        auto loaded = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY2(loaded, loaded ? "" : text(loaded.error()).c_str());
        catalogue_ = std::move(*loaded);
        auto read = loadProject(HEADROOM_SOURCE_DIR "/scenarios/distributed-redundant", catalogue_);
        QVERIFY(read.has_value());
        project_ = std::move(*read);
        CostSpec spec;
        spec.year.stepS = 300.0;
        auto basis = costBasis(project_, catalogue_, spec);
        QVERIFY2(basis, basis ? "" : text(basis.error()).c_str());
        basis_ = std::move(*basis);
        QCOMPARE(basis_.year.days, 12);
    }

    // To the cent: lines to capital, systems to the whole, years to the whole, the years' systems
    // and what comes back to the years.
    void partsSumToWholes() {
        basis_.economics.phasesPct = {60.0, 30.0, 10.0};
        basis_.economics.years = 17;
        const Cost cost = priced(basis_);
        basis_.economics.phasesPct.clear();
        basis_.economics.years = 5;
        Cents lines = 0;
        for (const CapitalLine& line : cost.capital.lines) {
            QVERIFY(line.amount > 0);
            QVERIFY(!line.rate.empty());
            lines += line.amount;
        }
        QCOMPARE(lines, cost.capital.total);
        QCOMPARE(sum(cost.tco), cost.tcoTotal);
        QCOMPARE(sum(cost.npv), cost.npvTotal);
        Cents years = 0;
        for (const CostYear& year : cost.years) {
            QCOMPARE(sum(year.spent) + year.back, year.total());
            years += year.total();
        }
        QCOMPARE(years, cost.tcoTotal);
    }

    // Every line is its quantity times its rate, to half a cent; shares are of the sum they name.
    void everyLineIsTraced() {
        PriceRates rates(catalogue_, *basis_.book);
        const Cost cost = costOf(basis_, rates);
        for (const CapitalLine& line : cost.capital.lines) {
            const Rate& rate = rates.used().at(line.rate);
            const double each = line.unit == "of" ? rate.si() : rate.value;
            QVERIFY2(std::abs(models::usdOf(line.amount) - line.quantity * each) <
                         0.006 + 1e-9 * models::usdOf(line.amount),
                     line.what.c_str());
            QVERIFY(!rate.source.empty() && !rate.status.empty());
        }
    }

    // One phase and no trend: what a year costs is what the lines say, and the present value is
    // that of the conventions.
    void presentValueOfOperation() {
        const Cost cost = priced(basis_);
        // Of energy: 5 payments of each of its lines, 2 % more each year.
        double present = 0.0;
        for (const RunningLine& line : cost.running) {
            for (int y = 1; line.system == CostSystem::Energy && y <= 5; ++y) {
                present += models::usdOf(line.amount) * std::pow(1.02, y - 1) / std::pow(1.08, y);
            }
        }
        const double got =
            models::usdOf(cost.npv[static_cast<std::size_t>(CostSystem::Energy)]);
        QVERIFY(present > 1e6 && std::abs(got - present) < 0.1);
        QVERIFY(std::abs(cost.annualised * models::annuityFactor(0.08, 5) -
                         models::usdOf(cost.npvTotal)) < 0.01);
    }

    // Published bands for a site of this size (8.4 MW): 9.3 to 15 million USD/MW of building and
    // plant (Cushman & Wakefield 2025, San Antonio to Reno); machines with network and cables
    // 48,000 to 49,300 USD for an H100 (public spreadsheet, 2024), less 15 % for prices since.
    void publishedBands() {
        const Cost cost = priced(basis_);
        Cents facility = 0, machines = 0;
        for (const CapitalLine& line : cost.capital.lines) {
            const bool isMachine = line.system == CostSystem::Machines ||
                                   line.system == CostSystem::Network ||
                                   line.system == CostSystem::Storage;
            (isMachine ? machines : facility) += line.amount;
        }
        const double perMw = models::usdOf(facility) / (basis_.design[Sum::ItJ] / 1e6);
        QVERIFY2(perMw > 9.3e6 && perMw < 15e6, std::to_string(perMw).c_str());
        const double each = models::usdOf(machines) / basis_.design[Sum::Accelerators];
        QVERIFY2(each > 0.85 * 48000.0 && each < 49300.0, std::to_string(each).c_str());
        QVERIFY(cost.capital.unpriced.empty());
    }

    // Half now, half a year later: the present value over that of the hours, half of them in the
    // first year; all at once it is the annuity of the convention.
    void outputsOfPhases() {
        const auto each = [](const Cost& cost) { return cost.output("accelerator_hour")->each; };
        const double hours = 8760.0 * basis_.design[Sum::Accelerators];
        const Cost whole = priced(basis_);
        QVERIFY(std::abs(each(whole) * hours - whole.annualised) < 1e-6 * whole.annualised);
        CostBasis phased = basis_;
        phased.economics.phasesPct = {50.0, 50.0};
        const Cost cost = priced(phased);
        double present = 0.5 / 1.08;
        for (int year = 2; year <= 5; ++year) {
            present += 1.0 / std::pow(1.08, year);
        }
        QVERIFY(std::abs(each(cost) * hours * present / models::usdOf(cost.npvTotal) - 1.0) < 1e-9);
    }

    // With colocation there is neither site nor plant, and rent for every kilowatt and month.
    void colocation() {
        CostBasis rented = basis_;
        rented.economics.premises = models::Premises::Colocation;
        const Cost cost = priced(rented);
        for (const CapitalLine& line : cost.capital.lines) {
            QVERIFY(line.system == CostSystem::Machines || line.system == CostSystem::Network ||
                    line.system == CostSystem::Storage);
        }
        const double rent = 184.0 * 12.0 * basis_.design[Sum::ItJ] / 1e3;
        bool found = false;
        for (const RunningLine& line : cost.running) {
            if (line.what == "colocation") {
                found = std::abs(models::usdOf(line.amount) - rent) < 0.01;
            }
        }
        QVERIFY(found);
    }

    // Half of the first capital lent over 3 years at 6 %: all of it is paid back, interest is what
    // the loan says, and the owner's money is the cost plus interest.
    void loan() {
        CostBasis lent = basis_;
        lent.economics.debtShare = 0.5;
        lent.economics.debtYears = 3.0;
        const Cost cost = priced(lent);
        const models::Loan loan{0.5 * models::usdOf(cost.years[0].total()), 0.06, 36};
        Cents principal = 0, interest = 0, owner = 0;
        for (const CostYear& year : cost.years) {
            principal += year.principal;
            interest += year.interest;
            owner += year.owner();
        }
        QVERIFY(std::abs(models::usdOf(principal - cost.loan)) < 0.05);
        QVERIFY(std::abs(models::usdOf(interest) - loan.interestUsd()) < 0.05);
        QCOMPARE(owner, cost.tcoTotal + interest + principal - cost.loan);
    }

    // At 25 %: a quarter of operation, depreciation and interest of each year.
    void taxes() {
        CostBasis taxed = basis_;
        taxed.economics.taxRate = 0.25;
        const Cost cost = priced(taxed);
        for (const CostYear& year : cost.years) {
            Cents operation = 0;
            for (std::size_t s = static_cast<std::size_t>(CostSystem::Energy);
                 s < year.spent.size(); ++s) {
                operation += year.spent[s];
            }
            QVERIFY(std::abs(static_cast<double>(year.tax) +
                             0.25 * static_cast<double>(operation + year.depreciation)) <= 1.0);
        }
        QVERIFY(cost.ownerNpv < cost.npvTotal);
    }

    void currency() {
        CostBasis euros = basis_;
        euros.economics.currency = "EUR";
        euros.perUsd = 0.5;
        const double ratio = models::usdOf(priced(euros).npvTotal) /
                             models::usdOf(priced(basis_).npvTotal);
        QVERIFY(std::abs(ratio - 0.5) < 1e-6);
    }

    // The dearest accelerators at both ends bracket the cost; half widths add in squares.
    void spread() {
        PriceRates rates(catalogue_, *basis_.book);
        const Cost cost = costOf(basis_, rates);
        const CostSpread s = costSpread(basis_, cost, rates);
        QVERIFY(s.effects.size() > 20);
        double squares = 0.0;
        for (std::size_t i = 0; i < s.effects.size(); ++i) {
            squares += std::pow(0.5 * (s.effects[i].high - s.effects[i].low), 2.0);
            QVERIFY(i == 0 || s.effects[i].swing() <= s.effects[i - 1].swing());
        }
        QVERIFY(std::abs(std::sqrt(squares) - s.halfWidth) < 1e-6 * s.halfWidth);
        // The study leaves the rates as they were.
        QCOMPARE(costOf(basis_, rates).npvTotal, cost.npvTotal);
    }

    void refused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("code");
        QTest::newRow("no rate of exchange") << "currency" << "MON-004";
        QTest::newRow("0 years") << "years" << "MON-005";
        QTest::newRow("200 years") << "many years" << "MON-005";
        QTest::newRow("phases") << "phases_pct" << "MON-007";
        QTest::newRow("no such tariff") << "tariff" << "MON-008";
    }

    void refused() {
        QFETCH(QString, key);
        QFETCH(QString, code);
        CostSpec spec;
        Project project = project_;
        if (key == "currency") {
            project = with(project_, "currency", std::string("EUR"));
        } else if (key == "phases_pct") {
            project = with(project_, "phases_pct", std::vector<double>{60.0, 30.0});
        } else if (key == "tariff") {
            spec.tariff = "pge-b21";
        } else {
            spec.years = key == "years" ? 0 : 200;
        }
        const auto basis = costBasis(project, catalogue_, spec);
        QVERIFY(!basis);
        QCOMPARE(QString::fromStdString(basis.error().front().code), code);
        QVERIFY(!basis.error().front().remedy.empty());
    }
};

HEADROOM_TEST(TestCost)
}  // namespace tst_cost

#include "tst_cost.moc"
