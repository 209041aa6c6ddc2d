// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/openfoam.h"

#include "engine/air/field/foam_mesh.h"
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
#include <iterator>
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

/// Rate at which air in a tile loses its motion along the floor [1/s]. Assumption: ribs and holes of tiles stop it. Air
/// passes a tile in 0.02 to 0.1 s.
constexpr double kStillPerS = 300.0;

/// The second stage: its folder, its solver, and the time between two records of inlets [s].
constexpr const char* kLossFolder = "loss";
constexpr const char* kLossSolver = "buoyantBoussinesqPimpleFoam";
constexpr double kSampleS = 0.5;

std::string header(const char* kind, const std::string& object, const char* place) {
    return fmt::format(
        "FoamFile\n{{\n    version 2.0;\n    format ascii;\n    class {};\n    location \"{}\";\n  "
        "  object {};\n}}\n\n",
        kind, place, object);
}

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
        if (options_.loss) {
            afterLoss(*options_.loss);
        }
        scripts();
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
                                             mesh_.cells().size() + at(mesh_.furtherCells()), count,
                                             mesh_.internal().size());
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
                "    {}\n    {{\n        type {};\n        nFaces {};\n        startFace {};\n  "
                "  }}\n",
                p.name, p.kind == FoamPatchKind::Wall ? "wall" : "patch", p.faces.size(), start);
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

    /// Cells behind racks, or their stores, where their heat is given. Two racks that share a cell both heat it, so zones
    /// may overlap.
    void cellZones() {
        std::string zones;
        int count = 0;
        const auto zone = [&](const std::string& name, const std::vector<int>& cells) {
            zones += fmt::format(
                "    {}\n    {{\n        type cellZone;\n        cellLabels List<label>\n        "
                "{}\n        (\n",
                name, cells.size());
            for (const int c : cells) {
                zones += fmt::format("{}\n", c);
            }
            zones += "        );\n    }\n";
            ++count;
        };
        for (std::size_t m = 0; m < grid_.movers.size(); ++m) {
            const AirMover& mover = grid_.movers[m];
            if (mover.outlets.empty()) {
                continue;
            }
            std::vector<int> cells;
            for (const std::size_t c : cellsOf(mover.outlets)) {
                cells.push_back(mesh_.number(c));
            }
            const int store = mesh_.store(m);
            zone(FoamMesh::moverName(mover) + "_heat", store >= 0 ? std::vector{store} : cells);
        }
        for (const auto& [openShare, lowest] : mesh_.tileCells()) {
            for (int layer = 0; layer < kFoamTileLayers; ++layer) {
                std::vector<int> cells = lowest;
                std::for_each(cells.begin(), cells.end(), [&](int& cell) { cell += layer; });
                zone(tilesName(openShare, layer), cells);
            }
        }
        add("constant/polyMesh/cellZones", header("regIOobject", "cellZones", "constant/polyMesh") +
                                               fmt::format("{}\n(\n", count) + zones + ")\n");
    }

    /// "tiles0_11": the upmost layer of the tightest tiles.
    std::string tilesName(double openShare, int layer) const {
        const auto& tiles = mesh_.tileCells();
        return fmt::format("tiles{}_{}", std::distance(tiles.begin(), tiles.find(openShare)),
                           layer);
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

    static bool isWall(const FoamPatch& p) { return p.kind == FoamPatchKind::Wall; }

    /// Air comes in at a known flow.
    static bool isBlown(const FoamPatch& p) { return p.inM3PerS > 0.0; }

    static std::string listOf(const std::vector<std::array<double, 3>>& velocity) {
        std::string list;
        for (const auto& u : velocity) {
            list += fmt::format("({} {} {})\n", u[0], u[1], u[2]);
        }
        return fmt::format("type fixedValue; value nonuniform List<vector> {}\n(\n{});",
                           velocity.size(), list);
    }

    static std::string mapped(const std::string& from, double kelvin) {
        return fmt::format("type outletMappedUniformInlet; outletPatch {}; value uniform {};", from,
                           kelvin);
    }

    std::string pressure(const FoamPatch& p) const {
        return p.isReturn() || p.kind == FoamPatchKind::StoreOut
                   ? "type fixedValue; value uniform 0;"
                   : "type fixedFluxPressure; rho rhok; value uniform 0;";
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
                           return isWall(p)                       ? "type noSlip;"
                                  : p.kind == FoamPatchKind::Slip ? "type slip;"
                                  : p.velocity.empty()
                                      ? "type pressureInletOutletVelocity; value uniform (0 0 0);"
                                      : listOf(p.velocity);
                       }));
        std::string pressures = "boundaryField\n{\n";
        for (const FoamPatch& p : mesh_.patches()) {
            pressures += fmt::format("    {}\n    {{\n        {}\n    }}\n", p.name, pressure(p));
        }
        add("0/p_rgh", header("volScalarField", "p_rgh", "0") +
                           "dimensions [0 2 -2 0 0 0 0];\ninternalField uniform 0;\n" + pressures +
                           "}\n");
        scalar("p", "[0 2 -2 0 0 0 0]", 0.0,
               [](const FoamPatch&) -> std::string { return "type calculated; value uniform 0;"; });
        scalar("T", "[0 0 0 1 0 0 0]", supplyK, [&](const FoamPatch& p) -> std::string {
            if (p.name == "supply") {
                return fmt::format("type fixedValue; value uniform {};", supplyK);
            }
            if (p.isReturn()) {
                return fmt::format("type inletOutlet; inletValue uniform {0}; value uniform {0};",
                                   returnC() + kKelvin);
            }
            return isBlown(p) ? mapped(p.partner, supplyK) : std::string("type zeroGradient;");
        });
        const double speed = 0.2;  // of a room, to begin with
        const auto eddies = [&](const char* wall, double rest, const auto& of) {
            return [=](const FoamPatch& p) -> std::string {
                return isWall(p) ? fmt::format("type {}; value uniform {};", wall, rest)
                       : p.isReturn()
                           ? fmt::format(
                                 "type inletOutlet; inletValue uniform {0}; value uniform {0};",
                                 rest)
                       : isBlown(p)
                           ? fmt::format("type fixedValue; value uniform {};", of(speedOf(p)))
                           : std::string("type zeroGradient;");
            };
        };
        scalar("k", "[0 2 -2 0 0 0 0]", energyOf(speed),
               eddies("kqRWallFunction", energyOf(speed), [](double u) { return energyOf(u); }));
        const double rest = dissipationOf(energyOf(speed));
        scalar("epsilon", "[0 2 -3 0 0 0 0]", rest,
               eddies("epsilonWallFunction", rest,
                      [](double u) { return dissipationOf(energyOf(u)); }));
        scalar("nut", "[0 2 -1 0 0 0 0]", 0.0, [](const FoamPatch& p) -> std::string {
            return isWall(p) ? "type nutkWallFunction; value uniform 0;"
                             : "type calculated; value uniform 0;";
        });
        scalar("alphat", "[0 2 -1 0 0 0 0]", 0.0, [](const FoamPatch& p) -> std::string {
            // None through the faces of racks: their heat is given in the cells behind them.
            return isWall(p) ? "type alphatJayatillekeWallFunction; Prt 0.85; value uniform 0;"
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
        // The loss of a tile, dp / rho = loss u |u|, over the thickness of its layers; the program halves f.
        for (const auto& [openShare, lowest] : mesh_.tileCells()) {
            for (int layer = 0; layer < kFoamTileLayers; ++layer) {
                heat += fmt::format(
                    "{0}\n{{\n    type explicitPorositySource;\n    active yes;\n"
                    "    explicitPorositySourceCoeffs\n    {{\n"
                    "        selectionMode cellZone;\n        cellZone {0};\n        type "
                    "DarcyForchheimer;\n"
                    "        d ({1} {1} 0);\n        f (0 0 {2});\n        coordinateSystem {{ "
                    "origin (0 0 0); e1 (1 0 0); e2 (0 1 0); }}\n    }}\n}}\n",
                    tilesName(openShare, layer), kStillPerS / models::kAirViscosityM2PerS,
                    2.0 * models::panelLoss(openShare) * foamTileShare(layer) /
                        (kFoamFloorM / kFoamTileLayers));
            }
        }
        add("constant/fvOptions", heat);
    }

    /// Records the mean temperature of fronts, and of backs where servers breathe from there.
    std::string inlets(const char* control) const {
        std::string text;
        const bool hasGaps = own_.load.gapShare > 0.0;
        for (const FoamPatch& p : mesh_.patches()) {
            if (p.kind == FoamPatchKind::Port &&
                (p.inM3PerS < 0.0 || (hasGaps && isBlown(p) && !p.partner.empty()))) {
                text += fmt::format(
                    "    {0}\n    {{\n        type surfaceFieldValue;\n        libs "
                    "(fieldFunctionObjects);\n"
                    "        fields (T);\n        operation areaAverage;\n        regionType "
                    "patch;\n"
                    "        name {0};\n        writeFields no;\n        {1}\n        log no;\n    "
                    "}}\n",
                    p.name, control);
            }
        }
        return text;
    }

    void system() {
        add("system/controlDict",
            header("dictionary", "controlDict", "system") +
                fmt::format("application buoyantBoussinesqSimpleFoam;\nstartFrom "
                            "latestTime;\nstartTime 0;\nstopAt endTime;\n") +
                fmt::format("endTime {0};\ndeltaT 1;\nwriteControl timeStep;\nwriteInterval "
                            "{0};\npurgeWrite 1;\n"
                            "writeFormat ascii;\nwritePrecision 8;\nwriteCompression "
                            "off;\ntimeFormat general;\ntimePrecision 8;\n"
                            "runTimeModifiable no;\nfunctions\n{{\n    mean\n    {{\n        type "
                            "fieldAverage;\n"
                            "        libs (fieldFunctionObjects);\n        timeStart {1};\n        "
                            "writeControl writeTime;\n"
                            "        fields\n        (\n            T {{ mean on; prime2Mean on; "
                            "base time; }}\n"
                            "            U {{ mean on; prime2Mean off; base time; }}\n        );\n "
                            "   }}\n{2}}}\n",
                            options_.iterations, options_.iterations / 2,
                            inlets("writeControl timeStep;\n        writeInterval 10;")));
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
        decompose("");
    }

    void decompose(const std::string& folder) {
        if (options_.parts > 1) {
            add(folder + "system/decomposeParDict",
                header("dictionary", "decomposeParDict", "system") +
                    fmt::format("numberOfSubdomains {0};\nmethod hierarchical;\n"
                                "hierarchicalCoeffs {{ n ({0} 1 1); delta 0.001; order xyz; }}\n",
                                options_.parts));
        }
    }

    /// The second stage: from the last steady fields on, in the folder `loss`.
    void afterLoss(const FoamLoss& lost) {
        const std::string place = std::string(kLossFolder) + "/system";
        add(place + "/controlDict",
            header("dictionary", "controlDict", "system") +
                fmt::format(
                    "application {};\nstartFrom startTime;\nstartTime 0;\nstopAt endTime;\nendTime "
                    "{};\ndeltaT 0.01;\nadjustTimeStep yes;\nmaxCo 1;\nmaxDeltaT {};\n"
                    "writeControl adjustableRunTime;\nwriteInterval {};\nwriteFormat "
                    "ascii;\nwritePrecision 8;\nwriteCompression off;\ntimeFormat "
                    "general;\nrunTimeModifiable no;\nfunctions\n{{\n{}}}\n",
                    kLossSolver, lost.forS, kSampleS, lost.forS,
                    inlets(fmt::format("writeControl runTime;\n        writeInterval {};", kSampleS)
                               .c_str())));
        add(place + "/fvSchemes",
            header("dictionary", "fvSchemes", "system") +
                std::string("ddtSchemes { default Euler; }\ngradSchemes { default Gauss linear; }\n"
                            "divSchemes\n{\n    default none;\n    div(phi,U) Gauss limitedLinear "
                            "0.2;\n    div(phi,T) Gauss limitedLinear 0.2;\n") +
                std::string("    div(phi,k) Gauss upwind;\n    div(phi,epsilon) Gauss upwind;\n"
                            "    div((nuEff*dev2(T(grad(U))))) Gauss linear;\n}\n") +
                std::string("laplacianSchemes { default Gauss linear corrected; }\n"
                            "interpolationSchemes { default linear; }\nsnGradSchemes { default "
                            "corrected; }\n"));
        add(place + "/fvSolution",
            header("dictionary", "fvSolution", "system") +
                std::string("solvers\n{\n    \"p_rgh.*\"\n    {\n        solver GAMG;\n        "
                            "smoother GaussSeidel;\n        tolerance 1e-7;\n        relTol "
                            "0.005;\n    }\n") +
                std::string("    \"(U|T|k|epsilon).*\"\n    {\n        solver PBiCGStab;\n        "
                            "preconditioner DILU;\n        tolerance 1e-8;\n        relTol "
                            "1e-4;\n    }\n}\n") +
                std::string("PIMPLE { momentumPredictor yes; nOuterCorrectors 1; nCorrectors 2; "
                            "nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }\n"));
        decompose(std::string(kLossFolder) + "/");
        add(place + "/changeDictionaryDict",
            header("dictionary", "changeDictionaryDict", "system") + changes(lost.loss));
    }

    /// Supplies and returns after the loss. Without any supply the returns are closed but for one face. No air passes it,
    /// since nothing else is blown in or out. It holds the pressure: the solver cannot solve a part of the mesh without one.
    std::string changes(const AirLoss& loss) const {
        const auto found = std::find_if(mesh_.patches().begin(), mesh_.patches().end(),
                                        [](const FoamPatch& p) { return p.name == "supply"; });
        const auto entry = [](const char* field, const std::string& supply,
                              const std::string& returns) {
            return fmt::format(
                "{}\n{{\n    boundaryField\n    {{\n{}{}    }}\n}}\n", field,
                supply.empty() ? "" : fmt::format("        supply {{ {} }}\n", supply),
                returns.empty() ? "" : fmt::format("        return {{ {} }}\n", returns));
        };
        if (loss.water) {
            return entry("T", mapped("return", own_.load.supplyC + kKelvin), "type zeroGradient;");
        }
        const std::string supply =
            listOf(mesh_.supplyVelocities(*found, suppliesAfter(grid_, loss)));
        if (loss.supplyM3PerS > 0.0) {
            return entry("U", supply, "");
        }
        const bool hasVent = std::any_of(mesh_.patches().begin(), mesh_.patches().end(),
                                         [](const FoamPatch& p) { return p.name == "vent"; });
        if (!hasVent) {
            return entry("U", supply, "");
        }
        return entry("U", supply, "type fixedValue; value uniform (0 0 0);") +
               entry("T", "type zeroGradient;", "type zeroGradient;") +
               entry("p_rgh", "", "type fixedFluxPressure; rho rhok; value uniform 0;");
    }

    /// Runs one solver, on all parts.
    std::string solve(const char* solver) const {
        return options_.parts > 1
                   ? fmt::format(
                         "decomposePar -force > log.decompose\nmpirun -np {} {} -parallel > "
                         "log.solver\nreconstructPar -latestTime > log.reconstruct\n",
                         options_.parts, solver)
                   : fmt::format("{} > log.solver\n", solver);
    }

    void scripts() {
        const std::string second =
            options_.loss ? fmt::format(
                                "mkdir -p {0}/0\nfor field in U T p p_rgh k epsilon nut alphat; do "
                                "cp {1}/$field {0}/0/; done\n"
                                "ln -sfn ../constant {0}/constant\ncd {0}\nchangeDictionary > "
                                "log.change\n",
                                kLossFolder, options_.iterations) +
                                solve(kLossSolver)
                          : std::string();
        // Debian's package sets no environment.
        const std::string body =
            "cd \"$(dirname \"$0\")\" || exit 1\nset -e\n"
            "if [ -z \"$WM_PROJECT_DIR\" ] && [ -f /usr/share/openfoam/etc/controlDict ]; then\n"
            "    export WM_PROJECT_DIR=/usr/share/openfoam\nfi\ncheckMesh > log.mesh\n" +
            solve("buoyantBoussinesqSimpleFoam") + second;
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
    int cells = 0, furtherCells = 0;
    FoamJson loss;  ///< null without one
};

/// The heat capacities of racks as volumes of air, by mover; none without a loss.
std::vector<double> storesOf(const AirGrid& grid, const HallByItself& own, const AirStudyHall& hall,
                             bool hasLoss) {
    std::vector<double> volumes(grid.movers.size(), 0.0);
    for (std::size_t m = 0; hasLoss && m < volumes.size(); ++m) {
        const int rack = grid.movers[m].rack;
        if (rack >= 0 && at(own.racks[at(rack)]) < hall.rackJPerK.size()) {
            volumes[m] = hall.rackJPerK[at(own.racks[at(rack)])] / own.plan.air.jPerM3K;
        }
    }
    return volumes;
}

FoamJson lossJson(const AirLoss& loss) {
    return {
        {"water", loss.water}, {"handlers", loss.handlers}, {"supply_m3_per_s", loss.supplyM3PerS}};
}

std::optional<FoamFacts> factsIn(const fs::path& folder) {
    const auto text = readTextFile(folder / kFacts);
    const FoamJson json = text ? parseJson<FoamJson>(*text) : FoamJson();
    if (!json.is_object() || !json.contains("key") || !json["key"].is_string() ||
        !json.contains("cell_m") || !json["cell_m"].is_number() || !json.contains("cells") ||
        !json["cells"].is_number_integer()) {
        return std::nullopt;
    }
    const auto further = json.find("further_cells");
    return FoamFacts{
        json["key"].get<std::string>(), json["cell_m"].get<double>(), json["cells"].get<int>(),
        further != json.end() && further->is_number_integer() ? further->get<int>() : 0,
        json.contains("loss") ? json["loss"] : FoamJson()};
}

/// An exported case: its facts, and the hall as it was cut.
struct ExportedCase {
    FoamFacts facts;
    HallByItself own;
    AirGrid grid;
};

Result<ExportedCase> exportedCase(const AirStudy& study, const AirStudyHall& hall,
                                  const fs::path& folder) {
    auto facts = factsIn(folder);
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
    HallByItself own = hallByItself(study, hall);
    auto grid = gridOf(own, hall.id, facts->cellM);
    if (!grid) {
        return tl::unexpected(grid.error());
    }
    return ExportedCase{std::move(*facts), std::move(own), std::move(*grid)};
}

/// One record of a function object.
struct FoamSample {
    double timeS = 0.0, kelvin = 0.0;
};

/// The record of a patch after the loss, in the order of time.
Result<std::vector<FoamSample>> samplesOf(const fs::path& folder, const std::string& patch) {
    const fs::path file =
        folder / kLossFolder / "postProcessing" / patch / "0" / "surfaceFieldValue.dat";
    const auto text = readTextFile(file);
    if (!text) {
        return tl::unexpected(foamError("AIR-009", "OpenFOAM has recorded no inlets here",
                                        "run Allrun in the folder first", file));
    }
    std::vector<FoamSample> samples;
    std::string_view rest = *text;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (line.empty() || line.front() == '#') {
            continue;
        }
        FoamSample sample;
        const char* const end = line.data() + line.size();
        auto [next, failed] = std::from_chars(line.data(), end, sample.timeS);
        while (next != end && (*next == ' ' || *next == '\t')) {
            ++next;
        }
        const auto [last, wrong] = std::from_chars(next, end, sample.kelvin);
        if (failed != std::errc() || wrong != std::errc() ||
            !(sample.timeS > (samples.empty() ? 0.0 : samples.back().timeS)) ||
            !(sample.kelvin > kColdestAirC + kKelvin && sample.kelvin < kHottestAirC + kKelvin)) {
            return tl::unexpected(foamError("AIR-009", "the record of inlets is damaged",
                                            "look at loss/log.solver, and run Allrun again", file));
        }
        samples.push_back(sample);
    }
    return samples;
}

