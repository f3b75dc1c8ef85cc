/// What somebody wants to find in a sandbox, as a file says it: programs, customers, cards and tokens, each by a name
/// of the file's own.
///
/// Everything still knows where it stood, so that whatever turns out to be wrong with it, be it much later, is told
/// with line and column.
public struct Scenario: Sendable {
    /// A place in the file; both count from 1, columns in Unicode scalars.
    public struct Place: Sendable, Hashable, Comparable {
        public let line: Int
        public let column: Int

        public static func < (one: Place, other: Place) -> Bool {
            (one.line, one.column) < (other.line, other.column)
        }
    }

    /// The parts of a file, in the order in which they are made: each may refer to those before it.
    public enum Section: String, CaseIterable, Sendable {
        case programs, customers, cards, tokenizations

        /// A name that is no name, for its length, is cut off.
        func path(of name: String) -> String { "\(rawValue).\(Self.shown(name))" }

        static func shown(_ name: String) -> String {
            let scalars = name.unicodeScalars
            return scalars.count > 100 ? "\(String(scalars.prefix(24)))…" : name
        }
    }

    /// One thing that is to be there.
    public struct Item: Sendable {
        public let section: Section
        public let name: String
        public let place: Place
        let values: [String: Value]
        /// The paths of what the reader could not take; the item's own where that is all of it.
        let unreadable: Set<String>

        /// What a field says; dotted for a field within a field.
        public subscript(field: String) -> String? { values[field]?.texts.first }

        public func list(_ field: String) -> [String]? { values[field]?.texts }

        /// Whether anything is said under this name.
        public func has(_ field: String) -> Bool {
            values.keys.contains { $0 == field || $0.hasPrefix(field + ".") }
        }

        /// Whether nothing of it was unreadable.
        public var isReadable: Bool { unreadable.isEmpty }

        /// Whether something is missing or unreadable at a field, in it or around it, which was told: of such a field
        /// nothing more is worth saying.
        public func isUnreadable(_ field: String) -> Bool {
            let path = "\(path).\(field)"
            return unreadable.contains {
                $0 == path || $0.hasPrefix(path + ".") || path.hasPrefix($0 + ".")
            }
        }

        /// Something that is wrong with a field; told of the item where the file says nothing.
        public func fault(_ field: String, _ error: String) -> ScenarioFault {
            ScenarioFault(at: values[field]?.place ?? place, in: path, field: field, error)
        }

        /// `cards.lost`
        public var path: String { section.path(of: name) }
    }

    struct Value: Sendable {
        let texts: [String]
        let place: Place
    }

    /// Section by section, in the order of the file. Those that cannot be read whole are there with what can.
    public let items: [Item]
    /// What is wrong with its form: it cannot be played, but all the rest of it can be judged.
    public let faults: [ScenarioFault]
    /// Nobody knows what is in them.
    let unreadable: Set<Section>

    public func items(of section: Section) -> [Item] { items.filter { $0.section == section } }

    /// Whether a name is surely none of a section's.
    public func lacks(_ name: String, in section: Section) -> Bool {
        !unreadable.contains(section) && !items.contains { $0.section == section && $0.name == name }
    }

    /// How many things a scenario may have; more are not played but seeded.
    public static let limit = 1000
    public static let maximumBytes = 1 << 20
    public static let maximumLines = 50_000
}

/// Something that a scenario cannot be played for, and where it stands.
public struct ScenarioFault: Sendable, Equatable, CustomStringConvertible {
    public let place: Scenario.Place
    /// Dotted from the top of the file, `cards.lost.status`; empty where it is no member that is wrong.
    public let path: String
    /// The same within its item.
    private let field: String
    /// Its predicate: "must be one of …".
    public let error: String

    init(at place: Scenario.Place, in item: String = "", field: String = "", _ error: String) {
        self.place = place
        self.field = field.isEmpty ? item : field
        self.error = error
        path = [item, field].filter { !$0.isEmpty }.joined(separator: ".")
    }

    public var description: String {
        ["line \(place.line), column \(place.column):", field, error].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// What is wrong with a scenario, in the order of the file: everything, or as much as anybody reads. Nothing of it was
/// made.
public struct ScenarioFaults: Error, Sendable, Equatable, CustomStringConvertible {
    public let list: [ScenarioFault]

    /// So many are told, and that there are more.
    public static let limit = 100

    public init(_ list: [ScenarioFault]) {
        let sorted = list.sorted { $0.place < $1.place }
        let more = sorted.dropFirst(Self.limit).first.map { next in
            ScenarioFault(
                at: next.place, in: next.path, "and more is wrong; only the first \(Self.limit) mistakes are told")
        }
        self.list = sorted.prefix(Self.limit) + [more].compactMap(\.self)
    }

    public var description: String { list.map(\.description).joined(separator: "\n") }
}
