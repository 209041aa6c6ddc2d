// SPDX-License-Identifier: Apache-2.0
#include "engine/cooling/build_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

constexpr double kPi = 3.14159265358979323846;

/// A stretch of main is cut so that its content travels about this long in a cell, for its delay.
constexpr double kCellS = 30.0;
constexpr int kMostPipeCells = 4;

/// Shortest stretch between two taps: a fitting.
constexpr double kShortestM = 2.0;

/// Branches of one main, in the order of their distance.
struct Branch {
    CoolingLinkKind kind = CoolingLinkKind::CduPrimary;
    std::string name;
    int subject = 0, row = 0, units = 1;
    double flowM3PerS = 0.0, dropPa = 0.0, volumeM3 = 0.0;
    double xM = 0.0, yM = 0.0, lengthM = 0.0;
    bool hasValve = false;
};

/// Shape of supply and return main between two headers.
struct Mains {
    DesignFluid fluid;
    double velocityMPerS = 2.0, roughnessM = 0.0;
    bool reverseReturn = false;
    double xM = 0.0, yM = 0.0;
    double availablePa = 0.0;  ///< between the headers at design flow
    double authority = 0.4;
    double bypassM3PerS = 0.0, leastPressure = 1.0;
};

class Builder {
  public:
    explicit Builder(const CoolingPiping& piping) : in_(piping) {}

    CoolingNetwork build() {
        const std::size_t loops = in_.loops.size(), cdus = in_.cdus.size();
        for (auto* circuit : {&n_.loopCircuit, &n_.loopOutdoor}) {
            circuit->resize(loops);
        }
        for (auto* link :
             {&n_.loopPumps, &n_.loopCondenserPumps, &n_.loopBypass, &n_.loopEconomiser,
              &n_.loopEconomiserOut, &n_.loopEvaporators, &n_.loopCondensers, &n_.loopTowers,
              &n_.loopDryCoolers, &n_.loopExternal}) {
            link->resize(loops);
        }
        for (auto* node : {&n_.loopSupply, &n_.loopReturn, &n_.loopBasin}) {
            node->resize(loops);
        }
        n_.cduCircuit.resize(cdus);
        for (auto* link : {&n_.cduPumps, &n_.cduPrimary, &n_.cduSecondary}) {
            link->resize(cdus);
        }
        n_.cduSupply.resize(cdus);
        n_.cduReturn.resize(cdus);
        n_.hallCoil.resize(in_.coils.size());
        n_.blockFirstRow.assign(static_cast<std::size_t>(in_.blocks), -1);
        for (std::size_t i = 0; i < loops; ++i) {
            facility(i);
            outdoor(i);
        }
        for (std::size_t i = 0; i < cdus; ++i) {
            rackCircuit(i);
        }
        exchangers();
        sortByNode();
        return std::move(n_);
    }

  private:
    NodeIndex node(const std::string& name, double volumeM3, bool supply) {
        n_.nodes.push_back({name, lastCircuit(), volumeM3, supply});
        return NodeIndex(n_.nodes.size() - 1);
    }

    CoolingLink& link(CoolingLinkKind kind, const std::string& name, NodeIndex from, NodeIndex to,
                      int subject, int units, double flowM3PerS, double dropPa) {
        CoolingLink l;
        l.kind = kind;
        l.name = name;
        l.circuit = lastCircuit();
        l.from = from;
        l.to = to;
        l.subject = subject;
        l.units = units;
        l.designM3PerS = flowM3PerS;
        l.designPa = dropPa;
        n_.links.push_back(l);
        return n_.links.back();
    }

    LinkIndex lastLink() const { return LinkIndex(n_.links.size() - 1); }

    CircuitIndex lastCircuit() const { return CircuitIndex(n_.circuits.size() - 1); }

    void openCircuit(const std::string& id, const std::string& name, CircuitKind kind,
                     std::size_t subject, const std::string& fluid, double designM3PerS) {
        CoolingCircuit c;
        c.id = id;
        c.name = name;
        c.kind = kind;
        c.subject = static_cast<int>(subject);
        c.fluid = fluid;
        c.designM3PerS = designM3PerS;
        c.firstNode = static_cast<int>(n_.nodes.size());
        c.firstLink = static_cast<int>(n_.links.size());
        n_.circuits.push_back(c);
    }

