import Foundation

/// A message of a card with its answer, as it was kept.
package struct KeptMessage: Sendable {
    package let reference: NetworkReference
    let kind: MessageKind
    /// The authorization that it began or changed; nil if none.
    let authorization: AuthorizationID?
    let answer: Ruling
    let lines: [TraceLine]
    /// Nil if the message was answered by a program that kept none.
    let facts: KeptFacts?
    package let at: Date
    /// In the order in which the messages of a card were decided; 0 for one without ``facts``.
    package let insertion: Int64

    package init(
        reference: NetworkReference, kind: MessageKind, authorization: AuthorizationID?, answer: Ruling,
        lines: [TraceLine], facts: KeptFacts?, at: Date, insertion: Int64
    ) {
        (self.reference, self.kind, self.authorization, self.answer) = (reference, kind, authorization, answer)
        (self.lines, self.facts, self.at, self.insertion) = (lines, facts, at, insertion)
    }

    func line(of check: Check) -> TraceLine? { lines.first { $0.check == check } }
}
