// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/openfoam.h"

#include "engine/air/field/library.h"
#include "engine/base/index.h"
#include "engine/base/json.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"
#include "models/air/room_flow.h"
#include "models/cooling/usual.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;
using FoamJson = nlohmann::ordered_json;

constexpr const char* kFacts = "headroom.json";
constexpr double kKelvin = 273.15;

/// Share of the heat that a result may miss.
constexpr double kHeatMissed = 0.05;

/// Turbulence of air that enters: 10 % of its speed, eddies of 0.1 m. Assumption: usual of fans and grilles; rooms forget it
/// within a metre.
constexpr double kIntensity = 0.1, kEddyM = 0.1, kCmu = 0.09;

std::string header(const char* kind, const std::string& object, const char* place) {
    return fmt::format(
        "FoamFile\n{{\n    version 2.0;\n    format ascii;\n    class {};\n    location \"{}\";\n  "
        "  object {};\n}}\n\n",
        kind, place, object);
}

struct FoamFace {
    std::array<std::size_t, 4> points{};
    int owner = 0, neighbour = -1;
};

struct FoamPatch {
    std::string name;
    bool isWall = false;
    std::vector<FoamFace> faces;
    std::vector<std::array<double, 3>> velocity;  ///< by face; empty if not fixed
    double inM3PerS = 0.0;                        ///< into the room; negative: out of it
};

/// Faces, patches and the order of cells of a grid.
class FoamMesh {
  public:
    FoamMesh(const AirGrid& grid, const HallAirLoad& load)
        : grid_(grid), number_(grid.cells.size(), -1) {
        for (std::size_t c = 0; c < number_.size(); ++c) {
            if (grid.solid[c] == 0) {
                number_[c] = static_cast<int>(cells_.size());
                cells_.push_back(c);
            }
        }
        addPorts("supply", grid.supplies, load.supplyM3PerS);
        addPorts("return", grid.returns, 0.0);
        for (const AirMover& m : grid.movers) {
            const std::string name = moverName(m);
            addPorts(name + "_in", m.inlets, -m.flowM3PerS);
            if (!m.outlets.empty()) {
                addPorts(name + "_out", m.outlets, m.roomM3PerS());
            }
        }
        panels_ = addPatch("panels", true);
        walls_ = addPatch("walls", true);
        openPanels();
        faces();
    }

    static std::string moverName(const AirMover& m) {
        return m.rack < 0 ? std::string("cabinets") : fmt::format("r{}", m.rack);
    }

    const std::vector<std::size_t>& cells() const { return cells_; }

    const std::vector<FoamPatch>& patches() const { return patches_; }

    const std::vector<FoamFace>& internal() const { return internal_; }

    int number(std::size_t cell) const { return number_[cell]; }

    /// Points that faces use, in order, and their numbers by vertex.
    std::vector<std::size_t> usedPoints(std::map<std::size_t, std::size_t>& numbers) const {
        std::vector<std::size_t> used;
        const auto add = [&](const FoamFace& f) {
            used.insert(used.end(), f.points.begin(), f.points.end());
        };
        std::for_each(internal_.begin(), internal_.end(), add);
        for (const FoamPatch& p : patches_) {
            std::for_each(p.faces.begin(), p.faces.end(), add);
        }
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        for (std::size_t n = 0; n < used.size(); ++n) {
            numbers.emplace_hint(numbers.end(), used[n], n);
        }
        return used;
    }

    std::array<double, 3> place(std::size_t vertex) const {
        const auto across = at(grid_.cells.nx + 1), along = at(grid_.cells.ny + 1);
        const std::size_t line = vertex / across, layer = line / along;
        return {grid_.sizeX * static_cast<double>(vertex - line * across),
                grid_.sizeY * static_cast<double>(line - layer * along),
                grid_.z0 + grid_.sizeZ * static_cast<double>(layer)};
    }

  private:
    std::size_t addPatch(const std::string& name, bool isWall) {
        patches_.push_back({name, isWall, {}, {}, 0.0});
        return patches_.size() - 1;
    }

    static std::size_t side(std::size_t cell, int axis, bool high) {
        return 6 * cell + 2 * at(axis) + (high ? 1 : 0);
    }

    void addPorts(const std::string& name, const std::vector<AirPort>& ports, double inM3PerS) {
        const std::size_t patch = addPatch(name, false);
        patches_[patch].inM3PerS = inM3PerS;
        for (const AirPort& p : ports) {
            portOf_[side(p.cell, p.axis, p.high)] = patch;
        }
        if (inM3PerS != 0.0 && !ports.empty()) {
            each_[patch] = inM3PerS / static_cast<double>(ports.size());
        }
    }

    /// Opens the leaking share of the faces of panels: every tenth at 10 %.
    void openPanels() {
        double open = 0.0;
        for (const AirLeak& l : grid_.leaks) {
            open += l.openShare;
            if (open >= 1.0) {
                open -= 1.0;
                openPanel_[side(l.cell, l.axis, true)] = true;
            }
            isPanel_[side(l.cell, l.axis, true)] = true;
        }
    }

