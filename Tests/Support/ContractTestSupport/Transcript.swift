import CardAPI
import Foundation
import HTTPContract
import Testing
import TestSupport

/// A story in requests and answers for an `.http` file, byte for byte as they are sent. Only dates and tokens are
/// replaced, because a reader could mistake them for valid ones, and keys, certificates and signatures of an iPhone,
/// because they are new each time.
package final class Transcript {
    private let service: LiveService
    private var text: String
    private var tokens: [String] = []

    package init(_ title: String, at service: LiveService) {
        self.service = service
        text = "# \(title)\n"
    }

    /// Sends a request, and records it and its answer.
    ///
    /// - Parameter says: explains to the reader what this exchange shows.
    @discardableResult
    package func ask(
        _ says: String, _ method: String, _ target: String, token: String? = nil, _ body: String = "",
        headers: [(name: String, value: String)] = [], on listener: LiveService.Listener = .open
    ) async throws -> RawAnswer {
        let request = RawRequest.asking(method, target, token: token, body, headers: headers)
        let answer = try await service.send(request, to: listener)
        text += "\n### \(says)\n\n" + shown(request.head, request.body) + "\n" + shown(answer.head, answer.body)
        return answer
    }

    /// Requests the token that the form describes.
    package func token(
        _ says: String, _ form: String, client: String = "demo-app:demo-secret"
    ) async throws -> TokenBody {
        let answer = try await ask(
            says, "POST", "/digitalwallets/v1/auth/brands/demo/token", form,
            headers: [
                ("Content-Type", "application/x-www-form-urlencoded"),
                ("Authorization", "Basic \(Data(client.utf8).base64EncodedString())"),
            ])
        return try answer.decoded()
    }

    package func customerToken(of person: LiveService.Person) async throws -> String {
        try await token(
            "The brand's backend vouches for a customer and is given that customer's token",
            "grant_type=urn:ietf:params:oauth:grant-type:token-exchange&subject_token=\(person.rawValue)"
                + "&subject_token_type=urn:tessera:token-type:customer-id"
        ).accessToken
    }

    /// Expects that the story is the recorded one, word for word.
    package func expectGolden(_ name: String, at sourceLocation: SourceLocation = #_sourceLocation) throws {
        try TestSupport.expectGolden(text, name, in: "Sources/Sandbox/Transcripts", at: sourceLocation)
    }

    private func shown(_ head: String, _ body: [UInt8]) -> String {
        let sent = masked(String(decoding: body, as: UTF8.self))
        let text = sent.replacing(Self.keysAndSignatures) { "\"\($0.output.1)\":\"<\($0.output.1)>\"" }
            .replacing(/(opens with the device's key; |the device's own, )\d+ bytes/) { "\($0.output.1)<length>" }
        let lines = head.split(separator: "\r\n").map { line in
            if line.hasPrefix("Date: ") { return "Date: <date>" }
            if text != sent, line.hasPrefix("Content-Length: ") { return "Content-Length: <length>" }
            return masked(String(line))
        }
        return lines.joined(separator: "\n") + "\n" + (text.isEmpty ? "" : "\n\(text)\n")
    }

    /// Replaces each token with the number of its first appearance, so that a reader can follow it through the story.
    private func masked(_ text: String) -> String {
        var masked = text
        for match in text.matches(of: /eyJ[\w-]+\.[\w-]+\.[\w-]+/) {
            let token = String(match.output)
            if !tokens.contains(token) { tokens.append(token) }
        }
        for (index, token) in tokens.enumerated() { masked.replace(token, with: "<token \(index + 1)>") }
        return masked
    }

    /// Matches values that an iPhone, its wallet and the app make with new keys each time. Their lengths vary, too.
    private static var keysAndSignatures: Regex<(Substring, Substring)> {
        #/
            "( [a-z]+Certificate | nonce(?:Signature)? | devicePrivateKey | activationData | encryptedPassData
            | ephemeralPublicKey )":"[^"]*"
        /#
    }
}
