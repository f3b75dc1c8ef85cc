/// What an operator may do, by the person's work.
public enum OperatorRole: String, CaseIterable, Sendable {
    /// Reads what has no personal data.
    case viewer
    /// Sees customers, and gives their cards attempts back.
    case support
    /// Does everything except what concerns keys.
    case operations = "operator"
    /// Looks after the keys.
    case keyCustodian = "key-custodian"
    /// Reads what is set, and which keys there are.
    case auditor
}

/// Which roles may call which operation. An operation that is not in the table is for nobody.
enum Permissions {
    /// By the names of the operations.
    static let table: [String: Set<OperatorRole>] = [
        "listClients": [.viewer, .support, .operations, .auditor],
        "rotateClientSecret": [.operations],
        "disableClient": [.operations],
        "enableClient": [.operations],
        "revokeClientTokens": [.operations],
        "enrolCustomer": [.operations],
        "showCustomer": [.support, .operations],
        "exportCustomer": [.operations],
        "eraseCustomer": [.operations],
        "recordCardEvent": [.operations],
        "clearCardTries": [.support, .operations],
        "recordBankReport": [.operations],
        "readSettings": [.viewer, .support, .operations, .auditor],
        "planSettings": [.operations, .auditor],
        "applySettings": [.operations],
        "listKeys": [.keyCustodian, .auditor],
    ]

    static func admit(_ role: OperatorRole, to operation: String) -> Bool {
        table[operation]?.contains(role) == true
    }

    /// The roles that may call an operation, for people.
    static func words(for operation: String) -> String {
        OperatorRole.allCases.filter { admit($0, to: operation) }.map(\.rawValue).joined(separator: ", ")
    }
}
