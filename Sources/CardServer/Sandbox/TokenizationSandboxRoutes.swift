import CardAPI
import Cards
import Foundation
import Hummingbird
import Issuing
import WalletCrypto

/// The networks' side of tokens: the keys to check what was sealed for them, and what they tell of a token.
struct TokenizationSandboxRoutes {
    let issuing: Issuing

    /// Of networks that do not exist, so their keys are nobody's secret.
    @Sendable func walletKeys(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let networks = issuing.networks?.simulated else {
            throw IssuingFailure.refused(.networkNotConnected(.visa))
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
            throw IssuingFailure.refused(.tokenNotFound)
        }
        let (card, token) = try await issuing.changeToken(reference, by: event)
        return Response(status: .ok, json: TokenAnswer(card: card, token: token))
    }
}

struct TokenEventBody: CardAPI.RequestBody {
    var type: String?

    static let members: [BodyMember<TokenEventBody>] = [
        .enumeration(
            "type", \.type, of: TokenEvent.allCases.map(\.rawValue), isRequired: true, example: "SUSPEND",
            "What the network does to the token.")
    ]
}

private struct TokenAnswer: JSONWritable {
    let card: Card
    let token: Tokenization

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("dpanRef", token.reference?.rawValue)
            json.member("cardId", card.id.description)
            json.member("walletType", token.place.wallet.rawValue)
            if case .completed(_, let status) = token.state { json.member("tokenStatus", status.rawValue) }
        }
    }
}

/// All in Base64, also what is text itself, unless a name ends in Hex.
private struct WalletKeysAnswer: JSONWritable {
    let networks: SimulatedNetworks

    func write(to json: inout JSONWriter) {
        let (visa, mastercard) = (networks.visa, networks.mastercard.network)
        json.object { json in
            json.member("visaSharedSecret", visa.sharedSecret.withBytes { EncodedBytes.base64($0) })
            json.member("visaApiKey", EncodedBytes.base64(visa.apiKey.utf8))
            json.member("visaActivationKeyHex", visa.activationKey.withBytes { EncodedBytes.hexadecimal($0) })
            json.member(
                "mastercardPrivateKeyPKCS8", mastercard.cardDataPrivateKeyPKCS8.withBytes { EncodedBytes.base64($0) })
            json.member("mastercardTavPublicKeySPKI", EncodedBytes.base64(mastercard.activationPublicKeySPKI))
        }
    }
}
