import CardSecrets
import Foundation
import Identifiers
import PaymentTokens
import Postgres
import Validation

/// The key pairs with which gateways open the tokens of phones.
///
/// Private keys are sealed in the database with the installation's keys. A new key replaces the active one; the earlier
/// one still opens for a while, because wallets learn of the new one at different times.
public struct MerchantKeys: Sendable {
    let database: Database
    let vault: CardVault
    let clock: PaymentClock
    let entropy: Entropy
    let trust: WalletTrust
    /// The threads that search for primes.
    let slowWork: SlowWork

    /// How many keys of an owner may wait or open at a time.
    static let keyLimit = 8
    /// How long a replaced key opens, unless the caller says otherwise.
    public static let overlapSeconds = 30.0 * 24 * 3600

    public init(
        database: Database, vault: CardVault, clock: PaymentClock, entropy: Entropy, trust: WalletTrust,
        slowWork: SlowWork
    ) {
        (self.database, self.vault, self.clock) = (database, vault, clock)
        (self.entropy, self.trust, self.slowWork) = (entropy, trust, slowWork)
    }
}

/// The signers of wallet tokens that are trusted.
public struct WalletTrust: Sendable {
    public let apple: AppleTrust
    /// Google's published list.
    public let googleRootKeys: [GoogleRootKey]

    public init(apple: AppleTrust, googleRootKeys: [GoogleRootKey]) {
        (self.apple, self.googleRootKeys) = (apple, googleRootKeys)
    }
}

extension MerchantKeys {
    /// Makes a key pair that waits for its certificate, and the request for it (PKCS #10, PEM).
    ///
    /// - Parameter walletID: Apple's merchant id, such as `merchant.example.shop`, if it is known. The certificate has
    ///   it, too.
    public func certificateSigningRequest(
        for owner: KeyOwner, kind: MerchantPublicKey.Kind = .p256, walletID: String? = nil
    ) async throws(MerchantKeyFailure) -> (key: MerchantPublicKey, pem: String) {
        let pair = try await newPair(kind, for: owner)
        let (key, merchant) = try await add(pair, for: owner, status: .waiting, walletID: walletID)
        let pem = pair.certificateSigningRequest(commonName: walletID ?? merchant.id.rawValue, for: merchant.name)
        guard let pem else { throw .damaged("a new key, which signs no request") }
        return (key, pem)
    }

    /// Makes a key pair that wallets can seal to at once. The active one is replaced.
    ///
    /// - Parameter walletID: how the wallet names the recipient: Apple's merchant id, or Google's `gateway:…`. Samsung
    ///   needs none, nor does Apple with an RSA key.
    public func makeKey(
        for owner: KeyOwner, kind: MerchantPublicKey.Kind? = nil, walletID: String? = nil,
        overlapSeconds: TimeInterval = MerchantKeys.overlapSeconds
    ) async throws(MerchantKeyFailure) -> MerchantPublicKey {
        let kind = kind ?? (owner.wallet == .samsung ? .rsa : .p256)
        guard walletID != nil || kind == .rsa else { throw .refused(.walletIDMissing) }
        let pair = try await newPair(kind, for: owner)
        return try await add(
            pair, for: owner, status: .active, walletID: walletID, overlapSeconds: overlapSeconds
        ).key
    }

    /// The key that wallets seal to now, or a new one if there is none, with the query that adds it in a caller's
    /// transaction unless the owner has an active key then. The caller has locked the merchant.
    package func firstKey(
        for owner: KeyOwner, kind: MerchantPublicKey.Kind, walletID: String?
    ) async throws(MerchantKeyFailure) -> (key: MerchantPublicKey, adding: Query<Void>) {
        let now = clock.now()
        let kept = try await translating(MerchantKeyFailure.database) { () async throws(PostgresFailure) in
            try await database.read(MerchantKeyStatements.live(owner, at: now))
        }
        if let active = kept.first(where: { $0.publicKey.status == .active }) {
            return (active.publicKey, MerchantKeyStatements.addFirst(active.publicKey, active.privateKey))
        }
        let (key, sealed) = sealing(try await newPair(kind, for: owner), for: owner, .active, walletID)
        return (key, MerchantKeyStatements.addFirst(key, sealed))
    }

