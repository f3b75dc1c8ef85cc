import CardAPI
import CardClient
import CardSecrets
import HTTPContract
import Provisioning

/// The issuer as an app on a phone sees it: one card, and the calls that put the card into a wallet.
struct Issuer: Sendable {
    let cards: CustomerOperations
    let cardID: String
    let journey: Journey

    /// - Parameter patience: returns once the phone has waited long enough; nil to wait without limit.
    func tokenize(
        _ body: TokenizeCardBody, patience: Patience? = nil
    ) async throws(StepFailure) -> TokenizationResponse {
        let outcome = await withTaskGroup(of: Result<CardTokenizationBody, IssuerFailure>?.self) { tasks in
            tasks.addTask { await ask(body) }
            if let patience { tasks.addTask { await patience.runsOut() } }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? nil
        }
        switch outcome {
        case .success(let body):
            let answer = try TokenizationResponse(body, journey)
            journey.pass("issuer", "a \(answer.network.rawValue) card that ends in \(answer.lastDigits)")
            return answer
        case .failure(let failure): throw journey.end("issuer", failure)
        case nil: throw journey.end("issuer", IssuerFailure.tooLate(seconds: Patience.seconds))
        }
    }

    private func ask(_ body: TokenizeCardBody) async -> Result<CardTokenizationBody, IssuerFailure> {
        do throws(WalletError) {
            return .success(try await cards.tokenize(cardID, body))
        } catch {
            return .failure(IssuerFailure(error))
        }
    }

    /// Reports that the card is in the wallet, and checks that the issuer then lists it.
    func complete(_ reference: String, walletType: String, walletID: String? = nil) async throws(StepFailure) {
        do throws(WalletError) {
            var body = UpdateTokenizationBody()
            (body.dpanRef, body.walletType, body.status) = (reference, walletType, "COMPLETED")
            body.walletId = walletID
            _ = try await cards.updateTokenizationStatus(cardID, body)
            journey.pass("completion", "the issuer knows \(reference)")
        } catch {
            throw journey.end("completion", IssuerFailure(error))
        }
        let listed = try await tokenizations().first { $0.dpanRef == reference }
        guard listed?.status == "COMPLETED" else {
            throw journey.end("listing", IssuerFailure.notListed(status: listed?.status))
        }
        journey.pass("listing", "the card lists it as COMPLETED")
    }

    func tokenizations() async throws(StepFailure) -> [TokenizationBody] {
        do throws(WalletError) {
            var query = CardQuery()
            query.inclusions = ["TOKENIZATIONS"]
            return try await cards.get(cardID, query).tokenizations ?? []
        } catch {
            throw journey.end("listing", IssuerFailure(error))
        }
    }
}

/// How long a phone waits for the issuer.
public struct Patience: Sendable {
    public static let seconds = 20
    private let wait: @Sendable () async -> Void

    /// - Parameter wait: returns when the time is over or its task is cancelled.
    public init(_ wait: @escaping @Sendable () async -> Void) {
        self.wait = wait
    }

    /// The time that PassKit waits.
    public static let ofPassKit = Patience { try? await Task.sleep(for: .seconds(seconds)) }

    fileprivate func runsOut<Value>() async -> Value? {
        await wait()
        return nil
    }
}

/// The members of the issuer's response that every wallet needs.
struct TokenizationResponse: Sendable {
    let network: TokenNetwork
    let lastDigits: String
    let body: CardTokenizationBody

    fileprivate init(_ body: CardTokenizationBody, _ journey: Journey) throws(StepFailure) {
        guard let network = TokenNetwork.allCases.first(where: { $0.cardNetwork == body.cardNetwork }) else {
            throw journey.end("issuer", IssuerFailure.unknownNetwork(body.cardNetwork))
        }
        guard body.tokenProvider == network.tokenProvider else {
            throw journey.end(
                "issuer", IssuerFailure.otherProvider(network: body.cardNetwork, provider: body.tokenProvider))
        }
        self.network = network
        lastDigits = body.cardLastDigits
        self.body = body
    }

    func bytes(_ field: String, _ text: String?, _ journey: Journey) throws(StepFailure) -> [UInt8] {
        guard let text else { throw journey.end("issuer", IssuerFailure.lacking(field: field)) }
        do throws(EncodingFailure) {
            return try EncodedBytes.decodeBase64(text, limitBytes: 16 * 1024)
        } catch {
            throw journey.end("issuer", IssuerFailure.encoding(field: field, error))
        }
    }
}
