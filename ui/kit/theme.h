// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QIcon>
#include <QObject>
#include <QPalette>

#include <array>
#include <optional>

namespace headroom::ui {

/// Every colour that the window uses, once for each theme.
struct ThemeColours {
    QColor window, base, alternate, raised, border;
    QColor text, muted, disabled;
    QColor accent, onAccent;
    QColor selected;  ///< outline in 3-D and plan: far from every colour of the maps
    QColor good, caution, bad;
    QColor grid;
    std::array<QColor, 4> series;  ///< chart lines, told apart by lightness as well
    QColor sceneTop, sceneBottom, ground, groundLine, floor, wall, hotAisle, coldAisle;
    QColor equipmentPower, equipmentCooling, equipmentNetwork, equipmentStorage;
    QColor idleRack;

    /// Colour of a rack that delivers nothing. No colour map has it, and it differs from the colour
    /// of an idle rack.
    const QColor& darkRack() const { return base; }
};

/// The look of the program: Fusion style with palettes of our own, and icons tinted to them.
class Theme : public QObject {
    Q_OBJECT

  public:
    enum class Mode { Light, Dark, HighContrast };
    Q_ENUM(Mode)

    static Theme& instance();
    static const ThemeColours& coloursOf(Mode mode);
    static QPalette paletteOf(Mode mode);

    Mode mode() const { return mode_; }

    /// Light text on dark ground: dark and high contrast.
    bool isDark() const { return mode_ != Mode::Light; }

    const ThemeColours& colours() const { return coloursOf(mode_); }

    /// Sets style and palette of the application. Emits changed().
    void apply(Mode mode);

    /// "light", "dark", "contrast", or "system": what the platform's own palette is. Applies it;
    /// every other word means "system".
    void choose(const QString& choice);

    /// The last choice, in one of the four words.
    const QString& choice() const { return choice_; }

    static constexpr int kUsualText = 100, kLargestText = 200;

    /// Size of all text against the platform's, in percent; limits hold.
    void setTextPercent(int percent);

    int textPercent() const { return textPercent_; }

    /// A size that grows with the text: icons, columns. `usualPx` at usual text.
    int grown(int usualPx) const { return usualPx * textPercent_ / kUsualText; }

    /// Icons of a bar, button or list at `usualPx`, grown with the text now and whenever it changes.
    template <typename Widget>
    void keepIconSize(Widget* widget, int usualPx) {
        const auto fit = [this, widget, usualPx] {
            widget->setIconSize({grown(usualPx), grown(usualPx)});
        };
        connect(this, &Theme::changed, widget, fit);
        fit();
    }

    /// The icon of resources/icons/NAME.svg, in the colour of text; crisp at any scale.
    static QIcon icon(const QString& name);
    static QPixmap pixmap(const QString& name, int size, const QColor& colour, double ratio = 1.0);

  signals:
    void changed();

  private:
    Theme() = default;
    Mode mode_ = Mode::Light;
    QString choice_ = QStringLiteral("light");
    bool systemIsDark_ = false;
    bool knowsSystem_ = false;
    std::optional<Mode> styled_;
    int textPercent_ = kUsualText;
    double usualPoints_ = 0.0;
};

/// WCAG 2.1 contrast ratio of two opaque colours, 1..21.
double contrast(const QColor& a, const QColor& b);

}  // namespace headroom::ui
