/// Finds the word that the writer of a misspelt one probably meant.
package enum Spelling {
    /// The candidate that differs from `word` only in case, hyphens and underscores. Otherwise, the nearest candidate
    /// with an edit distance of at most 2 and at most half its length, because `id` is not a misspelt `pin`. Otherwise,
    /// the only candidate that ends with `word`, or that `word` ends with: `cardPin` for `pin`, and `pin` for
    /// `cardPin`.
    package static func suggestion(for word: String, among candidates: [String]) -> String? {
        let letters = lettersOnly(word)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let candidateLetters = lettersOnly(candidate)
            let limit = min(2, candidateLetters.count / 2, (best?.distance ?? 3) - 1)
            guard abs(letters.count - candidateLetters.count) <= limit else { continue }
            let distance = distance(from: letters, to: candidateLetters)
            if distance <= limit { best = (candidate, distance) }
        }
        if let best { return best.candidate }
        let related = candidates.filter { endsInWord($0, word) || endsInWord(word, $0) }
        return related.count == 1 ? related[0] : nil
    }

    /// Whether the last word or words of a name are `ending`. An ending of two letters is too short to count.
    private static func endsInWord(_ name: String, _ ending: String) -> Bool {
        let (name, ending) = (Array(name.utf8), Array(ending.utf8))
        guard ending.count >= 3, name.count > ending.count else { return false }
        let last = name[(name.count - ending.count)...]
        let before = name[last.startIndex - 1]
        let isSeparated = before == UInt8(ascii: "-") || before == UInt8(ascii: "_")
        let isCapitalized = isCapital(last[last.startIndex]) && !isCapital(before)
        return (isSeparated || isCapitalized) && lettersOnly(last) == lettersOnly(ending)
    }

    private static func isCapital(_ letter: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) }

    private static func lettersOnly(_ word: String) -> [UInt8] { lettersOnly(Array(word.lowercased().utf8)) }

    private static func lettersOnly(_ word: some Sequence<UInt8>) -> [UInt8] {
        word.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.map { isCapital($0) ? $0 | 0x20 : $0 }
    }

    /// Levenshtein distance, computed one row of the table at a time.
    private static func distance(from one: [UInt8], to other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (line, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, otherLetter) in other.enumerated() {
                let substituted = diagonal + (letter == otherLetter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
