// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"

#include <QByteArray>
#include <QStringList>
#include <QXmlStreamReader>

/// Parts and words of drawings, to compare window and report. Both lists are sorted; equal spaces for all that are narrow or do not
/// break.
namespace headroom::ui {

struct DrawingTexts {
    QStringList ids, words;
};

inline QString plainSpaces(QString text) {
    return text.replace(QChar(0x2009), ' ').replace(QChar(0xA0), ' ').simplified();
}

/// A part counts once however many groups it has.
inline DrawingTexts textsOfSvg(const QByteArray& svg) {
    DrawingTexts texts;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == u"text") {
            texts.words << plainSpaces(xml.readElementText());
        } else if (xml.isStartElement() && xml.attributes().hasAttribute("data-part")) {
            texts.ids << xml.attributes().value("data-part").toString();
        }
    }
    texts.ids.sort();
    texts.ids.removeDuplicates();
    texts.words.sort();
    return texts;
}

/// Texts of painted parts. Areas for a pointer alone have none.
inline QStringList idsOf(const engine::DisplayList& list) {
    QStringList ids;
    for (const engine::DrawnShape& shape : list.shapes()) {
        if (shape.item >= 0 && shape.ink != engine::Ink::Touch) {
            ids << QString::fromStdString(list.items()[static_cast<std::size_t>(shape.item)].id);
        }
    }
    ids.sort();
    ids.removeDuplicates();
    return ids;
}

inline QStringList wordsOf(const engine::DisplayList& list) {
    QStringList words;
    for (const engine::DrawnShape& shape : list.shapes()) {
        if (shape.form == engine::DrawnShape::Form::Letters) {
            words << plainSpaces(QString::fromStdString(shape.words));
        }
    }
    words.sort();
    return words;
}

}  // namespace headroom::ui
