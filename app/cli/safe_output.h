// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string_view>

/// Standard output and standard error of the program, made safe: in all that a command prints, no
/// control character and no broken UTF-8 of a file reaches the terminal (engine/base/plain_text.h).
/// They are written out as \u001b, in files and pipes alike. Line feeds and tabs pass.
namespace headroom::app {

/// To be called once, before anything is printed.
void makeOutputSafe();

/// Writes what is still held back. False where standard output could not be written.
bool finishOutput();

/// Keeps standard output for data that writeToKeptOutput() writes: from now on all other prints go to standard error. False if
/// it is kept already.
bool keepOutputForData();

/// Data after keepOutputForData(); finishOutput() reports failures.
void writeToKeptOutput(std::string_view text);

enum class Tone { Fault, Warning, Note };

/// Prints the text, in the colour of the tone if `stream` (stdout or stderr) is a terminal that shows colours: TERM is not
/// "dumb", and NO_COLOR is unset or empty (no-color.org).
void printInTone(std::FILE* stream, Tone tone, std::string_view text);

/// Past all this, to the terminal itself: for the moves of a progress bar.
void moveOnTerminal(const char* text);

}  // namespace headroom::app