    FoamFace face(std::size_t cell, int axis, bool high) const {
        const PaddedGrid& g = grid_.cells;
        const int i = static_cast<int>(cell % at(g.nx + 2)) - 1;
        const int j = static_cast<int>(cell / at(g.nx + 2) % at(g.ny + 2)) - 1;
        const int k = static_cast<int>(cell / at(g.strideZ())) - 1;
        const auto vertex = [&](int di, int dj, int dk) {
            return (at(k + dk) * at(g.ny + 1) + at(j + dj)) * at(g.nx + 1) + at(i + di);
        };
        const int h = high ? 1 : 0;
        std::array<std::size_t, 4> p{};
        if (axis == 0) {
            p = {vertex(h, 0, 0), vertex(h, 1, 0), vertex(h, 1, 1), vertex(h, 0, 1)};
        } else if (axis == 1) {
            p = {vertex(0, h, 0), vertex(0, h, 1), vertex(1, h, 1), vertex(1, h, 0)};
        } else {
            p = {vertex(0, 0, h), vertex(1, 0, h), vertex(1, 1, h), vertex(0, 1, h)};
        }
        if (!high) {  // the normal looks out of the cell
            std::swap(p[1], p[3]);
        }
        return {p, number_[cell], -1};
    }

    void faces() {
        const std::array<const std::vector<float>*, 3> open{&grid_.faces.east, &grid_.faces.north,
                                                            &grid_.faces.up};
        const auto strides = grid_.strides();
        for (const std::size_t c : cells_) {
            for (int axis = 0; axis < 3; ++axis) {
                for (const bool high : {false, true}) {
                    const std::size_t other = high ? c + strides[at(axis)] : c - strides[at(axis)];
                    const std::size_t low = high ? c : other;
                    if (const auto port = portOf_.find(side(c, axis, high));
                        port != portOf_.end()) {
                        addPortFace(port->second, c, axis, high);
                    } else if (grid_.solid[other] != 0) {
                        patches_[walls_].faces.push_back(face(c, axis, high));
                    } else if ((*open[at(axis)])[low] > 0.0F ||
                               openPanel_.contains(side(low, axis, true))) {
                        if (high) {
                            FoamFace f = face(c, axis, true);
                            f.neighbour = number_[other];
                            internal_.push_back(f);
                        }
                    } else {
                        const bool panel = isPanel_.contains(side(low, axis, true));
                        patches_[panel ? panels_ : walls_].faces.push_back(face(c, axis, high));
                    }
                }
            }
        }
        std::erase_if(patches_, [](const FoamPatch& p) { return p.faces.empty(); });
    }

    void addPortFace(std::size_t patch, std::size_t cell, int axis, bool high) {
        FoamPatch& p = patches_[patch];
        p.faces.push_back(face(cell, axis, high));
        if (const auto each = each_.find(patch); each != each_.end()) {
            std::array<double, 3> u{};
            u[at(axis)] = (high ? -1.0 : 1.0) * each->second / grid_.areas()[at(axis)];
            p.velocity.push_back(u);
        }
    }

    const AirGrid& grid_;
    std::vector<int> number_;
    std::vector<std::size_t> cells_;
    std::vector<FoamPatch> patches_;
    std::vector<FoamFace> internal_;
    std::map<std::size_t, std::size_t> portOf_;
    std::map<std::size_t, double> each_;  ///< flow into the room through one face, by patch
    std::map<std::size_t, bool> isPanel_, openPanel_;
    std::size_t panels_ = 0, walls_ = 0;
};

/// The files of a case, by name.
class FoamFiles {
  public:
    FoamFiles(const AirGrid& grid, const HallByItself& own, const FoamMesh& mesh,
              const FoamOptions& options)
        : grid_(grid), own_(own), mesh_(mesh), options_(options) {}

    std::vector<std::pair<std::string, std::string>> all() {
        polyMesh();
        fields();
        constants();
        system();
        return std::move(files_);
    }

  private:
    void add(const std::string& name, std::string text) {
        files_.emplace_back(name, std::move(text));
    }

