import Authorizing
import Cards
import CardSecrets
import Issuing
import IssuingTestSupport
import Ledger
import Provisioning
import Sandbox
import SimulatedWallets
import Testing
import TestSupport

/// A customer's Pixel with a token, and the network to which a merchant presents its payments.
struct PayingPhone {
    let fixture: IssuingFixture
    let card: Card
    let phone: SandboxPhone
    let token: PhoneToken

    /// - Parameters:
    ///   - isReported: whether the Card service knows the token as COMPLETED.
    ///   - server: the server whose network issues the token; nil for the fixture's.
    init(
        _ fixture: IssuingFixture, _ program: DemoProgram = .virtualVisa, isReported: Bool = true,
        pushingTo server: IssuingFixture? = nil
    ) async throws {
        self.fixture = fixture
        card = try await fixture.issue(program, to: fixture.enrol())
        phone = try await fixture.sandbox.makePhone(.pixel, of: card.customer)
        let sealed = try await fixture.tokenize(card, .google(device: phone.hardwareID, profile: phone.walletID))
        let network: TokenNetwork = card.scheme == .visa ? .visa : .mastercard
        let message = WalletMessage.opaque(try #require(sealed.value?.opaque), network: network)
        token = try #require(try await (server ?? fixture).sandbox.push(message, to: phone.id).token)
        if isReported { try await fixture.complete(card, as: token.reference, walletID: phone.walletID) }
    }

    func pay(_ minorUnits: Int64 = 1250, isInStore: Bool = false) async throws -> TokenPayment {
        try await fixture.sandbox.makePayment(
            with: token.reference, on: phone.id, of: Money(minorUnits: minorUnits, currency: .euro),
            isInStore: isInStore)
    }

    func pay(times: Int, isInStore: Bool = false) async throws -> [TokenPayment] {
        var payments: [TokenPayment] = []
        for _ in 0..<times { payments.append(try await pay(isInStore: isInStore)) }
        return payments
    }

    /// Sends a payment to the network as a merchant's acquirer does. A test can replace its values.
    func present(
        _ payment: TokenPayment, in message: String, as dpan: PAN? = nil, cryptogram: [UInt8]?? = nil,
        amount: Money = Money(minorUnits: 1250, currency: .euro), by entryMode: EntryMode = .ecommerce,
        expiry: Expiry? = nil, requestorID: String? = nil, to server: IssuingFixture? = nil
    ) async throws -> DetokenizedToken {
        let presented = PresentedToken(
            dpan: dpan ?? payment.dpan, expiry: expiry ?? payment.expiry,
            requestorID: requestorID ?? payment.wallet.requestorID, cryptogram: cryptogram ?? payment.bytes,
            amount: amount, entryMode: entryMode, message: try #require(NetworkReference(message)))
        return try #require(try await (server ?? fixture).sandbox.detokenize(presented))
    }
}

/// The refusal of a request to a phone; nil if the request succeeds. Any other failure is recorded as an issue.
func phoneRefusal<Value>(
    at location: SourceLocation = #_sourceLocation, _ request: () async throws -> Value
) async -> PhoneRefusal? {
    do {
        _ = try await request()
    } catch PhoneFailure.refused(let refusal) {
        return refusal
    } catch {
        Issue.record("It failed instead of being refused: \(error)", sourceLocation: location)
    }
    return nil
}

extension TokenPayment {
    var bytes: [UInt8] { cryptogram.bytes }
}
