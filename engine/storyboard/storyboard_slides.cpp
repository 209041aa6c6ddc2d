// SPDX-License-Identifier: Apache-2.0
#include "engine/storyboard/storyboard_slides.h"

#include "engine/files/archive.h"
#include "engine/report/format.h"
#include "engine/storyboard/slide_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace headroom::engine {

namespace {

using report::escaped;

constexpr long kEdge = 457'200;    // [EMU], half an inch
constexpr long kTop = 1'005'840;   // below the title
constexpr long kFoot = 6'446'520;  // top of the foot line
constexpr long kFigureHigh = 594'360;
constexpr long kGap = 91'440;

struct SlideBox {
    long x = 0, y = 0, wide = 0, high = 0;
};

/// Width and height in pixels as the header of a PNG states them (RFC 2083, 11.2.1); 16 by 9 if it is not a PNG.
std::pair<long, long> pixelsOf(const std::string& png) {
    const auto number = [&](std::size_t at) {
        long value = 0;
        for (std::size_t i = at; i < at + 4; ++i) {
            value = value * 256 + static_cast<unsigned char>(png[i]);
        }
        return value;
    };
    constexpr std::size_t kWidthAt = 16, kHeightAt = 20, kHeadBytes = 24;
    if (png.size() < kHeadBytes || png.compare(1, 3, "PNG") != 0 || number(kWidthAt) <= 0 ||
        number(kHeightAt) <= 0) {
        return {16, 9};
    }
    return {number(kWidthAt), number(kHeightAt)};
}

/// The largest box of that shape in the middle of a room.
SlideBox fitted(const std::pair<long, long>& pixels, const SlideBox& room) {
    const double scale =
        std::min(static_cast<double>(room.wide) / static_cast<double>(pixels.first),
                 static_cast<double>(room.high) / static_cast<double>(pixels.second));
    const auto wide = static_cast<long>(static_cast<double>(pixels.first) * scale);
    const auto high = static_cast<long>(static_cast<double>(pixels.second) * scale);
    return {room.x + (room.wide - wide) / 2, room.y + (room.high - high) / 2, wide, high};
}

std::string transform(const SlideBox& box) {
    return fmt::format("<a:xfrm><a:off x=\"{}\" y=\"{}\"/><a:ext cx=\"{}\" cy=\"{}\"/></a:xfrm>",
                       box.x, box.y, box.wide, box.high);
}

struct TextLook {
    int points = 12;
    bool isBold = false;
    const char* colour = "tx1";
    const char* align = "l";
};

std::string run(const std::string& text, const TextLook& look) {
    return fmt::format(
        "<a:r><a:rPr lang=\"en-US\" sz=\"{}\" b=\"{}\"><a:solidFill><a:schemeClr "
        "val=\"{}\"/></a:solidFill></a:rPr><a:t>{}</a:t></a:r>",
        100 * look.points, look.isBold ? 1 : 0, look.colour, escaped(text));
}

std::string paragraph(const std::string& runs, const char* align) {
    return fmt::format("<a:p><a:pPr algn=\"{}\"/>{}</a:p>", align, runs);
}

std::string textBox(int id, const std::string& name, const SlideBox& box,
                    const std::string& paragraphs, const char* fill) {
    return fmt::format(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"{}\" name=\"{}\"/><p:cNvSpPr "
        "txBox=\"1\"/><p:nvPr/></p:nvSpPr><p:spPr>{}"
        "<a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom>{}</p:spPr><p:txBody><a:bodyPr "
        "wrap=\"square\" lIns=\"91440\" tIns=\"45720\" "
        "rIns=\"91440\" bIns=\"45720\" anchor=\"ctr\"/><a:lstStyle/>{}</p:txBody></p:sp>",
        id, escaped(name), transform(box), fill, paragraphs);
}

std::string titleShape(const std::string& title) {
    return "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Title\"/><p:cNvSpPr><a:spLocks "
           "noGrp=\"1\"/></p:cNvSpPr><p:nvPr><p:ph type=\"title\"/></p:nvPr></p:nvSpPr>"
           "<p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang=\"en-US\"/><a:t>" +
           escaped(title) + "</a:t></a:r></a:p></p:txBody></p:sp>";
}

std::string pictureShape(const StoryScene& scene, const SlideBox& box) {
    return fmt::format(
        "<p:pic><p:nvPicPr><p:cNvPr id=\"3\" name=\"Picture\" "
        "descr=\"{}\"/><p:cNvPicPr><a:picLocks "
        "noChangeAspect=\"1\"/></p:cNvPicPr><p:nvPr/></p:nvPicPr>"
        "<p:blipFill><a:blip "
        "r:embed=\"rId2\"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>{}<a:prstGeom "
        "prst=\"rect\"><a:avLst/></a:prstGeom></p:spPr></p:pic>",
        escaped(scene.title), transform(box));
}

std::string slidePart(const StoryScene& scene, const StoryShot& shot, std::size_t number,
                      std::size_t count) {
    constexpr long kNumberWide = 1'000'000;
    constexpr const char* kNoFill = "<a:noFill/>";
    constexpr const char* kTint = "<a:solidFill><a:schemeClr val=\"bg2\"/></a:solidFill>";
    const long wide = kSlideWide - 2 * kEdge;
    const long bottom = kFoot - (shot.figures.empty() ? 0 : kFigureHigh + kGap) - kGap;
    std::string shapes = titleShape(scene.title);
    shapes += pictureShape(scene, fitted(pixelsOf(shot.png), {kEdge, kTop, wide, bottom - kTop}));
    int id = 4;
    const auto figures = static_cast<long>(shot.figures.size());
    const long each = figures > 0 ? std::min(wide / 4, wide / figures) : 0;
    for (long i = 0; i < figures; ++i) {
        const auto& [label, value] = shot.figures[static_cast<std::size_t>(i)];
        shapes += textBox(id++, label,
                          {kEdge + i * each, kFoot - kGap - kFigureHigh, each - kGap, kFigureHigh},
                          paragraph(run(label, {10, false, "tx2", "l"}), "l") +
                              paragraph(run(value, {16, true, "tx1", "l"}), "l"),
                          kTint);
    }
    std::string stamp = shot.when;
    if (!shot.source.empty()) {
        stamp += (stamp.empty() ? "" : "   ") + shot.source;
    }
    shapes += textBox(id++, "Source", {kEdge, kFoot, wide - kNumberWide, 320'040},
                      paragraph(run(stamp, {10, false, "tx2", "l"}), "l"), kNoFill);
    shapes +=
        textBox(id, "Number", {kSlideWide - kEdge - kNumberWide, kFoot, kNumberWide, 320'040},
                paragraph(run(fmt::format("{} / {}", number, count), {10, false, "tx2", "r"}), "r"),
                kNoFill);
    return xmlHead() + "<p:sld " + slideNamespaces() +
           "><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id=\"1\" "
           "name=\"\"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>" +
           shapes + "</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>";
}

std::string notesPart(const std::string& note) {
    std::string paragraphs;
    for (std::size_t at = 0; at <= note.size();) {
        const std::size_t end = std::min(note.find('\n', at), note.size());
        paragraphs += "<a:p><a:r><a:rPr lang=\"en-US\"/><a:t>" +
                      escaped(note.substr(at, end - at)) + "</a:t></a:r></a:p>";
        at = end + 1;
    }
    return xmlHead() + "<p:notes " + slideNamespaces() +
           "><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id=\"1\" "
           "name=\"\"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>"
           "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Slide\"/><p:cNvSpPr><a:spLocks noGrp=\"1\" "
           "noRot=\"1\" noChangeAspect=\"1\"/></p:cNvSpPr><p:nvPr><p:ph type=\"sldImg\" "
           "idx=\"2\"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp>"
           "<p:sp><p:nvSpPr><p:cNvPr id=\"3\" name=\"Notes\"/><p:cNvSpPr><a:spLocks "
           "noGrp=\"1\"/></p:cNvSpPr><p:nvPr><p:ph type=\"body\" "
           "idx=\"3\"/></p:nvPr></p:nvSpPr><p:spPr/>"
           "<p:txBody><a:bodyPr/><a:lstStyle/>" +
           paragraphs +
           "</p:txBody></p:sp></p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></"
           "p:clrMapOvr></p:notes>";
}

std::string contentTypes(std::size_t count) {
    constexpr const char* kOffice = "application/vnd.openxmlformats-officedocument.";
    std::string part =
        xmlHead() +
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
        "<Default Extension=\"rels\" "
        "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
        "<Default Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"png\" "
        "ContentType=\"image/png\"/>";
    const auto add = [&](const std::string& name, const char* type) {
        part += fmt::format("<Override PartName=\"/{}\" ContentType=\"{}{}+xml\"/>", name, kOffice,
                            type);
    };
    add("ppt/presentation.xml", "presentationml.presentation.main");
    add("ppt/slideMasters/slideMaster1.xml", "presentationml.slideMaster");
    add("ppt/slideLayouts/slideLayout1.xml", "presentationml.slideLayout");
    add("ppt/notesMasters/notesMaster1.xml", "presentationml.notesMaster");
    add("ppt/theme/theme1.xml", "theme");
    add("ppt/theme/theme2.xml", "theme");
    for (std::size_t i = 1; i <= count; ++i) {
        add(fmt::format("ppt/slides/slide{}.xml", i), "presentationml.slide");
        add(fmt::format("ppt/notesSlides/notesSlide{}.xml", i), "presentationml.notesSlide");
    }
    return part +
           "<Override PartName=\"/docProps/core.xml\" "
           "ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/></Types>";
}

/// The presentation and its relations: rId1 the master, rId2 the notes master, rId3 the theme, then the slides.
void addPresentation(std::map<std::string, std::string>& parts, std::size_t count) {
    std::string slides;
    std::string relations = relationsPart({"rId1 slideMaster slideMasters/slideMaster1.xml",
                                           "rId2 notesMaster notesMasters/notesMaster1.xml",
                                           "rId3 theme theme/theme1.xml"});
    const std::string end = "</Relationships>";
    relations.resize(relations.size() - end.size());
    for (std::size_t i = 1; i <= count; ++i) {
        slides += fmt::format("<p:sldId id=\"{}\" r:id=\"rId{}\"/>", 255 + i, 3 + i);
        relations += fmt::format(
            "<Relationship Id=\"rId{}\" "
            "Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide\" "
            "Target=\"slides/slide{}.xml\"/>",
            3 + i, i);
    }
    parts["ppt/presentation.xml"] =
        xmlHead() + "<p:presentation " + slideNamespaces() +
        "><p:sldMasterIdLst><p:sldMasterId id=\"2147483648\" "
        "r:id=\"rId1\"/></p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId "
        "r:id=\"rId2\"/></p:notesMasterIdLst>" +
        (slides.empty() ? std::string() : "<p:sldIdLst>" + slides + "</p:sldIdLst>") +
        fmt::format(
            "<p:sldSz cx=\"{}\" cy=\"{}\"/><p:notesSz cx=\"{}\" cy=\"{}\"/></p:presentation>",
            kSlideWide, kSlideHigh, kNotesWide, kNotesHigh);
    parts["ppt/_rels/presentation.xml.rels"] = relations + end;
}

}  // namespace

Result<std::string> storyboardPptx(const Storyboard& storyboard,
                                   const std::vector<StoryShot>& shots) {
    const std::size_t count = std::min(shots.size(), storyboard.scenes.size());
    std::map<std::string, std::string> parts;
    parts["[Content_Types].xml"] = contentTypes(count);
    parts["_rels/.rels"] = relationsPart(
        {"rId1 officeDocument ppt/presentation.xml", "rId2 core-properties docProps/core.xml"});
    parts["docProps/core.xml"] =
        xmlHead() +
        "<cp:coreProperties "
        "xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" "
        "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>" +
        escaped(storyboard.title) +
        "</dc:title><dc:creator>Headroom</dc:creator></cp:coreProperties>";
    addPresentation(parts, count);
    parts["ppt/slideMasters/slideMaster1.xml"] = masterPart();
    parts["ppt/slideMasters/_rels/slideMaster1.xml.rels"] = relationsPart(
        {"rId1 slideLayout ../slideLayouts/slideLayout1.xml", "rId2 theme ../theme/theme1.xml"});
    parts["ppt/slideLayouts/slideLayout1.xml"] = layoutPart();
    parts["ppt/slideLayouts/_rels/slideLayout1.xml.rels"] =
        relationsPart({"rId1 slideMaster ../slideMasters/slideMaster1.xml"});
    parts["ppt/notesMasters/notesMaster1.xml"] = notesMasterPart();
    parts["ppt/notesMasters/_rels/notesMaster1.xml.rels"] =
        relationsPart({"rId1 theme ../theme/theme2.xml"});
    parts["ppt/theme/theme1.xml"] = themePart();
    parts["ppt/theme/theme2.xml"] = themePart();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t n = i + 1;
        parts[fmt::format("ppt/slides/slide{}.xml", n)] =
            slidePart(storyboard.scenes[i], shots[i], n, count);
        const std::string image = fmt::format("rId2 image ../media/image{}.png", n);
        const std::string notes = fmt::format("rId3 notesSlide ../notesSlides/notesSlide{}.xml", n);
        parts[fmt::format("ppt/slides/_rels/slide{}.xml.rels", n)] = relationsPart(
            {"rId1 slideLayout ../slideLayouts/slideLayout1.xml", image.c_str(), notes.c_str()});
        const std::string slide = fmt::format("rId2 slide ../slides/slide{}.xml", n);
        parts[fmt::format("ppt/notesSlides/notesSlide{}.xml", n)] =
            notesPart(storyboard.scenes[i].note);
        parts[fmt::format("ppt/notesSlides/_rels/notesSlide{}.xml.rels", n)] =
            relationsPart({"rId1 notesMaster ../notesMasters/notesMaster1.xml", slide.c_str()});
        parts[fmt::format("ppt/media/image{}.png", n)] = shots[i].png;
    }
    auto bytes = zipOf(parts);
    if (!bytes) {
        return tl::unexpected(Error{"STB-005",
                                    "There is no memory for the presentation",
                                    "Export fewer scenes, or close other programs",
                                    {},
                                    {},
                                    0});
    }
    return std::move(*bytes);
}

}  // namespace headroom::engine