    void polyMesh() {
        const char* place = "constant/polyMesh";
        std::map<std::size_t, std::size_t> numbers;
        const auto points = mesh_.usedPoints(numbers);
        std::string text =
            header("vectorField", "points", place) + fmt::format("{}\n(\n", points.size());
        for (const std::size_t p : points) {
            const auto x = mesh_.place(p);
            text += fmt::format("({} {} {})\n", x[0], x[1], x[2]);
        }
        add("constant/polyMesh/points", text + ")\n");
        std::size_t count = mesh_.internal().size();
        for (const FoamPatch& p : mesh_.patches()) {
            count += p.faces.size();
        }
        const std::string note = fmt::format("// cells {}, faces {}, internal {}\n",
                                             mesh_.cells().size(), count, mesh_.internal().size());
        std::string faces = header("faceList", "faces", place) + fmt::format("{}\n(\n", count);
        std::string owner =
            header("labelList", "owner", place) + note + fmt::format("{}\n(\n", count);
        std::string neighbour = header("labelList", "neighbour", place) + note +
                                fmt::format("{}\n(\n", mesh_.internal().size());
        const auto put = [&](const FoamFace& f) {
            faces += fmt::format("4({} {} {} {})\n", numbers[f.points[0]], numbers[f.points[1]],
                                 numbers[f.points[2]], numbers[f.points[3]]);
            owner += fmt::format("{}\n", f.owner);
        };
        for (const FoamFace& f : mesh_.internal()) {
            put(f);
            neighbour += fmt::format("{}\n", f.neighbour);
        }
        std::string boundary = header("polyBoundaryMesh", "boundary", place) +
                               fmt::format("{}\n(\n", mesh_.patches().size());
        std::size_t start = mesh_.internal().size();
        for (const FoamPatch& p : mesh_.patches()) {
            std::for_each(p.faces.begin(), p.faces.end(), put);
            boundary += fmt::format(
                "    {}\n    {{\n        type {};\n        nFaces {};\n        startFace {};\n    "
                "}}\n",
                p.name, p.isWall ? "wall" : "patch", p.faces.size(), start);
            start += p.faces.size();
        }
        add("constant/polyMesh/faces", faces + ")\n");
        add("constant/polyMesh/owner", owner + ")\n");
        add("constant/polyMesh/neighbour", neighbour + ")\n");
        add("constant/polyMesh/boundary", boundary + ")\n");
        cellZones();
    }

    static std::vector<std::size_t> cellsOf(const std::vector<AirPort>& ports) {
        std::vector<std::size_t> cells;
        for (const AirPort& p : ports) {
            cells.push_back(p.cell);
        }
        std::sort(cells.begin(), cells.end());
        cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
        return cells;
    }

    /// Cells behind racks, where their heat is given. Two racks that share a cell both heat it, so zones may overlap.
    void cellZones() {
        std::string zones;
        int count = 0;
        for (const AirMover& m : grid_.movers) {
            if (m.outlets.empty()) {
                continue;
            }
            const auto cells = cellsOf(m.outlets);
            zones += fmt::format(
                "    {}_heat\n    {{\n        type cellZone;\n        cellLabels List<label>\n     "
                "   {}\n        (\n",
                FoamMesh::moverName(m), cells.size());
            for (const std::size_t c : cells) {
                zones += fmt::format("{}\n", mesh_.number(c));
            }
            zones += "        );\n    }\n";
            ++count;
        }
        add("constant/polyMesh/cellZones", header("regIOobject", "cellZones", "constant/polyMesh") +
                                               fmt::format("{}\n(\n", count) + zones + ")\n");
    }

    static double speedOf(const FoamPatch& p) {
        double most = 0.0;
        for (const auto& u : p.velocity) {
            most = std::max(most, std::abs(u[0]) + std::abs(u[1]) + std::abs(u[2]));
        }
        return most;
    }

    static double energyOf(double speed) {
        return 1.5 * kIntensity * kIntensity * speed * speed + 1e-6;
    }

    static double dissipationOf(double energy) {
        return std::pow(kCmu, 0.75) * std::pow(energy, 1.5) / kEddyM;
    }

    template <class Entry>
    std::string patchEntries(const Entry& entry) const {
        std::string text = "boundaryField\n{\n";
        for (const FoamPatch& p : mesh_.patches()) {
            text += fmt::format("    {}\n    {{\n        {}\n    }}\n", p.name, entry(p));
        }
        return text + "}\n";
    }

