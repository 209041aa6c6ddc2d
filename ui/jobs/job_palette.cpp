// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_palette.h"

#include "ui/kit/theme.h"

#include <array>

namespace headroom::ui {

namespace {

/// Okabe and Ito, "Color Universal Design", 2008; black is replaced by a violet that stands out on
/// both grounds, and yellow is darker on white.
constexpr auto kTenantsLight =
    std::to_array<QRgb>({0xff0072b2, 0xffe69f00, 0xff009e73, 0xffcc79a7, 0xff56b4e9, 0xffd55e00,
                         0xff6a4fb0, 0xffc9b800});
constexpr auto kTenantsDark = std::to_array<QRgb>({0xff3d9bd9, 0xfff0b030, 0xff2bbf95, 0xffe09cc3,
                                                   0xff8fd0f5, 0xfff08040, 0xffa48ae8, 0xfff0e442});

constexpr auto kPartsLight =
    std::to_array<QRgb>({0xff1f5fae, 0xffe39a2d, 0xff0f7f7a, 0xffc79be0, 0xff6fb1e8, 0xff8a4b08,
                         0xff9bd36a, 0xff7a3c9c, 0xff79cfc0});
constexpr auto kPartsDark =
    std::to_array<QRgb>({0xff3f83da, 0xfff5b95a, 0xff1f9b94, 0xffdcbcf0, 0xff9ccbf5, 0xffb8721f,
                         0xffb3e288, 0xff9a5fc0, 0xff93e0d3});

bool isDark() {
    return Theme::instance().isDark();
}

}  // namespace

QColor JobPalette::ofState(engine::JobState state) {
    switch (state) {
        case engine::JobState::Queued:
            return isDark() ? QColor("#5b6570") : QColor("#c3cad2");
        case engine::JobState::Starting:
            return isDark() ? QColor("#f0a83c") : QColor("#e08a00");
        case engine::JobState::Running:
            return isDark() ? QColor("#3f8fdc") : QColor("#1f6fc0");
        case engine::JobState::Completed:
            return Theme::instance().colours().good;
        case engine::JobState::Failed:
            return Theme::instance().colours().bad;
    }
    return {};
}

QColor JobPalette::ofTenant(int tenant) {
    if (tenant < 0 || tenant >= kTenants) {
        return isDark() ? QColor("#8a949f") : QColor("#7c8792");
    }
    return QColor::fromRgb(
        (isDark() ? kTenantsDark : kTenantsLight)[static_cast<std::size_t>(tenant)]);
}

QColor JobPalette::ofPart(int part) {
    const auto& colours = isDark() ? kPartsDark : kPartsLight;
    return QColor::fromRgb(colours[static_cast<std::size_t>(part) % colours.size()]);
}

QColor JobPalette::failure() {
    return Theme::instance().colours().bad;
}

QColor JobPalette::preemption() {
    return isDark() ? QColor("#f2c14e") : QColor("#7a4a00");
}

}  // namespace headroom::ui
