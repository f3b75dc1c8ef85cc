import Scenarios

/// One difference between two settings. Nothing is ever removed.
public enum SettingsChange: Sendable, Equatable, CustomStringConvertible {
    case added(Scenario.Section, name: String)
    /// A field with another value; both are text of YAML.
    case changed(Scenario.Section, name: String, field: String, from: String, to: String)

    public var description: String {
        switch self {
        case .added(let section, let name): "+ \(section.rawValue).\(name)"
        case .changed(let section, let name, let field, let old, let new):
            "~ \(section.rawValue).\(name) \(field): \(old) -> \(new)"
        }
    }
}

extension Settings {
    /// The changes from these settings to later ones, by section and name.
    package func changes(to later: Settings) -> [SettingsChange] {
        let earlier = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
        return later.entries.flatMap { entry -> [SettingsChange] in
            guard let before = earlier[entry.key] else { return [.added(entry.section, name: entry.name)] }
            return zip(before.fields, entry.fields).compactMap { old, new in
                old.text == new.text
                    ? nil
                    : .changed(entry.section, name: entry.name, field: new.name, from: old.text, to: new.text)
            }
        }
    }

    /// The settings as a file that describes them. It has no secrets.
    package var text: String {
        let sections = Dictionary(grouping: entries, by: \.section)
        return Scenario.Section.allCases.compactMap { section in
            sections[section].map { entries in "\(section.rawValue):\n\(entries.map(\.text).joined())" }
        }.joined(separator: "\n")
    }
}

extension SettingsEntry {
    /// Clients of two brands may have the same id.
    fileprivate var key: [String] { [path, section == .clients ? fields[0].text : ""] }
}
