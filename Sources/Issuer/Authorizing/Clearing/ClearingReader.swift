import Identifiers
import Ledger
import Validation

/// Reads a clearing file line by line, of any length, and goes on after a wrong line. It keeps sums and faults, and no
/// line.
public struct ClearingReader: Sendable {
    private let limit: Int
    /// At most ``ClearingFaults/limit``.
    private var faults: [ClearingFault] = []
    private var faultCount = 0
    /// The number of lines that were read, of any record.
    private var rowCount = 0
    /// The number of clearings that were read.
    public private(set) var count = 0
    private var sums: [Currency: ClearingFile.Total] = [:]
    private var totals: [ClearingFile.Total] = []
    private var hasEnded = false
    /// Whether a clearing could not be read. Then the totals cannot be right.
    private var isIncomplete = false

    /// - Parameter limit: the maximum number of `CLEARING` lines, up to a million.
    public init(limit: Int) {
        // A sum of the largest amounts fits into 64 bits.
        self.limit = min(max(limit, 1), 1_000_000)
    }

    /// Reads the next line.
    ///
    /// - Parameter row: without its LF.
    /// - Returns: nil if it is no clearing, or wrong.
    public mutating func read(_ row: [Unicode.Scalar]) -> ClearingFile.Line? {
        rowCount += 1
        guard let fields = split(row, rowCount) else { return nil }
        guard rowCount > 1 else {
            readHeading(fields)
            return nil
        }
        return readRecord(fields, rowCount)
    }

    /// Reads the next line as bytes, which must be UTF-8.
    public mutating func read(utf8 row: some Collection<UInt8>) -> ClearingFile.Line? {
        guard let text = String(validating: row, as: UTF8.self) else {
            rowCount += 1
            isIncomplete = true
            report("must be UTF-8", at: rowCount)
            return nil
        }
        return read(Array(text.unicodeScalars))
    }

    /// Ends the file: compares its totals with its clearings.
    ///
    /// - Throws: all faults that were found, up to the limit.
    public mutating func end() throws(ClearingFaults) {
        if count > limit { report("has \(count) clearings; a file has at most \(limit)", at: 1) }
        if !hasEnded { report("has no END line, so it is incomplete", at: rowCount + 1) }
        if !isIncomplete { compareTotals(at: rowCount) }
        guard faultCount == 0 else { throw ClearingFaults(list: faults) }
    }

    private mutating func readHeading(_ fields: [Field]) {
        guard fields.map(\.text) != ClearingFile.heading else { return }
        report("must begin with the line \(ClearingFile.heading.joined(separator: ","))", at: 1)
    }

    private mutating func readRecord(_ fields: [Field], _ number: Int) -> ClearingFile.Line? {
        guard fields.count == ClearingFile.heading.count else {
            isIncomplete = true
            let expected = ClearingFile.heading.count
            report("must have \(expected) columns in each line; this one has \(fields.count)", at: number)
            return nil
        }
        let row = Row(fields: fields, number: number)
        guard !hasEnded else {
            report("must have no line after END", at: number)
            return nil
        }
        switch ClearingFile.Record(rawValue: row[.record].text) {
        case .clearing: return readClearing(row)
        case .total: readTotal(row)
        case .end: readEnd(row)
        case nil:
            isIncomplete = true
            report(row, .record, "must be CLEARING, TOTAL or END")
        }
        return nil
    }

    private mutating func readClearing(_ row: Row) -> ClearingFile.Line? {
        let faultsBefore = faultCount
        if !totals.isEmpty { report(row, .record, "must not be CLEARING after a TOTAL line") }
        let reference = NetworkReference(row[.networkReference].text)
        if CardNumber.isRun(in: row[.networkReference].text) {
            report(row, .networkReference, CardNumber.violation)
        } else if reference == nil {
            report(row, .networkReference, "must be 1 to 100 printable ASCII characters without spaces")
        }
        let id = AuthorizationID(row[.authorizationId].text)
        if id == nil { report(row, .authorizationId, "must be a UUID") }
        let amount = readAmount(row, 1...MessageFields.largestAmount)
        let final = ["true": true, "false": false][row[.isFinal].text]
        if final == nil { report(row, .isFinal, "must be true or false") }
        expectNothing(in: [.count], row)
        guard faultCount == faultsBefore, let reference, let id, let amount, let final else {
            isIncomplete = true
            return nil
        }
        count += 1
        guard count <= limit else {
            isIncomplete = true
            return nil
        }
        // At most a million amounts of 12 digits are added up.
        let sum = sums[amount.currency] ?? ClearingFile.Total(currency: amount.currency, count: 0, amount: 0)
        sums[amount.currency] = ClearingFile.Total(
            currency: amount.currency, count: sum.count + 1, amount: sum.amount + amount.minorUnits)
        return ClearingFile.Line(
            reference: reference, authorization: id, amount: amount, isFinal: final, number: row.number)
    }

