// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/theme.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QSvgRenderer>

#include <algorithm>
#include <cmath>
#include <utility>

/// Resources of a static library are linked only where somebody asks for them, and
/// Q_INIT_RESOURCE works in the global namespace only.
static void initializeIcons() {
    Q_INIT_RESOURCE(icons);
}

namespace headroom::ui {

namespace {

const ThemeColours kLight{
    .window = "#f3f5f7",
    .base = "#ffffff",
    .alternate = "#f6f8fa",
    .raised = "#ffffff",
    .border = "#cfd6dd",
    .text = "#1b2027",
    .muted = "#56606b",
    .disabled = "#929ba5",
    .accent = "#0b62b8",
    .onAccent = "#ffffff",
    .selected = "#ff1f7d",
    .good = "#1a7440",
    .caution = "#8a5300",
    .bad = "#b3261e",
    .grid = "#e3e8ed",
    .series = {QColor("#0b62b8"), QColor("#c2410c"), QColor("#1a7440"), QColor("#641a6b")},
    .sceneTop = "#dfe6ed",
    .sceneBottom = "#f7f9fb",
    .ground = "#e7ecf0",
    .groundLine = "#d7dee5",
    .floor = "#f9fafb",
    .wall = "#c3ccd5",
    .hotAisle = "#f3c9bd",
    .coldAisle = "#c3dcf2",
    .equipmentPower = "#c9a55c",
    .equipmentCooling = "#6f9fc4",
    .equipmentNetwork = "#8f86b8",
    .equipmentStorage = "#8a949e",
    .idleRack = "#b4bcc5",
};

const ThemeColours kDark{
    .window = "#1d2126",
    .base = "#16191d",
    .alternate = "#1a1e23",
    .raised = "#262b32",
    .border = "#363d46",
    .text = "#e4e8ec",
    .muted = "#a0aab5",
    .disabled = "#68727d",
    .accent = "#5aaaf2",
    .onAccent = "#0c1620",
    .selected = "#ff5fa2",
    .good = "#5fc98b",
    .caution = "#e6b450",
    .bad = "#ff8478",
    .grid = "#2a3037",
    .series = {QColor("#5aaaf2"), QColor("#f2a154"), QColor("#5fc98b"), QColor("#f0c8ec")},
    .sceneTop = "#12151a",
    .sceneBottom = "#252b33",
    .ground = "#20252c",
    .groundLine = "#2b323a",
    .floor = "#343b45",
    .wall = "#56616d",
    .hotAisle = "#5a3a36",
    .coldAisle = "#2f4a63",
    .equipmentPower = "#a88a4a",
    .equipmentCooling = "#4f7fa5",
    .equipmentNetwork = "#756ca6",
    .equipmentStorage = "#6c7681",
    .idleRack = "#5b646e",
};

// Black ground, white text, yellow for what acts: at least 7:1 (WCAG 2.1, 1.4.6), which the test
// holds.
const ThemeColours kContrast{
    .window = "#000000",
    .base = "#000000",
    .alternate = "#141414",
    .raised = "#000000",
    .border = "#ffffff",
    .text = "#ffffff",
    .muted = "#e0e0e0",
    .disabled = "#a0a0a0",
    .accent = "#ffe600",
    .onAccent = "#000000",
    .selected = "#ff7ac0",
    .good = "#6dff9d",
    .caution = "#ffd24a",
    .bad = "#ff9d94",
    .grid = "#5a5a5a",
    .series = {QColor("#ffe600"), QColor("#7fd4ff"), QColor("#6dff9d"), QColor("#bb77ff")},
    .sceneTop = "#000000",
    .sceneBottom = "#101010",
    .ground = "#0c0c0c",
    .groundLine = "#3a3a3a",
    .floor = "#1c1c1c",
    .wall = "#d0d0d0",
    .hotAisle = "#6b2a20",
    .coldAisle = "#1f4f86",
    .equipmentPower = "#f0c04a",
    .equipmentCooling = "#6fc2ff",
    .equipmentNetwork = "#c4b4ff",
    .equipmentStorage = "#c8c8c8",
    .idleRack = "#8c8c8c",
};

QByteArray svgOf(const QString& name, const QColor& colour) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("No icon \"%s\".", qPrintable(name));
        return {};
    }
    return file.readAll().replace("#000", colour.name().toUtf8());
}