/// Means of a record over intervals that end at the given times. A sample holds since the one before it. Empty if the
/// record ends earlier.
std::vector<double> meansOf(const std::vector<FoamSample>& samples, double forS, double everyS) {
    const int count = std::max(1, static_cast<int>(forS / everyS + 1e-9));
    std::vector<double> sums(at(count), 0.0);
    double from = 0.0;
    for (const FoamSample& s : samples) {
        for (int n = static_cast<int>(from / everyS); n < count && n * everyS < s.timeS; ++n) {
            const double first = std::max(from, n * everyS),
                         last = std::min(s.timeS, (n + 1) * everyS);
            sums[at(n)] += std::max(0.0, last - first) * (s.kelvin - kKelvin) / everyS;
        }
        from = s.timeS;
    }
    const bool isWhole = from >= count * everyS - 2.0 * kSampleS;
    if (isWhole && from < count * everyS) {  // the last record lies just before the end
        sums.back() *= everyS / (everyS - (count * everyS - from));
    }
    return isWhole ? sums : std::vector<double>();
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
    if (options.loss && options.loss->loss.water &&
        std::any_of(grid->movers.begin(), grid->movers.end(),
                    [](const AirMover& m) { return m.ductM3PerS() > 0.0; })) {
        return tl::unexpected(Error{"AIR-015",
                                    "cases of OpenFOAM cannot mix the air of ducts with that of "
                                    "the returns after a loss of water: " +
                                        hall.id,
                                    "export the loss of fans, or leave chimneys and ducts out", "",
                                    "", 0});
    }
    const FoamMesh mesh(
        *grid, own.load, storesOf(*grid, own, hall, options.loss.has_value()),
        options.loss && !options.loss->loss.water && !(options.loss->loss.supplyM3PerS > 0.0));
    for (const char* each : {"0", "constant/polyMesh", "system", "loss/system"}) {
        if (options.loss || std::string_view(each) != "loss/system") {
            fs::create_directories(folder / each, failed);
        }
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
                      {"cells", made.cells}};
    if (mesh.furtherCells() > 0) {
        facts["further_cells"] = mesh.furtherCells();
    }
    if (options.loss) {
        facts["loss"] = lossJson(options.loss->loss);
    }
    facts["racks"] = FoamJson::array();
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
    const auto found = exportedCase(study, hall, folder);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const FoamFacts* const facts = &found->facts;
    const HallByItself& own = found->own;
    const AirGrid* const grid = &found->grid;
    const FoamMesh mesh(*grid, own.load);
    const fs::path time = lastTime(folder);
    if (time.empty() || facts->cells != static_cast<int>(mesh.cells().size()) ||
        facts->furtherCells < mesh.furtherCells() ||
        at(facts->furtherCells) > at(mesh.furtherCells()) + grid->movers.size()) {
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
        const std::size_t cells = mesh.cells().size() + at(facts->furtherCells);
        auto values = internalField(*text, cells, each);
        if (!values) {
            return tl::unexpected(foamError(
                "AIR-009",
                fmt::format("no internal field of {} cells is in the file, as text", cells),
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

Result<FoamCourse> readFoamLoss(const AirStudy& study, const AirStudyHall& hall,
                                const FoamLoss& lost, const fs::path& folder) {
    const auto found = exportedCase(study, hall, folder);
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (found->facts.loss != lossJson(lost.loss)) {
        return tl::unexpected(foamError(
            "AIR-008",
            found->facts.loss.is_null() ? "the case was exported without a loss"
                                        : "the case is of another loss",
            "give the same --lose and --off as at the export, or export again", folder / kFacts));
    }
    auto before = readFoamCase(study, hall, folder);
    if (!before) {
        return tl::unexpected(std::move(before.error()));
    }
    FoamCourse course;
    course.before = std::move(*before);
    const double jPerM3K = found->own.plan.air.jPerM3K;
    for (const AirMover& m : found->grid.movers) {
        if (m.rack < 0) {
            continue;
        }
        const std::string name = FoamMesh::moverName(m);
        const auto samples = samplesOf(folder, name + "_in");
        if (!samples) {
            return tl::unexpected(samples.error());
        }
        auto front = meansOf(*samples, lost.forS, lost.everyS);
        if (front.empty()) {
            return tl::unexpected(foamError(
                "AIR-009", fmt::format("the record ends before {:g} s after the loss", lost.forS),
                "wait until Allrun has ended, or give a shorter --for", folder));
        }
        if (m.gapShare > 0.0) {
            std::vector<double> behind;
            if (!m.outlets.empty()) {
                const auto backs = samplesOf(folder, name + "_out");
                if (!backs) {
                    return tl::unexpected(backs.error());
                }
                behind = meansOf(*backs, lost.forS, lost.everyS);
            }
            for (std::size_t n = 0; n < front.size(); ++n) {
                front[n] = m.breathed(
                    front[n],
                    n < behind.size() ? behind[n] : front[n] + m.heatW / (jPerM3K * m.flowM3PerS));
            }
        }
        front.insert(front.begin(), course.before.racks[course.inletC.size()].inletC);
        course.inletC.push_back(std::move(front));
    }
    return course;
}

}  // namespace headroom::engine