    void fields() {
        const double supplyK = own_.load.supplyC + kKelvin;
        const auto scalar = [&](const std::string& name, const char* dimensions, double start,
                                const auto& entry) {
            add("0/" + name,
                header("volScalarField", name, "0") +
                    fmt::format("dimensions {};\ninternalField uniform {};\n", dimensions, start) +
                    patchEntries(entry));
        };
        add("0/U", header("volVectorField", "U", "0") +
                       "dimensions [0 1 -1 0 0 0 0];\ninternalField uniform (0 0 0);\n" +
                       patchEntries([](const FoamPatch& p) -> std::string {
                           if (p.isWall) {
                               return "type noSlip;";
                           }
                           if (p.velocity.empty()) {
                               return "type pressureInletOutletVelocity; value uniform (0 0 0);";
                           }
                           std::string list;
                           for (const auto& u : p.velocity) {
                               list += fmt::format("({} {} {})\n", u[0], u[1], u[2]);
                           }
                           return fmt::format(
                               "type fixedValue; value nonuniform List<vector> {}\n(\n{});",
                               p.velocity.size(), list);
                       }));
        scalar("p_rgh", "[0 2 -2 0 0 0 0]", 0.0, [](const FoamPatch& p) -> std::string {
            return p.name == "return" ? "type fixedValue; value uniform 0;"
                                      : "type fixedFluxPressure; rho rhok; value uniform 0;";
        });
        scalar("p", "[0 2 -2 0 0 0 0]", 0.0,
               [](const FoamPatch&) -> std::string { return "type calculated; value uniform 0;"; });
        scalar("T", "[0 0 0 1 0 0 0]", supplyK, [&](const FoamPatch& p) -> std::string {
            if (p.name == "supply") {
                return fmt::format("type fixedValue; value uniform {};", supplyK);
            }
            if (p.name == "return") {
                return fmt::format("type inletOutlet; inletValue uniform {0}; value uniform {0};",
                                   returnC() + kKelvin);
            }
            if (!p.isWall && p.inM3PerS > 0.0) {
                return fmt::format(
                    "type outletMappedUniformInlet; outletPatch {}_in; value uniform {};",
                    p.name.substr(0, p.name.rfind('_')), supplyK);
            }
            return "type zeroGradient;";
        });
        const double speed = 0.2;  // of a room, to begin with
        scalar("k", "[0 2 -2 0 0 0 0]", energyOf(speed), [&](const FoamPatch& p) -> std::string {
            const double k = energyOf(speedOf(p));
            return p.isWall
                       ? fmt::format("type kqRWallFunction; value uniform {};", energyOf(speed))
                   : p.name == "return"
                       ? fmt::format("type inletOutlet; inletValue uniform {0}; value uniform {0};",
                                     energyOf(speed))
                   : p.inM3PerS > 0.0 ? fmt::format("type fixedValue; value uniform {};", k)
                                      : std::string("type zeroGradient;");
        });
        const double rest = dissipationOf(energyOf(speed));
        scalar("epsilon", "[0 2 -3 0 0 0 0]", rest, [&](const FoamPatch& p) -> std::string {
            return p.isWall ? fmt::format("type epsilonWallFunction; value uniform {};", rest)
                   : p.name == "return"
                       ? fmt::format("type inletOutlet; inletValue uniform {0}; value uniform {0};",
                                     rest)
                   : p.inM3PerS > 0.0 ? fmt::format("type fixedValue; value uniform {};",
                                                    dissipationOf(energyOf(speedOf(p))))
                                      : std::string("type zeroGradient;");
        });
        scalar("nut", "[0 2 -1 0 0 0 0]", 0.0, [](const FoamPatch& p) -> std::string {
            return p.isWall ? "type nutkWallFunction; value uniform 0;"
                            : "type calculated; value uniform 0;";
        });
        scalar("alphat", "[0 2 -1 0 0 0 0]", 0.0, [](const FoamPatch& p) -> std::string {
            // None through the faces of racks: their heat is given in the cells behind them.
            return p.isWall ? "type alphatJayatillekeWallFunction; Prt 0.85; value uniform 0;"
                   : p.inM3PerS != 0.0 ? "type fixedValue; value uniform 0;"
                                       : "type calculated; value uniform 0;";
        });
    }

    double returnC() const {
        double heatW = grid_.closedW;
        for (const AirMover& m : grid_.movers) {
            heatW += m.heatW;
        }
        return own_.load.supplyC + heatW / (own_.plan.air.jPerM3K * own_.load.supplyM3PerS);
    }

    void constants() {
        add("constant/g", header("uniformDimensionedVectorField", "g", "constant") +
                              fmt::format("dimensions [0 1 -2 0 0 0 0];\nvalue (0 0 -{});\n",
                                          models::kStandardGravity));
        add("constant/transportProperties",
            header("dictionary", "transportProperties", "constant") +
                fmt::format(
                    "transportModel Newtonian;\nnu {};\nbeta {};\nTRef {};\nPr 0.7;\nPrt {};\n",
                    models::kAirViscosityM2PerS, models::kAirExpansionPerK,
                    own_.load.supplyC + kKelvin, models::kEddyPrandtl));
        add("constant/turbulenceProperties",
            header("dictionary", "turbulenceProperties", "constant") +
                "simulationType RAS;\nRAS\n{\n    RASModel kEpsilon;\n    turbulence on;\n"
                "    printCoeffs off;\n}\n");
        std::string heat = header("dictionary", "fvOptions", "constant");
        for (const AirMover& m : grid_.movers) {
            if (!m.outlets.empty()) {
                heat += fmt::format(
                    "{0}_heat\n{{\n    type scalarSemiImplicitSource;\n    active yes;\n    "
                    "selectionMode cellZone;\n"
                    "    cellZone {0}_heat;\n    volumeMode absolute;\n    injectionRateSuSp {{ T "
                    "({1} 0); }}\n"
                    "    sources {{ T ({1} 0); }}\n}}\n",
                    FoamMesh::moverName(m), m.roomW() / own_.plan.air.jPerM3K);
            }
        }
        add("constant/fvOptions", heat);
    }

