import Cards
import CardSecrets
import Foundation
import Postgres

/// The verdict on an attempt, and the values to store in addition to its count.
enum Verdict: Sendable {
    /// - Parameter step: the time step of the accepted authenticator code; nil for the other methods.
    case right(step: Int64? = nil, effect: Query<Void>? = nil)
    /// - Parameter reason: for the app. It does not say how close the attempt was.
    case wrong(reason: String, effect: Query<Void>? = nil)

    var fault: String? {
        guard case .wrong(let reason, _) = self else { return nil }
        return reason
    }

    var step: Int64? {
        guard case .right(let step, _) = self else { return nil }
        return step
    }

    var effect: Query<Void>? {
        switch self {
        case .right(_, let effect), .wrong(_, let effect): effect
        }
    }
}

/// Checks one attempt. Every comparison of a secret takes the same time, whether it succeeds or not.
struct Judgement {
    let proof: AuthenticationProof
    let event: AuthenticationEvent
    let latest: AuthenticationStatements.LatestChallenge
    let means: AuthenticationMeansStatements.Held
    /// The result of the earlier comparison, for a password or a PIN.
    let secret: JudgedSecret?
    let now: Date
    let issuing: Issuing

    init(
        of proof: AuthenticationProof, event: AuthenticationEvent,
        challenge latest: AuthenticationStatements.LatestChallenge, means: AuthenticationMeansStatements.Held,
        secret: JudgedSecret?, now: Date, by issuing: Issuing
    ) {
        self.proof = proof
        self.event = event
        self.latest = latest
        self.means = means
        self.secret = secret
        self.now = now
        self.issuing = issuing
    }

    func verdict(in tx: Transaction<IssuingFailure>) throws(IssuingFailure) -> Verdict {
        switch proof {
        case .code(let code, by: .authenticatorCode): try timeBased(code)
        case .code(let code, _): sent(code)
        case .password, .pin: known
        case .push, .answer: pushed
        case .passkey(let assertion): try signed(assertion, in: tx)
        case .biometric(let device, let signature): try signed(signature, by: device, in: tx)
        }
    }

    private var customer: SQLValue { .id(event.customer) }

    // MARK: What was sent

    private func sent(_ code: String) -> Verdict {
        let isRight = latest.secretHash.map { hash in
            issuing.vault.secret(Array(code.utf8), at: event.place(ofChallenge: latest.number), matches: hash)
        }
        return isRight == true ? .right() : .wrong(reason: "The code is not the one that was sent.")
    }

    private var pushed: Verdict {
        latest.isApproved == true ? .right() : .wrong(reason: "The push was denied.")
    }

    // MARK: What the customer knows

    /// It was compared before this transaction; see ``Issuing/judged(_:at:of:)``.
    private var known: Verdict {
        if let secret, secret.isRight {
            return .right(
                effect: secret.again.map {
                    AuthenticationMeansStatements.replace(proof.verification, of: event.customer, with: $0)
                })
        }
        return proof.verification == .pin
            ? .wrong(reason: "The PIN is not the wallet's.") : .wrong(reason: "The password is not the customer's.")
    }

    // MARK: What the customer has

    /// A code is accepted once. After a time step was used, that step and all earlier ones are refused (RFC 6238,
    /// section 5.2).
    private func timeBased(_ code: String) throws(IssuingFailure) -> Verdict {
        let seed = try IssuingFailure.guarding { () throws(VaultFailure) in
            try means.seed.map { seed throws(VaultFailure) in
                try issuing.vault.open(seed, at: AuthenticationSecrets.placeOfSeed(of: event.customer))
            }
        }
        guard let step = seed.flatMap({ TimeBasedCode(seed: $0).step(matching: code, at: now) }),
            means.lastStep.map({ step > $0 }) != false
        else { return .wrong(reason: "The code is not the one the authenticator shows now, or was used already.") }
        return .right(step: step)
    }

    private func signed(
        _ assertion: PasskeyAssertion, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Verdict {
        let (known, policies) = try tx.run(
            AuthenticationMeansStatements.holdPasskey(customer, .bytes(assertion.credentialID)),
            AuthenticationStatements.policy(.text(event.brand)))
        guard let passkey = known.first, let policy = policies.first, let nonce = latest.nonce,
            let key = DevicePublicKey(x963: passkey.publicKey)
        else { return Self.notSigned }
        let count = try? assertion.verify(
            challenge: nonce,
            by: PasskeyAssertion.Credential(
                id: assertion.credentialID, publicKey: key, signatureCount: passkey.signCount),
            for: PasskeyAssertion.RelyingParty(id: policy.relyingPartyID, origins: Set(policy.origins)))
        guard let count else { return Self.notSigned }
        return .right(
            effect: AuthenticationMeansStatements.countSignature(
                customer, .bytes(assertion.credentialID), .bigint(Int64(count))))
    }

    private func signed(
        _ signature: [UInt8], by device: TrustedDeviceID, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Verdict {
        let known = try tx.run(AuthenticationMeansStatements.holdDevice(customer, .id(device))).first
        guard let known, let nonce = latest.nonce, let key = DevicePublicKey(x963: known.publicKey),
            key.verifies(signature, of: BiometricMessage(event: event.reference, nonce: nonce).bytes)
        else { return Self.notSigned }
        return .right()
    }

    /// The reason is the same for every cause, so that it does not reveal which keys are known.
    private static var notSigned: Verdict {
        .wrong(reason: "The signature is not one of this customer's keys over this challenge.")
    }
}
