import Cards
import Testing

/// The transition matrix as the contract prints it: one table for each pair of actor and occasion that allows anything.
///
/// A row is the card's status and a column is the requested status: `y` is allowed, `b` is allowed only back to the
/// status before the lock or suspension, and `.` is refused. A pair without a table allows nothing.
enum TransitionTable {
    struct Cell: Sendable, CustomTestStringConvertible {
        let actor: TransitionMatrix.Actor
        let occasion: TransitionMatrix.Occasion
        let from: CardStatus
        let to: CardStatus
        let symbol: String

        var testDescription: String {
            "\(actor.rawValue) \(occasion.rawValue): \(from.rawValue) → \(to.rawValue) is \(symbol)"
        }
    }

    static let cells: [Cell] = TransitionMatrix.Actor.allCases.flatMap { actor in
        TransitionMatrix.Occasion.allCases.flatMap { occasion in
            cells(of: text(actor, occasion), actor, occasion)
        }
    }

    private static func cells(
        of text: String?, _ actor: TransitionMatrix.Actor, _ occasion: TransitionMatrix.Occasion
    ) -> [Cell] {
        var symbols: [CardStatus: [CardStatus: String]] = [:]
        let lines = (text ?? "").split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let columns = (lines.first ?? []).compactMap(CardStatus.init(rawValue:))
        for line in lines.dropFirst() {
            guard let from = CardStatus(rawValue: line[0]), line.count == columns.count + 1 else {
                preconditionFailure("Not a row of \(columns.count) cells: \(line)")
            }
            symbols[from] = Dictionary(uniqueKeysWithValues: zip(columns, line.dropFirst()))
        }
        return CardStatus.allCases.flatMap { from in
            CardStatus.allCases.map { to in
                let symbol = text == nil ? "." : symbols[from]?[to] ?? "missing"
                return Cell(actor: actor, occasion: occasion, from: from, to: to, symbol: symbol)
            }
        }
    }

    private static func text(_ actor: TransitionMatrix.Actor, _ occasion: TransitionMatrix.Occasion) -> String? {
        switch (actor, occasion) {
        case (.customer, .update): customerUpdate
        case (.customer, .activation): customerActivation
        case (.customer, .replacement): customerReplacement
        case (.business, .update): businessUpdate
        case (.issuer, .event): issuerEvent
        default: nil
        }
    }

    private static let customerUpdate = """
                  ACTIVE PENDING APPLIED REJECTED ISSUED DIGITAL LOCKED SUSPENDED EXPIRED CANCELLED DAMAGED LOST
        ACTIVE    .      .       .       .        .      .       y      .         .       y         .       .
        PENDING   .      .       .       .        .      .       .      .         .       .         .       .
        APPLIED   .      .       .       .        .      .       .      .         .       .         .       .
        REJECTED  .      .       .       .        .      .       .      .         .       .         .       .
        ISSUED    .      .       .       .        .      .       .      .         .       .         .       .
        DIGITAL   .      .       .       .        .      .       y      .         .       y         .       .
        LOCKED    b      .       .       .        .      b       .      .         .       y         .       .
        SUSPENDED .      .       .       .        .      .       .      .         .       .         .       .
        EXPIRED   .      .       .       .        .      .       .      .         .       .         .       .
        CANCELLED .      .       .       .        .      .       .      .         .       .         .       .
        DAMAGED   .      .       .       .        .      .       .      .         .       .         .       .
        LOST      .      .       .       .        .      .       .      .         .       .         .       .
        """

