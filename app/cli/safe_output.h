// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Standard output and standard error of the program, made safe: whatever a command prints, no
/// control character and no broken UTF-8 of a file reaches the terminal (engine/base/plain_text.h).
/// They are written out as \u001b, in files and pipes alike. Line feeds and tabs pass.
namespace headroom::app {

/// To be called once, before anything is printed.
void makeOutputSafe();

/// Writes what is still held back. False where standard output could not be written.
bool finishOutput();

/// Past all this, to the terminal itself: for the moves of a progress bar.
void moveOnTerminal(const char* text);

}  // namespace headroom::app
