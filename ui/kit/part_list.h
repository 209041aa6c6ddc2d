// SPDX-License-Identifier: Apache-2.0
#pragma once

class QComboBox;

namespace headroom::ui {

/// Lets people search a list of parts and read it whole: the box takes any words of an entry, in any order, and its list is as wide as
/// its text, up to the screen. A text that names no entry gives way to the chosen one when the box loses the keyboard, unless
/// `keepsText`: the caller reads what was typed.
void makePartList(QComboBox* box, bool keepsText = false);

}  // namespace headroom::ui