    /// Takes the certificate of a waiting key, which wallets seal to from now on. The active key is replaced.
    ///
    /// - Parameter text: one certificate, as PEM, or DER in Base64 or hexadecimal digits. Its issuer is not checked,
    ///   because only the wallet seals to it, and only this key opens.
    public func takeCertificate(
        _ text: String, for owner: KeyOwner, overlapSeconds: TimeInterval = MerchantKeys.overlapSeconds
    ) async throws(MerchantKeyFailure) -> MerchantPublicKey {
        let certificate = try translating(MerchantKeyFailure.refused) { () throws(MerchantKeyRefusal) in
            try MerchantCertificate(text)
        }
        let now = clock.now()
        return try await database.transaction { tx throws(MerchantKeyFailure) -> MerchantPublicKey in
            let (merchants, keys) = try tx.run(
                MerchantKeyStatements.holdMerchant(.merchant(owner.merchant)),
                MerchantKeyStatements.live(owner, at: now))
            guard !merchants.isEmpty else { throw .refused(.merchantNotFound) }
            let waiting = keys.map(\.publicKey).first { $0.status == .waiting && $0.spki == certificate.spki }
            guard var key = waiting else { throw .refused(.noKeyOfThisCertificate) }
            if let known = key.walletID, let certified = certificate.walletID, known != certified {
                throw .refused(.certifiedForAnother(certified))
            }
            key.walletID = certificate.walletID ?? key.walletID
            guard key.walletID != nil || key.kind == .rsa else { throw .refused(.walletIDMissing) }
            (key.certificate, key.status) = (certificate.der, .active)
            _ = try tx.commit(
                MerchantKeyStatements.replaceActive(of: owner, endsAt: now + max(0, overlapSeconds)),
                MerchantKeyStatements.activate(key))
            return key
        }
    }

    /// The key that wallets seal to now; nil if there is none.
    public func publicKey(for owner: KeyOwner) async throws(MerchantKeyFailure) -> MerchantPublicKey? {
        try await keys(of: owner).first { $0.status == .active }
    }

    /// All keys that wait or open, the newest first.
    public func keys(of owner: KeyOwner) async throws(MerchantKeyFailure) -> [MerchantPublicKey] {
        try await translating(MerchantKeyFailure.database) { () async throws(PostgresFailure) in
            try await database.read(MerchantKeyStatements.live(owner, at: clock.now())).map(\.publicKey)
        }
    }

    private func newPair(
        _ kind: MerchantPublicKey.Kind, for owner: KeyOwner
    ) async throws(MerchantKeyFailure) -> MerchantKeyPair {
        let accepted: [MerchantPublicKey.Kind] = switch owner.wallet {
        case .apple: [.p256, .rsa]
        case .google: [.p256]
        case .samsung: [.rsa]
        }
        guard accepted.contains(kind) else { throw .refused(.kindNotAccepted(kind, accepted: accepted)) }
        guard kind == .rsa else { return .p256(using: entropy) }
        if let ready = await slowWork.readyRSAKey().flatMap(MerchantKeyPair.init(ready:)) { return ready }
        let merchant = SlowWork.Owner("merchant \(owner.merchant.rawValue)", in: database, places: 2)
        let pair = try await slowWork.withPlace(of: merchant, { _ in .refused(.tooManyAtOnce) }) {
            threads throws(MerchantKeyFailure) in
            do {
                return try await MerchantKeyPair.rsa(on: threads)
            } catch {
                throw .refused(.tooManyAtOnce)
            }
        }
        guard let pair else { throw .damaged("a new RSA key, which cannot be made") }
        return pair
    }

    private func add(
        _ pair: MerchantKeyPair, for owner: KeyOwner, status: MerchantPublicKey.Status, walletID: String?,
        overlapSeconds: TimeInterval = 0
    ) async throws(MerchantKeyFailure) -> (key: MerchantPublicKey, merchant: Merchant) {
        guard walletID.map({ (1...255).contains($0.utf8.count) }) != false else { throw .refused(.walletIDMissing) }
        let now = clock.now()
        let (key, sealed) = sealing(pair, for: owner, status, walletID)
        return try await database.transaction {
            tx throws(MerchantKeyFailure) -> (key: MerchantPublicKey, merchant: Merchant) in
            let (merchants, live) = try tx.run(
                MerchantKeyStatements.holdMerchant(.merchant(owner.merchant)),
                MerchantKeyStatements.live(owner, at: now))
            guard let merchant = merchants.first else { throw .refused(.merchantNotFound) }
            guard live.count < Self.keyLimit else { throw .refused(.tooManyKeys(limit: Self.keyLimit)) }
            _ = try tx.commit(
                status == .active
                    ? MerchantKeyStatements.replaceActive(of: owner, endsAt: now + max(0, overlapSeconds)) : nil,
                MerchantKeyStatements.add(key, sealed))
            return (key, merchant)
        }
    }

    private func sealing(
        _ pair: MerchantKeyPair, for owner: KeyOwner, _ status: MerchantPublicKey.Status, _ walletID: String?
    ) -> (MerchantPublicKey, SealedSecret) {
        let key = MerchantPublicKey(
            id: entropy.id(), owner: owner, kind: pair.kind, status: status, walletID: walletID, spki: pair.spki,
            certificate: nil, createdAt: clock.now(), endsAt: nil)
        return (key, vault.seal(pair.privateKey, at: Self.place(of: key.id)))
    }

    static func place(of key: MerchantKeyID) -> String {
        "merchant_key.sealed_private_key key \(key.rawValue.uuidString)"
    }
}
