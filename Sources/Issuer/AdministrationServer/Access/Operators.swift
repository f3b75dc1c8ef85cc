import CardSecrets
import HTTPContract
import Validation

/// An operator who has shown a token.
struct NamedOperator: Sendable, Equatable {
    let name: String
    let role: OperatorRole
}

/// The operators of an issuer, from a file that only its owner can read.
///
/// The file is read once. An operator who is removed from it may call until the service starts again.
public struct Operators: Sendable {
    static let limit = 200
    private static let fileLimitBytes = 64 << 10

    private let byHash: [[UInt8]: NamedOperator]

    public init(file: String) throws(OperatorFileFailure) {
        let bytes = try translating({ (failure: SmallFile.Failure) in
            OperatorFileFailure.unreadable(file: file, reason: "\(failure).")
        }) { () throws(SmallFile.Failure) in
            try SmallFile.contents(of: file, limit: Self.fileLimitBytes, isPrivate: true)
        }
        try self.init(contents: bytes, of: file)
    }

    /// - Parameter file: the file's name, for errors.
    init(contents bytes: [UInt8], of file: String) throws(OperatorFileFailure) {
        let read = try translating({ (failure: RequestError) in
            OperatorFileFailure.unreadable(file: file, reason: failure.message)
        }) { () throws(RequestError) in
            try OperatorFileBody.read(bytes)
        }
        var faults = read.fieldErrors
        var byHash: [[UInt8]: NamedOperator] = [:]
        var names: Set<String> = []
        for (index, entry) in (read.body.operators ?? []).enumerated() {
            let place = "operators[\(index)]"
            if let name = entry.name, !OperatorToken.isName(name) {
                faults.append(FieldError("\(place).name", OperatorToken.nameRule))
            }
            let hash = entry.tokenHash.flatMap { EncodedBytes.hexadecimal($0) }
            if entry.tokenHash != nil, hash?.count != OperatorToken.hashBytes {
                faults.append(FieldError("\(place).tokenHash", "must be 64 hexadecimal digits"))
            }
            guard let name = entry.name, let role = entry.role.flatMap(OperatorRole.init(rawValue:)), let hash
            else { continue }
            if !names.insert(name).inserted {
                faults.append(FieldError("\(place).name", "is the name of another operator, too"))
            }
            if byHash.updateValue(NamedOperator(name: name, role: role), forKey: hash) != nil {
                faults.append(FieldError("\(place).tokenHash", "belongs to another operator, too"))
            }
        }
        guard faults.isEmpty else { throw .faulty(file: file, faults) }
        self.byHash = byHash
    }

    /// The operator who has this token; nil if nobody has it.
    ///
    /// It looks hashes up, so its duration says nothing about the tokens of others.
    func holder(of token: String) -> NamedOperator? {
        guard token.utf8.count == OperatorToken.length else { return nil }
        return byHash[OperatorToken.hash(of: token)]
    }
}

/// The file of operators, which is JSON and read as strictly as a request.
struct OperatorFileBody: RequestBody {
    var operators: [Entry]?

    static let members: [BodyMember<OperatorFileBody>] = [
        .objects("operators", \.operators, isRequired: true, maximumCount: Operators.limit, "All operators.")
    ]

    struct Entry: RequestBody {
        var name: String?
        var role: String?
        var tokenHash: String?

        static let members: [BodyMember<Entry>] = [
            .string("name", \.name, isRequired: true, example: "olga", "Names the operator in the audit trail."),
            .enumeration(
                "role", \.role, of: OperatorRole.allCases.map(\.rawValue), isRequired: true, example: "operator",
                "What the operator may do."),
            .string("tokenHash", \.tokenHash, isRequired: true, example: nil, "SHA-256 of the operator's token."),
        ]
    }
}
