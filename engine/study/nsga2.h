// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/study/designs.h"
#include "engine/study/radial_basis.h"
#include "models/core/random.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Search for the best where there are several objectives: points of the unit cube, generation by generation,
/// that close in on the front of what is to be had.
///
/// NSGA-II: Deb, Pratap, Agarwal and Meyarivan, IEEE Trans. Evol. Comput. 6 (2002) 182: sorting by
/// fronts, crowding distance, binary tournaments, parents and children together; constraints by domination of what is
/// feasible (section VI). Children by simulated binary crossover and polynomial mutation with the
/// distribution indices of that paper, 20 each; axes of levels change to another level instead.
/// Where runs are dear, `surrogate` first searches cubic radial basis functions through what is known in the same
/// way, and runs what it finds there: two thirds of each generation, the rest are children as ever, so that
/// no surface that is wrong leads all astray (Jin, Swarm Evol. Comput. 1 (2011) 61, "individual-based evolution control").
/// For a single objective only the lowest points of its surface are searched: downhill from the best so far
/// (surface_minimum.h), each valley once.
namespace headroom::engine {

/// Worth of one point; less is better in each. `violation`: by how much constraints are missed, 0: feasible.
struct SearchOutcome {
    std::vector<double> objectives;
    double violation = 0.0;
};

struct SearchOptions {
    std::size_t population = 24;  ///< of each generation; at least 4
    std::uint64_t seed = 1;
    bool surrogate = true;
    /// By axis: how many levels it has; 0 means any value of its range.
    std::vector<std::size_t> levels;
};

/// Deterministic: the same options and outcomes give the same points. One call of ask() before each of tell().
class Nsga2 {
  public:
    explicit Nsga2(SearchOptions options);

    /// The next generation: the first one covers the space (a Latin hypercube).
    std::vector<UnitPoint> ask();

    /// Worth of the points, in their order.
    void tell(const std::vector<UnitPoint>& points, std::vector<SearchOutcome> outcomes);

  private:
    struct Member {
        UnitPoint at;
        SearchOutcome outcome;
        std::size_t rank = 0;
        double crowding = 0.0;
    };

    const Member& tournament(const std::vector<Member>& parents);
    UnitPoint child(const std::vector<Member>& parents);
    void addNew(std::vector<UnitPoint>& points, const std::vector<Member>& from,
                std::size_t most) const;
    std::vector<Member> onSurrogate();
    std::vector<Member> valleys(const RadialBasis& surface, const RadialBasis& limit,
                                const std::vector<Member>& from) const;
    static void sort(std::vector<Member>& members);

    SearchOptions options_;
    models::RandomStream random_;
    std::vector<Member> parents_, known_;
    std::size_t generation_ = 0;
};

/// Whether a beats b: feasible before not, less violation before more, then no worse in every objective and better in one.
bool dominates(const SearchOutcome& a, const SearchOutcome& b);

/// Outcomes that no other dominates and that are feasible, by index.
std::vector<std::size_t> feasibleFront(std::span<const SearchOutcome> outcomes);

/// Volume between the front of these and a reference point that is worse than all that counts: what lies beyond it counts nothing. Two or three
/// objectives. By slices along the last one (Fonseca, Paquete and López-Ibáñez, CEC 2006).
double hypervolume(std::span<const SearchOutcome> outcomes, const std::vector<double>& reference);

}  // namespace headroom::engine
