/// What a file declares by names: the brands, clients, programs and exchange rates of an issuer, and contents for
/// tests, such as customers, cards and payments.
///
/// Every value keeps its position, so that an error that is found later still has its line and column.
public struct Scenario: Sendable {
    /// A position in the file. Both numbers count from 1; columns count Unicode scalars.
    public struct Position: Sendable, Hashable, Comparable {
        public let line: Int
        public let column: Int

        public static func < (one: Position, other: Position) -> Bool {
            (one.line, one.column) < (other.line, other.column)
        }
    }

    /// The parts of a file, in the order in which they are created: each may refer to those before it.
    public enum Section: String, CaseIterable, Sendable {
        case brands, clients, programs, rates, customers, cards, tokenizations, loads, payments
        case clearingFiles, merchants

        /// The parts that an issuer's operators set, and that can be compared with what is there.
        public static let settings: Set<Section> = [.brands, .clients, .programs, .rates]

        /// A text that is too long for a name is cut off.
        func path(of name: String) -> String { "\(rawValue).\(Self.shown(name))" }

        static func shown(_ name: String) -> String {
            let scalars = name.unicodeScalars
            return scalars.count > 100 ? "\(String(scalars.prefix(24)))…" : name
        }
    }

    /// One thing to create.
    public struct Item: Sendable {
        public let section: Section
        public let name: String
        public let position: Position
        let values: [String: Value]
        /// The paths of the members that the reader could not read. If it could read none, the item's own path.
        let unreadable: Set<String>

        /// The value of a field. A field within a field has a path with dots.
        public subscript(field: String) -> String? { values[field]?.texts.first }

        public func list(_ field: String) -> [String]? { values[field]?.texts }

        public func number(_ field: String) -> Int? { self[field].flatMap { Int($0) } }

        public func flag(_ field: String) -> Bool? { self[field].map { $0 == "true" } }

        /// How many mappings a field that is a list of mappings has. The first one's members are `field[0].…`.
        public func count(of field: String) -> Int {
            values.keys.reduce(0) { count, path in
                guard path.hasPrefix("\(field)["),
                    let number = path.dropFirst(field.count + 1).split(separator: "]").first
                else { return count }
                return max(count, (Int(number) ?? 0) + 1)
            }
        }

        /// The names in a field that is a mapping of any names.
        public func names(in field: String) -> [String] {
            values.keys.filter { $0.hasPrefix("\(field).") }.map { String($0.dropFirst(field.count + 1)) }.sorted()
        }

        /// The members of a field that is an object, in the order in which they are declared.
        public func members(of field: String) -> [(name: String, value: Member)] {
            let shape = section.fields.first { $0.name == field }?.shape
            guard case .object(let fields)? = shape else { return [] }
            return fields.compactMap { inner in
                values["\(field).\(inner.name)"].map { value in
                    switch inner.shape {
                    case .list: (inner.name, .list(value.texts))
                    case .flag: (inner.name, .flag(value.texts == ["true"]))
                    default: (inner.name, .text(value.texts.first ?? ""))
                    }
                }
            }
        }

        /// The value of a member.
        public enum Member: Sendable {
            case text(String), flag(Bool), list([String])
        }

        /// Whether the file has a value under this name.
        public func has(_ field: String) -> Bool {
            values.keys.contains { $0 == field || $0.hasPrefix(field + ".") || $0.hasPrefix(field + "[") }
        }

        /// Whether the whole item could be read.
        public var isReadable: Bool { unreadable.isEmpty }

        /// Whether a field, one inside it or one around it is missing or unreadable. The reader has reported that
        /// already, so the field needs no further error.
        public func isUnreadable(_ field: String) -> Bool {
            let path = "\(path).\(field)"
            return unreadable.contains {
                $0 == path || $0.hasPrefix(path + ".") || path.hasPrefix($0 + ".")
            }
        }

        /// An error in a field. If the file does not have the field, the error has the position of the item.
        public func fault(_ field: String, _ error: String) -> ScenarioFault {
            ScenarioFault(at: values[field]?.position ?? position, in: path, field: field, error)
        }

        /// `cards.lost`
        public var path: String { section.path(of: name) }
    }

    struct Value: Sendable {
        let texts: [String]
        let position: Position
    }

    /// The items by section, in the order of the file. They include items that could be read only in part.
    public let items: [Item]
    /// Errors of form. With any of them the scenario cannot be played, but its rest can still be checked.
    public let faults: [ScenarioFault]
    /// The sections whose contents are unknown.
    let unreadable: Set<Section>

    public func items(of section: Section) -> [Item] { items.filter { $0.section == section } }

    /// Whether a section has no item of this name. False if the section could not be read.
    public func lacks(_ name: String, in section: Section) -> Bool {
        !unreadable.contains(section) && !items.contains { $0.section == section && $0.name == name }
    }

    /// How many items a scenario may have. Use `tessera seed` for more.
    public static let limit = 1000
    public static let maximumBytes = 1 << 20
    public static let maximumLines = 50_000
}

/// One reason why a scenario cannot be played, with its position.
public struct ScenarioFault: Sendable, Equatable, CustomStringConvertible {
    public let position: Scenario.Position
    /// The path with dots from the top of the file, such as `cards.lost.status`; empty if the error is not in a member.
    public let path: String
    /// The same path within its item.
    private let field: String
    /// The predicate of the sentence: "must be one of …".
    public let error: String

    init(at position: Scenario.Position, in item: String = "", field: String = "", _ error: String) {
        self.position = position
        self.field = field.isEmpty ? item : field
        self.error = error
        path = [item, field].filter { !$0.isEmpty }.joined(separator: ".")
    }

    public var description: String {
        ["line \(position.line), column \(position.column):", field, error]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// The errors of a scenario, in the order of the file, up to a limit. Nothing of the scenario was created.
public struct ScenarioFaults: Error, Sendable, Equatable, CustomStringConvertible {
    public let list: [ScenarioFault]

    /// How many errors are reported. One further entry says that there are more.
    public static let limit = 100

    public init(_ list: [ScenarioFault]) {
        let sorted = list.sorted { $0.position < $1.position }
        let more = sorted.dropFirst(Self.limit).first.map { next in
            ScenarioFault(
                at: next.position, in: next.path, "and more is wrong; only the first \(Self.limit) errors are listed")
        }
        self.list = sorted.prefix(Self.limit) + [more].compactMap(\.self)
    }

    public var description: String { list.map(\.description).joined(separator: "\n") }
}
