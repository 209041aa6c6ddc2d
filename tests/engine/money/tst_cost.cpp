// SPDX-License-Identifier: Apache-2.0
#include "engine/money/cost.h"
#include "engine/money/spread.h"
#include "models/economics/cash_plan.h"
#include "models/economics/present_value.h"
#include "tests/engine/money/fixture.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <numeric>

namespace tst_cost {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;
using models::Cents;

class TestCost : public QObject {
    Q_OBJECT

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
        catalogue_ = shipped();
        project_ = scenario("distributed-redundant", catalogue_);
        CostSpec spec;
        spec.year = coarseYear();
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
        const double got = models::usdOf(cost.npv[static_cast<std::size_t>(CostSystem::Energy)]);
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

    // A loan at the rate that money costs saves nothing, one below it saves, one above it costs; any term, debt or
    // rate. Instalments fall at months: 8 % effective are 12 (1.08^(1/12) - 1) = 7.7208 % nominal.
    void aLoanAtTheDiscountRateSavesNothing() {
        const double without = models::usdOf(priced(basis_).ownerNpv);
        for (const double rate : {0.02, 0.08, 0.12}) {
            for (const double years : {1.0, 3.0, 5.0, 10.0}) {
                CostBasis lent = basis_;
                lent.economics.discountRate = rate;
                const double own = models::usdOf(priced(lent).ownerNpv);
                lent.economics.debtShare = 0.7;
                lent.economics.debtYears = years;
                lent.economics.debtRate = 12.0 * (std::pow(1.0 + rate, 1.0 / 12.0) - 1.0);
                const auto costOfDebt = [&] {
                    const Cost cost = priced(lent);
                    return (models::usdOf(cost.ownerNpv) - own) / models::usdOf(cost.loan);
                };
                QVERIFY2(std::abs(costOfDebt()) < 1e-6, std::to_string(costOfDebt()).c_str());
                lent.economics.debtRate *= 1.01;
                QVERIFY(costOfDebt() > 0.0);
                lent.economics.debtRate *= 0.98;
                QVERIFY(costOfDebt() < 0.0);
            }
        }
        QVERIFY(without > 0.0);
    }

