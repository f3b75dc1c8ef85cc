import Foundation
import Testing
import TestSupport

/// Compiles the code for Apple's systems with modules that have the names and signatures of Apple's frameworks.
@Suite("Code for Apple's systems", .timeLimit(.minutes(20)))
struct AppleFrameworkTests {
    /// Compiled once for all tests.
    private static let frameworks = Task {
        let compiler = try SwiftCompiler("apple")
        for (name, files) in [
            ("UIKit", ["UIKit"]), ("PassKit", ["PassKit", "PassKitPayments"]), ("WebKit", ["WebKit"]),
        ] {
            try await compiler.makeModule(
                name, of: files.map { SwiftCompiler.apps.appending(path: "\($0).swift") })
        }
        return compiler
    }

    @Test("The documented app of a merchant at CardPointe compiles with the SDK's part for Apple's systems")
    func merchantApp() async throws {
        let compiler = try await Self.frameworks.value
        let package = SwiftCompiler.sources.appending(path: "Merchants/CardConnectConsumerSDK")
        let files = try FileManager.default.contentsOfDirectory(at: package, includingPropertiesForKeys: nil)
        #expect(files.contains { $0.lastPathComponent == "ApplePaySheet.swift" })
        try await compiler.makeModule("CardConnectConsumerSDK", of: files)
        let app = SwiftCompiler.apps.appending(path: "MerchantApp.swift")
        try await compiler.compile(["-typecheck", app.path])
    }

    @Test("The view of card details compiles as a web view")
    func webView() async throws {
        let compiler = try await Self.frameworks.value
        let file = SwiftCompiler.sources.appending(path: "Issuer/PaysafeWallet/SecureWebView.swift")
        let use = compiler.folder.appending(path: "Use.swift")
        let text = """
            import CardClient
            import UIKit

            @MainActor func show(_ page: Wallet.SecureView) -> UIView { page.makeView() }

            """
        try Data(text.utf8).write(to: use)
        try await compiler.compile(["-typecheck", file.path, use.path])
    }

    @Test(
        "The samples in Swift of the guides of MoneyHash and Stitch compile as printed", Page.moneyHash.needed,
        Page.stitch.needed)
    func guides() async throws {
        let compiler = try await Self.frameworks.value
        for (name, page, lines) in [("MoneyHash", Page.moneyHash, [350]), ("Stitch", .stitch, [65, 79])] {
            let samples = Sample.all(in: try page.text).filter { $0.text.contains("func paymentAuthorization") }
            #expect(samples.map(\.lines.lowerBound) == lines)
            // MoneyHash's guide leaves out the method that every delegate has.
            let rest = samples.contains { $0.text.contains("ControllerDidFinish(") } ? "" : """
                func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {}
                """
            let app = """
                import Foundation
                import PassKit

                final class App: NSObject, PKPaymentAuthorizationControllerDelegate {
                \(samples.map(\.text).joined(separator: "\n\n"))
                \(rest)
                }

                """
            let file = compiler.folder.appending(path: "\(name).swift")
            try Data(app.utf8).write(to: file)
            try await compiler.compile(["-typecheck", file.path])
        }
    }
}
