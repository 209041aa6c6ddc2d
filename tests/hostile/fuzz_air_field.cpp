// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/library.h"
#include "engine/air/field/openfoam.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

#include <filesystem>
#include <fstream>

namespace headroom::hostile {

namespace {

namespace fs = std::filesystem;

constexpr double kCellM = 2.0;  // few cells: each input is read in a millisecond

void requireAir(const engine::AirField& field, std::size_t racks) {
    for (const engine::RackAirResult& rack : field.racks) {
        require(rack.rack >= 0 && static_cast<std::size_t>(rack.rack) < racks,
                "air of a rack that the hall lacks");
        requireFinite(rack.inletC, "inlet");
        requireFinite(rack.outletC, "outlet");
        requireFinite(rack.maxInletC, "warmest inlet");
        requireFinite(rack.hotFraction, "share of hot air");
    }
    for (const int rack : field.closedRacks) {
        require(rack >= 0 && static_cast<std::size_t>(rack) < racks,
                "a closed rack that the hall lacks");
    }
}

/// A case of the tour's hall that OpenFOAM has not run yet, made once.
struct FoamHere {
    engine::AirStudy study;
    fs::path folder = scratchFolder() / "foam";

    FoamHere() {
        auto made = engine::airStudy(scenario("tour-small-hall"), shippedCatalogue());
        require(made.has_value(), "the hall of the tour has no air");
        study = std::move(*made);
        fs::remove_all(folder);
        engine::FoamOptions options;
        options.cellM = kCellM;
        require(engine::writeFoamCase(study, study.halls.front(), options, folder).has_value(),
                "no case of the hall of the tour");
        fs::create_directories(folder / "600");
    }

    void write(const char* name, std::string_view text) const {
        std::ofstream(folder / name, std::ios::binary) << text;
    }
};

}  // namespace

/// A kept field, and the temperatures and speeds of a case that OpenFOAM ran, with breaks between.
void air_field(std::string_view bytes) {
    static const FoamHere kHere;
    const engine::AirStudyHall& hall = kHere.study.halls.front();
    const std::size_t racks = kHere.study.layout.racks.size();
    const auto [kept, foam] = splitSection(bytes);
    const auto [temperatures, speeds] = splitSection(foam);

    const fs::path library = scratchFolder() / "air";
    fs::create_directories(library);
    std::ofstream(library / (engine::airKey(kHere.study, hall) + ".json"), std::ios::binary)
        << kept;
    if (const auto field = engine::knownAir(engine::AirLibrary(library), kHere.study, hall)) {
        requireAir(*field, racks);
    }
    kHere.write("600/T", temperatures);
    kHere.write("600/U", speeds);
    const auto field = engine::readFoamCase(kHere.study, hall, kHere.folder);
    if (!field) {
        requireRefusal(field.error(), field.error().file);
        return;
    }
    requireAir(*field, racks);
}

}  // namespace headroom::hostile
