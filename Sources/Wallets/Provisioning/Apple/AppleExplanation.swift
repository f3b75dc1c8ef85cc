import CardSecrets
import Foundation
import X509

/// One check: what should hold, and what failed instead.
public struct ExplainedStep: Sendable {
    /// A stable name for programs: `order`, `nonce`.
    public let name: String
    /// A sentence that is true if nothing failed.
    public let claim: String
    public let failure: (any ExplainedFailure)?
}

extension AppleRequest {
    /// Explains an iPhone's request by the steps of the proof itself, so the explanation cannot differ from the
    /// decision.
    ///
    /// A step with several failures is listed once for each of them. Absent members are not checked.
    public static func explain(
        leafCertificate: String?, subordinateCertificate: String?, nonce: String?, nonceSignature: String?,
        under trust: AppleTrust, at now: Date
    ) -> [ExplainedStep] {
        var steps: [ExplainedStep] = []
        func look(_ field: AppleRequestFailure.Field, _ claim: String, _ failures: [AppleRequestFailure]) {
            steps.append(ExplainedStep(name: field.rawValue, claim: claim, failure: failures.first))
        }
        func certificate(_ text: String?, _ field: AppleRequestFailure.Field) -> Certificate? {
            guard let text else { return nil }
            var failures: [AppleRequestFailure] = []
            let certificate = Self.certificate(text, field, &failures)
            look(field, "\(field.rawValue) is one X.509 certificate.", failures)
            return certificate
        }
        func bytes(_ text: String?, _ count: Int, _ field: AppleRequestFailure.Field) {
            guard let text else { return }
            var failures: [AppleRequestFailure] = []
            _ = Self.bytes(text, count, field, &failures)
            look(field, "\(field.rawValue) has \(count) bytes.", failures)
        }
        let leaf = certificate(leafCertificate, .leafCertificate)
        let subordinate = certificate(subordinateCertificate, .subordinateCertificate)
        if let leaf, let subordinate {
            steps += AppleChain(leaf: leaf, subordinate: subordinate).explain(under: trust, at: now)
        }
        bytes(nonce, nonceLength, .nonce)
        bytes(nonceSignature, nonceSignatureLength, .nonceSignature)
        return steps
    }
}

extension AppleChain {
    fileprivate func explain(under trust: AppleTrust, at now: Date) -> [ExplainedStep] {
        examine(under: trust, at: now).steps.flatMap { step, failures in
            let found = failures.isEmpty ? [nil] : failures.map(Optional.some)
            return found.map { ExplainedStep(name: step.rawValue, claim: step.claim, failure: $0) }
        }
    }
}

extension AppleChain.Step {
    fileprivate var claim: String {
        switch self {
        case .order: "The leaf comes first, the subordinate that signed it second."
        case .leafKey: "leafCertificate holds a key on P-256, for the scheme ECC_V2."
        case .leafPurpose: "leafCertificate is marked for in-app provisioning and for agreeing on keys."
        case .leafValidity: "leafCertificate is valid now."
        case .subordinatePurpose: "subordinateCertificate is that of an authority, marked as Apple's."
        case .subordinateValidity: "subordinateCertificate is valid now."
        case .leafSignature: "subordinateCertificate's key signed leafCertificate."
        case .anchor: "A trusted root signed subordinateCertificate."
        }
    }
}