    private mutating func readTotal(_ row: Row) {
        expectNothing(in: [.networkReference, .authorizationId, .isFinal], row)
        let amount = readAmount(row, 1...MessageFields.largestAmount * Int64(limit))
        guard let count = readCount(row, from: 1), let amount else { return isIncomplete = true }
        if totals.contains(where: { $0.currency == amount.currency }) {
            report(row, .currencyCode, "must have only one TOTAL line")
        }
        totals.append(.init(currency: amount.currency, count: count, amount: amount.minorUnits))
    }

    private mutating func readEnd(_ row: Row) {
        hasEnded = true
        expectNothing(in: [.networkReference, .authorizationId, .currencyCode, .amount, .isFinal], row)
        guard let count = readCount(row, from: 0), !isIncomplete, count != self.count else { return }
        report(row, .count, "must be the number of CLEARING lines, which is \(self.count)")
    }

    private mutating func compareTotals(at number: Int) {
        let expected = sums.values.sorted { $0.currency.code < $1.currency.code }
        for total in expected where !totals.contains(total) {
            report(
                "must have a TOTAL line for \(total.currency) with the amount \(total.amount) and the count "
                    + "\(total.count)", at: number)
        }
        for total in totals where !expected.contains(where: { $0.currency == total.currency }) {
            report("must have no TOTAL line for \(total.currency): it has no clearing in this currency", at: number)
        }
    }

    private mutating func readAmount(_ row: Row, _ range: ClosedRange<Int64>) -> Money? {
        let currency = Currency(row[.currencyCode].text)
        if currency == nil { report(row, .currencyCode, "must be a currency of ISO 4217") }
        let digits = Self.number(row[.amount].text)
        guard let digits, range.contains(digits) else {
            report(row, .amount, "must be \(range.lowerBound) to \(range.upperBound) minor units")
            return nil
        }
        return currency.map { Money(minorUnits: digits, currency: $0) }
    }

    private mutating func readCount(_ row: Row, from least: Int64) -> Int? {
        let range = least...Int64(limit)
        guard let count = Self.number(row[.count].text), range.contains(count) else {
            report(row, .count, "must be \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return Int(count)
    }

    /// A whole number of digits only; nil if it does not fit into 64 bits.
    private static func number(_ text: String) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }

    private mutating func expectNothing(in columns: [ClearingFile.Column], _ row: Row) {
        for column in columns where !row[column].text.isEmpty { report(row, column, "must be empty in this line") }
    }
}

// Fields, and their faults.
extension ClearingReader {
    private struct Field {
        var text: String
        let column: Int
    }

    private struct Row {
        let fields: [Field]
        let number: Int

        subscript(column: ClearingFile.Column) -> Field {
            // The row has as many fields as there are columns.
            fields[ClearingFile.Column.allCases.firstIndex(of: column) ?? 0]
        }
    }

    private mutating func report(_ row: Row, _ column: ClearingFile.Column, _ error: String) {
        add(ClearingFault(field: column.rawValue, error: error, line: row.number, column: row[column].column))
    }

    private mutating func report(_ error: String, at line: Int, column: Int = 1) {
        add(ClearingFault(field: "file", error: error, line: line, column: column))
    }

    private mutating func add(_ fault: ClearingFault) {
        faultCount += 1
        if faults.count < ClearingFaults.limit { faults.append(fault) }
    }

    /// The fields of a line; nil if its quotes are wrong. No value contains the end of a line.
    private mutating func split(_ row: [Unicode.Scalar], _ number: Int) -> [Field]? {
        let characters = row.last == "\r" ? Array(row.dropLast()) : row
        guard StreamSafeText.isSafe(Self.string(characters[...])) else {
            isIncomplete = true
            let limit = StreamSafeText.maximumMarksInARow
            report("must have at most \(limit) combining marks in a row", at: number)
            return nil
        }
        var fields: [Field] = []
        var position = 0
        while true {
            guard let (text, end) = Self.field(in: characters, from: position) else {
                isIncomplete = true
                report("must close each quotation mark before a comma or the end of its line", at: number,
                    column: position + 1)
                return nil
            }
            fields.append(Field(text: text, column: position + 1))
            guard end < characters.count else { return fields }
            position = end + 1
        }
    }

    /// A field and the index of the comma after it, or the end; nil if its quotes are wrong.
    private static func field(in characters: [Unicode.Scalar], from start: Int) -> (text: String, end: Int)? {
        guard start < characters.count, characters[start] == quote else {
            let end = characters[start...].firstIndex(of: ",") ?? characters.count
            let text = characters[start..<end]
            return text.contains(quote) ? nil : (string(text), end)
        }
        var (text, index): ([Unicode.Scalar], Int) = ([], start + 1)
        while index < characters.count {
            if characters[index] != quote {
                text.append(characters[index])
            } else if index + 1 < characters.count, characters[index + 1] == quote {
                text.append(quote)
                index += 1
            } else {
                let end = index + 1
                return end == characters.count || characters[end] == "," ? (string(text[...]), end) : nil
            }
            index += 1
        }
        return nil
    }

    private static let quote: Unicode.Scalar = "\""

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
