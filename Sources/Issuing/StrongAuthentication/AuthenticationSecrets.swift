import Cards
import Foundation
import Postgres
import WalletCrypto

/// What a customer is given to prove their identity with; only what is set changes anything.
///
/// A wallet has calls of its own for these; here they come from the sandbox, since Paysafe's Card service documents
/// none.
public struct AuthenticationSecrets: Sendable {
    public var email: String?
    public var password: String?
    /// Of an authenticator (RFC 6238): 16 to 64 bytes.
    public var seed: Secret?
    public var passkey: (credentialID: [UInt8], key: DevicePublicKey)?

    public init(
        email: String? = nil, password: String? = nil, seed: Secret? = nil,
        passkey: (credentialID: [UInt8], key: DevicePublicKey)? = nil
    ) {
        self.email = email
        self.password = password
        self.seed = seed
        self.passkey = passkey
    }

    /// Where the sealed seed of a customer belongs.
    static func placeOfSeed(of customer: CustomerID) -> String {
        "authentication_means.seed customer \(customer.rawValue)"
    }

    /// Where the hash of a customer's password belongs.
    static func placeOfPassword(of customer: CustomerID) -> String {
        "authentication_means.password customer \(customer.rawValue)"
    }

    /// Everything that is set, in a transaction that is still open.
    func write(
        for customer: CustomerID, in tx: Transaction<IssuingFailure>, by issuing: Issuing
    ) throws(IssuingFailure) {
        let hash = try IssuingFailure.guarding { () throws(VaultFailure) -> PasswordHash? in
            try password.map { password throws(VaultFailure) in
                try issuing.vault.passwordHash(
                    Secret(Array(password.utf8)), at: Self.placeOfPassword(of: customer))
            }
        }
        let sealedSeed = seed.map { issuing.vault.seal($0, at: Self.placeOfSeed(of: customer)) }
        let found = try tx.run(
            AuthenticationMeansStatements.setEmail(.bigint(customer.rawValue), .text(email)))
        guard !found.isEmpty else { throw .refused(.customerNotFound) }
        _ = try tx.run(
            AuthenticationMeansStatements.set(
                .bigint(customer.rawValue), .bytes(hash?.bytes), .bytes(sealedSeed?.bytes),
                .integer((sealedSeed?.keyVersion).map(Int32.init))),
            AuthenticationMeansStatements.addPasskey(
                .bigint(customer.rawValue), .bytes(passkey?.credentialID), .bytes(passkey?.key.x963)))
    }
}

extension Issuing {
    /// Gives a customer something to prove their identity with.
    /// - Returns: what the customer has now.
    public func set(
        _ secrets: AuthenticationSecrets, of customer: CustomerID
    ) async throws(IssuingFailure) -> AuthenticationMeans {
        try await database.transaction { tx throws(IssuingFailure) in
            try secrets.write(for: customer, in: tx, by: self)
            let means = try tx.commit(AuthenticationMeansStatements.find(.bigint(customer.rawValue), .uuid(nil)))
            guard let means = means.first else { throw .refused(.customerNotFound) }
            return means
        }
    }
}
