// SPDX-License-Identifier: Apache-2.0
#include "engine/storyboard/slide_parts.h"

#include <fmt/format.h>

#include <sstream>

namespace headroom::engine {

namespace {

constexpr const char* kRelations =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// The tree of shapes of a part that has these shapes.
std::string tree(const std::string& shapes) {
    return "<p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr "
           "val=\"bg1\"/></a:solidFill><a:effectLst/></p:bgPr></p:bg><p:spTree>"
           "<p:nvGrpSpPr><p:cNvPr id=\"1\" name=\"\"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>"
           "<p:grpSpPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"0\" cy=\"0\"/><a:chOff x=\"0\" "
           "y=\"0\"/><a:chExt cx=\"0\" cy=\"0\"/></a:xfrm></p:grpSpPr>" +
           shapes + "</p:spTree></p:cSld>";
}

std::string textShape(int id, const char* name, const char* kind, long x, long y, long cx, long cy,
                      const char* words) {
    return fmt::format(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"{}\" name=\"{}\"/><p:cNvSpPr><a:spLocks "
        "noGrp=\"1\"/></p:cNvSpPr><p:nvPr><p:ph {}/></p:nvPr></p:nvSpPr>"
        "<p:spPr><a:xfrm><a:off x=\"{}\" y=\"{}\"/><a:ext cx=\"{}\" "
        "cy=\"{}\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></p:spPr>"
        "<p:txBody><a:bodyPr vert=\"horz\" "
        "anchor=\"ctr\"><a:normAutofit/></a:bodyPr><a:lstStyle/><a:p><a:r><a:rPr "
        "lang=\"en-US\"/><a:t>{}</a:t></a:r></a:p></p:txBody></p:sp>",
        id, name, kind, x, y, cx, cy, words);
}

constexpr const char* kColourMap =
    "<p:clrMap bg1=\"lt1\" tx1=\"dk1\" bg2=\"lt2\" tx2=\"dk2\" accent1=\"accent1\" "
    "accent2=\"accent2\" accent3=\"accent3\" accent4=\"accent4\" "
    "accent5=\"accent5\" accent6=\"accent6\" hlink=\"hlink\" folHlink=\"folHlink\"/>";

}  // namespace

std::string xmlHead() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
}

std::string slideNamespaces() {
    return fmt::format(
        "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:r=\"{}\" "
        "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\"",
        kRelations);
}

std::string relationsPart(std::initializer_list<const char*> rows) {
    std::string part =
        xmlHead() +
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">";
    for (const char* row : rows) {
        std::istringstream words(row);
        std::string id, type, target;
        words >> id >> type >> target;
        const std::string prefix =
            type == "core-properties"
                ? "http://schemas.openxmlformats.org/package/2006/relationships/metadata"
                : kRelations;
        part += fmt::format("<Relationship Id=\"{}\" Type=\"{}/{}\" Target=\"{}\"/>", id, prefix,
                            type, target);
    }
    return part + "</Relationships>";
}

std::string themePart() {
    std::string colours;
    for (const auto& [name, value] : {std::pair{"dk1", "1B1F24"},
                                      {"lt1", "FFFFFF"},
                                      {"dk2", "5B6470"},
                                      {"lt2", "EEF1F4"},
                                      {"accent1", "2463A6"},
                                      {"accent2", "B8860B"},
                                      {"accent3", "2E8B57"},
                                      {"accent4", "A23B3B"},
                                      {"accent5", "6B4C9A"},
                                      {"accent6", "3B8EA5"},
                                      {"hlink", "2463A6"},
                                      {"folHlink", "5B6470"}}) {
        colours += fmt::format("<a:{0}><a:srgbClr val=\"{1}\"/></a:{0}>", name, value);
    }
    const std::string font =
        "<a:latin typeface=\"Calibri\"/><a:ea typeface=\"\"/><a:cs typeface=\"\"/>";
    const std::string fill = "<a:solidFill><a:schemeClr val=\"phClr\"/></a:solidFill>";
    const std::string line = "<a:ln w=\"9525\">" + fill + "</a:ln>";
    const std::string effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";
    return xmlHead() +
           "<a:theme xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" "
           "name=\"Headroom\"><a:themeElements>"
           "<a:clrScheme name=\"Headroom\">" +
           colours + "</a:clrScheme><a:fontScheme name=\"Headroom\"><a:majorFont>" + font +
           "</a:majorFont><a:minorFont>" + font +
           "</a:minorFont></a:fontScheme><a:fmtScheme name=\"Headroom\"><a:fillStyleLst>" + fill +
           fill + fill + "</a:fillStyleLst><a:lnStyleLst>" + line + line + line +
           "</a:lnStyleLst><a:effectStyleLst>" + effect + effect + effect +
           "</a:effectStyleLst><a:bgFillStyleLst>" + fill + fill + fill +
           "</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>";
}

std::string masterPart() {
    return xmlHead() + "<p:sldMaster " + slideNamespaces() + ">" +
           tree(textShape(2, "Title", "type=\"title\"", 457200, 228600, kSlideWide - 914400, 685800,
                          "Title")) +
           kColourMap +
           "<p:sldLayoutIdLst><p:sldLayoutId id=\"2147483649\" "
           "r:id=\"rId1\"/></p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr algn=\"l\">"
           "<a:defRPr sz=\"2800\" b=\"1\"><a:solidFill><a:schemeClr "
           "val=\"tx1\"/></a:solidFill><a:latin "
           "typeface=\"+mj-lt\"/></a:defRPr></a:lvl1pPr></p:titleStyle>"
           "<p:bodyStyle/><p:otherStyle/></p:txStyles></p:sldMaster>";
}

std::string layoutPart() {
    return xmlHead() + "<p:sldLayout " + slideNamespaces() + " type=\"titleOnly\" preserve=\"1\">" +
           tree(textShape(2, "Title", "type=\"title\"", 457200, 228600, kSlideWide - 914400, 685800,
                          "Title")) +
           "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>";
}

std::string notesMasterPart() {
    return xmlHead() + "<p:notesMaster " + slideNamespaces() + ">" +
           tree(
               "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Slide\"/><p:cNvSpPr><a:spLocks "
               "noGrp=\"1\" noRot=\"1\" noChangeAspect=\"1\"/></p:cNvSpPr><p:nvPr><p:ph "
               "type=\"sldImg\" idx=\"2\"/></p:nvPr></p:nvSpPr>"
               "<p:spPr><a:xfrm><a:off x=\"685800\" y=\"685800\"/><a:ext cx=\"5486400\" "
               "cy=\"3086100\"/></a:xfrm><a:prstGeom "
               "prst=\"rect\"><a:avLst/></a:prstGeom></p:spPr></p:sp>" +
               textShape(3, "Notes", "type=\"body\" sz=\"quarter\" idx=\"3\"", 685800, 4114800,
                         kNotesWide - 1371600, 4343400, "Notes")) +
           kColourMap + "</p:notesMaster>";
}

}  // namespace headroom::engine
