import Cards
import CardSecrets
import Foundation
import Postgres

/// The result of comparing a password or a PIN. The comparison precedes the transaction that uses its result.
struct JudgedSecret: Sendable {
    /// The hash that was compared. The result counts only while this is the stored hash.
    let hash: PasswordHash?
    let isRight: Bool
    /// The hash to store in its place, if it is right and was made with an earlier version of the key.
    let again: PasswordHash?
}

/// The stored hashes of a customer's password and wallet PIN, if they are set.
package struct SecretHashes: Sendable {
    var password: PasswordHash?
    var pin: PasswordHash?

    package init() {}
}

extension Issuing {
    /// Compares a password or a PIN with the customer's, on the pool's threads and outside any transaction.
    ///
    /// The result is not used until the attempt is counted under the event's lock. So even if many attempts arrive at
    /// once, no more results are revealed than attempts are allowed. The comparison takes as long for a customer
    /// without a password as for one with a password.
    ///
    /// - Returns: nil if there is nothing to compare, because the answer is of another kind or would not be checked
    ///   now.
    func judged(
        _ proof: AuthenticationProof, at reference: AuthenticationReference?, of customer: CustomerID,
        on threads: SlowWork.Place?
    ) async throws(IssuingFailure) -> JudgedSecret? {
        guard let threads, let (text, place) = proof.secret(of: customer) else { return nil }
        let found = try await reading(
            AuthenticationMeansStatements.secretToJudge(
                .id(customer), .id(reference?.eventID), .id(reference?.walletOperationID),
                .timestamp(clock.now()), .integer(AuthenticationFactor.allowedWrongAttempts),
                .text(proof.verification.rawValue)))
        guard let stored = found.first else { return nil }
        let (vault, candidate) = (vault, Secret(Array(text.utf8)))
        let (isRight, again) = try await threads.hash { () throws(VaultFailure) in
            try vault.judge(candidate, at: place, by: stored ?? .nobodys)
        }
        return JudgedSecret(hash: stored, isRight: isRight && stored != nil, again: again)
    }

    /// The hashes of new secrets, computed on the pool's threads.
    ///
    /// - Parameter brand: the brand that sets them; nil if a tester does.
    package func hashes(
        of secrets: AuthenticationSecrets, for customer: CustomerID, setBy brand: String? = nil
    ) async throws(IssuingFailure) -> SecretHashes {
        guard secrets.password != nil || secrets.pin != nil else { return SecretHashes() }
        return try await withPlace(of: brand.map { .brand($0) } ?? .tester) { threads throws(IssuingFailure) in
            var hashes = SecretHashes()
            if let password = secrets.password {
                let place = AuthenticationSecrets.placeOfPassword(of: customer)
                hashes.password = try await hash(password, at: place, on: threads)
            }
            if let pin = secrets.pin {
                hashes.pin = try await hash(pin, at: AuthenticationSecrets.placeOfPIN(of: customer), on: threads)
            }
            return hashes
        }
    }

    /// The hashes of a password that is published, such as the demo's. A slow hash would not protect a published
    /// password.
    package func hashes(
        ofPublished password: String, for customer: CustomerID
    ) throws(IssuingFailure) -> SecretHashes {
        var hashes = SecretHashes()
        hashes.password = try IssuingFailure.guarding { () throws(VaultFailure) in
            try vault.passwordHash(
                Secret(Array(password.utf8)), at: AuthenticationSecrets.placeOfPassword(of: customer),
                isPublished: true)
        }
        return hashes
    }

    private func hash(
        _ text: String, at place: String, on threads: SlowWork.Place
    ) async throws(IssuingFailure) -> PasswordHash {
        let (vault, secret) = (vault, Secret(Array(text.utf8)))
        return try await threads.hash { () throws(VaultFailure) in try vault.passwordHash(secret, at: place) }
    }
}

extension AuthenticationProof {
    /// Whether the secret is compared with a slow hash.
    var isHashed: Bool { verification == .password || verification == .pin }

    /// The text to compare with a slow hash, and the place of the hash; nil for the other methods.
    fileprivate func secret(of customer: CustomerID) -> (text: String, place: String)? {
        switch self {
        case .password(let password): (password, AuthenticationSecrets.placeOfPassword(of: customer))
        case .pin(let pin): (pin, AuthenticationSecrets.placeOfPIN(of: customer))
        case .code, .push, .answer, .passkey, .biometric: nil
        }
    }
}
