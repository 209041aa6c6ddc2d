// SPDX-License-Identifier: Apache-2.0
#include "engine/files/output_guard.h"

#include "engine/files/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

/// A file by what it is and, where it is not there yet, by where it would be.
struct Place {
    explicit Place(const fs::path& path) : exists(::stat(path.c_str(), &status) == 0) {
        std::error_code fault;
        whole = fs::weakly_canonical(fs::absolute(fileBehind(path), fault), fault);
        if (fault || whole.empty()) {
            whole = fs::absolute(path, fault).lexically_normal();
        }
    }

    bool isSame(const Place& other) const {
        return exists && other.exists ? isFile(other.status) : whole == other.whole;
    }

    bool isFile(const struct stat& other) const {
        return exists && status.st_dev == other.st_dev && status.st_ino == other.st_ino;
    }

    struct stat status {};

    bool exists;
    fs::path whole;
};

Error guardError(const char* code, const fs::path& path, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), path.string(), "", 0};
}

/// Folders that are missing are made: what counts is the one that the first of them comes into.
Result<void> mayFill(const std::string& option, const fs::path& folder) {
    std::error_code ignored;
    fs::path there = fs::absolute(folder, ignored).lexically_normal();
    while (!fs::exists(there, ignored) && there.has_relative_path()) {
        there = there.parent_path();
    }
    if (fileKind(there) != FileKind::Folder) {
        return tl::unexpected(guardError("OUT-004", folder,
                                         option + " is a folder to write into, and " +
                                             there.string() + " is " +
                                             fileKindWords(fileKind(there)),
                                         "Name a folder."));
    }
    if (::faccessat(AT_FDCWD, there.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
        return tl::unexpected(guardError("FIL-004", folder, "cannot be written into",
                                         "Choose a folder in which you may write."));
    }
    return {};
}

}  // namespace

void OutputGuard::reads(const fs::path& file) {
    if (!file.empty()) {
        inputs_.push_back(file);
    }
}

void OutputGuard::writes(const std::string& option, const fs::path& file, FileKind kind) {
    if (!file.empty()) {
        outputs_.push_back({option, file, kind});
    }
}

void OutputGuard::writesInto(const std::string& option, const fs::path& folder) {
    writes(option, folder, FileKind::Folder);
}

Result<void> OutputGuard::check() const {
    std::vector<Place> inputs(inputs_.begin(), inputs_.end());
    std::vector<Place> outputs;
    for (const Output& output : outputs_) {
        if (output.path == kStandardOutput) {
            return tl::unexpected(guardError("OUT-007", output.path,
                                             output.option + " cannot go to standard output",
                                             "Name a file; \"./-\" is a file named -."));
        }
        const Place place(output.path);
        for (const Place& input : inputs) {
            if (place.isSame(input)) {
                return tl::unexpected(
                    guardError("OUT-001", output.path,
                               output.option + " names a file that is read: it would be lost",
                               "Choose another name."));
            }
        }
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (place.isSame(outputs[i])) {
                return tl::unexpected(guardError("OUT-002", output.path,
                                                 outputs_[i].option + " and " + output.option +
                                                     " name the same file: only one would be left",
                                                 "Give each a name of its own."));
            }
        }
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
            struct stat open {};

            if (::fstat(stream, &open) == 0 && S_ISREG(open.st_mode) && place.isFile(open)) {
                return tl::unexpected(
                    guardError("OUT-002", output.path,
                               output.option + " names the file that standard " +
                                   (stream == STDOUT_FILENO ? "output" : "error") + " goes to",
                               "Give each a name of its own."));
            }
        }
        // A file in a folder that will be made: the folder was looked at.
        bool isInside = false;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            isInside = isInside || (outputs_[i].kind == FileKind::Folder && !outputs[i].exists &&
                                    place.whole.parent_path() == outputs[i].whole);
        }
        auto fine = output.kind == FileKind::Folder ? mayFill(output.option, output.path)
                    : isInside                      ? Result<void>{}
                                                    : mayReplace(output.path, output.kind);
        if (!fine) {
            return fine;
        }
        outputs.push_back(place);
    }
    return {};
}

}  // namespace headroom::engine
