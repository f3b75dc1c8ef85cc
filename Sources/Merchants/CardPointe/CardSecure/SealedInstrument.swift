import CardSecrets
import HTTPContract
import Ledger
import Payments

/// An instrument as JSON, which is only ever sealed. The security code is not in it, because it must not be stored (PCI
/// DSS 3.3.1); a wallet's cryptogram is, until the token is charged.
extension PaymentInstrument {
    var jsonBytes: [UInt8] {
        var members: [(String, JSONValue?)] = [
            ("pan", pan.reveal { .string($0) }), ("expiry", .text(expiry.map(GatewayExpiry.spelled))),
        ]
        if case .token(let wallet, let cryptogram, let indicator) = kind {
            members.append(("wallet", .string(wallet.rawValue)))
            members.append(("cryptogram", .text(cryptogram?.withBytes { EncodedBytes.base64($0) })))
            members.append(("eci", .text(indicator)))
        }
        if let agreedAmount {
            members.append(("amount", .string(String(agreedAmount.minorUnits))))
            members.append(("currency", .string(agreedAmount.currency.code)))
        }
        return JSONValue.members(members).jsonBytes
    }

    /// Nil if the bytes are not what ``jsonBytes`` writes.
    init?(stored: Secret) {
        guard case .object(let object)? = try? JSONValue(parsing: stored.withBytes { Array($0) }),
            let pan = object.text("pan").flatMap({ PAN(ofAnyIssuer: $0) })
        else { return nil }
        let kind: Kind
        if let name = object.text("wallet") {
            guard let wallet = WalletKind(rawValue: name) else { return nil }
            let cryptogram = object.text("cryptogram").flatMap { EncodedBytes.base64($0) }.map { Secret($0) }
            kind = .token(wallet, cryptogram: cryptogram, eci: object.text("eci"))
        } else {
            kind = .card(cvv2: nil)
        }
        let currency = object.text("currency").flatMap { Currency($0) }
        let agreed = currency.flatMap { currency in
            object.text("amount").flatMap { Int64($0) }.map { Money(minorUnits: $0, currency: currency) }
        }
        self.init(
            pan: pan, expiry: object.text("expiry").flatMap(GatewayExpiry.read), kind: kind, agreedAmount: agreed)
    }

    /// The same with what the request says. A wallet's own expiry stays.
    func with(expiry: Expiry?, securityCode: String?) -> PaymentInstrument {
        guard wallet == nil else { return self }
        return PaymentInstrument(
            pan: pan, expiry: expiry ?? self.expiry,
            kind: .card(cvv2: securityCode.map { Secret(Array($0.utf8)) }), agreedAmount: agreedAmount)
    }
}

extension JSONObject {
    /// The text of a member; nil if it is absent or no string.
    func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }
}
