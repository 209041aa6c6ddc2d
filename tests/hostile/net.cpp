// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/net.h"

#include "tests/hostile/invariant.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom::hostile {

namespace fs = std::filesystem;

namespace {

constexpr int kLookMs = 200;
constexpr int kMostOpenMore = 8;       // descriptors that a surface may keep for itself
constexpr std::uint64_t kStatics = 3;  // cases after which what a surface keeps is there
constexpr std::size_t kMostWords = 400;
constexpr double kMicro = 1e-6;

double secondsOf(const timeval& time) {
    return static_cast<double>(time.tv_sec) + kMicro * static_cast<double>(time.tv_usec);
}

double processorSOf(int who) {
    rusage usage{};
    getrusage(who, &usage);
    return secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
}

/// A message without numbers and quoted words: what tells one kind of fault from another.
std::string kindOf(std::string_view message) {
    std::string kind;
    bool quoted = false;
    for (const char c : message) {
        if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && std::isdigit(static_cast<unsigned char>(c)) == 0) {
            kind += c;
        }
    }
    return kind.substr(0, 160);
}

int openDescriptors() {
    int count = 0;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
        static_cast<void>(entry);
        ++count;
    }
    return count;
}

/// Memory that the process of a surface and the net share.
struct Page {
    volatile std::uint64_t seed = 0;   // of the case under way
    volatile std::uint64_t begun = 0;  // cases
};

/// The process that runs the cases of one surface, from one seed on.
class Worker {
  public:
    Worker(const Surface& surface, const NetOptions& options, Page& page, int report)
        : surface_(surface), options_(options), page_(page), report_(report) {}

    [[noreturn]] void run(std::uint64_t from, std::uint64_t to) {
        begin();
        for (std::uint64_t seed = from; seed < to; ++seed) {
            page_.seed = seed;
            page_.begun = page_.begun + 1;
            const std::string input = surface_.make(seed);
            limitProcessor(options_.processorS);
            tryCase(seed, input);
            limitProcessor(0.0);
            look(seed, seed - from);
        }
        ::close(report_);
        ::_exit(0);  // nothing that the parent set up is torn down twice
    }

  private:
    void begin() {
        // Without core files, and quiet: what is read may complain on standard error.
        const rlimit none{0, 0};
        setrlimit(RLIMIT_CORE, &none);
        if (std::FILE* log =
                std::freopen((options_.keep / (surface_.name + ".log")).c_str(), "w", stderr);
            log == nullptr) {
            ::_exit(3);
        }
        if (surface_.begin) {
            surface_.begin();
        }
    }

    void limitProcessor(double seconds) {
        itimerval limit{};
        limit.it_value.tv_sec = static_cast<time_t>(seconds);
        setitimer(ITIMER_PROF, &limit, nullptr);
    }

    void tryCase(std::uint64_t seed, const std::string& input) {
        try {
            surface_.read(input);
        } catch (const std::exception& broken) {
            tell(seed, broken.what());
        } catch (...) {
            tell(seed, "an exception that is not of the standard library");
        }
    }

    // Memory and descriptors that are not given back.
    void look(std::uint64_t seed, std::uint64_t done) {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        const auto mib = static_cast<std::uint64_t>(usage.ru_maxrss) / 1024;
        if (mib > options_.mostMib && !toldMemory_) {
            toldMemory_ = true;
            tell(seed, fmt::format("takes {} MiB of memory", mib));
        }
        if (done == kStatics) {
            descriptors_ = openDescriptors();
        } else if (done > kStatics && done % 16 == 0 && !toldDescriptors_ &&
                   openDescriptors() > descriptors_ + kMostOpenMore) {
            toldDescriptors_ = true;
            tell(seed, "leaves descriptors open");
        }
    }

    void tell(std::uint64_t seed, std::string words) {
        words = words.substr(0, kMostWords);
        std::replace_if(
            words.begin(), words.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; },
            ' ');
        const std::string line = fmt::format("{}\t{}\n", seed, words);
        static_cast<void>(::write(report_, line.data(), line.size()));
    }

    const Surface& surface_;
    const NetOptions& options_;
    Page& page_;
    int report_;
    int descriptors_ = 0;
    bool toldMemory_ = false, toldDescriptors_ = false;
};

/// One surface: starts workers until all of its cases have run.
class Haul {
  public:
    Haul(const Surface& surface, const NetOptions& options, Page& page)
        : surface_(surface), options_(options), page_(page) {
        tally_.name = surface.name;
    }

