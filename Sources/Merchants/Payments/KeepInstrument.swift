import CardSecrets
import Ledger

/// A card's or a token's number as a payment keeps it, so that the payment can be given back and cleared.
///
/// A security code is never kept (PCI DSS 3.3.1). A cryptogram is kept only until the issuer is asked.
private struct KeptInstrument: Codable {
    let number: String
    var year: Int?
    var month: Int?
    var wallet: String?
    var cryptogram: String?
    var indicator: String?
}

extension Payments {
    /// - Parameter keepsCryptogram: whether the issuer will be asked later.
    func seal(_ instrument: PaymentInstrument, of id: PaymentID, keepsCryptogram: Bool) -> SealedSecret {
        var kept = KeptInstrument(number: instrument.pan.reveal { $0 })
        (kept.year, kept.month) = (instrument.expiry?.year, instrument.expiry?.month)
        if case .token(let wallet, let cryptogram, let indicator) = instrument.kind {
            (kept.wallet, kept.indicator) = (wallet.rawValue, indicator)
            if keepsCryptogram { kept.cryptogram = cryptogram?.withBytes { EncodedBytes.base64($0) } }
        }
        return vault.seal(plaintextJSON(kept), at: Self.place(of: id))
    }

    func open(_ sealed: SealedSecret, of id: PaymentID) throws(PaymentFailure) -> PaymentInstrument {
        let secret: Secret
        do {
            secret = try vault.open(sealed, at: Self.place(of: id))
        } catch {
            throw .vault(error)
        }
        guard let kept = secret.decoded(as: KeptInstrument.self), let pan = PAN(ofAnyIssuer: kept.number) else {
            throw .damaged("the instrument of payment \(id)")
        }
        var expiry: PaymentInstrument.Expiry?
        if let year = kept.year, let month = kept.month { expiry = .init(year: year, month: month) }
        guard let name = kept.wallet else {
            return PaymentInstrument(pan: pan, expiry: expiry, kind: .card(cvv2: nil))
        }
        guard let wallet = WalletKind(rawValue: name) else { throw .damaged("the wallet of payment \(id)") }
        let cryptogram = kept.cryptogram.flatMap { EncodedBytes.base64($0) }.map { Secret($0) }
        return PaymentInstrument(
            pan: pan, expiry: expiry, kind: .token(wallet, cryptogram: cryptogram, eci: kept.indicator))
    }

    private static func place(of id: PaymentID) -> String { "payment.sealed_instrument payment \(id)" }
}
