import CardSecrets
import HTTPContract
import Issuing

/// Recognises a request that is sent again: with an event of strong customer authentication, or with an
/// `Idempotency-Key`.
enum RequestDigest {
    /// The keyed digests of what a request asks for.
    ///
    /// A JSON body counts by its content, because a client that encodes it again may put the members into another
    /// order. Any other body, such as none, counts by its bytes. The line between says which, so a body of one kind
    /// never has the digest of the other.
    ///
    /// - Parameter target: the operation or method, and the path: one line.
    static func of(_ target: String, body: [UInt8], by issuing: Issuing) -> VersionedHashes {
        let (kind, content) =
            if let json = try? JSONValue(parsing: body) { ("json", json.canonicalBytes) } else { ("bytes", body) }
        return issuing.vault.requestDigests(Array("\(target)\n\(kind)\n".utf8) + content)
    }
}
