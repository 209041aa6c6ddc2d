// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <algorithm>

/// How often the trials of processes repeat: three times as a test, HEADROOM_HOSTILE_ROUNDS times on demand.
namespace headroom::hostile {

inline int rounds() {
    bool stated = false;
    const int asked = qEnvironmentVariableIntValue("HEADROOM_HOSTILE_ROUNDS", &stated);
    return stated ? std::max(1, asked) : 3;
}

/// Qt ends a test function after five minutes. A function of many rounds gets a minute more for each of them, unless
/// QTEST_FUNCTION_TIMEOUT says otherwise: a round waits two minutes at most for a process, and seconds as a rule.
inline const bool kHasPatience = [] {
    constexpr int kUsualMs = 300'000, kRoundMs = 60'000;
    if (qEnvironmentVariableIsSet("HEADROOM_HOSTILE_ROUNDS") &&
        !qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT")) {
        qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number(kUsualMs + rounds() * kRoundMs));
    }
    return true;
}();

}  // namespace headroom::hostile
