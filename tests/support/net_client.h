// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// A client that sends whatever bytes a test wants, to a server on this machine. Every wait ends after kWaitS.
namespace headroom::tests {

class NetClient {
  public:
    static constexpr double kWaitS = 20.0;

    /// `from`: another address of this machine (127.x.y.z) that it comes from; empty means the usual one.
    explicit NetClient(std::uint16_t port, const std::string& from = {});
    ~NetClient();
    NetClient(const NetClient&) = delete;
    NetClient& operator=(const NetClient&) = delete;

    bool isOpen() const { return socket_ >= 0; }

    /// False: the other end took no more.
    bool send(std::string_view bytes);

    /// Sends nothing more, and says so.
    void finish();

    /// Until the other end closes.
    std::string readAll();

    /// One answer with Content-Length, head and body; what follows stays. Empty means closed before.
    std::string readAnswer();

    /// Until so many bytes have come, or it is closed.
    std::string readSome(std::size_t bytes);

    /// Until a text has come.
    bool readUntil(std::string_view text);

    /// Everything that came and was not taken.
    const std::string& pending() const { return pending_; }

    // WebSocket.

    /// Upgrades; the answer's head. `fields`: more lines, each with CR LF.
    std::string upgrade(const std::string& target, const std::string& fields = {});
    bool sendText(std::string_view text, int opcode = 1);

    struct Message {
        int opcode = 0;  ///< 1 text, 8 close, 9 ping, 10 pong
        std::string data;

        int closeCode() const;
    };

    /// The next frame; pings are answered and passed over.
    std::optional<Message> hear();

  private:
    bool more();

    int socket_ = -1;
    std::string pending_;
};

/// One question, one answer, one connection: "GET /path HTTP/1.1" with Host and Connection: close.
std::string askServer(std::uint16_t port, const std::string& method, const std::string& target,
                      const std::string& fields = {}, const std::string& body = {});

int statusOf(const std::string& answer);  ///< 0 if there is none
std::string bodyOf(const std::string& answer);
std::string fieldOf(const std::string& answer,
                    const std::string& name);  ///< by its name in lower case

}  // namespace headroom::tests
