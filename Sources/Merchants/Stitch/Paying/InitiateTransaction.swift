import CardSecrets
import Foundation
import GraphQL
import HTTPContract
import Ledger
import Payments
import Validation

/// `initiateTransaction`: charges a wallet at once, authorizes it for a later capture, or waits for 3-D Secure.
struct InitiateTransaction: Sendable {
    let call: StitchCall

    func run(_ input: JSONObject) async throws(FieldFailure) -> TransactionObject {
        try call.requireInitiation()
        let amount = try Money(input.object("amount"))
        let method = try WalletMethod(input.object("paymentMethods"))
        try checkDevice(input.object("deviceInformation"))
        let authorization = try preAuthorization(method.input.object("preAuthorization"))
        let nonce = try StitchCall.nonce(input)
        try await check(nonce, input.text("externalReference"))
        var note = StitchNote(metadata: try StitchCall.metadata(input))
        if method.requiresSecure3d {
            note.secure3d = .clientSpecified
        } else if call.client.requiresSecure3d {
            note.secure3d = .ruleApplied
        }
        let instrument = try await instrument(method, input.text("token"), amount)
        var new = NewPayment(
            merchant: call.client.merchant, gateway: call.client.gateway, instrument: instrument, amount: amount)
        new.capturesAtOnce = !authorization.isWanted
        new.capturedBy = authorization.voidAt
        new.isTrial = call.client.isTest
        new.needsAuthentication = note.secure3d != nil
        new.externalReference = input.text("externalReference")
        new.nonce = nonce
        new.metadata = note.text
        return try await translating(FieldFailure.init) { () async throws(PaymentFailure) in
            call.shown(try await call.stitch.payments(of: call.client).pay(new))
        }
    }

    /// The fingerprint, or all of the other three (Stitch's guide, "Direct API").
    private func checkDevice(_ device: JSONObject?) throws(FieldFailure) {
        guard call.client.requiresDeviceInformation, device?.text("fingerprint") == nil else { return }
        let others = ["deviceId", "ip", "screenDimensions"]
        guard others.allSatisfy({ ![nil, .null].contains(device?[$0]) }) else {
            throw FieldFailure(
                .invalidInput, "deviceInformation needs fingerprint, or deviceId, ip and screenDimensions.")
        }
    }

    /// A token can be opened only once, so a used nonce is found before.
    private func check(_ nonce: String, _ externalReference: String?) async throws(FieldFailure) {
        try translating({ FieldFailure(.refused($0)) }) { () throws(PaymentRefusal) in
            try NewPayment.check(nonce: nonce, externalReference: externalReference)
        }
        let earlier = try await translating(FieldFailure.init) { () async throws(PaymentFailure) in
            try await call.stitch.payments.payments(
                PaymentFilter(
                    merchant: call.client.merchant, gateway: call.client.gateway, .nonces([nonce]), limit: 1))
        }
        if let payment = earlier.first { throw FieldFailure(.refused(.duplicateNonce(payment.id))) }
    }

    private func preAuthorization(
        _ input: JSONObject?
    ) throws(FieldFailure) -> (isWanted: Bool, voidAt: Date?) {
        guard let input, input.isTrue("enabled") else { return (false, nil) }
        guard let time = input.text("voidAt").flatMap(Timestamp.init) else { return (true, nil) }
        let voidAt = Date(timeIntervalSince1970: TimeInterval(time.secondsSince1970))
        guard voidAt > call.stitch.tokens.clock.now() else {
            throw FieldFailure(.invalidInput, "The voidAt must be in the future.")
        }
        return (true, voidAt)
    }
}

// MARK: - What is charged

extension InitiateTransaction {
    private func instrument(
        _ method: WalletMethod, _ token: String?, _ amount: Money
    ) async throws(FieldFailure) -> PaymentInstrument {
        guard method.input.text("referenceId") == nil else {
            throw FieldFailure(
                .invalidInput,
                "A referenceId cannot be used, because Samsung's page is not part of this service; send the token.")
        }
        let decrypted = try method.decrypted()
        switch (token, decrypted) {
        case (let token?, nil):
            if call.client.isTest, token == Self.testToken { return try Self.testInstrument(of: method.wallet) }
            return try await opened(try method.token(token), amount)
        case (nil, let instrument?): return instrument
        default:
            throw FieldFailure(
                .invalidInput, "Send either the wallet's token, or the account number with its cryptogram.")
        }
    }

    /// The token that a test client sends instead of a wallet's (Stitch's guide, "Test Device Tokens").
    static let testToken = "J2V4YW1wbGVQYXltZW50TWV0aG9kVG9rZW4n"

    /// A number that no issuer has issued, because the test token stands for none.
    private static func testInstrument(of wallet: WalletKind) throws(FieldFailure) -> PaymentInstrument {
        guard let pan = PAN("4111111111111111") else { throw FieldFailure(.internalError, "The service failed.") }
        return PaymentInstrument(
            pan: pan, expiry: PaymentInstrument.Expiry(year: 2099, month: 12),
            kind: .token(wallet, cryptogram: nil, eci: nil))
    }
}
