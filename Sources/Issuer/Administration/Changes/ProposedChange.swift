import Cards
import CardSecrets
import Identifiers

/// A change that one operator proposes and a second one approves. It never has a secret.
public enum ProposedChange: Sendable, Equatable {
    /// The text of a file of settings.
    case settings(String)
    case erasure(CustomerID)
    case newKey(KeyPurpose)
    case retiredKey(KeyPurpose, version: Int)
    /// The draft of a program's controls, in the version that was seen.
    case promotedRules(program: String, version: Int64)
}

extension ProposedChange {
    /// The kinds of changes, by the names of the operations that propose them.
    public enum Kind: String, CaseIterable, Sendable {
        case applySettings, eraseCustomer, rotateKey, retireKey, promoteRules
    }

    var kind: Kind {
        switch self {
        case .settings: .applySettings
        case .erasure: .eraseCustomer
        case .newKey: .rotateKey
        case .retiredKey: .retireKey
        case .promotedRules: .promoteRules
        }
    }

    /// The object of the change; nil for a file of settings, which has many.
    var subject: String? {
        switch self {
        case .settings: nil
        case .erasure(let customer): "\(customer)"
        case .newKey(let purpose): purpose.rawValue
        case .retiredKey(let purpose, let version): Administration.name(purpose, version)
        case .promotedRules(let program, let version): "\(program) \(version)"
        }
    }

    var settingsText: String? { if case .settings(let text) = self { text } else { nil } }

    /// Nil unless the parts are those of a change of this kind.
    init?(_ kind: Kind, of subject: String?, settings: String?) {
        // The name of a program may have spaces, also several in a row.
        let isNamed = kind == .promoteRules
        let parts = (subject ?? "").split(separator: " ", omittingEmptySubsequences: !isNamed).map(String.init)
        switch (kind, parts.count) {
        case (.applySettings, 0):
            guard let settings else { return nil }
            self = .settings(settings)
        case (.eraseCustomer, 1):
            guard let customer = CustomerID(parts[0]) else { return nil }
            self = .erasure(customer)
        case (.rotateKey, 1):
            guard let purpose = KeyPurpose(rawValue: parts[0]) else { return nil }
            self = .newKey(purpose)
        case (.retireKey, 2):
            guard let purpose = KeyPurpose(rawValue: parts[0]), let version = Int(parts[1]) else { return nil }
            self = .retiredKey(purpose, version: version)
        case (.promoteRules, 2...):
            guard let version = parts.last.flatMap({ Int64($0) }) else { return nil }
            self = .promotedRules(program: parts.dropLast().joined(separator: " "), version: version)
        default:
            return nil
        }
    }
}