/// Draws the SVG in the palette's colour at the moment of painting, so that a change of theme
/// needs no new icons.
class TintedEngine : public QIconEngine {
  public:
    explicit TintedEngine(QString name) : name_(std::move(name)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const ThemeColours& c = Theme::instance().colours();
        QColor colour = c.text;
        if (mode == QIcon::Disabled) {
            colour = c.disabled;
        } else if (mode == QIcon::Selected) {
            colour = c.onAccent;
        }
        QSvgRenderer renderer(svgOf(name_, colour));
        renderer.render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        const QString key = QStringLiteral("%1/%2/%3/%4")
                                .arg(name_)
                                .arg(size.width())
                                .arg(mode)
                                .arg(static_cast<int>(Theme::instance().mode()));
        QPixmap result;
        if (!QPixmapCache::find(key, &result)) {
            result = QPixmap(size);
            result.fill(Qt::transparent);
            QPainter painter(&result);
            paint(&painter, QRect(QPoint(), size), mode, state);
            painter.end();
            QPixmapCache::insert(key, result);
        }
        return result;
    }

    QIconEngine* clone() const override { return new TintedEngine(name_); }

    bool isNull() override { return false; }

  private:
    QString name_;
};

/// Fusion without pictures of another family on the buttons of dialogs, and with outlines that are
/// seen: it draws them darker than the window, which on a dark one is nothing.
class HouseStyle : public QProxyStyle {
  public:
    explicit HouseStyle(Theme::Mode mode)
        : QProxyStyle(QStyleFactory::create("Fusion")),
          mode_(mode),
          colours_(Theme::coloursOf(mode)) {}

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons
                   ? 0
                   : QProxyStyle::styleHint(hint, option, widget, data);
    }

    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override {
        const int usual = QProxyStyle::pixelMetric(metric, option, widget);
        switch (metric) {
            case PM_SmallIconSize:
            case PM_ButtonIconSize:
            case PM_ToolBarIconSize:
            case PM_TabBarIconSize:
            case PM_ListViewIconSize:
            case PM_IndicatorWidth:
            case PM_IndicatorHeight:
            case PM_ExclusiveIndicatorWidth:
            case PM_ExclusiveIndicatorHeight:
                return Theme::instance().grown(usual);
            default:
                return usual;
        }
    }

    /// Fusion's pictures are coloured ones of 2005 in dialogs of files, and black on any ground on a bar.
    QIcon standardIcon(StandardPixmap which, const QStyleOption* option,
                       const QWidget* widget) const override {
        const char* own = ownIcon(which);
        return own == nullptr ? QProxyStyle::standardIcon(which, option, widget) : Theme::icon(own);
    }

    static const char* ownIcon(StandardPixmap which) {
        switch (which) {
            case SP_ToolBarHorizontalExtensionButton:
                return "extension";
            case SP_ArrowBack:
            case SP_FileDialogBack:
                return "go-back";
            case SP_ArrowForward:
                return "go-forward";
            case SP_FileDialogToParent:
                return "go-up";
            case SP_FileDialogNewFolder:
                return "folder-new";
            case SP_FileDialogListView:
                return "list";
            case SP_FileDialogDetailedView:
                return "table";
            case SP_DirIcon:
            case SP_DirOpenIcon:
            case SP_DirClosedIcon:
            case SP_DirLinkIcon:
                return "folder";
            case SP_FileIcon:
            case SP_FileLinkIcon:
                return "file";
            case SP_DirHomeIcon:
                return "home";
            case SP_ComputerIcon:
            case SP_DesktopIcon:
                return "computer";
            case SP_DriveHDIcon:
                return "drive";
            default:
                return nullptr;
        }
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
            header != nullptr && element == PE_IndicatorHeaderArrow) {
            // Up where values grow downwards, from A to Z, as everybody reads it.
            QStyleOptionHeader turned = *header;
            turned.sortIndicator =
                header->sortIndicator == QStyleOptionHeader::SortDown ? QStyleOptionHeader::SortUp
                : header->sortIndicator == QStyleOptionHeader::SortUp ? QStyleOptionHeader::SortDown
                                                                      : header->sortIndicator;
            QProxyStyle::drawPrimitive(element, &turned, painter, widget);
            return;
        }
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (isRinged(element, option)) {
            ring(option, painter);
            return;
        }
        if (mode_ == Theme::Mode::Light) {
            return;
        }
        switch (element) {
            case PE_FrameLineEdit:
            case PE_PanelLineEdit: {
                // The field inside of a spin box has no frame of its own.
                const auto* field = qstyleoption_cast<const QStyleOptionFrame*>(option);
                if (field != nullptr && field->lineWidth > 0) {
                    frame(option, painter, false);
                }
                break;
            }
            case PE_IndicatorCheckBox:
            case PE_IndicatorRadioButton:
                frame(option, painter, element == PE_IndicatorRadioButton);
                break;
            case PE_PanelButtonCommand:
            case PE_Frame:
            case PE_FrameGroupBox:
                if (mode_ == Theme::Mode::HighContrast) {
                    frame(option, painter, false);
                }
                break;
            default:
                break;
        }
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        if (control == CC_ScrollBar && (option->subControls & SC_ScrollBarSlider) != 0) {
            handle(option, painter, widget);
        }
        if (control != CC_ComboBox && control != CC_SpinBox && control != CC_Slider) {
            return;
        }
        if (option->state.testFlag(State_HasFocus) && isByKeys(option)) {
            ring(option, painter);
        } else if (mode_ != Theme::Mode::Light && control != CC_Slider) {
            frame(option, painter, false);
        }
    }

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
        QProxyStyle::drawControl(element, option, painter, widget);
        if (element == CE_TabBarTabLabel && option->state.testFlag(State_HasFocus) &&
            isByKeys(option)) {
            constexpr int kInsidePx = 3;
            QStyleOption inside = *option;
            inside.rect.adjust(kInsidePx, kInsidePx, -kInsidePx, -kInsidePx);
            inside.state &= ~State_Selected;  // the tab in front is not of the accent
            ring(&inside, painter);
        }
    }

  private:
    /// The focus is shown by a ring once a person has moved it by keys, and always at high contrast.
    bool isByKeys(const QStyleOption* option) const {
        return mode_ == Theme::Mode::HighContrast ||
               option->state.testFlag(State_KeyboardFocusChange);
    }

    bool isRinged(PrimitiveElement element, const QStyleOption* option) const {
        if (element == PE_FrameFocusRect) {
            return isByKeys(option);
        }
        const auto* field = qstyleoption_cast<const QStyleOptionFrame*>(option);
        return element == PE_PanelLineEdit && field != nullptr && field->lineWidth > 0 &&
               field->state.testFlag(State_HasFocus) && isByKeys(option);
    }

    void ring(const QStyleOption* option, QPainter* painter) const {
        const auto* focus = qstyleoption_cast<const QStyleOptionFocusRect*>(option);
        const bool isOnAccent = option->state.testFlag(State_Selected) ||
                                (focus != nullptr && focus->backgroundColor == colours_.accent);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(isOnAccent ? colours_.onAccent : colours_.accent, 2, Qt::SolidLine,
                             Qt::SquareCap, Qt::MiterJoin));
        painter->drawRect(option->rect.adjusted(1, 1, -1, -1));
        painter->restore();
    }

    /// The handle is lighter than its groove; Fusion does the opposite.
    void handle(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
        const QRect slider = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (slider.isEmpty() || bar == nullptr || bar->maximum <= bar->minimum) {
            return;
        }
        const bool isHeld = (option->activeSubControls & SC_ScrollBarSlider) != 0 &&
                            (option->state & (State_Sunken | State_MouseOver)) != 0;
        painter->save();
        painter->setPen(Qt::NoPen);
        painter->setBrush(isHeld ? colours_.muted : colours_.disabled);
        painter->drawRect(slider.adjusted(1, 1, -1, -1));
        painter->restore();
    }

    void frame(const QStyleOption* option, QPainter* painter, bool isRound) const {
        const bool isEnabled = option->state.testFlag(State_Enabled);
        const bool isFocused = option->state.testFlag(State_HasFocus);
        const int focusWidth = mode_ == Theme::Mode::HighContrast ? 2 : 1;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing, isRound);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(isFocused   ? QPen(colours_.accent, focusWidth)
                        : isEnabled ? QPen(colours_.border, 1)
                                    : QPen(colours_.disabled, 1));
        const QRect area = option->rect.adjusted(0, 0, -1, -1);
        isRound ? painter->drawEllipse(area) : painter->drawRect(area);
        painter->restore();
    }

    Theme::Mode mode_;
    const ThemeColours& colours_;
};

}  // namespace