    void system() {
        std::string inlets;
        for (const FoamPatch& p : mesh_.patches()) {
            if (!p.isWall && p.inM3PerS < 0.0) {
                inlets += fmt::format(
                    "    {0}\n    {{\n        type surfaceFieldValue;\n        libs "
                    "(fieldFunctionObjects);\n"
                    "        fields (T);\n        operation areaAverage;\n        regionType "
                    "patch;\n"
                    "        name {0};\n        writeFields no;\n        writeControl timeStep;\n"
                    "        writeInterval 10;\n        log no;\n    }}\n",
                    p.name);
            }
        }
        add("system/controlDict",
            header("dictionary", "controlDict", "system") +
                fmt::format("application buoyantBoussinesqSimpleFoam;\nstartFrom "
                            "latestTime;\nstartTime 0;\nstopAt endTime;\n") +
                fmt::format("endTime {0};\ndeltaT 1;\nwriteControl timeStep;\nwriteInterval "
                            "{0};\npurgeWrite 1;\n"
                            "writeFormat ascii;\nwritePrecision 8;\nwriteCompression "
                            "off;\ntimeFormat general;\n"
                            "runTimeModifiable no;\nfunctions\n{{\n    mean\n    {{\n        type "
                            "fieldAverage;\n"
                            "        libs (fieldFunctionObjects);\n        timeStart {1};\n        "
                            "writeControl writeTime;\n"
                            "        fields\n        (\n            T {{ mean on; prime2Mean on; "
                            "base time; }}\n"
                            "            U {{ mean on; prime2Mean off; base time; }}\n        );\n "
                            "   }}\n{2}}}\n",
                            options_.iterations, options_.iterations / 2, inlets));
        add("system/fvSchemes",
            header("dictionary", "fvSchemes", "system") +
                "ddtSchemes { default steadyState; }\ngradSchemes { default Gauss linear; }\n" +
                std::string(
                    "divSchemes\n{\n    default none;\n    div(phi,U) bounded Gauss limitedLinear "
                    "0.2;\n    div(phi,T) bounded Gauss limitedLinear 0.2;\n") +
                std::string("    div(phi,k) bounded Gauss upwind;\n    div(phi,epsilon) bounded "
                            "Gauss upwind;\n"
                            "    div((nuEff*dev2(T(grad(U))))) Gauss linear;\n}\n") +
                std::string("laplacianSchemes { default Gauss linear corrected; }\n"
                            "interpolationSchemes { default linear; }\nsnGradSchemes { default "
                            "corrected; }\n"));
        add("system/fvSolution",
            header("dictionary", "fvSolution", "system") +
                std::string("solvers\n{\n    p_rgh\n    {\n        solver GAMG;\n        smoother "
                            "GaussSeidel;\n        tolerance 1e-8;\n"
                            "        relTol 0.01;\n    }\n") +
                std::string("    \"(U|T|k|epsilon)\"\n    {\n        solver PBiCGStab;\n"
                            "        preconditioner DILU;\n        tolerance 1e-8;\n        relTol "
                            "0.1;\n    }\n}\n") +
                std::string("SIMPLE { nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }\n") +
                std::string("relaxationFactors\n{\n    fields { p_rgh 0.5; }\n    equations { U "
                            "0.4; T 0.6; \"(k|epsilon)\" 0.4; }\n}\n"));
        const bool parallel = options_.parts > 1;
        if (parallel) {
            add("system/decomposeParDict",
                header("dictionary", "decomposeParDict", "system") +
                    fmt::format("numberOfSubdomains {0};\nmethod hierarchical;\n"
                                "hierarchicalCoeffs {{ n ({0} 1 1); delta 0.001; order xyz; }}\n",
                                options_.parts));
        }
        const std::string solve = parallel
                                      ? fmt::format(
                                            "decomposePar -force > log.decompose\nmpirun -np {} "
                                            "buoyantBoussinesqSimpleFoam -parallel > log.solver\n"
                                            "reconstructPar -latestTime > log.reconstruct\n",
                                            options_.parts)
                                      : "buoyantBoussinesqSimpleFoam > log.solver\n";
        // Debian's package sets no environment.
        const std::string body =
            "cd \"$(dirname \"$0\")\" || exit 1\nset -e\n"
            "if [ -z \"$WM_PROJECT_DIR\" ] && [ -f /usr/share/openfoam/etc/controlDict ]; then\n"
            "    export WM_PROJECT_DIR=/usr/share/openfoam\nfi\ncheckMesh > log.mesh\n" +
            solve;
        add("Allrun",
            "#!/bin/sh\n# Runs the case. Needs OpenFOAM v1912 to v2312 (openfoam.com) on the "
            "path.\n" +
                body);
        add("Allrun.slurm", fmt::format("#!/bin/sh\n#SBATCH --job-name=room-air\n#SBATCH "
                                        "--ntasks={}\n#SBATCH --time=12:00:00\n",
                                        options_.parts) +
                                body);
    }

