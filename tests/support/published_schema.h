// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

/// A published JSON schema (draft 7) as editors and other programs understand it: by valijson, a library of templates, which
/// published_schema.cpp compiles once.
namespace headroom::tests {

class PublishedSchema {
  public:
    explicit PublishedSchema(const nlohmann::json& schema);
    ~PublishedSchema();

    /// What is wrong with a document, a line for each fault, with its place; empty means nothing.
    std::string faultsOf(const nlohmann::json& document) const;

    /// The same in less time, where nobody reads the faults: it ends at the first.
    bool accepts(const nlohmann::json& document) const;

  private:
    struct Compiled;
    std::unique_ptr<Compiled> compiled_;
};

}  // namespace headroom::tests
