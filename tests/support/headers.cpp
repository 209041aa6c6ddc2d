// SPDX-License-Identifier: Apache-2.0
// Nothing of its own: it is compiled so that there is a precompiled header (headers.h).
