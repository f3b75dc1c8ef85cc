import Cards
import Validation
import Yams

extension Scenario {
    /// Reads a scenario from YAML 1.1, which includes JSON.
    ///
    /// Words are read as they are written: `0123` is not a number, and `no` is a word. Aliases are not supported,
    /// because a few lines of them can expand to more than fits into memory.
    ///
    /// Errors of form are kept in `faults`, together with what can be read, so that all errors can be reported at once.
    /// - Throws: the errors, if the text is not YAML, is too long, or has too many errors.
    public init(reading text: String) throws(ScenarioFaults) {
        try translating({ ScenarioFaults([$0]) }) { () throws(ScenarioFault) in try ScenarioText.check(text) }
        let tree = try ScenarioTree(text)
        var reader = ScenarioReader(tree: tree)
        if let root = tree.root { try reader.readSections(root) }
        items = reader.items
        faults = reader.faults
        unreadable = reader.unreadable
    }
}

extension ScenarioFault: Error {}

/// Walks through the tree once and collects all readable items and all errors.
private struct ScenarioReader {
    let tree: ScenarioTree
    private(set) var items: [Scenario.Item] = []
    private(set) var faults: [ScenarioFault] = []
    private(set) var unreadable: Set<Scenario.Section> = []

    mutating func readSections(_ root: Node) throws(ScenarioFaults) {
        guard let sections = root.mapping else {
            unreadable = Set(Scenario.Section.allCases)
            return try tell(
                .init(at: .init(root.mark), "a mapping was expected, with \(Self.list(Scenario.Section.allCases))"))
        }
        var found: Set<Scenario.Section> = []
        var repeatedCount = 0
        for (key, node) in sections {
            let name = tree.name(of: key)
            guard let section = name.flatMap(Scenario.Section.init(rawValue:)) else {
                try tell(
                    .init(
                        at: .init(key.mark), in: Scenario.Section.shown(name ?? "this"),
                        "is not a part of a scenario; the parts are \(Self.list(Scenario.Section.allCases))"))
                continue
            }
            if !found.insert(section).inserted {
                try tell(.init(at: .init(key.mark), in: section.rawValue, Self.repetition))
                repeatedCount += 1
            }
            try read(section, from: node)
        }
        // Any missing section may be the one that is misspelt.
        if found.count + repeatedCount < sections.count {
            unreadable.formUnion(Set(Scenario.Section.allCases).subtracting(found))
        }
        items = Scenario.Section.allCases.flatMap { section in items.filter { $0.section == section } }
    }

    private mutating func read(_ section: Scenario.Section, from node: Node) throws(ScenarioFaults) {
        if node.isNothing { return }
        guard let members = node.mapping else {
            unreadable.insert(section)
            return try tell(.init(at: .init(node.mark), in: section.rawValue, "must be a mapping, by name"))
        }
        var names: Set<String> = []
        for (key, node) in members {
            let position = Scenario.Position(key.mark)
            guard items.count < Scenario.limit else {
                let error = "a scenario has at most \(Scenario.limit) items"
                throw ScenarioFaults(faults + [.init(at: position, error)])
            }
            let name = tree.name(of: key) ?? ""
            let path = section.path(of: name)
            let isNew = names.insert(name).inserted
            if !isNew { try tell(.init(at: position, in: path, Self.repetition)) }
            if let error = section.nameViolation(name) { try tell(.init(at: position, in: path, error)) }
            let told = faults.count
            var values: [String: Scenario.Value] = [:]
            if let fields = node.mapping {
                try read(section.fields, from: fields, under: "", of: (path, position), into: &values)
            } else {
                try tell(.init(at: position, in: path, "must be a mapping of \(Self.list(section.fields))"))
            }
            guard isNew else { continue }
            items.append(
                .init(
                    section: section, name: name, position: position, values: values,
                    unreadable: Set(faults[told...].map(\.path))))
        }
    }

