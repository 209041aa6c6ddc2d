// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compile/compile_remote.h"

#include "models/facility/grid.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

using models::Purchase;

double priceOf(const models::CloudOfferSpec& offer, Purchase purchase) {
    switch (purchase) {
        case Purchase::OnDemand:
            return offer.onDemandUsdPerS;
        case Purchase::Spot:
            return offer.spotUsdPerS;
        case Purchase::Reserved:
        case Purchase::Owned:
            return offer.reservedUsdPerS;
    }
    return models::kNotStated;
}

double stated(double own, double other) {
    return std::isnan(own) ? other : own;
}

class RemoteCompiler {
  public:
    RemoteCompiler(Plant& plant, const Project& project, const Catalogue& catalogue,
                   const CompileFault& fail)
        : plant_(plant), project_(project), catalogue_(catalogue), fail_(fail) {}

    void places() {
        for (const Object* object : project_.objectsOf("remote_site")) {
            PlantRemote r;
            r.id = object->id;
            r.spec = specOf<models::RemoteSiteSpec>(*object);
            r.name = r.spec.name.empty() ? r.id : r.spec.name;
            r.offer = part<models::CloudOfferSpec>(r.spec.offer, r.id);
            r.server = part<models::ServerSpec>(r.offer.server, r.id);
            r.psu = part<models::PsuSpec>(r.server.psu, r.id);
            r.pool.accelerator = r.server.accelerator;
            r.pool.spec = part<models::AcceleratorSpec>(r.server.accelerator, r.id);
            r.pool.acceleratorsPerServer = r.server.accelerators;
            r.network.scaleUp = part<models::InterconnectSpec>(r.offer.scaleUp, r.id);
            r.network.scaleOut = part<models::InterconnectSpec>(r.offer.scaleOut, r.id);
            const auto grid =
                part<models::GridSpec>(r.spec.grid.empty() ? r.offer.grid : r.spec.grid, r.id);
            r.carbonKgPerJ = grid.carbonKgPerJ;
            r.energyUsdPerJ = r.spec.purchase == Purchase::Owned ? grid.energyUsdPerJ : 0.0;
            r.usdPerS = stated(r.spec.usdPerS, priceOf(r.offer, r.spec.purchase));
            r.startS = stated(r.spec.startS, r.offer.startS);
            r.egressUsdPerByte = stated(r.spec.egressUsdPerByte, r.offer.egressUsdPerByte);
            r.pue = stated(r.spec.pue, r.offer.pue);
            const bool isSpot = r.spec.purchase == Purchase::Spot;
            if (std::isnan(r.usdPerS) || (isSpot && std::isnan(r.offer.spotLossesPerS))) {
                fail_("SIM-041", r.id,
                      "offer '" + r.spec.offer +
                          "' states no price (or, for spot, no rate at "
                          "which servers are taken back) for the way it is paid.",
                      "State usd_per_h, choose another `purchase`, or add the figure to the "
                      "catalogue.");
            }
            plant_.remotes.push_back(std::move(r));
        }
    }

    void data() {
        for (const Object* object : project_.objectsOf("data_set")) {
            const auto spec = specOf<models::DataSetSpec>(*object);
            PlantDataSet d;
            d.id = object->id;
            d.bytes = spec.bytes;
            d.at.assign(plant_.remotes.size() + 1, 0);
            d.at.back() = spec.atHome ? 1 : 0;
            for (const std::string& site : spec.sites) {
                const auto it = std::find_if(plant_.remotes.begin(), plant_.remotes.end(),
                                             [&](const PlantRemote& r) { return r.id == site; });
                if (it == plant_.remotes.end()) {
                    fail_("SIM-002", d.id, "no other site '" + site + "' in the project.",
                          "Name one that the project has, or add it.");
                    continue;
                }
                d.at[static_cast<std::size_t>(it - plant_.remotes.begin())] = 1;
            }
            if (std::find(d.at.begin(), d.at.end(), 1) == d.at.end()) {
                fail_("SIM-043", d.id, "there is no copy of it anywhere.",
                      "Set `at_home`, or name a site that has one in `sites`.");
            }
            plant_.dataSets.push_back(std::move(d));
        }
    }

    void broker() {
        const auto found = project_.objectsOf("broker");
        plant_.hasBroker = !found.empty() && !plant_.remotes.empty();
        if (!found.empty()) {
            plant_.broker = specOf<models::BrokerSpec>(*found.front());
        }
    }

  private:
    template <class Spec>
    Spec part(const std::string& id, const std::string& subject) {
        if (const Spec* spec = catalogue_.spec<Spec>(id)) {
            return *spec;
        }
        fail_("SIM-001", subject,
              "no " + std::string{Spec::type().label} + " '" + id + "' in the catalogue.",
              "Name a part of `headroom-cli catalog " + std::string{Spec::type().id} + "`.");
        return Spec{};
    }

    Plant& plant_;
    const Project& project_;
    const Catalogue& catalogue_;
    const CompileFault& fail_;
};

}  // namespace

void compileRemotes(Plant& plant, const Project& project, const Catalogue& catalogue,
                    const CompileFault& fail) {
    RemoteCompiler compiler(plant, project, catalogue, fail);
    compiler.places();
    compiler.data();
    compiler.broker();
}

double remoteAcceleratorW(const PlantRemote& remote, const models::ChipPhases& work) {
    const models::RackSpec alone = models::rackOfOne(remote.server, remote.pool.spec);
    const models::RackParts parts =
        models::partsOf(alone, remote.server, remote.pool.spec, remote.psu, nullptr);
    return models::rackPower(parts, models::evenLoad(parts, work)).inputW /
           std::max(1, remote.server.accelerators);
}

}  // namespace headroom::engine
