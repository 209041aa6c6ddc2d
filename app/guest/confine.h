// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace headroom::guest {

/// What a library may do once confine() returns.
struct Confinement {
    bool files = false;    ///< it reads what is listed at confine(), and writes its temporary folder alone
    bool network = false;  ///< it opens no socket
};

/// Takes files, network, other processes and privileges away from this process, for good: from all that it starts, too. Readable stay
/// the system's libraries and programs (/usr, /lib…, /opt, and the folders of LD_LIBRARY_PATH), `own` (where that is the home or the
/// temporary folder of the user, the files in it without those of its folders), harmless devices and the machine's description in /proc
/// and /sys. `temporary` stays writable; empty: nothing is. Files need Landlock (Linux 5.13), the network seccomp or namespaces.
/// Call before any thread is started.
Confinement confine(const std::filesystem::path& own, const std::filesystem::path& temporary);

/// What a person should know where something is missing; empty where nothing is. `name`: of the library.
std::string confinementText(const Confinement& confinement, const std::string& name);

}  // namespace headroom::guest