    const AirGrid& grid_;
    const HallByItself& own_;
    const FoamMesh& mesh_;
    const FoamOptions& options_;
    std::vector<std::pair<std::string, std::string>> files_;
};

Error foamError(const char* code, std::string what, std::string remedy, const fs::path& file) {
    return {code, std::move(what), std::move(remedy), file.string(), "", 0};
}

/// The values of an internal field, `each` numbers a cell. Nothing where the text has another form.
std::optional<std::vector<double>> internalField(std::string_view text, std::size_t cells,
                                                 std::size_t each) {
    const std::size_t at0 = text.find("internalField");
    if (at0 == std::string_view::npos) {
        return std::nullopt;
    }
    text.remove_prefix(at0 + std::string_view("internalField").size());
    const std::size_t end = text.find("boundaryField");
    text = text.substr(0, end);
    const bool uniform = text.find("nonuniform") == std::string_view::npos;
    const std::size_t from = uniform ? text.find("uniform") : text.find('(');
    if (from == std::string_view::npos) {
        return std::nullopt;
    }
    text.remove_prefix(uniform ? from + std::string_view("uniform").size() : from + 1);
    std::vector<double> values;
    const char* p = text.data();
    const char* const last = p + text.size();
    while (p != last) {
        if ((*p >= '0' && *p <= '9') || *p == '-' || *p == '+' || *p == '.') {
            double value = 0.0;
            const auto [next, failed] = std::from_chars(*p == '+' ? p + 1 : p, last, value);
            if (failed != std::errc() || !std::isfinite(value)) {
                return std::nullopt;
            }
            values.push_back(value);
            p = next;
        } else if (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t' || *p == '(' || *p == ')' ||
                   *p == ';') {
            ++p;
        } else {
            return std::nullopt;
        }
    }
    if (uniform && values.size() == each) {
        const std::vector<double> one = values;
        for (std::size_t c = 1; c < cells; ++c) {
            values.insert(values.end(), one.begin(), one.end());
        }
    }
    return values.size() == cells * each ? std::optional(std::move(values)) : std::nullopt;
}

/// The folder of the last written time; empty where there is only the start.
fs::path lastTime(const fs::path& folder) {
    fs::path best;
    double latest = 0.0;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        double time = 0.0;
        const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), time);
        if (wrong == std::errc() && end == name.data() + name.size() && time > latest) {
            latest = time;
            best = entry.path();
        }
    }
    return best;
}

/// The grid of a hall by itself, or why there is none.
Result<AirGrid> gridOf(const HallByItself& own, const std::string& id, double cellM) {
    const auto& racks = own.layout.racks;
    if (std::any_of(racks.begin(), racks.end(), [](const RackBox& r) { return r.runsNorth(); })) {
        return tl::unexpected(Error{"AIR-005", "rows of " + id + " run north",
                                    "let its racks face south or north", "", "", 0});
    }
    if (models::hasPlenum(own.plan.spec)) {
        return tl::unexpected(Error{"AIR-014", "cases of OpenFOAM have no floor plenum: " + id,
                                    "clear plenum_m of the hall for the case; all tiles then blow "
                                    "the same",
                                    "", "", 0});
    }
    AirGrid grid = airGrid(own.layout, 0, own.plan, own.load, cellM);
    if (!(own.load.supplyM3PerS > 0.0) || grid.supplies.empty() || grid.returns.empty()) {
        return tl::unexpected(Error{"AIR-001", "no air is supplied to " + id,
                                    "give the hall air handlers that run and a free floor", "", "",
                                    0});
    }
    return grid;
}

