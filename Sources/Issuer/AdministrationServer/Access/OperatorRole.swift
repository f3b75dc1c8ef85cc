import Administration

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
        "showDispute": [.support, .operations],
        "decideDispute": [.operations],
        "showEvidence": [.operations],
        "readSettings": [.viewer, .support, .operations, .auditor],
        "planSettings": [.operations, .auditor],
        "applySettings": [.operations],
        "listKeys": [.keyCustodian, .auditor],
        "rotateKey": [.keyCustodian],
        "retireKey": [.keyCustodian],
        "listChanges": [.operations, .keyCustodian, .auditor],
        "showChange": [.operations, .keyCustodian, .auditor],
        "approveChange": [.operations, .keyCustodian],
        "withdrawChange": [.operations, .keyCustodian],
        "loadClearingFile": [.operations],
        "listClearingBreaks": [.viewer, .operations, .auditor],
        "resolveClearingBreak": [.operations],
        "listClearingPositions": [.viewer, .operations, .auditor],
        "settleClearingPosition": [.operations],
        "listInterchange": [.viewer, .operations, .auditor],
        "listRules": [.viewer, .operations, .auditor],
        "showRules": [.viewer, .operations, .auditor],
        "draftRules": [.operations],
        "shadowRules": [.operations],
        "unshadowRules": [.operations],
        "listRuleDifferences": [.operations, .auditor],
        "backtestRules": [.operations, .auditor],
        "dropRules": [.operations],
        "promoteRules": [.operations],
        "listPlasticOrders": [.viewer, .operations, .auditor],
        "loadPlasticReports": [.operations],
    ]

    /// The operations that only propose a change, by their names. A second operator of their roles must approve it.
    ///
    /// Disabling a client is not one of them, because an incident cannot wait.
    static let ofTwoOperators = Set(ProposedChange.Kind.allCases.map(\.rawValue))

    static func admit(_ role: OperatorRole, to operation: String) -> Bool {
        table[operation]?.contains(role) == true
    }

    /// Whether an operator sees the changes of a kind: whoever may propose them does, and an auditor.
    static func mayShow(_ kind: ProposedChange.Kind, to role: OperatorRole) -> Bool {
        role == .auditor || admit(role, to: kind.rawValue)
    }

    /// The roles that may call an operation.
    static func roles(for operation: String) -> [OperatorRole] {
        OperatorRole.allCases.filter { admit($0, to: operation) }
    }

    /// The same for people.
    static func words(for operation: String) -> String {
        roles(for: operation).map(\.rawValue).joined(separator: ", ")
    }
}
