// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Elements of an XML text in the order of the text, which may arrive in parts. Nothing of the text is kept.
namespace headroom::engine {

/// Attributes of one element, without the prefixes of their namespaces.
class XmlAttributes {
  public:
    void add(std::string_view name, std::string_view value) { all_.emplace_back(name, value); }

    /// Empty if the element does not state it.
    std::string_view text(std::string_view name) const;

  private:
    std::vector<std::pair<std::string_view, std::string_view>> all_;
};

/// Elements are named without the prefixes of their namespaces. A text with a document type is rejected: its
/// entities could grow without a bound.
class XmlWalker {
  public:
    XmlWalker();
    XmlWalker(const XmlWalker&) = delete;
    XmlWalker& operator=(const XmlWalker&) = delete;
    virtual ~XmlWalker();

    /// The next part of the text. Returns false if the text is not XML, or has a document type.
    bool feed(std::string_view part, bool isLast);

    /// Whether the walker needs nothing more; the caller stops feeding.
    virtual bool hasEnough() const { return false; }

  protected:
    virtual void begin(std::string_view element, const XmlAttributes& attributes) = 0;
    virtual void end(std::string_view element) = 0;
    virtual void text(std::string_view part) = 0;

  private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
};

}  // namespace headroom::engine