    private mutating func read(
        _ known: [ScenarioField], from members: Node.Mapping, under prefix: String,
        of item: (path: String, position: Scenario.Position), into values: inout [String: Scenario.Value]
    ) throws(ScenarioFaults) {
        var (names, found): (Set<String>, Set<String>) = ([], [])
        for (key, node) in members {
            let name = tree.name(of: key) ?? ""
            guard let field = known.first(where: { $0.name == name }) else {
                try tell(
                    .init(
                        at: .init(key.mark), in: item.path, field: prefix + Scenario.Section.shown(name),
                        "is not a known field; the fields are \(Self.list(known))"))
                continue
            }
            if !names.insert(name).inserted {
                try tell(.init(at: .init(key.mark), in: item.path, field: prefix + name, Self.repetition))
                continue
            }
            if node.isNothing { continue }
            found.insert(name)
            if let inner = node.mapping, let fields = fields(in: inner, of: field.shape) {
                let position = Scenario.Position(key.mark)
                try read(fields, from: inner, under: "\(prefix)\(name).", of: (item.path, position), into: &values)
            } else if case .objects(let fields) = field.shape, let elements = node.sequence {
                for (index, element) in elements.enumerated() {
                    try read(fields, fromElement: element, at: "\(prefix)\(name)[\(index)]", of: item, into: &values)
                }
            } else if let texts = field.shape.texts(of: node) {
                values[prefix + name] = .init(texts: texts, position: .init(node.mark))
            } else {
                try tell(
                    .init(at: .init(node.mark), in: item.path, field: prefix + name, field.shape.expectation))
            }
        }
        for field in known where field.isRequired && !found.contains(field.name) {
            try tell(.init(at: item.position, in: item.path, field: prefix + field.name, "is required"))
        }
    }

    /// The known fields of a mapping; nil if its shape is none.
    private func fields(in members: Node.Mapping, of shape: ScenarioField.Shape) -> [ScenarioField]? {
        switch shape {
        case .object(let fields): fields
        case .limits(let range):
            members.map { key, _ in ScenarioField.optional(tree.name(of: key) ?? "", .limit(range)) }
        default: nil
        }
    }

    private mutating func read(
        _ known: [ScenarioField], fromElement node: Node, at path: String,
        of item: (path: String, position: Scenario.Position), into values: inout [String: Scenario.Value]
    ) throws(ScenarioFaults) {
        let before = (values.count, faults.count)
        if let members = node.mapping {
            try read(known, from: members, under: "\(path).", of: (item.path, .init(node.mark)), into: &values)
        }
        // An element is known by its values, so without any it would be left out.
        guard before == (values.count, faults.count) else { return }
        try tell(
            .init(at: .init(node.mark), in: item.path, field: path, "must be a mapping of \(Self.list(known))"))
    }

    /// Stops reading once there are more errors than are reported.
    private mutating func tell(_ fault: ScenarioFault) throws(ScenarioFaults) {
        faults.append(fault)
        if faults.count > ScenarioFaults.limit { throw ScenarioFaults(faults) }
    }

    private static let repetition = "occurs twice; use each name once"

    private static func list(_ sections: [Scenario.Section]) -> String {
        sections.map(\.rawValue).joined(separator: ", ")
    }

    private static func list(_ fields: [ScenarioField]) -> String {
        fields.map(\.name).joined(separator: ", ")
    }
}

extension ScenarioField.Shape {
    /// Nil if the node has another shape.
    fileprivate func texts(of node: Node) -> [String]? {
        switch self {
        case .text: node.scalar.map { [$0.string] }
        case .flag: node.scalar.flatMap { ["true", "false"].contains($0.string) ? [$0.string] : nil }
        case .number(let range):
            node.scalar.flatMap { scalar in Int(scalar.string).flatMap { range.contains($0) ? [String($0)] : nil } }
        case .limit(let range): node.scalar?.string == "any" ? ["any"] : Self.number(range).texts(of: node)
        case .word(let words): node.scalar.flatMap { words.contains($0.string) ? [$0.string] : nil }
        case .list:
            node.sequence.flatMap { elements in
                let texts = elements.compactMap { $0.scalar?.string }
                return texts.count == elements.count ? texts : nil
            }
        case .object, .objects, .limits: nil
        }
    }

    fileprivate var expectation: String {
        switch self {
        case .text: "must be text"
        case .flag: "must be true or false"
        case .number(let range): "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .limit(let range): "must be a whole number from \(range.lowerBound) to \(range.upperBound), or any"
        case .limits: "must be a mapping of operations to numbers"
        case .word(let words): "must be one of \(words.joined(separator: ", "))"
        case .list: "must be a list of texts"
        case .object(let fields): "must be a mapping of \(fields.map(\.name).joined(separator: ", "))"
        case .objects(let fields): "must be a list of mappings of \(fields.map(\.name).joined(separator: ", "))"
        }
    }
}

extension Node {
    /// Whether the value counts as absent: `null`, `~`, or an empty value after a colon.
    fileprivate var isNothing: Bool {
        scalar.map { $0.style == .plain && ["", "~", "null"].contains($0.string) } ?? false
    }
}
