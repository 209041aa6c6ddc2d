// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/run/offsite/remote_sites.h"

#include <fmt/format.h>

/// Jobs that others send away: what they choose by, and what becomes of their order.
namespace headroom::engine {

BrokerView RemoteSites::view(double timeS) const {
    BrokerView view;
    BrokerView::Site home;
    home.id = "here";
    home.name = plant_.name;
    for (std::size_t p = 0; p < plant_.pools.size(); ++p) {
        home.accelerators += plant_.pools[p].servers * plant_.pools[p].acceleratorsPerServer;
        home.free += static_cast<int>(s_.pools[p].freeSlots);
    }
    home.usdPerS = plant_.broker.homeUsdPerS;
    home.energyUsdPerJ = plant_.energyUsdPerJ;
    home.carbonKgPerJ = plant_.carbonKgPerJ;
    home.pue = pueHere();
    view.sites.push_back(std::move(home));
    for (std::size_t p = 0; p < plant_.remotes.size(); ++p) {
        const PlantRemote& r = plant_.remotes[p];
        view.sites.push_back({r.id, r.name, r.spec.accelerators,
                              r.spec.accelerators - static_cast<int>(s_.remote.held[p]), r.usdPerS,
                              r.energyUsdPerJ, r.carbonKgPerJ, r.pue, r.spec.bytesPerS});
    }
    for (PoolIndex pool(0); any() && pool < static_cast<int>(s_.pools.size()); ++pool) {
        walkLine(pool, timeS, [&](JobIndex index, double waitS) {
            const Job& job = s_.jobs[at(index)];
            view.requests.push_back({job.id, quotesOf(job, waitS, timeS)});
            return false;
        });
    }
    return view;
}

std::string RemoteSites::send(JobIndex index, const std::string& site, double timeS) {
    const Job& job = s_.jobs[at(index)];
    int place = 0;
    while (at(place) < plant_.remotes.size() && plant_.remotes[at(place)].id != site) {
        ++place;
    }
    if (at(place) == plant_.remotes.size()) {
        return "the project has no such site";
    }
    if (!any()) {
        return "the project has no broker, which sends jobs away";
    }
    if (job.mayLeave == 0) {
        return "the job may not leave";
    }
    const Quote quote =
        quoteOf(there(job, place, timeS), task(job, place, timeS), plant_.broker, rentNowUsdPerS());
    if (quote.fault != QuoteFault::None && quote.fault != QuoteFault::Late) {
        return quoteFaultText(quote.fault);
    }
    if (s_.remote.held[at(place)] + job.accelerators >
        plant_.remotes[at(place)].spec.accelerators) {
        return "all of its accelerators are held";
    }
    send(index, place, timeS,
         words("By order: ends in {} for {}.", amount(quote.endsS / 3600.0, "h", 1),
               amount(quote.usd, "USD", 0)));
    return {};
}

}  // namespace headroom::engine
