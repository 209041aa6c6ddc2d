// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/http/bind_address.h"
#include "engine/http/http_message.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// Who may do what, and whose pages may ask. One thread at a time.
///
/// Tokens are in a file, one a line: role, token, name. "#" begins a remark.
///
///     read     mK3v…             grafana
///     operate  Zq81…             control room
///     ingest   0c7e…             gateway of hall A, which sends readings and sees nothing
///
/// A token has kLeastToken to 256 characters of A-Z a-z 0-9 - . _ ~ and is sent as "Authorization: Bearer TOKEN",
/// by WebSocket clients of a browser, which cannot set that field, as the subprotocol "headroom.token.TOKEN".
/// It is never taken from an address or a cookie, so no page of another origin can have a browser send it.
/// The file is read again when it changes. A token that was removed admits no further request and ends open talks.
class Access {
  public:
    static constexpr std::size_t kLeastToken = 32;
    static constexpr const char* kSubprotocol = "headroom.v1";
    static constexpr const char* kTokenProtocol = "headroom.token.";

    /// Nobody needs a token to read, and nobody may operate.
    Access() = default;

    /// WEB-002: cannot be read, or a line is not a token. WEB-003: others than its owner may read it.
    static Result<Access> ofFile(const std::filesystem::path& file);

    /// Whether even reading needs one.
    bool needsTokenToRead() const { return readNeedsToken_; }

    /// A token more, of this process alone.
    void add(Role role, std::string token, std::string name);

    /// Names and numbers by which clients may call this server (field Host): loopback names where it listens
    /// there; the address itself; `names`. Where it listens on all addresses any number is fine.
    void answersTo(const BindAddress& address, std::vector<std::string> names);

    /// Role by a request's fields; Role::Nobody without a token, where one is needed, or with a wrong one. `isWrong`: a
    /// token was sent that is worth nothing, or more fields than one claim to have it.
    Caller callerOf(const HttpFields& fields, bool& isWrong);

    /// Reads the file again if it changed. A file that is gone, broken or readable by others leaves no tokens.
    void refresh();

    /// Grows by one whenever the tokens of the file change: talks check their caller again only then.
    std::int64_t revision() const { return revision_; }

    /// Whether the field Host is one of ours: a name that leads here by a trick of the name server is not.
    bool isOurHost(std::string_view host) const;

    /// Whether a page may ask: it was loaded from here, or nobody says which page asks (other programs).
    bool isOurPage(std::string_view origin, std::string_view host) const;

  private:
    struct Token {
        Role role = Role::Nobody;
        std::string token, name;
        bool operator==(const Token&) const = default;
    };

    /// State of the file on disk. Two changes within one tick of the file system's clock have equal times, so a
    /// recent stamp does not prove that the file is unchanged.
    struct Stamp {
        std::int64_t device = 0, inode = 0, bytes = -1, changedNs = 0, modifiedNs = 0;
        bool operator==(const Stamp&) const = default;
    };

    static Result<std::vector<Token>> read(const std::filesystem::path& file);
    static Stamp stampOf(const std::filesystem::path& file);

    std::vector<Token> own_, filed_;
    std::filesystem::path file_;  ///< empty if there is none
    Stamp stamp_;
    bool isRecent_ = true;  ///< the file changed within the last ticks before it was read
    std::int64_t revision_ = 0;
    bool readNeedsToken_ = false;
    std::vector<std::string> hosts_;
    bool anyNumber_ = false;
};

/// A new token, of the system's randomness; empty where that gives none.
std::string randomToken();

}  // namespace headroom::engine
