// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace headroom::engine {

/// Does `work` on so many threads at once, the caller's among them, and returns when all are done;
/// with fewer threads where the system gives no more. What the work throws, memory that ran out for
/// one, is thrown here: the first of it, after all have ended.
void onThreads(int threads, const std::function<void()>& work);

}  // namespace headroom::engine
