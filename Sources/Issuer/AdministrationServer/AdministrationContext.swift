import Administration
import Audit
import Authorizing
import CardAPI
import Cards
import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import Identifiers
import Issuing
import Ledger
import Validation

/// A request to the administration.
struct AdministrationContext: ServiceRequestContext {
    var base: RequestContext
    /// Nil until the token was checked.
    var caller: NamedOperator?

    init(_ base: RequestContext) { self.base = base }

    /// The caller, whom every handler has: nothing is called without a right token.
    func knownCaller() throws(Problem) -> NamedOperator {
        guard let caller else { throw Problem(.unauthorized, "No operator calls.") }
        return caller
    }

    /// The caller for the audit trail.
    var auditCaller: AuditCaller {
        AuditCaller(
            operatorName: caller?.name, requestID: requestID, address: base.clientAddress,
            operation: operation?.name ?? base.route?.path)
    }
}

// What a path names. A malformed id or name is treated like an unknown one.
extension AdministrationContext {
    var brand: String { name("brand") }
    var program: String { name("program") }
    var client: String { name("client") }

    func customerID() throws(IssuingFailure) -> CustomerID {
        guard let id = parameters.get("customerId").flatMap({ CustomerID($0) }) else {
            throw .refused(.customer(.notFound))
        }
        return id
    }

    func movementID() throws(IssuingFailure) -> MovementID {
        guard let id = parameters.get("movementId").flatMap({ MovementID($0) }) else {
            throw .refused(.movement(.notFound(.deposit)))
        }
        return id
    }

    func changeID() throws(WaitingChangeFailure) -> WaitingChangeID {
        guard let id = parameters.get("changeId").flatMap({ WaitingChangeID($0) }) else { throw .notWaiting }
        return id
    }

    func fileReference() throws(Problem) -> NetworkReference {
        try NetworkReference(ofFile: name("fileReference"), in: "fileReference")
    }

    /// The beginning of a day in UTC.
    func day(_ parameter: String) throws(Problem) -> Date {
        let text = name(parameter)
        guard text.utf8.count == 10, let begin = Timestamp("\(text)T00:00:00Z") else {
            throw Problem(fieldErrors: [FieldError(parameter, "must be a day like 2026-11-30")])
        }
        return Date(begin)
    }

    var scheme: Scheme? { Scheme(rawValue: name("scheme")) }
    var currency: Currency? { Currency(name("currency")) }

    func keyPurpose() throws(Problem) -> KeyPurpose {
        guard let purpose = KeyPurpose(rawValue: name("purpose")) else { throw Self.noKey }
        return purpose
    }

    func keyVersion() throws(Problem) -> Int {
        guard let version = Int(name("version")) else { throw Self.noKey }
        return version
    }

    func draftVersion() throws(Problem) -> Int64 { try ProgramRules.version(name("version")) }

    private static let noKey = Problem(
        .entityNotFound, "There is no such key; listKeys names those that there are, with their versions.")

    /// Empty, which is nobody's name, if the text has U+0000, which Postgres does not accept.
    private func name(_ parameter: String) -> String {
        let name = parameters.get(parameter).flatMap(\.removingPercentEncoding) ?? ""
        return name.utf8.contains(0) ? "" : name
    }
}