    void closeCircuit(NodeIndex expansionNode, double pa, double m3) {
        CoolingCircuit& c = n_.circuits.back();
        c.nodes = static_cast<int>(n_.nodes.size()) - c.firstNode;
        c.links = static_cast<int>(n_.links.size()) - c.firstLink;
        c.expansionNode = expansionNode;
        c.expansionPa = pa;
        c.expansionM3 = m3;
        for (int i = c.firstNode; i < c.firstNode + c.nodes; ++i) {
            c.volumeM3 += n_.nodes[static_cast<std::size_t>(i)].volumeM3;
        }
    }

    /// One stretch of main in cells; returns its design loss.
    double stretch(const std::string& name, NodeIndex from, NodeIndex to, double flowM3PerS,
                   double lengthM, int subject, const Mains& m, bool supply) {
        const double diameterM = nominalDiameterM(flowM3PerS, m.velocityMPerS);
        const double areaM2 = kPi / 4.0 * diameterM * diameterM;
        const double travelS = flowM3PerS > 0.0 ? lengthM * areaM2 / flowM3PerS : 0.0;
        const int cells =
            std::clamp(static_cast<int>(std::lround(travelS / kCellS)), 1, kMostPipeCells);
        double lossPa = 0.0;
        NodeIndex at = from;
        for (int i = 0; i < cells; ++i) {
            const double part = lengthM / cells;
            const NodeIndex next = i + 1 == cells ? to : node(name, 0.0, supply);
            n_.nodes[static_cast<std::size_t>(next)].volumeM3 += part * areaM2;
            const double pa = pipeLossPa(flowM3PerS, part, diameterM, m.roughnessM, m.fluid);
            CoolingLink& l =
                link(CoolingLinkKind::Pipe, name, at, next, subject, 1, flowM3PerS, pa);
            l.lengthM = part;
            l.diameterM = diameterM;
            lossPa += pa;
            at = next;
        }
        return lossPa;
    }

    /// Supply main, branches and return main between two headers.
    void mains(std::vector<Branch> branches, NodeIndex supply, NodeIndex back, int subject,
               const Mains& m) {
        const auto distance = [&](const Branch& b) {
            return std::abs(b.xM - m.xM) + std::abs(b.yM - m.yM);
        };
        std::stable_sort(branches.begin(), branches.end(), [&](const Branch& a, const Branch& b) {
            return distance(a) < distance(b);
        });
        const std::size_t count = branches.size();
        std::vector<double> length(count), after(count + 1, 0.0);
        for (std::size_t i = 0; i < count; ++i) {
            const double x0 = i == 0 ? m.xM : branches[i - 1].xM;
            const double y0 = i == 0 ? m.yM : branches[i - 1].yM;
            length[i] =
                std::max(kShortestM, std::abs(branches[i].xM - x0) + std::abs(branches[i].yM - y0));
        }
        for (std::size_t i = count; i-- > 0;) {
            after[i] = after[i + 1] + branches[i].flowM3PerS;
        }
        // Supply main: stretch i carries what branches i and beyond take.
        std::vector<NodeIndex> tapS(count), tapR(count);
        std::vector<double> lossS(count), lossR(count);
        double loss = 0.0;
        NodeIndex at = supply;
        for (std::size_t i = 0; i < count; ++i) {
            tapS[i] = node("tap " + std::to_string(i + 1) + ", supply", 0.0, true);
            loss += stretch("supply main", at, tapS[i], after[i], length[i], subject, m, true);
            lossS[i] = loss;
            at = tapS[i];
        }
        for (std::size_t i = 0; i < count; ++i) {
            tapR[i] = node("tap " + std::to_string(i + 1) + ", return", 0.0, false);
        }
        if (m.reverseReturn) {
            // First supplied, last returned: the return main runs on to the far end and home.
            loss = 0.0;
            double collected = 0.0, home = 0.0;
            for (std::size_t i = 0; i < count; ++i) {
                home += length[i];
            }
            std::vector<double> stretchLoss(count, 0.0);
            for (std::size_t i = 0; i + 1 < count; ++i) {
                collected += branches[i].flowM3PerS;
                stretchLoss[i] = stretch("return main", tapR[i], tapR[i + 1], collected,
                                         length[i + 1], subject, m, false);
            }
            if (count > 0) {
                stretchLoss[count - 1] = stretch("return main", tapR[count - 1], back, after[0],
                                                 home, subject, m, false);
            }
            for (std::size_t i = count; i-- > 0;) {
                loss += stretchLoss[i];
                lossR[i] = loss;
            }
        } else {
            loss = 0.0;
            for (std::size_t i = 0; i < count; ++i) {
                const NodeIndex to = i == 0 ? back : tapR[i - 1];
                loss += stretch("return main", tapR[i], to, after[i], length[i], subject, m, false);
                lossR[i] = loss;
            }
        }
        // Pumps with drives run no faster than the index branch asks for.
        double needPa = 0.0;
        for (std::size_t i = 0; i < count; ++i) {
            const Branch& b = branches[i];
            const double valvePa = b.hasValve ? b.dropPa * m.authority / (1.0 - m.authority) : 0.0;
            needPa = std::max(needPa, lossS[i] + lossR[i] + b.dropPa + valvePa);
        }
        const double availablePa = std::min(m.availablePa, needPa);
        for (std::size_t i = 0; i < count; ++i) {
            const Branch& b = branches[i];
            CoolingLink& l =
                link(b.kind, b.name, tapS[i], tapR[i], b.subject, b.units, b.flowM3PerS, b.dropPa);
            l.row = b.row;
            l.lengthM = b.lengthM;
            l.hasValve = b.hasValve;
            const double left = availablePa - lossS[i] - lossR[i] - b.dropPa;
            if (b.hasValve) {
                l.valvePa = b.dropPa * m.authority / (1.0 - m.authority);
            }
            l.balancingPa = std::max(0.0, left - l.valvePa);
            l.lackPa = std::max(0.0, l.valvePa - (left + m.availablePa - availablePa));
            n_.nodes[static_cast<std::size_t>(tapR[i])].volumeM3 += b.volumeM3;
            place(b, lastLink());
        }
        if (m.bypassM3PerS > 0.0 && count > 0) {
            const std::size_t end = count - 1;
            CoolingLink& l = link(CoolingLinkKind::Bypass, "bypass", tapS[end], tapR[end], subject,
                                  1, m.bypassM3PerS, 0.0);
            l.valvePa = std::max(1e3, m.leastPressure * (availablePa - lossS[end] - lossR[end]));
            l.hasValve = true;
            n_.loopBypass[static_cast<std::size_t>(subject)] = lastLink();
        }
    }

