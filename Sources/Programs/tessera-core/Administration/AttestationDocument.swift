import Administration
import CardSecrets
import Foundation
import Hosting
import HTTPContract

/// An attestation as its readers get it, in JSON with members in the order of the alphabet.
struct AttestationDocument: Encodable {
    private struct SearchedFor: Encodable {
        let cards: Int
        let cardNumbers: Int
        let pins: Int
        let encodings: [String]
    }

    private struct Table: Encodable {
        let name: String
        let rows: Int
        let bytes: Int
    }

    private struct File: Encodable {
        let path: String
        let bytes: Int
        let sha256: String
    }

    private struct Omission: Encodable {
        let name: String
        let reason: String

        init(_ leftOut: LeftOut) { (name, reason) = (leftOut.name, leftOut.reason) }
    }

    private struct Found: Encodable {
        let kind: String
        let encoding: String
        var card: String?
        var table: String?
        var column: String?
        var row: String?
        var file: String?
        var offset: Int?

        init(_ finding: FoundSecret) {
            kind = finding.secret.kind.rawValue
            encoding = finding.secret.encodingText
            card = finding.secret.card?.uuidString.lowercased()
            switch finding.place {
            case .table(let table, let column, let row): (self.table, self.column, self.row) = (table, column, row)
            case .file(let path, let offset): (file, self.offset) = (path, offset)
            }
        }
    }

    private let program: String
    private let verdict: String
    private let begunAt: String
    private let endedAt: String
    private let database: String
    private let searchedFor: SearchedFor
    private let tables: [Table]
    private let files: [File]
    private let unread: [Omission]
    private let passedOver: [Omission]
    private let findingCount: Int
    /// The first ones.
    private let findings: [Found]

    init(of attestation: Attestation) {
        program = "tessera-core \(Installation.version)"
        verdict = attestation.verdict.rawValue
        (begunAt, endedAt) = ("\(Timestamp(attestation.begunAt))", "\(Timestamp(attestation.endedAt))")
        database = attestation.database
        searchedFor = SearchedFor(
            cards: attestation.cardCount, cardNumbers: attestation.cardCount, pins: attestation.pinCount,
            encodings: ClearSecret.Encoding.allCases.map(\.rawValue))
        tables = attestation.tables.map { Table(name: $0.name, rows: $0.rows, bytes: $0.bytes) }
        files = attestation.files.map { File(path: $0.path, bytes: $0.bytes, sha256: $0.digest) }
        unread = attestation.unread.map(Omission.init)
        passedOver = attestation.passedOver.map(Omission.init)
        findingCount = attestation.findings.count
        findings = attestation.findings.first.map(Found.init)
    }

    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}

/// An attestation in lines for people.
struct AttestationSummary {
    let lines: [String]

    init(of attestation: Attestation) {
        let (tables, files) = (attestation.tables, attestation.files)
        let found = attestation.findings.first.map { finding in
            let card = finding.secret.card.map { " of card \($0.uuidString.lowercased())" } ?? ""
            let place = switch finding.place {
            case .table(let table, let column, let row): "table \(table), column \(column), row \(row)"
            case .file(let path, let offset): "\(path) at byte \(offset)"
            }
            return "FOUND: \(finding.secret.kind.rawValue)\(card) in \(place) (\(finding.secret.encodingText))"
        }
        let more = attestation.findings.count - found.count
        lines = found + (more > 0 ? ["FOUND: \(more) more"] : [])
            + attestation.unread.map { "NOT READ: \($0.name): \($0.reason)" }
            + [
                "\(attestation.verdict.rawValue): \(attestation.findings.count) findings in \(tables.count) tables "
                    + "(\(tables.reduce(0) { $0 + $1.rows }) rows) and \(files.count) files "
                    + "(\(files.reduce(0) { $0 + $1.bytes }) bytes)."
            ]
    }
}

extension ClearSecret {
    /// Such as `base64, digits`.
    fileprivate var encodingText: String { encodings.map(\.rawValue).joined(separator: ", ") }
}