Theme& Theme::instance() {
    static Theme theme = [] {
        initializeIcons();
        return Theme();
    }();
    return theme;
}

const ThemeColours& Theme::coloursOf(Mode mode) {
    switch (mode) {
        case Mode::Dark:
            return kDark;
        case Mode::HighContrast:
            return kContrast;
        case Mode::Light:
            break;
    }
    return kLight;
}

QPalette Theme::paletteOf(Mode mode) {
    const ThemeColours& c = coloursOf(mode);
    const bool isDark = mode != Mode::Light;
    QPalette p;
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.base);
    p.setColor(QPalette::AlternateBase, c.alternate);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::PlaceholderText, c.muted);
    p.setColor(QPalette::Button, isDark ? c.raised : c.window);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.bad);
    p.setColor(QPalette::ToolTipBase, c.raised);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.accent);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.onAccent);
    p.setColor(QPalette::Light, isDark ? c.raised.lighter(115) : QColor("#ffffff"));
    p.setColor(QPalette::Midlight, isDark ? c.raised : c.alternate);
    p.setColor(QPalette::Mid, c.border);
    p.setColor(QPalette::Dark, isDark ? c.base : c.border.darker(115));
    p.setColor(QPalette::Shadow, isDark ? QColor("#000000") : c.border.darker(150));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        p.setColor(QPalette::Disabled, role, c.disabled);
    }
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.border);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, c.muted);
    return p;
}

