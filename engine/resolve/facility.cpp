// SPDX-License-Identifier: Apache-2.0
#include "engine/resolve/facility.h"

#include <cmath>
#include <utility>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(Facility)

namespace {

/// Design point of one rack.
void load(ResolvedBlock& b) {
    const models::RackParts parts = b.parts();
    const models::RackPower power = models::rackPower(parts, models::evenLoad(parts, 1.0));
    b.serverOutputW = power.serverOutputW;
    b.serverW = power.serverW;
    b.shelfOutputW = b.shelf != nullptr ? power.outputW : 0.0;
    b.rackW = power.inputW;
    b.fanAirM3PerS = power.fanAirM3PerS;
    if (b.isLiquid()) {
        b.coolantM3PerS = b.server->flowM3PerSPerW * b.rack->ratedPowerW * b.server->liquidFraction;
    }
}

class Resolver {
  public:
    explicit Resolver(Facility& facility) : f_(facility) {}

    void blocks() {
        for (const Object* object : f_.project->objectsOf("rack_block")) {
            ResolvedBlock b;
            b.object = object_ = object;
            b.spec = specOf<models::RackBlockSpec>(*object);
            find(b.rack, b.spec.rack);
            if (b.rack != nullptr) {
                rack(b);
            }
            f_.blocks.push_back(std::move(b));
        }
    }

    void halls() {
        for (const Object* object : f_.project->objectsOf("hall")) {
            ResolvedHall h;
            h.object = object_ = object;
            h.spec = specOf<models::HallSpec>(*object);
            find(h.crah, h.spec.crah);
            f_.halls.push_back(std::move(h));
        }
    }

    void cduGroups() {
        for (const Object* object : f_.project->objectsOf("cdu_group")) {
            ResolvedCduGroup g;
            g.object = object_ = object;
            g.spec = specOf<models::CduGroupSpec>(*object);
            find(g.cdu, g.spec.cdu);
            if (g.cdu != nullptr && !g.cdu->pump.empty()) {
                find(g.pump, g.cdu->pump);
            }
            f_.cduGroups.push_back(std::move(g));
        }
    }

    void loops() {
        for (const Object* object : f_.project->objectsOf("cooling_loop")) {
            ResolvedLoop l;
            l.object = object_ = object;
            l.spec = specOf<models::CoolingLoopSpec>(*object);
            find(l.pump, l.spec.pump);
            findSome(l.tower, l.spec.tower, l.spec.towers);
            findSome(l.dryCooler, l.spec.dryCooler, l.spec.dryCoolers);
            findSome(l.chiller, l.spec.chiller, l.spec.chillers);
            findSome(l.condenserPump, l.spec.condenserPump, l.spec.condenserPumps);
            findSome(l.economiser, l.spec.economiser, 1);
            l.fluid = f_.catalogue->spec<models::FluidSpec>(l.spec.fluid);
            if (l.fluid != nullptr) {
                const models::FluidProperties p =
                    models::fluidAt(*l.fluid, l.spec.supplySetpointC + 0.5 * l.spec.designRiseK);
                l.jPerM3K = p.densityKgPerM3 * p.cpJPerKgK;
            }
            f_.loops.push_back(std::move(l));
        }
    }

  private:
    void rack(ResolvedBlock& b) {
        find(b.server, b.rack->server);
        if (b.server != nullptr) {
            find(b.accelerator, b.server->accelerator);
            find(b.psu, b.server->psu);
        }
        findSome(b.shelf, b.rack->shelf, b.rack->shelfRectifiers);
        findSome(b.rearDoor, b.rack->rearDoor, 1);
        findSome(b.tank, b.rack->tank, 1);
        if (b.tank != nullptr) {
            find(b.bath, b.tank->fluid);
        }
        b.racks = std::int64_t{b.spec.rows} * b.spec.racksPerRow;
        b.rackPitchM = std::isnan(b.spec.rackPitchM) ? b.rack->widthM : b.spec.rackPitchM;
        if (b.complete()) {
            b.airDensityRatio = f_.site.pressurePa / models::kStandardPressurePa;
            load(b);
        }
    }

    /// The part of that id, which the object must have.
    template <class Spec>
    void find(const Spec*& spec, const std::string& id) {
        spec = f_.catalogue->spec<Spec>(id);
        if (spec == nullptr) {
            f_.missing.push_back({object_, &Spec::type(), id});
        }
    }

    /// The part of that id, where one is named and there is at least one of it.
    template <class Spec>
    void findSome(const Spec*& spec, const std::string& id, int count) {
        if (!id.empty() && count > 0) {
            find(spec, id);
        }
    }

    Facility& f_;
    const Object* object_ = nullptr;
};

}  // namespace

models::RackParts ResolvedBlock::parts() const {
    models::RackParts parts = models::partsOf(*rack, *server, *accelerator, *psu, shelf);
    parts.airDensityRatio = airDensityRatio;
    if (rearDoor != nullptr) {
        parts.doorFanW = rearDoor->fanRatedW;
        parts.doorAirM3PerS = rearDoor->airflowM3PerS;
    }
    return parts;
}

std::map<std::string, std::int64_t> Facility::accelerators() const {
    std::map<std::string, std::int64_t> counts;
    for (const ResolvedBlock& b : blocks) {
        if (b.complete()) {
            counts[b.server->accelerator] += b.accelerators();
        }
    }
    return counts;
}

Facility resolve(std::shared_ptr<const Project> built, const Catalogue& catalogue) {
    Facility facility;
    facility.project = std::move(built);
    facility.catalogue = &catalogue;
    facility.site = siteWeatherOf(*facility.project, catalogue);
    Resolver resolver(facility);
    resolver.loops();
    resolver.halls();
    resolver.cduGroups();
    resolver.blocks();
    return facility;
}

}  // namespace headroom::engine