    private static let customerActivation = """
                  ACTIVE PENDING APPLIED REJECTED ISSUED DIGITAL LOCKED SUSPENDED EXPIRED CANCELLED DAMAGED LOST
        ACTIVE    .      .       .       .        .      .       .      .         .       .         .       .
        PENDING   .      .       .       .        .      .       .      .         .       .         .       .
        APPLIED   .      .       .       .        .      .       .      .         .       .         .       .
        REJECTED  .      .       .       .        .      .       .      .         .       .         .       .
        ISSUED    y      .       .       .        .      .       .      .         .       .         .       .
        DIGITAL   y      .       .       .        .      .       .      .         .       .         .       .
        LOCKED    .      .       .       .        .      .       .      .         .       .         .       .
        SUSPENDED .      .       .       .        .      .       .      .         .       .         .       .
        EXPIRED   .      .       .       .        .      .       .      .         .       .         .       .
        CANCELLED .      .       .       .        .      .       .      .         .       .         .       .
        DAMAGED   .      .       .       .        .      .       .      .         .       .         .       .
        LOST      .      .       .       .        .      .       .      .         .       .         .       .
        """

    private static let customerReplacement = """
                  ACTIVE PENDING APPLIED REJECTED ISSUED DIGITAL LOCKED SUSPENDED EXPIRED CANCELLED DAMAGED LOST
        ACTIVE    .      .       .       .        .      .       .      .         y       .         y       y
        PENDING   .      .       .       .        .      .       .      .         .       .         .       .
        APPLIED   .      .       .       .        .      .       .      .         .       .         .       .
        REJECTED  .      .       .       .        .      .       .      .         .       .         .       .
        ISSUED    .      .       .       .        .      .       .      .         y       .         .       .
        DIGITAL   .      .       .       .        .      .       .      .         y       .         .       .
        LOCKED    .      .       .       .        .      .       .      .         y       .         y       y
        SUSPENDED .      .       .       .        .      .       .      .         y       .         .       .
        EXPIRED   .      .       .       .        .      .       .      .         .       .         .       .
        CANCELLED .      .       .       .        .      .       .      .         .       .         .       .
        DAMAGED   .      .       .       .        .      .       .      .         .       .         .       y
        LOST      .      .       .       .        .      .       .      .         .       .         .       .
        """

    private static let businessUpdate = """
                  ACTIVE PENDING APPLIED REJECTED ISSUED DIGITAL LOCKED SUSPENDED EXPIRED CANCELLED DAMAGED LOST
        ACTIVE    .      .       .       .        .      .       .      .         .       y         .       .
        PENDING   .      .       .       .        .      .       .      .         .       .         .       .
        APPLIED   .      .       .       .        .      .       .      .         .       .         .       .
        REJECTED  .      .       .       .        .      .       .      .         .       .         .       .
        ISSUED    .      .       .       .        .      .       .      .         .       y         .       .
        DIGITAL   .      .       .       .        .      .       .      .         .       y         .       .
        LOCKED    .      .       .       .        .      .       .      .         .       y         .       .
        SUSPENDED b      .       .       .        b      b       .      .         .       y         .       .
        EXPIRED   .      .       .       .        .      .       .      .         .       .         .       .
        CANCELLED .      .       .       .        .      .       .      .         .       .         .       .
        DAMAGED   .      .       .       .        .      .       .      .         .       y         .       .
        LOST      .      .       .       .        .      .       .      .         .       .         .       .
        """

    private static let issuerEvent = """
                  ACTIVE PENDING APPLIED REJECTED ISSUED DIGITAL LOCKED SUSPENDED EXPIRED CANCELLED DAMAGED LOST
        ACTIVE    .      .       .       .        .      .       .      y         y       .         .       .
        PENDING   y      .       .       y        y      y       .      .         .       .         .       .
        APPLIED   .      y       .       y        .      .       .      .         .       .         .       .
        REJECTED  .      .       .       .        .      .       .      .         .       .         .       .
        ISSUED    .      .       .       .        .      .       .      y         y       .         .       .
        DIGITAL   y      .       .       .        .      .       .      y         y       .         .       .
        LOCKED    .      .       .       .        .      .       .      y         y       .         .       .
        SUSPENDED .      .       .       .        .      .       .      .         y       .         .       .
        EXPIRED   .      .       .       .        .      .       .      .         .       .         .       .
        CANCELLED .      .       .       .        .      .       .      .         .       .         .       .
        DAMAGED   .      .       .       .        .      .       .      .         y       .         .       .
        LOST      .      .       .       .        .      .       .      .         .       .         .       .
        """
}
