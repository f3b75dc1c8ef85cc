import CardSecrets
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox

/// Shows the key under which a network sends PINs, so that an acquirer's test tool can encrypt them.
struct ZonePINKeyRoute {
    let sandbox: Sandbox

    @Sendable func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = sandbox.issuing.vault.keys.current(.zonePIN).secret
        return Response(status: .ok, json: ZonePINKeyAnswer(key: key), headers: [.cacheControl: "no-store"])
    }
}

struct ZonePINKeyAnswer: AnswerBody {
    let key: Secret

    static let members: [AnswerMember<ZonePINKeyAnswer>] = [
        .member(
            "keyHex", { $0.key.withBytes { EncodedBytes.hexadecimal($0) } }, isSecret: true,
            example: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            "A key for AES-256: 32 bytes in hexadecimal digits.")
    ]
}

extension SandboxOperations {
    static let getZonePINKey = Operation.sandbox(
        "getZonePINKey", "Get the zone PIN key",
        """
        Returns the key under which the network's messages carry PIN blocks: ISO 9564-1, format 4, with AES-256. \
        It is the same for every network, and stays the same after a reset. A tenant has a key of its own.
        """, .money, .get, "/zone-pin-key", answer: ZonePINKeyAnswer.schema)
}