    /// Notes where a branch has become a link.
    void place(const Branch& b, LinkIndex link) {
        const auto subject = static_cast<std::size_t>(b.subject);
        switch (b.kind) {
            case CoolingLinkKind::CduPrimary:
                n_.cduPrimary[subject] = link;
                break;
            case CoolingLinkKind::AirHandlers:
                n_.hallCoil[subject] = link;
                break;
            default:
                break;
        }
    }

    /// CDU groups and air handlers on a loop.
    std::vector<Branch> branchesOf(int subject) const {
        std::vector<Branch> branches;
        for (std::size_t k = 0; k < in_.cdus.size(); ++k) {
            const CduPiping& c = in_.cdus[k];
            if (c.loop == subject) {
                branches.push_back({CoolingLinkKind::CduPrimary, c.name, static_cast<int>(k), 0,
                                    c.units, c.primaryM3PerS, c.primaryPa, 0.0, c.xM, c.yM, 0.0,
                                    true});
            }
        }
        for (std::size_t k = 0; k < in_.coils.size(); ++k) {
            const CoilPiping& c = in_.coils[k];
            if (c.loop == subject) {
                branches.push_back({CoolingLinkKind::AirHandlers, c.name, static_cast<int>(k), 0,
                                    c.units, c.flowM3PerS, c.dropPa, 0.0, c.xM, c.yM, 0.0, true});
            }
        }
        return branches;
    }

