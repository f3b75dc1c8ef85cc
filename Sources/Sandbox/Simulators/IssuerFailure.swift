import CardAPI
import CardClient
import CardSecrets
import HTTPContract
import Provisioning
import Validation

/// A fault of the issuer's response that an app on a phone can notice.
enum IssuerFailure: ExplainedFailure {
    case refused(Problem)
    /// A simulated phone has no customer who could authenticate.
    case authenticationRequired
    /// There was no answer, or one that a Card service does not send.
    case notAnswered(String)
    case tooLate(seconds: Int)
    case lacking(field: String)
    case encoding(field: String, EncodingFailure)
    case unknownNetwork(String)
    case otherProvider(network: String, provider: String)
    case notListed(status: String?)

    init(_ failure: WalletError) {
        if case .scaRequired = failure {
            self = .authenticationRequired
        } else {
            self = failure.knownProblem.map { .refused($0) } ?? .notAnswered("\(failure)")
        }
    }

    var name: String {
        switch self {
        case .refused(let problem): problem.detailName ?? "issuer.\(problem.code.rawValue)"
        case .authenticationRequired: "issuer.\(ErrorCode.scaRequired.rawValue)"
        case .notAnswered: "issuer.notAnswered"
        case .tooLate: "issuer.tooLate"
        case .lacking(let field): "answer.\(field).missing"
        case .encoding(let field, let failure): "answer.\(field).\(failure.name)"
        case .unknownNetwork: "answer.cardNetwork.unknown"
        case .otherProvider: "answer.tokenProvider.other"
        case .notListed: "card.tokenizations.notListed"
        }
    }

    var cause: String {
        switch self {
        case .refused(let problem):
            problem.details.isEmpty
                ? ([problem.message] + problem.fieldErrors.map { "\($0.field) \($0.error)." }).joined(separator: " ")
                : problem.details.joined(separator: " ")
        case .authenticationRequired: "The issuer wants the customer to authenticate, which this phone cannot do."
        case .notAnswered(let reason): "The issuer's response cannot be used: \(reason)."
        case .tooLate(let seconds): "The issuer did not answer within \(seconds) seconds, and the wallet gave up."
        case .lacking(let field): "The issuer's answer has no \(field)."
        case .encoding(let field, let failure): "The answer's \(field) \(failure.predicate)"
        case .unknownNetwork(let name): "The answer's cardNetwork is \(name.prefix(64))."
        case .otherProvider(let network, let provider):
            "The answer's cardNetwork is \(network), and its tokenProvider \(provider.prefix(64))."
        case .notListed(let status):
            status.map { "The card lists this tokenization as \($0.prefix(64)), not as COMPLETED." }
                ?? "The card does not list this tokenization."
        }
    }

    var fix: String {
        switch self {
        case .refused(let problem):
            problem.details.isEmpty
                ? problem.code.remedy.filter { $0 != "`" }
                : "Send the same data to POST /sandbox/explain, which checks it step by step."
        case .authenticationRequired:
            "Take TOKENIZE_CARD and COMPLETE_TOKENIZATION out of the brand's operations: "
                + "PUT /sandbox/brands/{brand}/authentication."
        case .notAnswered:
            "Check that the service runs at this address, and that it has the same version as this program."
        case .tooLate: "Answer faster; PassKit waits no longer."
        case .lacking, .unknownNetwork, .otherProvider: "Return all members that the contract requires for this wallet."
        case .encoding(_, let failure): failure.fix
        case .notListed: "Report to the issuer that the tokenization is COMPLETED."
        }
    }
}

extension Problem {
    /// Each detail begins with the name of the failure: `leafCertificate.expired: …`.
    fileprivate var detailName: String? {
        details.first?.firstMatch(of: /^[A-Za-z]+\.[A-Za-z0-9]+(?=: )/).map { String($0.output) }
    }
}
