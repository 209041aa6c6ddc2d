// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/files/temporary_folder.h"
#include "engine/guests/measure.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// A variable of an FMU that is one number.
struct FmuVariable {
    std::string name;
    std::uint32_t reference = 0;
    std::string type;       ///< "Float64", "Float32", "Int32", "Boolean"; of FMI 2.0 likewise
    std::string causality;  ///< "input", "output", "parameter", "local", …
    std::string variability;
    std::string unit;                ///< as written there; empty if absent
    std::optional<Measure> measure;  ///< of the unit, by the FMU's own definition or by its symbol
};

/// Self-description of an FMU (modelDescription.xml), as far as co-simulation needs it.
struct FmuDescription {
    int version = 0;  ///< 2 or 3
    std::string model, token,
        library;  ///< name; guid or instantiationToken; modelIdentifier of its co-simulation
    bool canGoBack = false;  ///< it gives its state, and takes it back
    bool variableStep = true;
    std::vector<FmuVariable> variables;

    const FmuVariable* find(std::string_view name) const;
};

/// An FMU that is unpacked into a folder of its own, for as long as this lives.
///
/// The content of an archive is limited, since it is foreign: 20,000 entries, 1 GiB unpacked, 1,000 times its packed size,
/// no path that leaves the folder, no links.
class Fmu {
  public:
    /// FMU-001: no archive, or damaged. FMU-002: above these limits. FMU-003: a path that leaves the archive, or a link.
    /// FMU-004: without modelDescription.xml, or one that is not an XML or lacks what it must say. FMU-005: neither 2.0 nor
    /// 3.0, no co-simulation, or
    /// only with its own tool. FMU-006: no binary for this machine. FIL-001, FIL-002 of the file.
    static Result<Fmu> open(const std::filesystem::path& file);

    const FmuDescription& description() const { return description_; }

    std::filesystem::path library() const;
    std::filesystem::path resources() const;

  private:
    Fmu() = default;

    TemporaryFolder folder_;
    FmuDescription description_;
};

/// Reads a modelDescription.xml. FMU-004, FMU-005.
Result<FmuDescription> parseFmuDescription(const std::string& xml,
                                           const std::filesystem::path& file);

}  // namespace headroom::engine