    SurfaceTally run(std::uint64_t cases) {
        const double before = processorSOf(RUSAGE_CHILDREN);
        page_.begun = 0;
        for (std::uint64_t next = options_.seed, end = options_.seed + cases;
             next < end && tally_.faults < static_cast<std::uint64_t>(options_.mostFaults);) {
            next = work(next, end);
        }
        tally_.cases = page_.begun;
        tally_.processorS = processorSOf(RUSAGE_CHILDREN) - before;
        return tally_;
    }

  private:
    /// Where the next worker begins.
    std::uint64_t work(std::uint64_t from, std::uint64_t to) {
        std::array<int, 2> ends{};
        require(::pipe(ends.data()) == 0, "no pipe");
        page_.seed = from;
        std::fflush(nullptr);
        const pid_t child = ::fork();
        require(child >= 0, "no process");
        if (child == 0) {
            ::close(ends[0]);
            Worker(surface_, options_, page_, ends[1]).run(from, to);
        }
        ::close(ends[1]);
        const bool waits = !listen(ends[0], child);
        ::close(ends[0]);
        int status = 0;
        ::waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
            return to;
        }
        note(page_.seed, waits ? fmt::format("hangs: waits longer than {:g} s", options_.wallS)
                               : ending(status));
        return page_.seed + 1;
    }

    /// Takes what a worker tells, until it ends. False: it was killed because a case waited too long.
    bool listen(int pipe, pid_t child) {
        auto since = std::chrono::steady_clock::now();
        std::uint64_t seed = page_.seed;
        while (true) {
            pollfd ready{pipe, POLLIN, 0};
            if (::poll(&ready, 1, kLookMs) > 0) {
                std::array<char, 4096> part{};
                const ssize_t n = ::read(pipe, part.data(), part.size());
                if (n <= 0) {
                    return true;
                }
                take({part.data(), static_cast<std::size_t>(n)});
            }
            if (seed != page_.seed) {
                seed = page_.seed;
                since = std::chrono::steady_clock::now();
            } else if (std::chrono::steady_clock::now() - since >
                       std::chrono::duration<double>(options_.wallS)) {
                ::kill(child, SIGKILL);
                return false;
            }
        }
    }

    void take(std::string_view bytes) {
        unread_ += bytes;
        for (std::size_t end = unread_.find('\n'); end != std::string::npos;
             end = unread_.find('\n')) {
            const std::size_t tab = unread_.find('\t');
            note(std::strtoull(unread_.c_str(), nullptr, 10),
                 unread_.substr(tab + 1, end - tab - 1));
            unread_.erase(0, end + 1);
        }
    }

    std::string ending(int status) const {
        if (WIFSIGNALED(status)) {
            const int signal = WTERMSIG(status);
            return signal == SIGPROF
                       ? fmt::format("hangs: computes longer than {:g} s", options_.processorS)
                       : fmt::format("crashes: SIG{}", sigabbrev_np(signal));
        }
        return fmt::format("ends with exit code {}; see {}.log", WEXITSTATUS(status),
                           surface_.name);
    }

    void note(std::uint64_t seed, const std::string& what) {
        ++tally_.faults;
        const std::string kind = kindOf(what);
        const auto known = std::find_if(tally_.kinds.begin(), tally_.kinds.end(),
                                        [&](const FaultKind& k) { return kindOf(k.what) == kind; });
        if (known != tally_.kinds.end()) {
            ++known->count;
            return;
        }
        const fs::path file =
            options_.keep / fmt::format("{}-{}{}", surface_.name, seed, surface_.suffix);
        std::ofstream(file, std::ios::binary) << surface_.make(seed);
        tally_.kinds.push_back({what, 1, file, seed});
    }

    const Surface& surface_;
    const NetOptions& options_;
    Page& page_;
    SurfaceTally tally_;
    std::string unread_;
};

bool isChosen(const Surface& surface, const NetOptions& options) {
    return options.surfaces.empty() || std::find(options.surfaces.begin(), options.surfaces.end(),
                                                 surface.name) != options.surfaces.end();
}

}  // namespace