void Theme::apply(Mode mode) {
    if (!std::exchange(knowsSystem_, true)) {
        systemIsDark_ = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    }
    mode_ = mode;
    choice_ = mode == Mode::Light ? "light" : mode == Mode::Dark ? "dark" : "contrast";
    if (std::exchange(styled_, mode) != mode) {
        qApp->setStyle(new HouseStyle(mode));
    }
    qApp->setPalette(paletteOf(mode));
    emit changed();
}

void Theme::choose(const QString& choice) {
    if (choice == "light" || choice == "dark" || choice == "contrast") {
        apply(choice == "light" ? Mode::Light : choice == "dark" ? Mode::Dark : Mode::HighContrast);
        return;
    }
    if (!std::exchange(knowsSystem_, true)) {
        systemIsDark_ = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    }
    apply(systemIsDark_ ? Mode::Dark : Mode::Light);
    choice_ = "system";
}

void Theme::setTextPercent(int percent) {
    if (usualPoints_ <= 0.0) {
        usualPoints_ = QApplication::font().pointSizeF();
    }
    textPercent_ = std::clamp(percent, kUsualText, kLargestText);
    QFont font = QApplication::font();
    font.setPointSizeF(usualPoints_ * textPercent_ / kUsualText);
    QApplication::setFont(font);
    // Platforms have a font of their own for these, which would keep its size.
    QApplication::setFont(font, "QDockWidgetTitle");
    if (styled_) {
        // Widgets ask a style for its sizes once: a new one has them ask again.
        qApp->setStyle(new HouseStyle(mode_));
        qApp->setPalette(paletteOf(mode_));
    }
    emit changed();
}

QIcon Theme::icon(const QString& name) {
    return QIcon(new TintedEngine(name));
}

QPixmap Theme::pixmap(const QString& name, int size, const QColor& colour, double ratio) {
    QPixmap result(QSize(size, size) * ratio);
    result.setDevicePixelRatio(ratio);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    QSvgRenderer renderer(svgOf(name, colour));
    renderer.render(&painter, QRectF(0, 0, size, size));
    return result;
}

double contrast(const QColor& a, const QColor& b) {
    // WCAG 2.1, "relative luminance" and "contrast ratio".
    const auto luminance = [](const QColor& colour) {
        const auto linear = [](double v) {
            return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
               0.0722 * linear(colour.blueF());
    };
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace headroom::ui
