// SPDX-License-Identifier: Apache-2.0
#include "app/guest/confine.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <iterator>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace headroom::guest {

namespace {

namespace fs = std::filesystem;

// Landlock by its numbers, which are the same on all machines: headers of older systems lack the newer ones.
// Documentation/userspace-api/landlock.rst of Linux.
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr unsigned kAskVersion = 1, kPathBeneath = 1;
constexpr std::uint64_t kExecute = 1U << 0U, kWriteFile = 1U << 1U, kReadFile = 1U << 2U,
                        kReadFolder = 1U << 3U, kMakeCharacter = 1U << 6U, kMakeBlock = 1U << 11U,
                        kTruncate = 1U << 14U;
constexpr std::array<int, 6> kFileRights = {
    0, 13, 14, 15, 15, 16};  // how many of the rights a version knows; later ones add none
constexpr int kFirstWithScopes = 6;
constexpr std::uint64_t kScopes = 3;  // abstract sockets, signals

struct Ruleset {
    std::uint64_t files = 0, network = 0, scopes = 0;
};

struct __attribute__((packed)) Beneath {
    std::uint64_t allowed = 0;
    std::int32_t folder = -1;
};

class Landlock {
  public:
    Landlock() {
        const long version = syscall(kCreateRuleset, nullptr, 0, kAskVersion);
        if (version < 1) {
            return;
        }
        const auto known =
            std::min<std::size_t>(static_cast<std::size_t>(version), kFileRights.size() - 1);
        Ruleset rules;
        rules.files = (std::uint64_t{1} << static_cast<unsigned>(kFileRights[known])) - 1;
        rules.scopes = version >= kFirstWithScopes ? kScopes : 0;
        // Older kernels refuse a size that they do not know.
        const std::size_t size = version >= kFirstWithScopes ? sizeof rules
                                 : version >= 4              ? 2 * sizeof rules.files
                                                             : sizeof rules.files;
        handled_ = rules.files;
        set_ = static_cast<int>(syscall(kCreateRuleset, &rules, size, 0));
    }

    ~Landlock() {
        if (set_ >= 0) {
            close(set_);
        }
    }

    Landlock(const Landlock&) = delete;
    Landlock& operator=(const Landlock&) = delete;

    /// Passed over where it does not exist.
    void allow(const fs::path& path, std::uint64_t rights) const {
        const int at = open(path.c_str(), O_PATH | O_CLOEXEC);

        struct stat about {};

        if (at >= 0 && fstat(at, &about) == 0) {
            if (!S_ISDIR(about.st_mode)) {
                rights &= kExecute | kWriteFile | kReadFile | kTruncate;
            }
            const Beneath rule{rights & handled_, at};
            syscall(kAddRule, set_, kPathBeneath, &rule, 0);
        }
        if (at >= 0) {
            close(at);
        }
    }

    std::uint64_t all() const { return handled_ & ~(kMakeCharacter | kMakeBlock); }

    bool enforce() const { return set_ >= 0 && syscall(kRestrictSelf, set_, 0) == 0; }

