import CardAPI
import CardServer
import Foundation
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Payments

/// Makes and replaces the keys with which gateways open the tokens of phones that pay a merchant.
struct MerchantKeyRoutes {
    let merchants: MerchantsServer

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.listMerchantKeys, list),
            (SandboxOperations.createMerchantKey, create),
            (SandboxOperations.requestMerchantCertificate, requestCertificate),
            (SandboxOperations.uploadMerchantCertificate, takeCertificate),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let merchant = try await merchants.named(in: context)
        var keys: [MerchantPublicKey] = []
        for gateway in merchants.gateways {
            for accepted in gateway.wallets {
                keys += try await merchants.keys.keys(
                    of: KeyOwner(merchant: merchant.id, gateway: gateway.gateway, wallet: accepted.wallet))
            }
        }
        return Response(status: .ok, json: MerchantKeyListAnswer(keys: keys))
    }

    @Sendable private func create(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(MerchantKeyBody.self)
        let named = try body.accepted { $0.draft(among: merchants.gateways) }
        let merchant = try await merchants.named(in: context)
        let key = try await merchants.keys.makeKey(
            for: named.owner(merchant.id), kind: body.value.keyKind ?? named.accepted.keyKind,
            walletID: body.value.walletId ?? named.accepted.walletID(merchant.id),
            overlapSeconds: Self.seconds(body.value.overlapSeconds))
        return Response(status: .created, json: MerchantKeyAnswer(key: key))
    }

    @Sendable private func requestCertificate(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(CertificateRequestBody.self)
        let named = try body.accepted { $0.draft(among: merchants.gateways) }
        let merchant = try await merchants.named(in: context)
        let (key, pem) = try await merchants.keys.certificateSigningRequest(
            for: named.owner(merchant.id), kind: body.value.keyKind ?? named.accepted.keyKind,
            walletID: body.value.walletId ?? named.accepted.walletID(merchant.id))
        return Response(status: .created, json: CertificateRequestAnswer(key: key, request: pem))
    }

    @Sendable private func takeCertificate(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(CertificateBody.self)
        let named = try body.accepted { $0.draft(among: merchants.gateways) }
        let merchant = try await merchants.named(in: context)
        let key = try await merchants.keys.takeCertificate(
            body.value.certificate ?? "", for: named.owner(merchant.id),
            overlapSeconds: Self.seconds(body.value.overlapSeconds))
        return Response(status: .ok, json: MerchantKeyAnswer(key: key))
    }

    private static func seconds(_ number: Int?) -> TimeInterval {
        number.map { TimeInterval($0) } ?? MerchantKeys.overlapSeconds
    }
}

extension MerchantsServer {
    /// The merchant in the path.
    func named(in context: ServiceContext) async throws -> Merchant {
        let id = MerchantID(context.parameters.get("merchantId") ?? "")
        guard let id, let merchant = try await payments.merchant(id) else {
            throw Problem(
                .entityNotFound, "There is no such merchant; POST /sandbox/merchants makes one, and GET lists them.")
        }
        return merchant
    }
}

extension MerchantKeyBody {
    fileprivate var keyKind: MerchantPublicKey.Kind? { kind.flatMap(MerchantPublicKey.Kind.init) }
}

extension CertificateRequestBody {
    fileprivate var keyKind: MerchantPublicKey.Kind? { kind.flatMap(MerchantPublicKey.Kind.init) }
}
