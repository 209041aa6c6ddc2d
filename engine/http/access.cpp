// SPDX-License-Identifier: Apache-2.0
#include "engine/http/access.h"

#include "engine/files/text_file.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <sstream>
#include <sys/random.h>
#include <sys/stat.h>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostToken = 256;
constexpr std::size_t kMostTokens = 1000;
constexpr std::int64_t kNanosecondsPerS = 1'000'000'000;
constexpr std::int64_t kRecentNs =
    2 * kNanosecondsPerS;  // the coarsest clock of a file system (FAT)

bool isTokenText(std::string_view text) {
    return text.size() >= Access::kLeastToken && text.size() <= kMostToken &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '.' || c == '_' || c == '~';
           });
}

/// Takes as long wherever they differ: time tells nothing of a token.
bool isSame(std::string_view a, std::string_view b) {
    unsigned differs = a.size() == b.size() ? 0U : 1U;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const char other = b.empty() ? '\0' : b[i % b.size()];
        differs |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(other);
    }
    return differs == 0;
}

std::string lowerCase(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

/// "localhost" of "localhost:8421", "::1" of "[::1]:8421".
std::string hostOf(std::string_view host) {
    if (host.starts_with('[')) {
        return std::string(host.substr(1, host.find(']') - 1));
    }
    return lowerCase(host.substr(0, host.find(':')));
}

Error fault(const char* code, const std::filesystem::path& file, int line, std::string message,
            std::string remedy) {
    return {code, std::move(message), std::move(remedy), file.string(), {}, line};
}

}  // namespace

Result<std::vector<Access::Token>> Access::read(const std::filesystem::path& file) {
    const auto text = readTextFile(file);
    if (!text) {
        return tl::unexpected(fault("WEB-002", file, 0,
                                    "the tokens cannot be read: " + text.error().message,
                                    text.error().remedy));
    }
    struct stat status = {};
    if (::stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return tl::unexpected(fault("WEB-003", file, 0,
                                    "others than its owner may use this file of tokens",
                                    "chmod 600 " + file.string()));
    }
    std::vector<Token> tokens;
    std::istringstream lines(*text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::istringstream words(line.substr(0, line.find('#')));
        std::string role, word, name;
        if (!(words >> role)) {
            continue;
        }
        words >> word;
        std::getline(words >> std::ws, name);
        while (!name.empty() &&
               (name.back() == ' ' || name.back() == '\t' || name.back() == '\r')) {
            name.pop_back();
        }
        const bool isRole = role == "read" || role == "operate" || role == "ingest";
        const bool isKnown = std::any_of(tokens.begin(), tokens.end(),
                                         [&](const Token& t) { return t.token == word; });
        if (!isRole || !isTokenText(word) || isKnown || tokens.size() >= kMostTokens) {
            // The token itself is not told: messages end up in logs.
            const std::string what = !isRole   ? "the role is none of read, operate and ingest"
                                     : isKnown ? "the token occurs twice"
                                     : isTokenText(word)
                                         ? "there are too many tokens"
                                         : "the token has not 32 to 256 characters of A-Z, "
                                           "a-z, 0-9, - . _ ~";
            return tl::unexpected(fault("WEB-002", file, number, what,
                                        "write a line as \"read TOKEN NAME\", \"operate TOKEN "
                                        "NAME\" or \"ingest TOKEN NAME\"; "
                                        "openssl rand -hex 24 makes a token"));
        }
        tokens.push_back({role == "read"     ? Role::Read
                          : role == "ingest" ? Role::Ingest
                                             : Role::Operate,
                          word,
                          name.empty() ? role + " token of line " + std::to_string(number) : name});
    }
    if (tokens.empty()) {
        return tl::unexpected(
            fault("WEB-002", file, 0, "there is no token in it",
                  "write a line as \"read TOKEN NAME\"; openssl rand -hex 24 makes a token"));
    }
    return tokens;
}

Result<Access> Access::ofFile(const std::filesystem::path& file) {
    Access access;
    access.stamp_ = stampOf(file);
    auto tokens = read(file);
    if (!tokens) {
        return tl::unexpected(tokens.error());
    }
    access.filed_ = std::move(*tokens);
    access.file_ = file;
    access.readNeedsToken_ = true;
    return access;
}

