import CardSecrets
import Foundation

/// What a search for card data in clear has looked at, and what it has found.
public struct Attestation: Sendable {
    public enum Verdict: String, Sendable {
        case clean = "CLEAN"
        case found = "CARD_DATA_FOUND"
        /// Nothing was found in what could be read.
        case incomplete = "INCOMPLETE"
    }

    public let begunAt: Date
    public internal(set) var endedAt: Date
    /// Each card has one number.
    public let cardCount: Int
    public let pinCount: Int
    public internal(set) var database = ""
    public internal(set) var tables: [SearchedTable] = []
    public internal(set) var files: [SearchedFile] = []
    /// What could not be looked into, with the reason.
    public internal(set) var unread: [LeftOut] = []
    /// What is no place for data, or is gone, with the reason.
    public internal(set) var passedOver: [LeftOut] = []
    public internal(set) var findings = FoundSecrets()

    public var verdict: Verdict {
        guard findings.count == 0 else { return .found }
        return unread.isEmpty ? .clean : .incomplete
    }
}

public struct SearchedTable: Sendable, Equatable {
    public let name: String
    public internal(set) var rows = 0
    /// Of the rows as text.
    public internal(set) var bytes = 0
}

public struct SearchedFile: Sendable, Equatable {
    public let path: String
    public internal(set) var bytes = 0
    /// SHA-256 of what was searched, in hexadecimal digits.
    public internal(set) var digest = ""
}

public struct LeftOut: Sendable, Equatable {
    public let name: String
    public let reason: String
}

/// A value in clear, without the value.
public struct FoundSecret: Sendable, Equatable {
    public enum Place: Sendable, Equatable {
        /// The row is named by its `ctid`, because a key could be the value.
        case table(String, column: String, row: String)
        case file(String, offset: Int)
    }

    public let place: Place
    public let secret: ClearSecret
}

/// The first findings, and the number of all.
public struct FoundSecrets: Sendable {
    public static let limit = 100

    public private(set) var first: [FoundSecret] = []
    public private(set) var count = 0

    mutating func add(_ finding: FoundSecret) {
        count += 1
        if first.count < Self.limit { first.append(finding) }
    }

    mutating func add(_ other: FoundSecrets) {
        count += other.count
        first += other.first.prefix(Self.limit - first.count)
    }
}
