// SPDX-License-Identifier: Apache-2.0
//
// The same flows as `headroom-cli bench fabric`, run by SimGrid in its best configuration for a
// lossless full-duplex fabric: CM02 (no TCP factors), no cross-traffic, no TCP window. Built only
// where SimGrid is installed; a program of its own, nothing of Headroom links it.
//
// Standard input: radix of the switches, link bytes/s, latency of a hop in seconds, number of
// flows; then source, destination and bytes of each. Three-tier fat tree of full bisection,
// SimGrid's own D-mod-K. Standard output: one JSON object.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <simgrid/s4u.hpp>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace sg4 = simgrid::s4u;

namespace {

struct Flow {
    int source = 0, destination = 0;
    double bytes = 0.0;
};

double cpuS() {
    rusage now = {};
    getrusage(RUSAGE_SELF, &now);
    return static_cast<double>(now.ru_utime.tv_sec + now.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(now.ru_utime.tv_usec + now.ru_stime.tv_usec);
}

double peakMb() {
    rusage now = {};
    getrusage(RUSAGE_SELF, &now);
    return static_cast<double>(now.ru_maxrss) * 1024.0 / 1e6;
}

std::pair<simgrid::kernel::routing::NetPoint*, simgrid::kernel::routing::NetPoint*> addHost(
    sg4::NetZone* zone, const std::vector<unsigned long>&, unsigned long id) {
    const sg4::Host* host = zone->create_host(std::to_string(id), 1e9);
    return {host->get_netpoint(), nullptr};
}

// All flows at once from one actor: the cheapest way to drive it.
void drive(const std::vector<Flow>& flows, const std::vector<sg4::Host*>& hosts) {
    std::vector<sg4::CommPtr> comms;
    comms.reserve(flows.size());
    for (const Flow& flow : flows) {
        comms.push_back(sg4::Comm::sendto_async(hosts[flow.source], hosts[flow.destination],
                                                static_cast<std::uint64_t>(flow.bytes)));
    }
    sg4::Comm::wait_all(comms);
}

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    unsigned int radix = 0;
    std::size_t count = 0;
    double linkBytesPerS = 0.0, hopS = 0.0;
    if (!(std::cin >> radix >> linkBytesPerS >> hopS >> count)) {
        std::fprintf(stderr, "expected: radix, bytes/s, hop latency, flows\n");
        return 2;
    }
    std::vector<Flow> flows(count);
    for (Flow& flow : flows) {
        if (!(std::cin >> flow.source >> flow.destination >> flow.bytes)) {
            std::fprintf(stderr, "fewer flows than announced\n");
            return 2;
        }
    }

    sg4::Engine engine(&argc, argv);
    sg4::Engine::set_config("network/model:CM02");
    sg4::Engine::set_config("network/crosstraffic:0");
    sg4::Engine::set_config("network/TCP-gamma:0");
    sg4::Engine::set_config("contexts/guard-size:0");

    const double beforeBuild = cpuS();
    const unsigned int half = radix / 2;
    auto* zone = sg4::create_fatTree_zone(
        "fabric", nullptr, sg4::FatTreeParams(3, {half, half, radix}, {1, half, half}, {1, 1, 1}),
        sg4::ClusterCallbacks(addHost), linkBytesPerS, hopS, sg4::Link::SharingPolicy::SPLITDUPLEX);
    zone->seal();
    std::vector<sg4::Host*> hosts;
    for (unsigned int id = 0; id < half * half * radix; ++id) {
        hosts.push_back(engine.host_by_name(std::to_string(id)));
    }
    const double afterBuild = cpuS();
    sg4::Actor::create("driver", hosts[0], [&] { drive(flows, hosts); });
    engine.run();
    std::printf(
        "{\"build_cpu_s\": %.6f, \"run_cpu_s\": %.6f, \"peak_mb\": %.1f, "
        "\"makespan_s\": %.12g}\n",
        afterBuild - beforeBuild, cpuS() - afterBuild, peakMb(), sg4::Engine::get_clock());
    return 0;
}
