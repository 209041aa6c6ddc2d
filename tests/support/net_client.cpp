// SPDX-License-Identifier: Apache-2.0
#include "tests/support/net_client.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cctype>
#include <cstdlib>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

namespace headroom::tests {

NetClient::NetClient(std::uint16_t port, const std::string& from)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    timeval wait{};
    wait.tv_sec = static_cast<time_t>(kWaitS);
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    sockaddr_in own{};
    own.sin_family = AF_INET;
    if (inet_pton(AF_INET, from.c_str(), &own.sin_addr) == 1) {
        bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof own);
    }
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
        ::close(socket_);
        socket_ = -1;
    }
}

NetClient::~NetClient() {
    if (socket_ >= 0) {
        ::close(socket_);
    }
}

bool NetClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

void NetClient::finish() {
    ::shutdown(socket_, SHUT_WR);
}

bool NetClient::more() {
    char some[65536];
    const ssize_t got = ::recv(socket_, some, sizeof some, 0);
    if (got > 0) {
        pending_.append(some, static_cast<std::size_t>(got));
    }
    return got > 0;
}

std::string NetClient::readAll() {
    while (more()) {
    }
    return std::exchange(pending_, {});
}

std::string NetClient::readSome(std::size_t bytes) {
    while (pending_.size() < bytes && more()) {
    }
    const std::string some = pending_.substr(0, bytes);
    pending_.erase(0, some.size());
    return some;
}

bool NetClient::readUntil(std::string_view text) {
    while (pending_.find(text) == std::string::npos) {
        if (!more()) {
            return false;
        }
    }
    return true;
}

std::string NetClient::readAnswer() {
    if (!readUntil("\r\n\r\n")) {
        return {};
    }
    const std::size_t head = pending_.find("\r\n\r\n") + 4;
    const std::string length = fieldOf(pending_.substr(0, head), "content-length");
    return readSome(head + (length.empty() ? 0 : std::strtoul(length.c_str(), nullptr, 10)));
}

std::string NetClient::upgrade(const std::string& target, const std::string& fields) {
    send("GET " + target +
         " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
         fields + "\r\n");
    return readAnswer();
}

bool NetClient::sendText(std::string_view text, int opcode) {
    std::string frame(1, static_cast<char>(0x80 | opcode));
    if (text.size() < 126) {
        frame += static_cast<char>(0x80 | text.size());
    } else if (text.size() < 65536) {
        frame += static_cast<char>(0x80 | 126);
        frame += static_cast<char>(text.size() >> 8U);
        frame += static_cast<char>(text.size() & 0xffU);
    } else {
        frame += static_cast<char>(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8) {
            frame += static_cast<char>((static_cast<std::uint64_t>(text.size()) >> shift) & 0xffU);
        }
    }
    const std::string mask = "mask";
    frame += mask;
    for (std::size_t i = 0; i < text.size(); ++i) {
        frame += static_cast<char>(text[i] ^ mask[i % 4]);
    }
    return send(frame);
}

std::optional<NetClient::Message> NetClient::hear() {
    for (;;) {
        const std::string head = readSome(2);
        if (head.size() < 2) {
            return std::nullopt;
        }
        std::uint64_t length = static_cast<unsigned char>(head[1]) & 0x7fU;
        if (length >= 126) {
            const std::string more8 = readSome(length == 126 ? 2 : 8);
            length = 0;
            for (const char c : more8) {
                length = length << 8U | static_cast<unsigned char>(c);
            }
        }
        Message message{static_cast<unsigned char>(head[0]) & 0x0f, readSome(length)};
        if (message.data.size() < length) {
            return std::nullopt;
        }
        if (message.opcode == 9) {
            sendText(message.data, 10);
            continue;
        }
        if (message.opcode == 8) {
            sendText(message.data, 8);  // the closing handshake
        }
        return message;
    }
}

int NetClient::Message::closeCode() const {
    return opcode == 8 && data.size() >= 2
               ? static_cast<unsigned char>(data[0]) * 256 + static_cast<unsigned char>(data[1])
               : 0;
}

std::string askServer(std::uint16_t port, const std::string& method, const std::string& target,
                      const std::string& fields, const std::string& body) {
    NetClient client(port);
    const std::string length =
        body.empty() ? "" : "Content-Length: " + std::to_string(body.size()) + "\r\n";
    client.send(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" +
                fields + length + "\r\n" + body);
    return client.readAll();
}

int statusOf(const std::string& answer) {
    return answer.starts_with("HTTP/1.1 ") ? std::atoi(answer.c_str() + 9) : 0;
}

std::string bodyOf(const std::string& answer) {
    const auto end = answer.find("\r\n\r\n");
    return end == std::string::npos ? "" : answer.substr(end + 4);
}

std::string fieldOf(const std::string& answer, const std::string& name) {
    std::string head = answer.substr(0, answer.find("\r\n\r\n"));
    std::string lower = head;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto at = lower.find("\r\n" + name + ":");
    if (at == std::string::npos) {
        return {};
    }
    const auto from = head.find_first_not_of(' ', at + name.size() + 3);
    return head.substr(from, head.find("\r\n", from) - from);
}

}  // namespace headroom::tests
