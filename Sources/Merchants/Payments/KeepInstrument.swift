import CardSecrets
import Ledger
import Validation

/// An instrument as it is kept, always sealed: with a payment, so that the payment can be given back and cleared, and
/// with a gateway, between the opening of a wallet's token and the payment.
///
/// A security code is never kept (PCI DSS 3.3.1). A cryptogram is kept only until the issuer is asked.
private struct KeptInstrument: Codable {
    let number: String
    var year: Int?
    var month: Int?
    var wallet: String?
    var cryptogram: String?
    var indicator: String?
    /// The amount that the customer agreed to, in minor units, and its currency.
    var agreed: Int64?
    var currency: String?
}

extension PaymentInstrument {
    package func kept(withCryptogram keepsCryptogram: Bool) -> Secret {
        var kept = KeptInstrument(number: pan.reveal { $0 })
        (kept.year, kept.month) = (expiry?.year, expiry?.month)
        if case .token(let wallet, let cryptogram, let indicator) = kind {
            (kept.wallet, kept.indicator) = (wallet.rawValue, indicator)
            if keepsCryptogram { kept.cryptogram = cryptogram?.withBytes { EncodedBytes.base64($0) } }
        }
        (kept.agreed, kept.currency) = (agreedAmount?.minorUnits, agreedAmount?.currency.code)
        return plaintextJSON(kept)
    }

    /// Nil if the secret is not what ``kept(withCryptogram:)`` makes.
    package init?(kept secret: Secret) {
        guard let kept = secret.decoded(as: KeptInstrument.self), let pan = PAN(ofAnyIssuer: kept.number) else {
            return nil
        }
        var expiry: Expiry?
        if let year = kept.year, let month = kept.month { expiry = Expiry(year: year, month: month) }
        var agreed: Money?
        if let amount = kept.agreed, let currency = kept.currency.flatMap({ Currency($0) }) {
            agreed = Money(minorUnits: amount, currency: currency)
        }
        guard let name = kept.wallet else {
            self.init(pan: pan, expiry: expiry, kind: .card(cvv2: nil), agreedAmount: agreed)
            return
        }
        guard let wallet = WalletKind(rawValue: name) else { return nil }
        let cryptogram = kept.cryptogram.flatMap { EncodedBytes.base64($0) }.map { Secret($0) }
        self.init(
            pan: pan, expiry: expiry, kind: .token(wallet, cryptogram: cryptogram, eci: kept.indicator),
            agreedAmount: agreed)
    }
}

extension Payments {
    /// - Parameter keepsCryptogram: whether the issuer will be asked later.
    func seal(_ instrument: PaymentInstrument, of id: PaymentID, keepsCryptogram: Bool) -> SealedSecret {
        vault.seal(instrument.kept(withCryptogram: keepsCryptogram), at: Self.place(of: id))
    }

    func open(_ sealed: SealedSecret, of id: PaymentID) throws(PaymentFailure) -> PaymentInstrument {
        let secret = try translating(PaymentFailure.vault) { () throws(VaultFailure) in
            try vault.open(sealed, at: Self.place(of: id))
        }
        guard let instrument = PaymentInstrument(kept: secret) else {
            throw .damaged("the instrument of payment \(id)")
        }
        return instrument
    }

    private static func place(of id: PaymentID) -> String { "payment.sealed_instrument payment \(id)" }
}
