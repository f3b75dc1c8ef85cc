import Foundation
import Testing
import TestSupport

@Suite("Traps that may end the process")
struct TrapTests {
    /// The files in which the process may end itself, with the number of places. Each place checks a fact about the
    /// program itself, which no request and no stored data can make false. Any other fault is an error and ends one
    /// request.
    private static let preconditions = [
        "ContractPack/PactDocument.swift": 1,  // what operations declare
        "HTTPContract/JSON/JSONTree.swift": 2,  // trees written down in Swift
        "HTTPContract/OpenAPI/OpenAPIDocument.swift": 3, "HTTPContract/OpenAPI/ParameterDocument.swift": 1,
        "Identifiers/Number.swift": 1,  // numbers in Swift, and those of a narrower kind
        "HTTPContract/Operation.swift": 1,  // the values for a path of our own
        "CardClient/Wallet.swift": 1,  // the app has configured it
        "CardSecrets/Authentication/PasswordHash.swift": 1,  // the rule for passwords is checked before
        "CardSecrets/Authentication/SessionKeySealing.swift": 2, "CardSecrets/Authentication/TimeBasedCode.swift": 1,
        "CardSecrets/Cards/CardVerificationValue.swift": 3, "CardSecrets/Cards/PIN.swift": 1,
        "CardSecrets/Cards/PAN.swift": 2,  // pan_prefix_is_6_to_8_digits
        "CardSecrets/Ciphers/AuthenticatedSealing.swift": 1, "CardSecrets/Ciphers/BlockCipher.swift": 3,
        "CardSecrets/Encodings/Digits.swift": 2, "CardSecrets/Encodings/WireText.swift": 1,
        "CardSecrets/Keys/DataKey.swift": 1, "CardSecrets/Keys/Entropy.swift": 1, "CardSecrets/Keys/FreshKeys.swift": 1,
        "CardSecrets/Keys/DocumentKey.swift": 1,
        "CardSecrets/Keys/KeyRing.swift": 1,  // its init throws if a key is missing
        "CardServer/Registration.swift": 1, "HTTPService/Routing/RouteTable.swift": 1,  // at the start
        "CardPointe/Paying/CardToken.swift": 1,  // a table in Swift
        "CardPointe/Wire/Codes/GatewayResponseCode.swift": 2,  // the same
        "Stitch/Wire/StitchSchema.swift": 1,  // the schema is written in Swift
        "CardPointe/Paying/BankAccount.swift": 1,  // one of ten digits is the check digit
        "CardPointe/Callers/RateLimits.swift": 1, "CardPointe/Wire/AnswerMembers.swift": 1,  // names in Swift
        "HTTPService/Listening/NextRequest.swift": 1,  // one task for each connection
        "HTTPService/Messages/Response.swift": 1,  // the statuses of responses are constants
        "SandboxServer/ProviderStates/OperationDesk.swift": 1, "tessera/Contract.swift": 1,  // the demo's clients
        "SandboxServer/Tenants/Tenants.swift": 1,
        "Issuing/NamedCustomer.swift": 1, "Issuing/ReadCards.swift": 1,  // types of errors that the compiler loses
        "Issuing/Statements/Columns.swift": 1,  // a list of columns reads nothing that could be wrong
        "Issuing/OrderCards.swift": 2, "Sandbox/Tenants/TenantDatabases.swift": 1,  // what JSON can express
        "Postgres/Copy.swift": 1, "Postgres/SQLValue.swift": 3,  // the shape of statements
        "Provisioning/Networks/VisaKeys.swift": 2,  // stored keys are checked before
        "Provisioning/Networks/VisaPaymentCard.swift": 1,  // the lengths of keys that are made there
        "Provisioning/Networks/WalletCard.swift": 1,  // rows are read with these bounds
        "SimulatedWallets/SimulatedApplePay.swift": 1, "SimulatedWallets/SimulatedGooglePay.swift": 1,
    ]

    /// Conversions to fewer bits, which end the process if the number does not fit. They convert digits, bytes, and
    /// counts and lengths that are far below their limit.
    private static let narrowings = [
        "HTTPContract/JSON/JSONParser.swift": 2, "Scenarios/ScenarioText.swift": 1,  // one digit
        "GraphQL/Language/LexerStrings.swift": 2,  // one digit, and to more bits
        "GraphQL/Schema/BuiltInScalars.swift": 1, "Stitch/Wire/StitchSchema.swift": 1,  // of text, or nil
        "EmbeddedPostgres/DataDirectoryLock.swift": 1, "EmbeddedPostgres/PostmasterFile.swift": 2,  // of text, or nil
        "Postgres/Copy.swift": 2, "Postgres/Session/BinaryFormat.swift": 6, "Postgres/Session/Connection.swift": 5,
        "CardSecrets/Authentication/PasskeyAssertion.swift": 1,
        "CardSecrets/Authentication/SessionKeySealing.swift": 1,
        "CardSecrets/Ciphers/BlockCipher.swift": 1, "CardSecrets/Keys/SmallFile.swift": 1,
        "PaymentTokens/GooglePaymentToken.swift": 1, "Provisioning/Networks/TripleDES.swift": 1,
    ]

    /// Values unwrapped by force: names of header fields, and a pattern.
    private static let constants = [
        "CardAPI/CardTextForms.swift": 1, "CardAPI/HeaderNames.swift": 5, "SandboxServer/Wire/HeaderNames.swift": 3,
        "TrafficControl/HeaderNames.swift": 4, "HTTPContract/HeaderNames.swift": 11,
        "GraphQL/Schema/Prelude.swift": 30, "Stitch/Wire/StitchSchema.swift": 86,  // GraphQL: never null
    ]

    @Test("Only a mistake in the program itself ends the process", arguments: [
        (#"\b(preconditionFailure|precondition|fatalError|assertionFailure|assert)\("#, preconditions),
        (#"\bU?Int(16|32)\((?!clamping:|exactly:|bitPattern:|truncatingIfNeeded:)"#, narrowings),
        (#"[\w)\]]!(?![=\w"])"#, constants), (#"\bunowned\b|\.unsafelyUnwrapped\b"#, [:]),
    ])
    func allowed(_ pattern: String, _ allowed: [String: Int]) throws {
        let expression = try TextPattern(pattern)
        var found: [String: Int] = [:]
        for file in try SourceFile.all(in: ["Sources"]) {
            let count = file.code(matching: expression).count
            if count > 0 { found[Self.name(of: file)] = count }
        }
        for path in Set(found.keys).union(allowed.keys).sorted() where found[path] != allowed[path] {
            let counts = "\(found[path] ?? 0) of /\(pattern)/, not \(allowed[path] ?? 0)"
            Issue.record("\(path) has \(counts): throw an error instead.")
        }
    }

    /// The path below the target's folder.
    private static func name(of file: SourceFile) -> String {
        file.path.split(separator: "/").dropFirst(2).joined(separator: "/")
    }
}
