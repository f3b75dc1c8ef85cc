/// Finds the word that somebody probably meant.
enum Spelling {
    /// The candidate that differs from `word` only in case, hyphens and underscores. Otherwise, the nearest candidate
    /// with an edit distance of at most 2 and at most half its length, because `id` is not a misspelt `pin`.
    static func suggestion(for word: String, among candidates: [String]) -> String? {
        let letters = lettersOnly(word)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let candidateLetters = lettersOnly(candidate)
            let limit = min(2, candidateLetters.count / 2, (best?.distance ?? 3) - 1)
            guard abs(letters.count - candidateLetters.count) <= limit else { continue }
            let distance = distance(from: letters, to: candidateLetters)
            if distance <= limit { best = (candidate, distance) }
        }
        return best?.candidate
    }

    private static func lettersOnly(_ word: String) -> [UInt8] {
        word.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
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