    void facility(std::size_t i) {
        const LoopPiping& p = in_.loops[i];
        const int subject = static_cast<int>(i);
        openCircuit(p.id, p.name, CircuitKind::Facility, i, p.fluid.id, p.pumpsM3PerS);
        n_.loopCircuit[i] = lastCircuit();
        const NodeIndex back = node("return header", 0.0, false);
        const NodeIndex pumped = node("pump discharge", 0.0, false);
        link(CoolingLinkKind::Pumps, "pumps", back, pumped, subject, p.pumps, p.pumpsM3PerS,
             p.headPa);
        n_.loopPumps[i] = lastLink();
        std::vector<Branch> branches = branchesOf(subject);
        // Pumps are sized for the load, branches for their largest flow: they share what is there.
        double wanted = 0.0;
        for (const Branch& b : branches) {
            wanted += b.flowM3PerS;
        }
        const double share = wanted > p.pumpsM3PerS ? p.pumpsM3PerS / wanted : 1.0;
        for (Branch& b : branches) {
            b.flowM3PerS *= share;
            b.dropPa *= share * share;
        }
        const double mainsM3PerS = wanted > 0.0 ? share * wanted : p.pumpsM3PerS;

        // Machines that cool the loop, in series: what they lose is not there for the branches.
        struct Machine {
            CoolingLinkKind kind;
            const char* name;
            int units;
            double m3PerS, pa;  ///< what they lose at a flow
            LinkIndex* place;

            /// No more than at its own design flow: spare branches may ask for more than all machines take.
            double lossPa(double flowM3PerS) const {
                const double ratio = std::min(flowM3PerS / m3PerS, 1.0);
                return pa * ratio * ratio;
            }
        };

        std::vector<Machine> machines;
        if (p.economiser) {
            machines.push_back({CoolingLinkKind::Economiser, "economiser", 1, p.pumpsM3PerS,
                                p.economiserPa, &n_.loopEconomiser[i]});
        }
        if (p.towers > 0 && !p.outdoor) {
            machines.push_back({CoolingLinkKind::Towers, "towers", p.towers, p.pumpsM3PerS,
                                p.towerPa, &n_.loopTowers[i]});
        }
        if (p.dryCoolers > 0 && !p.outdoor) {
            machines.push_back({CoolingLinkKind::DryCoolers, "dry coolers", p.dryCoolers,
                                p.pumpsM3PerS, p.dryCoolerPa, &n_.loopDryCoolers[i]});
        }
        if (p.external) {
            machines.push_back({CoolingLinkKind::External, "external cooling", 1, p.pumpsM3PerS,
                                p.externalPa, &n_.loopExternal[i]});
        }
        if (p.chillers > 0) {
            machines.push_back({CoolingLinkKind::Evaporators, "chillers", p.chillers,
                                p.evaporatorsM3PerS, p.evaporatorPa, &n_.loopEvaporators[i]});
        }
        NodeIndex at = pumped;
        const Machine strainer{CoolingLinkKind::Pipe, "strainer",   1,
                               p.pumpsM3PerS,         p.strainerPa, nullptr};
        double machinePa = strainer.lossPa(mainsM3PerS);
        const NodeIndex supply = node("supply header", 0.0, true);
        for (std::size_t k = 0; k < machines.size(); ++k) {
            const Machine& m = machines[k];
            const NodeIndex to = k + 1 == machines.size()
                                     ? supply
                                     : node(std::string{m.name} + ", outlet", 0.0, true);
            link(m.kind, m.name, at, to, subject, m.units, m.m3PerS,
                 m.pa + (k == 0 ? strainer.lossPa(m.m3PerS) : 0.0));
            *m.place = lastLink();
            machinePa += m.lossPa(mainsM3PerS);
            at = to;
        }
        if (machines.empty()) {
            link(CoolingLinkKind::Pipe, "strainer", at, supply, subject, 1, p.pumpsM3PerS,
                 p.strainerPa);
        }
        n_.loopSupply[i] = supply;
        n_.loopReturn[i] = back;

        Mains m;
        m.fluid = p.fluid;
        m.velocityMPerS = p.velocityMPerS;
        m.roughnessM = p.roughnessM;
        m.reverseReturn = p.reverseReturn;
        m.xM = p.xM;
        m.yM = p.yM;
        m.availablePa = p.headPa - machinePa;
        m.authority = p.valveAuthority;
        m.bypassM3PerS = p.bypassM3PerS;
        m.leastPressure = p.leastPressure;
        mains(std::move(branches), supply, back, subject, m);

        CoolingCircuit& c = n_.circuits.back();
        double piped = 0.0;
        for (std::size_t k = static_cast<std::size_t>(c.firstNode); k < n_.nodes.size(); ++k) {
            piped += n_.nodes[k].volumeM3;
        }
        n_.nodes[static_cast<std::size_t>(supply)].volumeM3 += std::max(0.0, p.volumeM3 - piped);
        closeCircuit(back, p.fillPa, p.expansionM3);
    }