Access::Stamp Access::stampOf(const std::filesystem::path& file) {
    struct stat status = {};
    if (::stat(file.c_str(), &status) != 0) {
        return {};
    }
    const auto nanoseconds = [](const timespec& time) {
        return static_cast<std::int64_t>(time.tv_sec) * kNanosecondsPerS + time.tv_nsec;
    };
    return {static_cast<std::int64_t>(status.st_dev), static_cast<std::int64_t>(status.st_ino),
            static_cast<std::int64_t>(status.st_size), nanoseconds(status.st_ctim),
            nanoseconds(status.st_mtim)};
}

/// Without tokens where the file cannot be used: better shut than open.
void Access::refresh() {
    if (file_.empty()) {
        return;
    }
    const Stamp now = stampOf(file_);
    if (now == stamp_ && !isRecent_) {
        return;
    }
    timespec clock = {};
    ::clock_gettime(CLOCK_REALTIME, &clock);
    const std::int64_t clockNs =
        static_cast<std::int64_t>(clock.tv_sec) * kNanosecondsPerS + clock.tv_nsec;
    isRecent_ = clockNs - now.changedNs < kRecentNs;
    stamp_ = now;
    auto tokens = read(file_);
    std::vector<Token> found = tokens ? std::move(*tokens) : std::vector<Token>{};
    if (found != filed_) {
        filed_ = std::move(found);
        ++revision_;
    }
}

void Access::add(Role role, std::string token, std::string name) {
    own_.push_back({role, std::move(token), std::move(name)});
}

void Access::answersTo(const BindAddress& address, std::vector<std::string> names) {
    hosts_.clear();
    for (const std::string& name : names) {
        hosts_.push_back(lowerCase(name));
    }
    hosts_.push_back(address.host);
    if (address.isLoopback || address.isAny) {
        hosts_.insert(hosts_.end(), {"localhost", "127.0.0.1", "::1"});
    }
    anyNumber_ = address.isAny;
}

Caller Access::callerOf(const HttpFields& fields, bool& isWrong) {
    isWrong = false;
    std::vector<std::string_view> sent;
    for (const auto& [name, value] : fields) {
        if (name == "authorization") {
            const std::string scheme = lowerCase(value.substr(0, 7));
            sent.push_back(scheme == "bearer " ? std::string_view(value).substr(7)
                                               : std::string_view());
        } else if (name == "sec-websocket-protocol") {
            std::string_view rest = value;
            while (!rest.empty()) {
                std::string_view one = rest.substr(0, rest.find(','));
                rest.remove_prefix(std::min(rest.size(), one.size() + 1));
                one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
                if (one.starts_with(kTokenProtocol)) {
                    one.remove_prefix(std::string_view(kTokenProtocol).size());
                    sent.push_back(one);
                }
            }
        }
    }
    if (sent.empty()) {
        return {readNeedsToken_ ? Role::Nobody : Role::Read, ""};
    }
    refresh();
    Caller caller;
    for (const auto* tokens : {&own_, &filed_}) {
        for (const Token& token : *tokens) {
            if (isSame(sent.front(), token.token)) {
                caller = {token.role, token.name};
            }
        }
    }
    isWrong = sent.size() > 1 || caller.role == Role::Nobody;
    return isWrong ? Caller{} : caller;
}

bool Access::isOurHost(std::string_view host) const {
    const std::string name = hostOf(host);
    if (anyNumber_ && bindAddressOf(host.starts_with('[') ? "[" + name + "]" : name)) {
        return true;
    }
    return std::find(hosts_.begin(), hosts_.end(), name) != hosts_.end();
}

bool Access::isOurPage(std::string_view origin, std::string_view host) const {
    if (origin.empty()) {
        return true;
    }
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (origin.starts_with(scheme)) {
            return lowerCase(origin.substr(scheme.size())) == lowerCase(host);
        }
    }
    return false;
}

std::string randomToken() {
    std::array<unsigned char, 24> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        return {};
    }
    std::string text;
    for (const unsigned char byte : bytes) {
        text += "0123456789abcdef"[byte >> 4U];
        text += "0123456789abcdef"[byte & 15U];
    }
    return text;
}

}  // namespace headroom::engine
