// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>

class QTableView;

namespace headroom::ui {

/// The rows of a table for a slide: no scroll bars, no row cut. The first rows, by the order that is shown, in a picture as
/// wide as the columns and at most as high as a slide of that width. `finer`: pixels of the picture a pixel of the screen.
QImage tablePicture(QTableView* view, double finer);

}  // namespace headroom::ui
