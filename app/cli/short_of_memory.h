// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Behaviour of the program where memory runs out: it reports that and ends with exit code 4, and everything open, a
/// recording above all, is closed on the way out.
namespace headroom::app {

/// To be called first in main. Sets some memory aside, which is given back where an allocation
/// fails: ending takes memory, too (destructors of JSON allocate). Takes the stack that the program
/// needs at once: under a limit (ulimit -v) it could not grow later, which the system answers by
/// ending the process. Where nobody can catch what is thrown, the same message and code end it.
void prepareForShortage();

/// Says it on standard error without allocating. Returns kSolver.
int failShortOfMemory();

}  // namespace headroom::app
