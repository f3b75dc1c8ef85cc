import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import Validation

@Suite("A token is valid only in the spelling that was issued")
struct TokenSpellingTests {
    private static let spellings: [(name: String, change: @Sendable (String) -> String)] = [
        ("padded", { $0 + "=" }), ("padded twice", { $0 + "==" }), ("with another part", { $0 + "." }),
        ("with bits left over", { String($0.dropLast()) + neighbour(of: $0.last) }),
        ("in the alphabet of plain Base64", { $0.replacing("-", with: "+").replacing("_", with: "/") }),
        ("padded in its parts", { $0.split(separator: ".").joined(separator: "=.") }),
        ("with a letter that Unicode calls equivalent", { $0.replacing("K", with: "\u{212A}") }),
        ("with an accent", { $0 + "\u{301}" }), ("with a space in it", { $0.prefix(20) + " " + $0.dropFirst(20) }),
    ]

    /// The letter that differs only in the last of its six bits. A signature of 32 bytes does not use this bit.
    private static func neighbour(of letter: Character?) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return letter.flatMap(alphabet.firstIndex).map { String(alphabet[$0 ^ 1]) } ?? ""
    }

    /// A token that the change alters: not each token has the letters that a change replaces. Bytes are compared,
    /// because Swift calls two texts equal if Unicode calls them equivalent.
    private static func token(
        alteredBy change: (String) -> String, _ issue: () async throws -> String
    ) async throws -> String {
        for _ in 1...1000 {
            let token = try await issue()
            if !change(token).utf8.elementsEqual(token.utf8) { return token }
        }
        throw NotAltered()
    }

    private struct NotAltered: Error {}

    @Test("Another spelling of an access token is always refused", arguments: spellings.indices)
    func access(index: Int) async throws {
        try await withSharedLiveService { service in
            let (name, change) = Self.spellings[index]
            let token = try await Self.token(alteredBy: change) { try await service.token(of: .ivana) }
            let other = change(token)
            #expect(try await service.ask("GET", cardsPath, token: other).status == 401, "\(name)")
            #expect(try await service.ask("GET", cardsPath, token: token).status == 200)
            #expect(try await service.ask("GET", cardsPath, token: other).status == 401, "\(name), remembered")
            #expect(try await service.ask("GET", cardsPath, token: token).status == 200)
        }
    }

    @Test("Another spelling of a refresh token is refused and does not use it up", arguments: spellings.indices)
    func refresh(index: Int) async throws {
        try await withSharedLiveService { service in
            let (name, change) = Self.spellings[index]
            let token = try await Self.token(alteredBy: change) {
                try #require(try await service.client.token(.customer("10000001"), as: .app).refreshToken)
            }
            await #expect(throws: WalletError.self, "\(name)") {
                try await service.client.token(.refreshToken(change(token), scope: nil), as: .app)
            }
            _ = try await service.client.token(.refreshToken(token, scope: nil), as: .app)
        }
    }
}
