import Foundation
import Testing
import TestSupport

@Suite("The app of a merchant at CardPointe", .timeLimit(.minutes(20)))
struct MerchantAppTests {
    /// PassKit and UIKit are stand-ins, so the SDK's part for Apple's systems is compiled here, too.
    @Test("The documented app compiles with the SDK's part for Apple's systems")
    func compiles() async throws {
        let compiler = try SwiftCompiler("merchant-app")
        defer { compiler.remove() }
        let apps = SwiftCompiler.apps
        try await compiler.makeModule(
            "PassKit", of: ["PassKit.swift", "PassKitPayments.swift"].map { apps.appending(path: $0) })
        try await compiler.makeModule("UIKit", of: [apps.appending(path: "UIKit.swift")])
        let package = SwiftCompiler.sources.appending(path: "Merchants/CardConnectConsumerSDK")
        let files = try FileManager.default.contentsOfDirectory(at: package, includingPropertiesForKeys: nil)
        #expect(files.contains { $0.lastPathComponent == "ApplePaySheet.swift" })
        try await compiler.makeModule("CardConnectConsumerSDK", of: files)
        try await compiler.compile(["-typecheck", apps.appending(path: "MerchantApp.swift").path])
    }

    @Test(
        "The guides' samples in Swift of an app with Apple's sheet compile as printed", Page.moneyHash.needed,
        Page.stitch.needed)
    func samples() async throws {
        let compiler = try SwiftCompiler("guides")
        defer { compiler.remove() }
        let apps = SwiftCompiler.apps
        try await compiler.makeModule(
            "PassKit", of: ["PassKit.swift", "PassKitPayments.swift"].map { apps.appending(path: $0) })
        for (name, page) in [("MoneyHash", Page.moneyHash), ("Stitch", .stitch)] {
            let samples = Sample.all(in: try page.text).filter { $0.text.contains("func paymentAuthorization") }
            #expect(samples.map(\.lines.lowerBound) == (name == "Stitch" ? [65, 79] : [350]))
            let app = """
                import Foundation
                import PassKit

                @MainActor
                final class App {
                \(samples.map(\.text).joined(separator: "\n\n"))
                }

                """
            let file = compiler.folder.appending(path: "\(name).swift")
            try Data(app.utf8).write(to: file)
            try await compiler.compile(["-typecheck", file.path])
        }
    }
}
