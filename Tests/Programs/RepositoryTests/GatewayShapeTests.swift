import Foundation
import Testing
import TestSupport

/// A reader who knows one gateway also knows the places of the others.
@Suite("All gateways have one shape")
struct GatewayShapeTests {
    /// The places of every gateway, and those of gateways with webhooks, pages for customers or test values.
    private static let places: Set = ["Wire", "Callers", "Paying", "Changing", "Reading", "Store"]
    private static let furtherPlaces: Set = ["Webhooks", "Pages", "Testing"]

    /// The source files of each gateway, by its path in its folder.
    private static func gateways() throws -> [String: [(path: String, file: SourceFile)]] {
        let files = try SourceFile.all(in: ["Sources/Merchants"], anyText: true).map { file in
            (path: file.path.split(separator: "/").dropFirst(2).map(String.init), file: file)
        }
        let names = files.map(\.path).filter { $0.count == 2 && $0[1] == "\($0[0])Gateway.swift" }.map { $0[0] }
        return Dictionary(uniqueKeysWithValues: names.map { name in
            (name, files.filter { $0.path[0] == name }.map { ($0.path.dropFirst().joined(separator: "/"), $0.file) })
        })
    }

    @Test("A gateway has its type, its definition and its tables, and everything else in the places of all gateways")
    func places() throws {
        let gateways = try Self.gateways()
        #expect(gateways.count >= 4)
        for (name, files) in gateways {
            let loose = files.map(\.path).filter { !$0.contains("/") }
            #expect(Set(loose) == ["\(name).swift", "\(name)Gateway.swift", "\(name.lowercased()).sql"])
            let found = Set(files.map(\.path).filter { $0.contains("/") }.compactMap { $0.split(separator: "/").first })
            #expect(Self.places.isSubset(of: found.map(String.init)), "\(name) lacks a place.")
            #expect(Self.places.union(Self.furtherPlaces).isSuperset(of: found.map(String.init)), "\(name)")
            for (path, file) in files where !path.hasPrefix("Store/") {
                let statements = file.text.matches(of: /Statement\(\s*"\w+"/).count
                #expect(statements == 0, "\(file.path) has statements, which belong in Store.")
            }
        }
    }

    /// Each in one place: `GatewayServer`, `GatewayErrors`, `ClientCredentials` and `Payments.once`.
    @Test("No gateway has code of its own for what all gateways need", arguments: [
        (#": Layer\b"#, "GatewayServer has the layers."),
        (#"catch is BrokenBody|as NoRoute\b"#, "GatewayErrors is the ladder of errors."),
        (#"clientSecret\(|, matches: "#, "ClientCredentials compares secrets."),
        (#"\.duplicateNonce\)? = "#, "Payments.once finds what was made before."),
    ])
    func shared(_ pattern: String, _ instead: String) throws {
        let expression = try Regex(pattern)
        for (path, file) in try Self.gateways().values.joined() where path.hasSuffix(".swift") {
            for (number, line) in file.lines where line.contains(expression) {
                Issue.record("\(file.path):\(number): \(instead) “\(line)”")
            }
        }
    }

    /// The signatures of a gateway's webhooks are defined in the gateway's folder.
    @Test("Webhooks names no gateway")
    func webhooks() throws {
        let names = try Self.gateways().keys.map { $0.lowercased() }
        for file in try SourceFile.all(in: ["Sources/Platform/Webhooks"], anyText: true) {
            for (number, line) in file.lines where names.contains(where: line.lowercased().contains) {
                Issue.record("\(file.path):\(number) names a gateway: “\(line)”")
            }
        }
    }

    /// The files in which every further gateway is added.
    private static let lists: Set = [
        "Package.swift", "Sources/Programs/MerchantsHosting/MerchantGateways.swift",
        "Sources/Console/Console/Pages/gateways.js",
    ]
    /// The file in which a further gateway is added if it takes Apple Pay.
    private static let tour = "Sources/Programs/tessera/DemoShops/ShoppingTour.swift"
    private static let transcript = "Sources/Sandbox/Transcripts/gateways.http"

    @Test("A further gateway is added in at most four files of the sources")
    func lists() throws {
        let gateways = try Self.gateways()
        let names = gateways.keys.map { $0.lowercased() }
        let own = names.map { "sources/merchants/\($0)/" }
        let manifest = try SourceFile.all(in: [""], anyText: true).filter { $0.path == "Package.swift" }
        let files = try manifest + SourceFile.all(in: ["Sources"], anyText: true)
        let naming = files.filter { file in
            let (path, text) = (file.path.lowercased(), file.text.lowercased())
            return !own.contains(where: path.hasPrefix) && names.allSatisfy(text.contains)
        }
        #expect(Set(naming.map(\.path)).subtracting([Self.transcript, Self.tour]) == Self.lists)

        let tour = try #require(files.first { $0.path == Self.tour }).text
        for (name, files) in gateways where files.contains(where: { $0.file.text.contains(".apple(at: ") }) {
            #expect(tour.contains("\(name)Shop.self"), "\(name) takes Apple Pay.")
        }
    }
}
