import Foundation

/// The name as it is on the card and in the name field of its first track (ISO/IEC 7813): 2 to 26 characters, capital
/// letters A to Z, digits, spaces and some marks. The customer's own name stays as it is.
///
/// Other Latin letters and Cyrillic letters are transliterated as in passports (ICAO Doc 9303, part 3, section 6,
/// tables A and B). A currency sign, as artists have one in their names, is left out. A name in another script is
/// refused, because there is no table for it.
enum NameOnCard {
    static let maximumLength = 26
    /// The marks that the track allows and that its readers do not mistake for its syntax: `^` and `/` divide its
    /// fields, `%` begins it, and `?` ends it.
    private static let marks: Set<Unicode.Scalar> = [" ", "'", "-", ".", ",", "&"]

    /// The rule that one of a customer's names breaks; completes the sentence that begins with the field's name. Nil if
    /// a card can carry the name.
    static func violation(in name: String) -> String? {
        guard let text = transliterated(name), text.contains(where: \.isLetter) else {
            return "must be a name in Latin or Cyrillic letters, with no marks but spaces and ' - . , & between them"
        }
        return nil
    }

    /// - Parameter names: in their order. Characters that no card can carry are left out; only names that were stored
    ///   before the check have them.
    static func text(of names: [String]) -> String {
        let words = names.flatMap { name in
            name.precomposedStringWithCanonicalMapping.unicodeScalars.compactMap { transliterated(String($0)) }
                .joined().split(separator: " ")
        }
        let text = words.joined(separator: " ").prefix(maximumLength)
        guard text.contains(where: \.isLetter), text.count > 1 else { return "CARDHOLDER" }
        return String(text.last == " " ? text.dropLast() : text)
    }

    /// Nil if a part of it has no counterpart.
    private static func transliterated(_ name: String) -> String? {
        var text = ""
        for scalar in name.precomposedStringWithCanonicalMapping.uppercased().unicodeScalars {
            guard let part = counterpart(of: scalar) else { return nil }
            text += part
        }
        return text
    }

    private static func counterpart(of scalar: Unicode.Scalar) -> String? {
        if "A"..."Z" ~= scalar || "0"..."9" ~= scalar || marks.contains(scalar) { return String(scalar) }
        if let known = table[scalar] { return known }
        switch scalar.properties.generalCategory {
        // An accent that the table does not know: its letter stays.
        case .nonspacingMark, .currencySymbol: return ""
        default: break
        }
        let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
        guard let letter = parts.first, letter != scalar else { return nil }
        return counterpart(of: letter)
    }

    private static let table: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [:]
        for entry in (latin + " " + cyrillic).split(separator: " ") {
            let scalars = entry.unicodeScalars
            if let letter = scalars.first { table[letter] = String(Substring(scalars.dropFirst())) }
        }
        for mark in "\u{2018}\u{2019}\u{02BC}\u{02B9}`\u{B4}".unicodeScalars { table[mark] = "'" }
        for mark in "\u{2010}\u{2011}\u{2013}".unicodeScalars { table[mark] = "-" }
        table["\u{A0}"] = " "
        return table
    }()

    /// Table A, each letter with its counterpart, in capital letters. Where the table leaves a choice, the first one.
    /// Letters with an accent whose counterpart is the letter itself are not here.
    private static let latin = "ÄAE ÅAA ÆAE ÐD ÖOE ØOE ÜUE ÞTH ĐD ĦH ĲIJ ŁL ŊN ŒOE ŦT ẞSS"

    /// Table B. The hard sign is IE, and the soft sign is left out.
    private static let cyrillic = """
        АA БB ВV ГG ДD ЕE ЁE ЖZH ЗZ ИI ЙI КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХKH ЦTS ЧCH ШSH ЩSHCH ЪIE ЫY Ь ЭE ЮIU ЯIA \
        ЀE ЂD ЃG ЄIE ЅDZ ІI ЇI ЈJ ЉLJ ЊNJ ЋC ЌK ЍI ЎU ЏDZ ҐG ҒF ѢIE ѪU ѲF ѴY ҺC
        """
}
