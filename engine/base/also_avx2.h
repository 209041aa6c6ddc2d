// SPDX-License-Identifier: Apache-2.0
#pragma once

/// HEADROOM_ALSO_AVX2 before a function: it is compiled for AVX2 too, and the processor decides at the start which one
/// runs. Both give the same numbers to the last bit, because no operation is reordered or merged (-ffp-contract=off).
/// For loops without branches. Sanitizers get the plain one: they are not ready when the choice is made.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(HEADROOM_SANITIZED)
#define HEADROOM_ALSO_AVX2 __attribute__((target_clones("avx2", "default")))
#else
#define HEADROOM_ALSO_AVX2
#endif
