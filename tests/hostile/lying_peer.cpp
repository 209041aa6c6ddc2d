// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/lying_peer.h"

#include "tests/hostile/invariant.h"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <netinet/in.h>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace headroom::hostile {

namespace {

constexpr int kLookMs = 20;

sockaddr_in ofThisMachine(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

bool isReadable(int socket, int waitMs) {
    pollfd ready{socket, POLLIN, 0};
    return ::poll(&ready, 1, waitMs) > 0;
}

}  // namespace

LyingPeer::LyingPeer(std::string answer)
    : answer_(std::move(answer)), socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = ofThisMachine(0);
    socklen_t size = sizeof address;
    require(::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                ::listen(socket_, 8) == 0 &&
                ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0,
            "a port of this machine cannot be listened on");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
}

LyingPeer::~LyingPeer() {
    ends_ = true;
    thread_.join();
    ::close(socket_);
}

void LyingPeer::serve() {
    while (!ends_) {
        if (!isReadable(socket_, kLookMs)) {
            continue;
        }
        const int client = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0) {
            continue;
        }
        std::array<char, 65536> question{};
        if (isReadable(client, kLookMs)) {
            static_cast<void>(::recv(client, question.data(), question.size(), MSG_DONTWAIT));
        }
        sendAll(client, answer_);
        ::shutdown(client, SHUT_WR);
        // Bytes that are not read would reset the connection before the answer is there.
        while (!ends_ && isReadable(client, kLookMs) &&
               ::recv(client, question.data(), question.size(), MSG_DONTWAIT) > 0) {
        }
        ::close(client);
    }
}

int connectTo(std::uint16_t port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = ofThisMachine(port);
    if (socket >= 0 &&
        ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(socket);
        return -1;
    }
    return socket;
}

bool sendAll(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

std::string receiveUntil(int socket, std::string_view text, double seconds) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::string all;
    char one = 0;
    while (all.find(text) == std::string::npos && std::chrono::steady_clock::now() < until) {
        if (isReadable(socket, kLookMs)) {
            if (::recv(socket, &one, 1, 0) <= 0) {
                break;
            }
            all += one;
        }
    }
    return all;
}

std::string receiveAll(int socket, double seconds, bool& isClosed) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::string all;
    std::array<char, 65536> part{};
    isClosed = false;
    while (!isClosed && std::chrono::steady_clock::now() < until) {
        if (isReadable(socket, kLookMs)) {
            const ssize_t n = ::recv(socket, part.data(), part.size(), 0);
            isClosed = n <= 0;
            all.append(part.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
        }
    }
    return all;
}

}  // namespace headroom::hostile
