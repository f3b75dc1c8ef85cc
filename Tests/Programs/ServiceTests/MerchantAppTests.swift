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
}