std::vector<SurfaceTally> castNet(const std::vector<Surface>& surfaces, const NetOptions& options) {
    void* shared =
        ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    require(shared != MAP_FAILED, "no memory that processes share");
    auto& page = *new (shared) Page;
    fs::create_directories(options.keep);
    double all = 0.0;
    for (const Surface& surface : surfaces) {
        all += isChosen(surface, options) ? surface.share : 0.0;
    }
    std::vector<SurfaceTally> tallies;
    for (const Surface& surface : surfaces) {
        if (!isChosen(surface, options)) {
            continue;
        }
        const auto cases = static_cast<std::uint64_t>(
            static_cast<double>(options.cases) * surface.share / all + 0.5);
        tallies.push_back(Haul(surface, options, page).run(std::max<std::uint64_t>(cases, 1)));
        const fs::path log = options.keep / (surface.name + ".log");
        if (tallies.back().faults == 0) {
            fs::remove(log);
        }
        if (options.verbose) {
            const SurfaceTally& tally = tallies.back();
            fmt::print(stderr, "{}: {} cases, {} faults, {:.1f} s\n", tally.name, tally.cases,
                       tally.faults, tally.processorS);
        }
    }
    ::munmap(shared, sizeof(Page));
    return tallies;
}

std::string netTable(const std::vector<SurfaceTally>& tallies, std::string_view program) {
    std::string table = "| surface | cases | faults | what failed |\n|---|---|---|---|\n";
    std::string faults;
    std::uint64_t allCases = 0, allFaults = 0;
    std::size_t allKinds = 0;
    double processorS = 0.0;
    for (const SurfaceTally& tally : tallies) {
        std::string what;
        for (const FaultKind& kind : tally.kinds) {
            what += fmt::format("{}{} ({})", what.empty() ? "" : "; ", kind.what.substr(0, 80),
                                kind.count);
            faults += fmt::format(
                "- {}: {} (cases: {})\n  {}\n  again: {} --surface {} --seed {} --cases 1\n",
                tally.name, kind.what, kind.count, kind.reproducer.string(), program, tally.name,
                kind.seed);
        }
        std::replace(what.begin(), what.end(), '|', '/');
        table +=
            fmt::format("| {} | {:L} | {} | {} |\n", tally.name, tally.cases, tally.faults, what);
        allCases += tally.cases;
        allFaults += tally.faults;
        allKinds += tally.kinds.size();
        processorS += tally.processorS;
    }
    table += fmt::format("| all | {:L} | {} | {} kinds; {:.0f} s of processor |\n", allCases,
                         allFaults, allKinds, processorS);
    return faults.empty() ? table : table + "\n## Faults\n\n" + faults;
}

int netMain(int argc, char** argv, const std::vector<Surface>& surfaces, std::string_view program) {
    NetOptions options;
    std::vector<std::string> replay;
    bool list = false;
    CLI::App app(
        "Hostile inputs over all surfaces. The table is on standard output, and inputs that broke "
        "something are kept.");
    app.add_option("--cases", options.cases, "how many, over all surfaces");
    app.add_option("--seed", options.seed, "of the first case of each surface");
    app.add_option("--surface", options.surfaces, "only this one; may be repeated");
    app.add_option("--keep", options.keep, "folder for inputs that broke something");
    app.add_option("--processor", options.processorS, "most seconds of processor of a case");
    app.add_option("--wait", options.wallS, "most seconds of a case that waits");
    app.add_option("--memory", options.mostMib, "most MiB of a process");
    app.add_option("--replay", replay, "SURFACE FILE: reads the file in this process")->expected(2);
    app.add_flag("--verbose", options.verbose, "a line for each surface as it ends");
    app.add_flag("--list", list, "names of surfaces");
    CLI11_PARSE(app, argc, argv);
    if (list) {
        for (const Surface& surface : surfaces) {
            fmt::print("{}\n", surface.name);
        }
        return 0;
    }
    const auto known = [&](const std::string& name) {
        return std::find_if(surfaces.begin(), surfaces.end(),
                            [&](const Surface& surface) { return surface.name == name; });
    };
    for (const std::string& name :
         replay.empty() ? options.surfaces : std::vector<std::string>{replay.front()}) {
        if (known(name) == surfaces.end()) {
            fmt::print(stderr, "There is no surface {}; --list names them.\n", name);
            return 2;
        }
    }
    if (!replay.empty()) {
        std::ifstream file(replay[1], std::ios::binary);
        const std::string input((std::istreambuf_iterator<char>(file)), {});
        const Surface& surface = *known(replay[0]);
        if (surface.begin) {
            surface.begin();
        }
        surface.read(input);
        return 0;
    }
    const auto tallies = castNet(surfaces, options);
    fmt::print("{}", netTable(tallies, program));
    return std::any_of(tallies.begin(), tallies.end(),
                       [](const SurfaceTally& tally) { return tally.faults > 0; })
               ? 1
               : 0;
}

}  // namespace headroom::hostile
