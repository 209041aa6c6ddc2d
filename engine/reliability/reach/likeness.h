// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/reliability/reach/parts.h"
#include "engine/run/simulator.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

/// Parts of a running facility whose failure has the same result, so that a sweep computes it once.
///
/// A class holds parts of one kind that no statement of the design and no state of the run tells apart. Power units of a
/// class are equal objects in equal state (mode, modules out, position, breakers, charge). Their neighbours in the wiring, and
/// the neighbours of these, are equal in number and kind: two rounds of colour refinement. Other parts of a class are equal
/// objects with equal reach by design. The racks or servers that they take hold the same jobs.
/// Names, positions on the floor and lengths of cables are not compared. Their effect, and that of the load and the heat of
/// the hour, is in measures of each part. A sweep computes the mildest part of a class and the worst by each measure. If their
/// results agree to the last bit, all parts of the class repeat the row. Else the class is split at the widest gap of a measure, or
/// at its median.
/// Assumption: within a class a failure does no more harm than that of the worst part by each measure. `sweep --all` computes
/// every part, and tst_sweep compares both.
/// Source: colour refinement as in McKay, "Practical graph isomorphism", Congressus Numerantium 30 (1981).
namespace headroom::engine {

/// Class of a part, and the differences within the class.
struct PartLikeness {
    static constexpr std::size_t kMeasures = 3;

    std::uint64_t key = 0;
    /// The larger, the worse. First the hottest chip of the halls that the part serves [degC]. Then the apparent power at the output
    /// of a power unit [VA], or the hottest chip of the racks that another part takes [degC]. Last the negative voltage at the
    /// output of a power unit [per unit], or the number of another part.
    std::array<double, kMeasures> measure{};
};

/// Answers for one moment of a run. Threads may call of().
class PartClasses {
  public:
    /// The simulator must outlive it, and stay at its moment.
    PartClasses(const Project& project, const Simulator& base);
    ~PartClasses();
    PartClasses(const PartClasses&) = delete;
    PartClasses& operator=(const PartClasses&) = delete;

    /// `reach`: of that part, with its list by rack.
    PartLikeness of(const FailablePart& part, const BlastReach& reach) const;

  private:
    struct Work;
    std::unique_ptr<const Work> d_;
};

/// Members of a class that are computed: the mildest by the first measure, and the worst by each measure in which the class
/// differs. All of them where they are two. `members`: ascending indices of one class.
std::vector<std::size_t> extremesOf(const std::vector<PartLikeness>& parts,
                                    const std::vector<std::size_t>& members);

/// Two parts of a class by the measure in which it is widest (`measure`), the lower first; each ascending. Divided at the
/// widest gap if it is more than a quarter of the range, else in the middle.
std::array<std::vector<std::size_t>, 2> halvesOf(const std::vector<PartLikeness>& parts,
                                                 const std::vector<std::size_t>& members,
                                                 std::size_t measure);

}  // namespace headroom::engine