    void outdoor(std::size_t i) {
        const LoopPiping& p = in_.loops[i];
        if (!p.outdoor) {
            return;
        }
        const int subject = static_cast<int>(i);
        openCircuit(p.id + "/outdoor", p.name + ", outdoor circuit", CircuitKind::Outdoor, i,
                    p.outdoorFluid.id, p.condenserM3PerS);
        n_.loopOutdoor[i] = lastCircuit();
        const NodeIndex basin = node(p.towers > 0 ? "basin" : "cold header", p.basinM3, true);
        const NodeIndex pumped = node("pump discharge", 0.0, true);
        link(CoolingLinkKind::CondenserPumps, "condenser pumps", basin, pumped, subject,
             p.condenserPumps, p.condenserM3PerS, p.condenserHeadPa);
        n_.loopCondenserPumps[i] = lastLink();
        NodeIndex at = pumped;
        if (p.economiser) {
            const NodeIndex to = node("economiser, outlet", 0.0, false);
            link(CoolingLinkKind::EconomiserOut, "economiser, outdoor side", at, to, subject, 1,
                 p.condenserM3PerS, p.economiserOutPa);
            n_.loopEconomiserOut[i] = lastLink();
            at = to;
        }
        if (p.chillers > 0 && !p.airCooledChillers) {
            const NodeIndex to = node("condensers, outlet", 0.0, false);
            link(CoolingLinkKind::Condensers, "condensers", at, to, subject, p.chillers,
                 p.condensersM3PerS, p.condenserPa);
            n_.loopCondensers[i] = lastLink();
            at = to;
        }
        // The rest of the pumps' head is lost in pipes, nozzles and the lift to the towers.
        const bool tower = p.towers > 0;
        link(tower ? CoolingLinkKind::Towers : CoolingLinkKind::DryCoolers,
             tower ? "towers" : "dry coolers", at, basin, subject, tower ? p.towers : p.dryCoolers,
             p.condenserM3PerS, tower ? p.towerPa : p.dryCoolerPa);
        CoolingLink& last = n_.links.back();
        const bool condensers = n_.loopCondensers[i] >= 0;
        const auto usedPa = [&](double flowM3PerS) {
            const double all = flowM3PerS / p.condenserM3PerS;
            const double each = condensers ? flowM3PerS / p.condensersM3PerS : 0.0;
            return (last.designPa + (p.economiser ? p.economiserOutPa : 0.0)) * all * all +
                   p.condenserPa * each * each;
        };
        last.balancingPa = std::max(0.0, p.condenserHeadPa - usedPa(p.condenserM3PerS));
        // Spare pumps may give more than all condensers take.
        last.lackPa =
            std::max(0.0, usedPa(condensers ? std::min(p.condenserM3PerS, p.condensersM3PerS)
                                            : p.condenserM3PerS) -
                              p.condenserHeadPa);
        (tower ? n_.loopTowers : n_.loopDryCoolers)[i] = lastLink();
        n_.loopBasin[i] = basin;
        closeCircuit(basin, tower ? 0.0 : p.fillPa, tower ? p.basinM3 : p.expansionM3);
    }

    void rackCircuit(std::size_t i) {
        const CduPiping& p = in_.cdus[i];
        const int subject = static_cast<int>(i);
        openCircuit(p.id, p.name, CircuitKind::Rack, i, p.fluid.id, p.secondaryM3PerS);
        n_.cduCircuit[i] = lastCircuit();
        const NodeIndex back = node("CDU return", 0.5 * p.volumeM3, false);
        const NodeIndex pumped = node("CDU pump discharge", 0.0, false);
        const NodeIndex supply = node("CDU supply", 0.5 * p.volumeM3, true);
        link(CoolingLinkKind::CduPumps, "pumps of " + p.name, back, pumped, subject, p.pumps,
             p.secondaryM3PerS, p.headPa);
        n_.cduPumps[i] = lastLink();
        link(CoolingLinkKind::CduSecondary, p.name, pumped, supply, subject, p.units,
             p.secondaryM3PerS, p.secondaryPa);
        n_.cduSecondary[i] = lastLink();
        n_.cduSupply[i] = supply;
        n_.cduReturn[i] = back;
        std::vector<Branch> branches;
        for (const RowPiping& r : p.rows) {
            branches.push_back({CoolingLinkKind::Racks, "row " + std::to_string(r.row + 1), r.block,
                                r.row, r.racks, r.flowM3PerS, r.dropPa, 0.0, r.xM, r.yM, r.lengthM,
                                false});
        }
        Mains m;
        m.fluid = p.fluid;
        m.velocityMPerS = p.velocityMPerS;
        m.roughnessM = p.roughnessM;
        m.reverseReturn = p.reverseReturn;
        m.xM = p.xM;
        m.yM = p.yM;
        m.availablePa = p.headPa - p.secondaryPa;
        mains(std::move(branches), supply, back, subject, m);
        closeCircuit(back, p.fillPa, p.expansionM3);
    }