AirField foamField(const AirGrid& grid, const HallByItself& own, const FoamMesh& mesh,
                   const std::vector<double>& kelvin, const std::vector<double>& speed) {
    AirField field;
    field.cells = grid.cells;
    field.z0 = grid.z0;
    field.sizeX = grid.sizeX;
    field.sizeY = grid.sizeY;
    field.sizeZ = grid.sizeZ;
    field.solid = grid.solid;
    field.closedRacks = grid.closedRacks;
    field.supplyM3PerS = own.load.supplyM3PerS;
    field.supplyC = own.load.supplyC;
    field.openCells = static_cast<int>(mesh.cells().size());
    double heatW = grid.closedW;
    for (const AirMover& m : grid.movers) {
        heatW += m.heatW;
        for (const AirPort& p : m.outlets) {
            field.outletCells.push_back(p.cell);
        }
    }
    for (const AirPort& p : grid.supplies) {
        field.supplyCells.push_back(p.cell);
    }
    const double jPerM3K = own.plan.air.jPerM3K;
    field.returnC = own.load.supplyC + heatW / (jPerM3K * own.load.supplyM3PerS);
    field.temperatureC.assign(grid.cells.size(), static_cast<float>(field.returnC));
    field.hotFraction.assign(grid.cells.size(), 0.0F);
    for (auto* each : {&field.speedX, &field.speedY, &field.speedZ}) {
        each->assign(grid.cells.size(), 0.0F);
    }
    for (std::size_t n = 0; n < mesh.cells().size(); ++n) {
        const std::size_t c = mesh.cells()[n];
        field.temperatureC[c] = static_cast<float>(kelvin[n] - kKelvin);
        field.speedX[c] = static_cast<float>(speed[3 * n]);
        field.speedY[c] = static_cast<float>(speed[3 * n + 1]);
        field.speedZ[c] = static_cast<float>(speed[3 * n + 2]);
    }
    AirIndexSums sums(own.plan.spec.airClass, own.load.supplyC);
    for (const AirMover& m : grid.movers) {
        if (m.rack < 0) {
            continue;
        }
        RackAirResult r;
        r.rack = m.rack;
        r.flowM3PerS = m.serverM3PerS();
        r.heatW = m.heatW;
        double sum = 0.0, top = 0.0;
        int lowest = grid.cells.nz, highest = 0, tops = 0;
        const auto level = [&](const AirPort& p) {
            return static_cast<int>(p.cell) / grid.cells.strideZ() - 1;
        };
        for (const AirPort& p : m.inlets) {
            sum += field.temperatureC[p.cell];
            lowest = std::min(lowest, level(p));
            highest = std::max(highest, level(p));
        }
        r.maxInletC = r.inletC = sum / static_cast<double>(m.inlets.size());
        for (const AirPort& p : m.inlets) {
            r.maxInletC = std::max(r.maxInletC, static_cast<double>(field.temperatureC[p.cell]));
            if (3 * (highest - level(p)) < highest - lowest + 1) {
                top += field.temperatureC[p.cell];
                ++tops;
            }
        }
        r.topInletC = top / tops;
        r.outletC = r.inletC + m.heatW / (jPerM3K * m.flowM3PerS);
        for (double* each : {&r.inletC, &r.maxInletC, &r.topInletC}) {
            *each = m.breathed(*each, r.outletC);
        }
        const double riseK = r.outletC - own.load.supplyC;
        r.hotFraction =
            riseK > 0.0 ? std::clamp((r.inletC - own.load.supplyC) / riseK, 0.0, 1.0) : 0.0;
        field.racks.push_back(r);
        sums.add(r.inletC, r.flowM3PerS * jPerM3K, r.heatW);
    }
    field.indices = sums.indices(field.returnC);
    return field;
}

/// Facts that a case states.
struct FoamFacts {
    std::string key;
    double cellM = 0.0;
    int cells = 0;
};

std::optional<FoamFacts> factsIn(const fs::path& folder) {
    const auto text = readTextFile(folder / kFacts);
    const FoamJson json = text ? parseJson<FoamJson>(*text) : FoamJson();
    if (!json.is_object() || !json.contains("key") || !json["key"].is_string() ||
        !json.contains("cell_m") || !json["cell_m"].is_number() || !json.contains("cells") ||
        !json["cells"].is_number_integer()) {
        return std::nullopt;
    }
    return FoamFacts{json["key"].get<std::string>(), json["cell_m"].get<double>(),
                     json["cells"].get<int>()};
}

}  // namespace

Result<FoamCase> writeFoamCase(const AirStudy& study, const AirStudyHall& hall,
                               const FoamOptions& options, const fs::path& folder) {
    std::error_code failed;
    if (fs::exists(folder, failed) &&
        (!fs::is_directory(folder, failed) || !fs::is_empty(folder, failed))) {
        return tl::unexpected(foamError("AIR-007", "the folder of the case is not empty",
                                        "name a new folder", folder));
    }
    const HallByItself own = hallByItself(study, hall);
    const double cellM =
        options.cellM > 0.0 ? options.cellM : airCellM(own.layout.halls.front().box);
    const auto grid = gridOf(own, hall.id, cellM);
    if (!grid) {
        return tl::unexpected(grid.error());
    }
    const FoamMesh mesh(*grid, own.load);
    for (const char* each : {"0", "constant/polyMesh", "system"}) {
        fs::create_directories(folder / each, failed);
    }
    FoamCase made;
    made.cells = static_cast<int>(mesh.cells().size());
    made.patches = static_cast<int>(mesh.patches().size());
    made.cellM = cellM;
    auto files = FoamFiles(*grid, own, mesh, options).all();
    FoamJson facts = {{"format", "headroom-openfoam/1"},
                      {"hall", hall.id},
                      {"key", airKey(study, hall, cellM)},
                      {"cell_m", cellM},
                      {"cells", made.cells},
                      {"racks", FoamJson::array()}};
    for (const AirMover& m : grid->movers) {
        if (m.rack >= 0) {
            ++made.racks;
            const RackBox& rack = study.layout.racks[at(own.racks[at(m.rack)])];
            facts["racks"].push_back(
                {{"patch", FoamMesh::moverName(m)},
                 {"rack", study.layout.blocks[at(rack.block)] + " " + rack.name()}});
        }
    }
    files.emplace_back(kFacts, jsonText(facts, 1) + "\n");
    for (const auto& [name, text] : files) {
        if (auto written = writeFile(folder / name, text); !written) {
            return tl::unexpected(std::move(written.error()));
        }
        made.files.push_back(name);
    }
    for (const char* script : {"Allrun", "Allrun.slurm"}) {
        fs::permissions(folder / script, fs::perms::owner_exec, fs::perm_options::add, failed);
    }
    return made;
}

