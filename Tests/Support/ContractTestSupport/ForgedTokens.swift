import CardSecrets
import Crypto
import Foundation
import Issuing
import TestSupport

/// The parts of a JSON Web Token. A test can change them and assemble the token again, with or without a signature.
package struct ForgedToken {
    package var header: [String: Any]
    package var claims: [String: Any]

    /// - Parameter token: three parts in Base64url.
    package init(_ token: String) throws {
        let parts = token.split(separator: ".").map(String.init)
        func object(_ part: String) throws -> [String: Any] {
            let padded = part.replacing("-", with: "+").replacing("_", with: "/")
            let data = Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4)) ?? Data()
            return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        }
        header = try object(parts[0])
        claims = try object(parts[1])
    }

    package func with(_ change: (inout ForgedToken) -> Void) -> ForgedToken {
        var changed = self
        change(&changed)
        return changed
    }

    package func signed(with key: SymmetricKey) throws -> String {
        let text = try unsigned()
        let signature = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
        return "\(text).\(Self.base64URL(Data(signature)))"
    }

    package func unsigned() throws -> String {
        try [header, claims]
            .map { Self.base64URL(try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys)) }
            .joined(separator: ".")
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

extension LiveService {
    /// The key that the service signs its tokens with.
    package var signingKey: SymmetricKey {
        fixture.issuing.vault.keys.current(.tokenSigning).secret.withBytes { SymmetricKey(data: Data($0)) }
    }
}
