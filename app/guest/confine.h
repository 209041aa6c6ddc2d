// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace headroom::guest {

/// Limits of a library once confine() returns.
struct Confinement {
    bool files =
        false;  ///< it reads what is listed at confine(), and writes its temporary folder alone
    bool network = false;  ///< it opens no socket
};

/// Takes files, network, other processes and privileges away from this process and from all that it starts, for good. It still reads
/// the system's libraries and programs (/usr, /lib…, /opt, and the folders of LD_LIBRARY_PATH), harmless devices, and the machine's
/// description in /proc and /sys. It reads `own`; if that holds the home or the temporary folder of the user, only the files directly
/// in it. It writes `temporary`, or nothing if that is empty. Files need Landlock (Linux 5.13), the network seccomp or namespaces. Call
/// before any thread is started.
Confinement confine(const std::filesystem::path& own, const std::filesystem::path& temporary);

/// Returns a message that names the library and what it can still use. Empty if it is confined.
std::string confinementText(const Confinement& confinement, const std::string& name);

}  // namespace headroom::guest
