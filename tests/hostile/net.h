// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Many hostile cases over many surfaces, each in a process that may crash, hang or eat memory without harm to the others.
namespace headroom::hostile {

/// One way in: how its inputs are made, and what reads them.
struct Surface {
    std::string name;
    /// The input of a case. The same bytes for the same seed.
    std::function<std::string(std::uint64_t seed)> make;
    /// Reads it. Throws where the answer is one that must not be.
    std::function<void(std::string_view input)> read;
    double share = 1.0;  ///< of the cases, in proportion to the shares of the other surfaces
    std::string suffix = ".bin";       ///< of the files that reproduce a fault
    std::function<void()> begin = {};  ///< called once in each process before its first case
};

struct NetOptions {
    std::uint64_t cases = 1000;
    std::uint64_t seed = 1;  ///< of the first case of each surface; each further case has the next
    std::vector<std::string> surfaces;              ///< only these; empty means all
    std::filesystem::path keep = "hostile-faults";  ///< folder for inputs that broke something
    double processorS = 10.0;                       ///< most processor time of a case
    double wallS = 90.0;                            ///< most time of a case that waits
    std::uint64_t mostMib = 2048;                   ///< most memory of a process
    int mostFaults = 200;                           ///< of a surface; then the surface ends
    bool verbose = false;  ///< a line for each surface on standard error when it ends
};

/// One kind of fault: messages that differ only in numbers and quoted words are one kind.
struct FaultKind {
    std::string what;  ///< message of the first
    std::uint64_t count = 0;
    std::filesystem::path reproducer;  ///< input of the first
    std::uint64_t seed = 0;            ///< of the first
};

struct SurfaceTally {
    std::string name;
    std::uint64_t cases = 0, faults = 0;
    double processorS = 0.0;
    std::vector<FaultKind> kinds;
};

/// Runs all cases, one process at a time.
std::vector<SurfaceTally> castNet(const std::vector<Surface>& surfaces, const NetOptions& options);

/// Surface, cases, faults, what failed: a table of Markdown, then each kind with its reproducer.
std::string netTable(const std::vector<SurfaceTally>& tallies, std::string_view program);

/// The command line of a net: options as in README.md, table on standard output. 0 means no fault. 1 means faults. 2: wrong options.
int netMain(int argc, char** argv, const std::vector<Surface>& surfaces, std::string_view program);

}  // namespace headroom::hostile
