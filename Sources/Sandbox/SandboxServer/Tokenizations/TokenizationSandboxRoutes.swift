import CardAPI
import Cards
import CardSecrets
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Provisioning
import Sandbox
import SimulatedWallets

/// The networks' side of tokens: the keys to open the cards that were sealed for them, and their events.
struct TokenizationSandboxRoutes {
    let sandbox: Sandbox

    /// Returns the keys. They are not secret, because the networks do not exist.
    @Sendable func walletKeys(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let networks = sandbox.networks else {
            throw IssuingFailure.refused(.tokenization(.networkNotConnected(.visa)))
        }
        return Response(status: .ok, json: WalletKeysAnswer(networks: networks), headers: [.cacheControl: "no-store"])
    }

    @Sendable func event(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(TokenEventBody.self)
        guard body.violations.isEmpty, let event = body.value.type.flatMap(TokenEvent.init(rawValue:)) else {
            throw IssuingFailure.refused(.invalidFields(body.violations))
        }
        let reference = context.parameters.get("dpanRef").flatMap { $0.removingPercentEncoding ?? $0 }
        guard let reference = reference.flatMap({ DPANReference(rawValue: $0) }) else {
            throw IssuingFailure.refused(.tokenization(.tokenNotFound))
        }
        let (card, token) = try await sandbox.issuing.changeToken(reference, by: event)
        return Response(status: .ok, json: TokenAnswer(card: card, token: token))
    }
}

struct TokenEventBody: RequestBody {
    var type: String?

    static let members: [BodyMember<TokenEventBody>] = [
        .enumeration(
            "type", \.type, of: TokenEvent.allCases.map(\.rawValue), isRequired: true, example: "SUSPEND",
            "The event to simulate.")
    ]
}

struct TokenAnswer: AnswerBody {
    let card: Card
    let token: Tokenization

    static let members: [AnswerMember<TokenAnswer>] = [
        .member(
            "dpanRef", \.token.reference?.rawValue, example: "DNITHE41493306176949492327766247",
            "The network's reference of the token."),
        .member(
            "cardId", \.card.id.description, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The id of the token's card."),
        .member(
            "walletType", \.token.place.wallet.rawValue, as: .enumeration(Vocabulary.walletTypes),
            "The wallet's type."),
        .member("tokenStatus", \.token.tokenStatus?.rawValue, example: "SUSPENDED", "The token's status."),
    ]
}

/// The keys of the simulated networks. All are in Base64, even if they are text, unless the name ends in Hex. They are
/// not secret, because the networks do not exist.
struct WalletKeysAnswer: AnswerBody {
    let networks: SimulatedNetworks

    static let members: [AnswerMember<WalletKeysAnswer>] = [
        .member(
            "visaSharedSecret", { $0.networks.visa.sharedSecret.withBytes { EncodedBytes.base64($0) } },
            isSecret: true, example: "bm9ib2R5J3Mgc2VjcmV0", "The secret that opens opaque payment cards for Visa."),
        .member(
            "visaApiKey", { EncodedBytes.base64($0.networks.visa.apiKey.utf8) }, isSecret: true, example: "VklTQQ==",
            "The key id of that secret."),
        .member(
            "visaActivationKeyHex", { $0.networks.visa.activationKey.withBytes { EncodedBytes.hexadecimal($0) } },
            isSecret: true, example: "0123456789abcdef", "The key that opens activation data for Visa."),
        .member(
            "mastercardPrivateKeyPKCS8",
            { $0.networks.mastercard.network.cardDataPrivateKeyPKCS8.withBytes { EncodedBytes.base64($0) } },
            isSecret: true, example: "MIIEvQ==", "The private key that opens opaque payment cards for Mastercard."),
        .member(
            "mastercardTavPublicKeySPKI",
            { EncodedBytes.base64($0.networks.mastercard.network.activationPublicKeySPKI) },
            example: "MIIBIg==", "The public key that verifies activation data for Mastercard."),
    ]
}
