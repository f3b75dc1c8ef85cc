import HTTPTypes
import Testing

@testable import HTTPService

@Suite("The known path that is nearest to an unknown one")
struct NearestPathTests {
    private static let routes = [
        "/wallets/v1/auth/brands/{brand}/token", "/wallets/v1/profile/prepaid/cards",
        "/wallets/v1/profile/prepaid/cards/{cardId}", "/wallets/v1/profile/prepaid/cards/{cardId}/pin",
        "/wallets/v1/profile/prepaid/cards/{cardId}/tokenizations",
    ].enumerated().map { Route($0, .get, $1, nil) }

    @Test("A misspelt word, a missing part and a part too many are recognised", arguments: [
        ("/wallets/v1/profile/prepaid/card", "/wallets/v1/profile/prepaid/cards"),
        ("/Wallets/v2/profile/prepaid/cards", "/wallets/v1/profile/prepaid/cards"),
        ("/wallets/v1/v2/profile/prepaid/cards", "/wallets/v1/profile/prepaid/cards"),
        ("/profile/prepaid/cards", "/wallets/v1/profile/prepaid/cards"),
        ("/wallets/v1/cards", "/wallets/v1/profile/prepaid/cards"),
        ("/wallets/v1/profile/prepaid/cards/c1/tokenisations",
            "/wallets/v1/profile/prepaid/cards/{cardId}/tokenizations"),
        ("/wallets/v1/profile/prepaid/cards/c1/PIN", "/wallets/v1/profile/prepaid/cards/{cardId}/pin"),
        ("/wallets/v1/profile/prepaid/cards/c1/nonsense", "/wallets/v1/profile/prepaid/cards/{cardId}"),
        ("/wallets/v1/auth/token", "/wallets/v1/auth/brands/{brand}/token"),
    ])
    func found(_ path: String, _ nearest: String) {
        #expect(NearestPath.find(path[...], among: Self.routes) == nearest)
    }

    @Test("Another path has no nearest one", arguments: [
        "/", "/c1", "/c1/c2", "/nothing/at/all", "/wallets/v1/profile/prepaid/nonsense/c1/pin/x/y/z",
        "/sandbox/clock", "/wallets/v1/orders/prepaid/cats", "/\(String(repeating: "wallets/", count: 5000))",
        "/\(String(repeating: "w", count: 60_000))/v1/profile/prepaid/cards/c1/x/y",
    ])
    func notFound(_ path: String) {
        #expect(NearestPath.find(path[...], among: Self.routes) == nil)
    }
}
