import Foundation
import Testing
import TestSupport

@Suite("The repository speaks plain English")
struct PlainEnglishTests {
    /// A turn of phrase that slows a reader, and what to write instead.
    private struct Turn: Sendable {
        let pattern: String
        let instead: String
    }

    private static let bannedTurns = [
        Turn(pattern: "(is|are|was|were) none of", instead: "is not one of"),
        Turn(pattern: "(is|are|be|was|were) had", instead: "exists, is available"),
        Turn(pattern: "(stand(s|ing)?|stood) against", instead: "prevents, is wrong with"),
        Turn(pattern: "for so long", instead: "the duration"),
        Turn(pattern: "(become(s)?|becoming|became) of", instead: "happens to"),
        Turn(pattern: "who asks", instead: "the caller"),
        Turn(pattern: "all the same", instead: "anyway, still"),
        Turn(pattern: "so as to|lest", instead: "to, so that … not"),
        Turn(pattern: "but for", instead: "except"),
        Turn(pattern: "whatever it", instead: "any"),
        Turn(pattern: ", for (it|they|there|nothing|nobody|he|she|we)", instead: "because"),
        Turn(pattern: "(bring(s|ing)?|brought) about", instead: "cause, set up"),
        Turn(pattern: "as it could be", instead: "an example"),
        Turn(pattern: "looking on", instead: "monitoring"),
        Turn(pattern: "let(s)? happen", instead: "simulate"),
        Turn(pattern: "nothing but", instead: "only"),
        Turn(pattern: #"(?<=[a-z]\s)anew|once more"#, instead: "again"),
        Turn(pattern: "mend(s|ed|ing)?", instead: "fix, correct"),
        Turn(pattern: "in vain", instead: "without success"),
        Turn(pattern: "for ever", instead: "forever, without limit"),
        Turn(pattern: "(is|are|be|been|being|was|were) told", instead: "learns, receives; or say who tells"),
        Turn(pattern: "of ours|of theirs", instead: "our, their"),
        Turn(pattern: "thence|whence|whereof|thereof|hereby|whereby", instead: "a plainer word"),
    ]

    /// The guide quotes the turns, this list holds them, and the licence is not ours to change.
    private static let exempt = ["LICENSE", "docs/STYLE.md", "Tests/Programs/RepositoryTests/PlainEnglishTests.swift"]

    @Test("No text uses a banned turn of phrase")
    func turns() throws {
        // A turn may continue on the next line, behind the mark of a comment.
        let gap = #"(?:\s+(?:(?:///?|--|#)\s+)?)"#
        let turns = Self.bannedTurns.map { turn in
            let start = turn.pattern.hasPrefix(",") ? "" : #"\b"#
            return "\(start)(?:\(turn.pattern.replacingOccurrences(of: " ", with: gap)))\\b"
        }
        let patterns = try turns.map { try TextPattern($0, .caseInsensitive) }
        let anyTurn = try TextPattern(turns.joined(separator: "|"), .caseInsensitive)
        for file in try SourceFile.all(in: ["Sources", "Tests", "docs", "scenarios", "Benchmarks", ""], anyText: true)
        where !Self.exempt.contains(file.path) && !file.lines(matching: anyTurn).isEmpty {
            for (turn, pattern) in zip(Self.bannedTurns, patterns) {
                for (number, line) in file.lines(matching: pattern) {
                    Issue.record("\(file.path):\(number) slows a reader; write: \(turn.instead). “\(line)”")
                }
            }
        }
    }
}
