import Authorizing
import Foundation
import Identifiers
import Ledger
import Validation

extension ClearingFile {
    /// Reads a file, and reports all faults in its text at once.
    ///
    /// - Parameter text: at most ``maximumBytes`` long. Lines end with LF, with or without CR before it.
    public init(reading text: String) throws(ClearingFaults) {
        var reader = ClearingFileReader()
        reader.read(text)
        guard reader.faults.isEmpty else {
            throw ClearingFaults(list: Array(reader.faults.prefix(ClearingFaults.limit)))
        }
        self.init(reader.lines)
    }
}

/// Reads line by line, and goes on after a wrong one.
private struct ClearingFileReader {
    private(set) var lines: [ClearingFile.Line] = []
    private(set) var faults: [ClearingFault] = []
    private var references: Set<NetworkReference> = []
    private var totals: [ClearingFile.Total] = []
    private var hasEnded = false
    /// Whether a clearing could not be read. Then the totals cannot be right.
    private var isIncomplete = false

    mutating func read(_ text: String) {
        // A character can be CR and LF together, so this looks at scalars.
        var rows = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        // The end of the last line.
        if rows.last?.isEmpty == true { rows.removeLast() }
        guard rows.count <= ClearingFile.limit + 300 else {
            return report("has \(rows.count) lines; a file has at most \(ClearingFile.limit) clearings", at: 1)
        }
        for (index, row) in rows.enumerated() {
            let number = index + 1
            guard let fields = split(row, number) else { continue }
            if number == 1 { readHeading(fields) } else { readRecord(fields, number) }
        }
        if lines.count > ClearingFile.limit {
            report("has \(lines.count) clearings; a file has at most \(ClearingFile.limit)", at: 1)
        }
        if !hasEnded { report("has no END line, so it is incomplete", at: rows.count + 1) }
        if !isIncomplete { compareTotals(at: rows.count) }
    }

    private mutating func readHeading(_ fields: [Field]) {
        guard fields.map(\.text) != ClearingFile.heading else { return }
        report("must begin with the line \(ClearingFile.heading.joined(separator: ","))", at: 1)
    }

    private mutating func readRecord(_ fields: [Field], _ number: Int) {
        guard fields.count == ClearingFile.heading.count else {
            isIncomplete = true
            let expected = ClearingFile.heading.count
            return report("must have \(expected) columns in each line; this one has \(fields.count)", at: number)
        }
        let row = Row(fields: fields, number: number)
        guard !hasEnded else { return report("must have no line after END", at: number) }
        switch ClearingFile.Record(rawValue: row[.record].text) {
        case .clearing: readClearing(row)
        case .total: readTotal(row)
        case .end: readEnd(row)
        case nil:
            isIncomplete = true
            report(row, .record, "must be CLEARING, TOTAL or END")
        }
    }

    private mutating func readClearing(_ row: Row) {
        let faultsBefore = faults.count
        if !totals.isEmpty { report(row, .record, "must not be CLEARING after a TOTAL line") }
        let reference = NetworkReference(row[.networkReference].text)
        if CardNumber.isRun(in: row[.networkReference].text) {
            report(row, .networkReference, CardNumber.violation)
        } else if reference == nil {
            report(row, .networkReference, "must be 1 to 100 printable ASCII characters without spaces")
        } else if let reference, !references.insert(reference).inserted {
            report(row, .networkReference, "must be unique for each clearing")
        }
        let id = AuthorizationID(row[.authorizationId].text)
        if id == nil { report(row, .authorizationId, "must be a UUID") }
        let amount = readAmount(row, 1...MessageFields.largestAmount)
        let final = ["true": true, "false": false][row[.isFinal].text]
        if final == nil { report(row, .isFinal, "must be true or false") }
        expectNothing(in: [.count], row)
        guard faults.count == faultsBefore, let reference, let id, let amount, let final else {
            isIncomplete = true
            return
        }
        lines.append(
            ClearingFile.Line(
                reference: reference, authorization: id, amount: amount, isFinal: final,
                number: row.number))
    }

    private mutating func readTotal(_ row: Row) {
        expectNothing(in: [.networkReference, .authorizationId, .isFinal], row)
        let amount = readAmount(row, 1...MessageFields.largestAmount * Int64(ClearingFile.limit))
        guard let count = readCount(row, from: 1), let amount else { return isIncomplete = true }
        if totals.contains(where: { $0.currency == amount.currency }) {
            report(row, .currencyCode, "must have only one TOTAL line")
        }
        totals.append(.init(currency: amount.currency, count: count, amount: amount.minorUnits))
    }

    private mutating func readEnd(_ row: Row) {
        hasEnded = true
        expectNothing(in: [.networkReference, .authorizationId, .currencyCode, .amount, .isFinal], row)
        guard let count = readCount(row, from: 0), !isIncomplete, count != lines.count else { return }
        report(row, .count, "must be the number of CLEARING lines, which is \(lines.count)")
    }

    private mutating func compareTotals(at number: Int) {
        let expected = ClearingFile(lines).totals
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
        let range = least...Int64(ClearingFile.limit)
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
extension ClearingFileReader {
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
        faults.append(
            ClearingFault(field: column.rawValue, error: error, line: row.number, column: row[column].column))
    }

    private mutating func report(_ error: String, at line: Int, column: Int = 1) {
        faults.append(ClearingFault(field: "file", error: error, line: line, column: column))
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
