// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QString>

/// Pictures of the window that somebody looked at, against which later ones are held.
namespace headroom::testing {

/// Why a picture is not like its baseline in tests/ui/workflow/baselines; empty where it is. They
/// are compared small, so that a font's edge or a figure that moved does not matter, but a pane that
/// is gone, a clipped table or a changed theme does. HEADROOM_UPDATE_BASELINES=1 writes the baseline
/// in place of comparing; HEADROOM_SCREENSHOTS=DIR keeps every picture whole. `loose`: a run is in
/// it, whose curves and colours differ from machine to machine.
QString differsFromBaseline(const QImage& picture, const QString& name, bool loose = false);

}  // namespace headroom::testing