Result<AirField> readFoamCase(const AirStudy& study, const AirStudyHall& hall,
                              const fs::path& folder) {
    const auto facts = factsIn(folder);
    if (!facts) {
        return tl::unexpected(foamError(
            "AIR-009",
            "the folder holds no case that was exported here, or its headroom.json is damaged",
            "name the folder that airflow --export-openfoam wrote", folder / kFacts));
    }
    if (!(facts->cellM >= 0.05) || facts->key != airKey(study, hall, facts->cellM)) {
        return tl::unexpected(foamError(
            "AIR-008", "the case is of another hall, or of another state of " + hall.id,
            "give the same project, hall, load and handlers as at the export, or export again",
            folder / kFacts));
    }
    const HallByItself own = hallByItself(study, hall);
    const auto grid = gridOf(own, hall.id, facts->cellM);
    if (!grid) {
        return tl::unexpected(grid.error());
    }
    const FoamMesh mesh(*grid, own.load);
    const fs::path time = lastTime(folder);
    if (time.empty() || facts->cells != static_cast<int>(mesh.cells().size())) {
        return tl::unexpected(foamError("AIR-009", "OpenFOAM has written no result here",
                                        "run Allrun in the folder first", folder));
    }
    const auto read = [&](const char* mean, const char* last,
                          std::size_t each) -> Result<std::vector<double>> {
        // Kelvin of one number a cell, m/s of three.
        constexpr double kMostMPerS = 100.0;
        const auto isOfAir = [&](double value) {
            return each == 1 ? value > kColdestAirC + kKelvin && value < kHottestAirC + kKelvin
                             : std::abs(value) < kMostMPerS;
        };
        std::error_code failed;
        const fs::path file = time / (fs::exists(time / mean, failed) ? mean : last);
        const auto text = readTextFile(file);
        if (!text) {
            return tl::unexpected(text.error());
        }
        auto values = internalField(*text, mesh.cells().size(), each);
        if (!values) {
            return tl::unexpected(foamError(
                "AIR-009",
                fmt::format("no internal field of {} cells is in the file, as text",
                            mesh.cells().size()),
                "write ASCII, and the cells in the order of the export (no renumberMesh)", file));
        }
        if (!std::all_of(values->begin(), values->end(), isOfAir)) {
            return tl::unexpected(foamError(
                "AIR-009", "the file has a value that the air of a room never has",
                "look at log.solver: the solution has diverged, or the file is damaged", file));
        }
        return std::move(*values);
    };
    const auto kelvin = read("TMean", "T", 1), speed = read("UMean", "U", 3);
    if (!kelvin || !speed) {
        return tl::unexpected(kelvin ? speed.error() : kelvin.error());
    }
    AirField field = foamField(*grid, own, mesh, *kelvin, *speed);
    field.cellM = facts->cellM;
    // Heat that leaves by returns and ducts, by the cells before them.
    double outW = 0.0, outM3PerS = 0.0, givenW = 0.0;
    for (const AirPort& p : grid->returns) {
        const double w = (p.high ? 1.0 : -1.0) * field.speedZ[p.cell] * grid->areas()[2];
        outM3PerS += std::max(0.0, w);
        outW += std::max(0.0, w) * (field.temperatureC[p.cell] - field.supplyC);
    }
    double ductedM3PerS = 0.0;
    for (const AirMover& m : grid->movers) {
        givenW += m.roomW();
        ductedM3PerS += m.ductM3PerS();
    }
    // The flow of the returns is known; speeds of cells only share it.
    if (outM3PerS > 0.0 && givenW > 0.0) {
        const double meanK = outW / outM3PerS;
        field.heatError =
            meanK * (field.supplyM3PerS - ductedM3PerS) * own.plan.air.jPerM3K / givenW - 1.0;
    }
    field.settled = std::abs(field.heatError) <= kHeatMissed;
    placeInLayout(field, study, hall);
    return field;
}

}  // namespace headroom::engine