    // So does a lease: over the horizon, at the rate that money costs, it is worth the price less that of what is left:
    // p (1 - s (1 + r)^-n). No price moves here.
    void aLeaseAtTheDiscountRateCostsThePrice() {
        for (const double rate : {0.04, 0.08, 0.12}) {
            CostBasis leased = basis_;
            leased.economics.discountRate = rate;
            leased.economics.leasedShare = 1.0;
            leased.economics.leaseYears = 5.0;
            leased.economics.leaseRate = 12.0 * (std::pow(1.0 + rate, 1.0 / 12.0) - 1.0);
            const Cost cost = priced(leased);
            const auto machines = static_cast<std::size_t>(CostSystem::Machines);
            Cents price = 0;
            for (const CapitalLine& line : cost.capital.lines) {
                price += line.system == CostSystem::Machines ? line.amount : 0;
            }
            const double worth = models::usdOf(price) * (1.0 - leased.economics.leaseResidual *
                                                                   std::pow(1.0 + rate, -5.0));
            QVERIFY2(std::abs(models::usdOf(cost.npv[machines]) / worth - 1.0) < 1e-6,
                     std::to_string(models::usdOf(cost.npv[machines]) / worth).c_str());
        }
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

    // Of the catalogue: 0.924 euros for a dollar, the mean of 2024. What the project states is in its
    // place.
    void currencies() {
        CostSpec spec;
        const auto inEuros = [&](const Project& project) {
            const auto euros = repriced(basis_, project, spec);
            return euros ? euros->perUsd : std::nan("");
        };
        const Project project = with(project_, "currency", std::string("EUR"));
        QCOMPARE(inEuros(project), 0.924);
        QCOMPARE(inEuros(with(project, "currency_per_usd", 0.5)), 0.5);
        const auto euros = repriced(basis_, project, spec);
        QCOMPARE(QString::fromStdString(moneyUnit(*euros)), QString("EUR 2025"));
        QVERIFY(euros->exchange.find("2024") != std::string::npos);
        QCOMPARE(QString::fromStdString(moneyUnit(project, catalogue_)), QString("EUR 2025"));
    }

    // All machines leased for 3 years at 8 % with a fifth left, over 5 years: no purchase of any; of a price p
    // the payment of a month is p (1 - 0.2 v) i / (1 - v), i = 0.08 / 12, v = (1 + i)^-36. The second lease, at
    // a price that has not moved, is paid for two years.
    void leases() {
        CostBasis leased = basis_;
        leased.economics.leasedShare = 1.0;
        leased.economics.taxRate = 0.25;
        const Cost cost = priced(leased);
        const double i = 0.08 / 12.0, v = std::pow(1.0 + i, -36.0);
        const double share = 12.0 * (1.0 - 0.2 * v) * i / (1.0 - v);
        for (const CostSystem system :
             {CostSystem::Machines, CostSystem::Network, CostSystem::Storage}) {
            Cents price = 0;
            for (const CapitalLine& line : cost.capital.lines) {
                price += line.system == system ? line.amount : 0;
            }
            const auto s = static_cast<std::size_t>(system);
            QCOMPARE(cost.years[0].spent[s], Cents{0});
            QVERIFY(std::abs(models::usdOf(cost.tco[s]) - 5.0 * share * models::usdOf(price)) <
                    1.0);
        }
        Cents all = 0;
        for (const CostYear& year : cost.years) {
            all += year.leases;
            QCOMPARE(sum(year.spent) + year.back, year.total());
        }
        QVERIFY(std::abs(models::usdOf(all) - 5.0 * share * models::usdOf(cost.leased)) < 1.0);
        // Leases are costs of their year: the owner saves a quarter of them.
        const CostYear& first = cost.years[1];
        Cents operation = 0;
        for (auto s = static_cast<std::size_t>(CostSystem::Energy); s < first.spent.size(); ++s) {
            operation += first.spent[s];
        }
        const Cents costs = operation + first.leases + first.depreciation;
        QVERIFY(std::abs(static_cast<double>(first.tax) + 0.25 * static_cast<double>(costs)) <=
                1.0);
        // Half leased, half bought: the sum of halves, to the cents of rounding.
        leased.economics.leasedShare = 0.5;
        const double half = models::usdOf(priced(leased).npvTotal);
        const double between = 0.5 * models::usdOf(cost.npvTotal + priced(basis_).npvTotal);
        QVERIFY(std::abs(half - between) < 5.0);
    }

    // Machines live 5.5 years: over ten they are bought again in the middle of the sixth, which counts at its end, in the
    // table as in the present value. Without loan and taxes both present values are the years', each discounted once:
    // they differ by the cents of rounding alone. Prices do not move here, so straight-line charges are the same in each
    // year, the sixth too: half a year of the old ones, half of the new; less what the old ones bring, which closes
    // their books in that year.
    void replacementsHaveOneTime() {
        CostBasis longer = basis_;
        longer.economics.years = 10;
        const Cost cost = priced(longer);
        double present = 0.0;
        for (const CostYear& year : cost.years) {
            present += models::usdOf(year.total()) / std::pow(1.08, year.year);
        }
        QVERIFY2(std::abs(present - models::usdOf(cost.npvTotal)) < 1.0,
                 std::to_string(present).c_str());
        QVERIFY(std::abs(models::usdOf(cost.ownerNpv - cost.npvTotal)) < 1.0);
        const auto charged = [&](std::size_t year) {
            return models::usdOf(cost.years[year].depreciation);
        };
        QVERIFY(std::abs(charged(7) - charged(5)) < 1.0);
        QVERIFY(cost.years[6].back < 0);
        QVERIFY2(std::abs(charged(6) - charged(5) - models::usdOf(cost.years[6].back)) < 1.0,
                 std::to_string(charged(6)).c_str());
    }

    // Leases of 4 years over 5: the second one, of year 5, is owed for three more at what it costs in year 5.
    void leasesBeyondTheHorizon() {
        CostBasis leased = basis_;
        leased.economics.leasedShare = 1.0;
        leased.economics.leaseYears = 4.0;
        const Cost cost = priced(leased);
        QVERIFY(std::abs(models::usdOf(cost.leasesBeyond - 3 * cost.years[5].leases)) < 1.0);
        QCOMPARE(cost.remarks.size(), std::size_t{1});
        leased.economics.leaseYears = 5.0;
        QVERIFY(priced(leased).remarks.empty());
        // Of 15 years at the start, ten are beyond, and the machines are long past their 5.5.
        leased.economics.leaseYears = 15.0;
        const Cost longest = priced(leased);
        QVERIFY(std::abs(models::usdOf(longest.leasesBeyond - 10 * longest.years[5].leases)) < 1.0);
        QCOMPARE(longest.remarks.size(), std::size_t{2});
    }

    // A lease is reckoned by whole years: others are refused, and not taken for the nearest.
    void leasesAreOfWholeYears() {
        CostSpec spec;
        const Project half = with(with(project_, "leased_pct", 100.0), "lease_years", 2.5);
        const auto refused = repriced(basis_, half, spec);
        QVERIFY(!refused);
        QCOMPARE(refused.error().front().code, std::string{"MON-014"});
        QVERIFY(
            repriced(basis_, with(with(project_, "leased_pct", 100.0), "lease_years", 2.0), spec));
        QVERIFY(repriced(basis_, with(project_, "lease_years", 2.5), spec));  // nothing is leased
    }

    void booksAreClosed_data() {
        QTest::addColumn<int>("method");
        QTest::newRow("straight line") << static_cast<int>(models::Depreciation::StraightLine);
        QTest::newRow("double declining")
            << static_cast<int>(models::Depreciation::DoubleDeclining);
        QTest::newRow("macrs") << static_cast<int>(models::Depreciation::Macrs);
    }

    // By any method: what is charged to the years is what things cost less what they brought, land left
    // out. Macrs charges more of it in the first two years than equal parts do.
    void booksAreClosed() {
        QFETCH(int, method);
        CostBasis taxed = basis_;
        taxed.economics.years = 17;
        const double equal = models::usdOf(priced(taxed).years[1].depreciation);
        taxed.economics.depreciation = static_cast<models::Depreciation>(method);
        const Cost cost = priced(taxed);
        Cents charged = 0, spent = 0;
        for (const CostYear& year : cost.years) {
            charged += year.depreciation;
            for (std::size_t s = 0; s < year.spent.size(); ++s) {
                spent += isOperation(static_cast<CostSystem>(s)) ? 0 : year.spent[s];
            }
            spent += year.back;
        }
        Cents land = 0;
        for (const CapitalLine& line : cost.capital.lines) {
            if (line.life == LifeClass::Land) {
                land += line.amount - models::centsOf(models::usdOf(line.amount) *
                                                      (1.0 - 17.0 / models::kForeverYears));
            }
        }
        QVERIFY2(std::abs(models::usdOf(charged - spent + land)) < 0.05,
                 std::to_string(models::usdOf(charged - spent)).c_str());
        if (method == static_cast<int>(models::Depreciation::Macrs)) {
            // Machines: 20 % in the first year in place of 1 / 5.5, then 32 %.
            QVERIFY(models::usdOf(cost.years[2].depreciation) > 1.2 * equal);
        }
    }

    // Land, site work and shell are the landlord's: 7.5 % of what they would cost, a year.
    void leasedShell() {
        const Cost own = priced(basis_);
        CostBasis leased = basis_;
        leased.economics.premises = models::Premises::Leased;
        const Cost cost = priced(leased);
        Cents theirs = 0;
        for (const CapitalLine& line : own.capital.lines) {
            theirs +=
                line.life == LifeClass::Land || line.what == "site work" || line.what == "shell"
                    ? line.amount
                    : 0;
        }
        QVERIFY(theirs > 0);
        QCOMPARE(cost.capital.rented, theirs);
        bool found = false;
        for (const RunningLine& line : cost.running) {
            if (line.rate == "price_book/us-2025/building_rent_pct") {
                found = std::abs(models::usdOf(line.amount) - 0.075 * models::usdOf(theirs)) < 0.01;
            }
        }
        QVERIFY(found);
        for (const CapitalLine& line : cost.capital.lines) {
            QVERIFY(line.life != LifeClass::Land && line.what != "shell");
        }
        // Of plant everything is as it was.
        const auto electrical = static_cast<std::size_t>(CostSystem::Electrical);
        QCOMPARE(cost.years[0].spent[electrical], own.years[0].spent[electrical]);
        QVERIFY(cost.capital.total < own.capital.total);
    }

    // What a project may not say of its money, with the place.
    void negativeRates_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"discount_rate_pct", "debt_rate_pct", "lease_rate_pct",
                                "tax_rate_pct", "carbon_usd_per_t"}) {
            QTest::newRow(key) << key;
        }
    }

    void negativeRates() {
        QFETCH(QString, key);
        const std::string named = key.toStdString();
        const Project project = with(project_, named, -1.0);
        const auto again = parseProject(projectText(project), project.file, catalogue_);
        QVERIFY(!again);
        const Error& error = again.error().front();
        QVERIFY2(error.path.find(named) != std::string::npos, error.path.c_str());
        QVERIFY(!error.code.empty() && !error.remedy.empty());
    }

    // A book of prices without a year is none: the catalogue does not load.
    void pricesWithoutAYear() {
        QTemporaryDir dir;
        QFile shippedBook(HEADROOM_SOURCE_DIR "/resources/catalog/price_book.json");
        QVERIFY(shippedBook.open(QIODevice::ReadOnly));
        QByteArray book = shippedBook.readAll();
        book.replace("\"price_year\"", "\"price_age\"");
        QFile written(dir.filePath("price_book.json"));
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(book);
        written.close();
        const auto loaded =
            Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog", dir.path().toStdString());
        QVERIFY(!loaded);
        bool named = false;
        for (const Error& error : loaded.error()) {
            named = named || text(Errors{error}).find("price_year") != std::string::npos;
        }
        QVERIFY(named);
    }

    void currency() {
        CostBasis euros = basis_;
        euros.economics.currency = "EUR";
        euros.perUsd = 0.5;
        const double ratio =
            models::usdOf(priced(euros).npvTotal) / models::usdOf(priced(basis_).npvTotal);
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
        QTest::newRow("no rate of exchange") << "currency"
                                             << "MON-004";
        QTest::newRow("0 years") << "years"
                                 << "MON-005";
        QTest::newRow("200 years") << "many years"
                                   << "MON-005";
        QTest::newRow("phases") << "phases_pct"
                                << "MON-007";
        QTest::newRow("no such tariff") << "tariff"
                                        << "MON-008";
    }

    void refused() {
        QFETCH(QString, key);
        QFETCH(QString, code);
        CostSpec spec;
        Project project = project_;
        if (key == "currency") {
            project = with(project_, "currency", std::string("XAU"));
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