    void exchangers() {
        for (std::size_t i = 0; i < in_.cdus.size(); ++i) {
            n_.exchangers.push_back({n_.cduSecondary[i], n_.cduPrimary[i]});
        }
        for (std::size_t i = 0; i < in_.coils.size(); ++i) {
            n_.exchangers.push_back({{}, n_.hallCoil[i]});
        }
        for (std::size_t i = 0; i < in_.loops.size(); ++i) {
            if (n_.loopEconomiser[i] >= 0) {
                n_.exchangers.push_back({n_.loopEconomiser[i], n_.loopEconomiserOut[i]});
            }
            if (n_.loopEvaporators[i] >= 0) {
                n_.exchangers.push_back({n_.loopEvaporators[i], n_.loopCondensers[i]});
            }
            for (const LinkIndex link :
                 {n_.loopTowers[i], n_.loopDryCoolers[i], n_.loopExternal[i]}) {
                if (link >= 0) {
                    n_.exchangers.push_back({link, {}});
                }
            }
        }
    }

    void sortByNode() {
        // Rows of a block: links by row, for blocks whose rows are in one circuit or in several.
        std::vector<LinkIndex> rows;
        for (std::size_t i = 0; i < n_.links.size(); ++i) {
            if (n_.links[i].kind == CoolingLinkKind::Racks) {
                rows.emplace_back(i);
            }
        }
        std::stable_sort(rows.begin(), rows.end(), [&](LinkIndex a, LinkIndex b) {
            const CoolingLink& la = n_.links[static_cast<std::size_t>(a)];
            const CoolingLink& lb = n_.links[static_cast<std::size_t>(b)];
            return la.subject != lb.subject ? la.subject < lb.subject : la.row < lb.row;
        });
        for (std::size_t i = 0; i < rows.size(); ++i) {
            int& first = n_.blockFirstRow[static_cast<std::size_t>(
                n_.links[static_cast<std::size_t>(rows[i])].subject)];
            if (first < 0) {
                first = static_cast<int>(i);
            }
        }
        n_.rowLinks = std::move(rows);
        n_.firstOut.assign(n_.nodes.size() + 1, 0);
        for (const CoolingLink& l : n_.links) {
            ++n_.firstOut[static_cast<std::size_t>(l.from) + 1];
        }
        std::partial_sum(n_.firstOut.begin(), n_.firstOut.end(), n_.firstOut.begin());
        n_.outLinks.resize(n_.links.size());
        std::vector<int> next(n_.firstOut.begin(), n_.firstOut.end() - 1);
        for (std::size_t i = 0; i < n_.links.size(); ++i) {
            n_.outLinks[static_cast<std::size_t>(
                next[static_cast<std::size_t>(n_.links[i].from)]++)] = LinkIndex(i);
        }
    }

    const CoolingPiping& in_;
    CoolingNetwork n_;
};

}  // namespace

double nominalDiameterM(double flowM3PerS, double velocityMPerS) {
    static constexpr std::array kSizesM = {0.020, 0.025, 0.032, 0.040, 0.050, 0.065, 0.080, 0.100,
                                           0.125, 0.150, 0.200, 0.250, 0.300, 0.350, 0.400, 0.450,
                                           0.500, 0.600, 0.700, 0.800, 0.900, 1.000, 1.200, 1.400};
    const double wantedM = std::sqrt(4.0 * flowM3PerS / (kPi * velocityMPerS));
    for (const double size : kSizesM) {
        if (size >= wantedM) {
            return size;
        }
    }
    return wantedM;
}

double pipeLossPa(double flowM3PerS, double lengthM, double diameterM, double roughnessM,
                  const DesignFluid& fluid) {
    if (flowM3PerS <= 0.0) {
        return 0.0;
    }
    const double velocity = 4.0 * flowM3PerS / (kPi * diameterM * diameterM);
    const double re = fluid.densityKgPerM3 * velocity * diameterM / fluid.viscosityPaS;
    double f = 64.0 / re;
    if (re > 2300.0) {
        const double g = std::log10(roughnessM / (3.7 * diameterM) + 5.74 / std::pow(re, 0.9));
        f = 0.25 / (g * g);
    }
    return f * lengthM / diameterM * 0.5 * fluid.densityKgPerM3 * velocity * velocity;
}

CoolingNetwork buildCoolingNetwork(const CoolingPiping& piping) {
    return Builder(piping).build();
}

}  // namespace headroom::engine
