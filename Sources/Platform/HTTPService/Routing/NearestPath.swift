import Validation

/// Finds the path of an operation that the sender of an unknown path probably meant. Words may be misspelt, and up to
/// two segments may be missing or too many, such as the version in front.
enum NearestPath {
    /// More or longer segments are no slip of the keyboard, and would take long to compare.
    private static let maximumSegments = 16
    private static let maximumLength = 64
    private static let segmentCost = 2
    private static let misspeltCost = 1
    private static let maximumCost = 4

    static func find(_ path: Substring, among routes: some Sequence<Route>) -> String? {
        let words = path.split(separator: "/", maxSplits: maximumSegments).map(String.init)
        guard (1...maximumSegments).contains(words.count) else { return nil }
        var best: (path: String, cost: Int)?
        for route in routes {
            guard let cost = cost(of: words, route.segments), cost < best?.cost ?? maximumCost + 1 else { continue }
            best = (route.path, cost)
        }
        return best?.path
    }

    /// The cost of changing the words to a path of the route; nil if they are too different.
    ///
    /// More than half of the route's words must have been sent. Otherwise perhaps only its parameters fit, and any word
    /// fits a parameter. Segments are either only left out or only added, because a word in another's place is another
    /// path.
    private static func cost(of words: [String], _ segments: [(text: String, isParameter: Bool)]) -> Int? {
        guard abs(words.count - segments.count) * segmentCost <= maximumCost else { return nil }
        let (isTooLong, isTooShort) = (words.count > segments.count, words.count < segments.count)
        // One row of the table for each word, as for the edit distance. Nil if there is no way to a cell.
        var row: [Step?] = (0...segments.count).map {
            $0 == 0 || isTooShort ? Step(cost: $0 * segmentCost, literals: 0) : nil
        }
        for word in words {
            var diagonal = row[0]
            row[0] = isTooLong ? row[0]?.adding(segmentCost) : nil
            for (column, segment) in segments.enumerated() {
                let above = row[column + 1]
                let ways = [
                    diagonal.flatMap { $0.keeping(word, as: segment) },
                    isTooLong ? above?.adding(segmentCost) : nil,
                    isTooShort ? row[column]?.adding(segmentCost) : nil,
                ]
                row[column + 1] = ways.compactMap(\.self).min()
                diagonal = above
            }
        }
        guard let end = row[segments.count], end.cost <= maximumCost else { return nil }
        return end.literals * 2 > segments.count { !$0.isParameter } ? end.cost : nil
    }

    /// The cheapest way to a cell of the table, and how many words of the route it kept.
    private struct Step: Comparable {
        var cost: Int
        var literals: Int

        func adding(_ cost: Int) -> Step { Step(cost: self.cost + cost, literals: literals) }

        /// Nil if the word is no spelling of the segment.
        func keeping(_ word: String, as segment: (text: String, isParameter: Bool)) -> Step? {
            if segment.isParameter { return self }
            if word == segment.text { return Step(cost: cost, literals: literals + 1) }
            guard word.utf8.count <= maximumLength, Spelling.suggestion(for: word, among: [segment.text]) != nil else {
                return nil
            }
            return Step(cost: cost + misspeltCost, literals: literals + 1)
        }

        static func < (one: Step, other: Step) -> Bool { (one.cost, other.literals) < (other.cost, one.literals) }
    }
}