  private:
    std::uint64_t handled_ = 0;
    int set_ = -1;
};

bool contains(const fs::path& folder, const fs::path& inner) {
    const fs::path rest = inner.lexically_relative(folder);
    return !rest.empty() && *rest.begin() != "..";
}

fs::path resolved(const fs::path& path) {
    std::error_code fault;
    fs::path found = fs::canonical(path, fault);
    return fault ? path : found;
}

/// Allows the folder of a library. If it holds all files of a person, or everybody's temporary files, only its own files are allowed.
void allowOwn(const Landlock& landlock, const fs::path& own, const fs::path& temporary) {
    constexpr std::uint64_t kRead = kExecute | kReadFile | kReadFolder;
    const char* home = std::getenv("HOME");
    const bool isBroad = (home != nullptr && contains(own, resolved(home))) ||
                         (!temporary.empty() && contains(own, resolved(temporary)));
    if (!isBroad) {
        landlock.allow(own, kRead);
        return;
    }
    std::error_code fault;
    for (auto entry = fs::directory_iterator(own, fault);
         !fault && entry != fs::directory_iterator(); entry.increment(fault)) {
        if (std::error_code ignored;
            entry->is_regular_file(ignored) && !entry->is_symlink(ignored)) {
            landlock.allow(entry->path(), kRead);
        }
    }
}

bool confineFiles(const fs::path& own, const fs::path& temporary) {
    const Landlock landlock;
    for (const char* folder : {"/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/opt",
                               "/proc/self", "/sys/devices/system/cpu"}) {
        landlock.allow(folder, kExecute | kReadFile | kReadFolder);
    }
    for (const char* file :
         {"/etc/ld.so.cache", "/etc/localtime", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat"}) {
        landlock.allow(file, kReadFile);
    }
    for (const char* device :
         {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
        landlock.allow(device, kReadFile | kWriteFile);
    }
    const char* named = std::getenv("LD_LIBRARY_PATH");
    std::istringstream folders(named == nullptr ? "" : named);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (!folder.empty()) {
            landlock.allow(folder, kReadFile | kReadFolder);
        }
    }
    allowOwn(landlock, own, temporary);
    if (!temporary.empty()) {
        landlock.allow(temporary, landlock.all());
    }
    return landlock.enforce();
}

void write(const char* file, const std::string& text) {
    if (const int at = open(file, O_WRONLY | O_CLOEXEC); at >= 0) {
        [[maybe_unused]] const ssize_t written = ::write(at, text.data(), text.size());
        close(at);
    }
}

/// A network of its own in which there is nobody else, shared memory of its own, and no rights over what is outside.
bool isolate() {
    const auto line = [](unsigned id) {
        return std::to_string(id) + ' ' + std::to_string(id) + " 1\n";
    };
    const std::string user = line(geteuid()), group = line(getegid());
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC) != 0) {
        return false;
    }
    // Without these what it writes would belong to nobody.
    write("/proc/self/setgroups", "deny");
    write("/proc/self/uid_map", user);
    write("/proc/self/gid_map", group);
    return true;
}

void dropCapabilities() {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    const std::array<__user_cap_data_struct, 2> none{};
    syscall(SYS_capset, &header, none.data());
}

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

/// Calls that open sockets, reach into other processes, or leave the process group that ends with the run: they fail with
/// EACCES.
bool refuseCalls() {
    constexpr std::array<std::uint32_t, 10> kRefused = {SYS_socket,
                                                        SYS_ptrace,
                                                        SYS_process_vm_readv,
                                                        SYS_process_vm_writev,
                                                        425 /* io_uring_setup */,
                                                        438 /* pidfd_getfd */,
                                                        SYS_bpf,
                                                        SYS_open_by_handle_at,
                                                        SYS_setsid,
                                                        SYS_setpgid};
    constexpr std::uint32_t kOtherNumbers =
        0x40000000;  // x32 on x86-64: the same calls by other numbers
    constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EACCES;
    const auto load = [](std::uint32_t offset) {
        return sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset);
    };
    const auto answer = [](std::uint32_t value) {
        return sock_filter BPF_STMT(BPF_RET | BPF_K, value);
    };
    std::array<sock_filter, 2 * kRefused.size() + 7> program{};
    auto next = program.begin();
    const auto unless = [&](std::uint16_t test, std::uint32_t value) {
        *next++ =
            sock_filter BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | test | BPF_K), value, 0, 1);
        *next++ = answer(kRefuse);
    };
    *next++ = load(offsetof(seccomp_data, arch));
    *next++ = sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
    *next++ = answer(kRefuse);
    *next++ = load(offsetof(seccomp_data, nr));
    unless(BPF_JGE, kOtherNumbers);
    for (const std::uint32_t call : kRefused) {
        unless(BPF_JEQ, call);
    }
    *next++ = answer(SECCOMP_RET_ALLOW);
    const sock_fprog filter{static_cast<unsigned short>(std::distance(program.begin(), next)),
                            program.data()};
    return kArchitecture != 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

}  // namespace

Confinement confine(const fs::path& own, const fs::path& temporary) {
    Confinement done;
    const bool isAlone = isolate();
    dropCapabilities();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
        done.files = confineFiles(own, temporary);
        done.network = refuseCalls() || isAlone;
    }
    return done;
}

std::string confinementText(const Confinement& confinement, const std::string& name) {
    if (confinement.files && confinement.network) {
        return {};
    }
    const std::string what = confinement.files     ? "the network"
                             : confinement.network ? "all files of this user"
                                                   : "the network and all files of this user";
    const std::string lacking = confinement.files ? "seccomp or user namespaces" : "Landlock";
    return "headroom: the guest \"" + name + "\" can use " + what + ": this system allows no " +
           lacking + ". Run guests of people whom you trust, or use a kernel with it.\n";
}

}  // namespace headroom::guest
