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

    @Test("Another spelling of an access token is always refused", arguments: spellings.indices)
    func access(index: Int) async throws {
        try await withSharedLiveService { service in
            let (name, change) = Self.spellings[index]
            var token = try await service.token(of: .ivana)
            for _ in 1...50 where change(token) == token || !token.contains("K") {
                token = try await service.token(of: .ivana)
            }
            let other = change(token)
            #expect(Array(other.utf8) != Array(token.utf8))
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
            var token = try await service.client.token(.customer("10000001"), as: .app)
            for _ in 1...50 {
                guard let text = token.refreshToken, !text.contains("K") || change(text) == text else { break }
                token = try await service.client.token(.customer("10000001"), as: .app)
            }
            let other = change(try #require(token.refreshToken))
            await #expect(throws: WalletError.self, "\(name)") {
                try await service.client.token(.refreshToken(other, scope: nil), as: .app)
            }
            _ = try await service.client.token(.renewing(token), as: .app)
        }
    }
}
