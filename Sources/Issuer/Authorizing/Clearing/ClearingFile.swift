import Identifiers
import Ledger
import Validation

/// One day's clearing as a network sends it to an issuer: CSV after RFC 4180, in UTF-8.
///
/// The first line names the columns. A `CLEARING` line collects the money of one authorization. A `TOTAL` line for each
/// currency and one `END` line prove that the file is whole.
public struct ClearingFile: Hashable, Sendable {
    public let lines: [Line]

    public init(_ lines: [Line]) {
        self.lines = lines
    }

    /// One clearing.
    public struct Line: Hashable, Sendable {
        /// Unique for each clearing. A repeated clearing books nothing.
        public let reference: NetworkReference
        public let authorization: AuthorizationID
        /// In the merchant's currency.
        public let amount: Money
        /// Whether no other clearing of the authorization follows.
        public let isFinal: Bool
        /// The number of its line in the file, from 1; the column names are line 1.
        public let number: Int

        public init(
            reference: NetworkReference, authorization: AuthorizationID, amount: Money, isFinal: Bool, number: Int
        ) {
            (self.reference, self.authorization, self.amount) = (reference, authorization, amount)
            (self.isFinal, self.number) = (isFinal, number)
        }
    }

    /// The sum of the lines of one currency.
    public struct Total: Hashable, Sendable {
        public let currency: Currency
        public let count: Int
        /// In minor units.
        public let amount: Int64

        public init(currency: Currency, count: Int, amount: Int64) {
            (self.currency, self.count, self.amount) = (currency, count, amount)
        }
    }

    enum Column: String, CaseIterable {
        case record, networkReference, authorizationId, currencyCode, amount, isFinal, count
    }

    enum Record: String, CaseIterable {
        case clearing = "CLEARING"
        case total = "TOTAL"
        case end = "END"
    }

    /// The maximum number of `CLEARING` lines of a file that is written. ``ClearingReader`` reads longer ones.
    public static let limit = 1000
    public static let maximumBytes = 256 * 1024
    public static let mediaType = "text/csv"
    static let heading = Column.allCases.map(\.rawValue)

    /// One for each currency, in the order of their codes.
    public var totals: [Total] {
        let groups = Dictionary(grouping: lines) { $0.amount.currency }
        return groups.sorted { $0.key.code < $1.key.code }.map { currency, lines in
            // At most 1,000 amounts of 12 digits.
            Total(currency: currency, count: lines.count, amount: lines.reduce(0) { $0 + $1.amount.minorUnits })
        }
    }

    /// The file. Its lines end with CR and LF.
    public var text: String {
        let clearings = lines.map { line in
            [
                Record.clearing.rawValue, line.reference.text, line.authorization.description,
                line.amount.currency.code, String(line.amount.minorUnits), String(line.isFinal), "",
            ]
        }
        let totals = totals.map { total in
            [Record.total.rawValue, "", "", total.currency.code, String(total.amount), "", String(total.count)]
        }
        let end = [Record.end.rawValue, "", "", "", "", "", String(lines.count)]
        return ([Self.heading] + clearings + totals + [end])
            .map(CSVField.line).joined()
    }
}
