import Foundation
import Testing
import TestSupport

/// An import that is not declared compiles only as long as another dependency needs the module. So each target declares
/// its imports.
@Suite("A target imports only what it declares")
struct DependencyTests {
    /// The modules that come with a toolchain, or with Apple's systems.
    private static let toolchain: Set<String> = [
        "CoreFoundation", "Darwin", "Dispatch", "Foundation", "FoundationNetworking", "Glibc", "Musl",
        "PackageDescription", "PackagePlugin", "PassKit", "Synchronization", "Testing", "UIKit", "WebKit",
    ]

    @Test("Every import is a declared dependency, and every declared dependency is imported")
    func imports() async throws {
        let targets = try await DeclaredPackage.describe().targets.filter { $0.kind != .system }
        #expect(targets.count > 25)
        for target in targets {
            let files = try SourceFile.all(in: [target.path])
            #expect(!files.isEmpty, "\(target.path) holds no Swift file.")
            let declared = target.targets.union(target.products)
            var imported: Set<String> = []
            for file in files {
                for (number, module) in try file.imports() {
                    imported.insert(module)
                    guard !declared.union(Self.toolchain).contains(module) else { continue }
                    Issue.record("\(file.path):\(number) imports \(module), which \(target.name) does not declare.")
                }
            }
            // Tests depend on a program only so that it is built.
            let programs = Set(targets.filter { $0.kind == .executable }.map(\.name))
            for unused in declared.subtracting(imported).subtracting(target.isSource ? [] : programs) {
                Issue.record("\(target.name) declares \(unused), which no file of it imports.")
            }
        }
    }

    @Test("An import that is not declared is found")
    func undeclared() throws {
        let package = try DeclaredPackage(
            json: Data(
                """
                {"targets": [
                  {"name": "Cards", "type": "regular", "path": "Sources/Issuer/Cards", "dependencies": [
                    {"byName": ["Money", null]}, {"product": ["Logging", "swift-log", null, null]}]},
                  {"name": "CardsTests", "type": "test", "path": "Tests/Issuer/CardsTests", "dependencies": [
                    {"byName": ["Cards", {"platformNames": ["linux"]}]}]}
                ]}
                """.utf8))
        #expect(package.targets.map(\.name) == ["Cards", "CardsTests"])
        #expect(package.targets.map(\.neighbourhood) == ["Issuer", "Issuer"])
        #expect(package.targets[0].targets == ["Money"] && package.targets[0].products == ["Logging"])
        #expect(package.targets[1].targets == ["Cards"] && !package.targets[1].isSource)
        let file = SourceFile(path: "A.swift", text: "@testable import Cards\nimport Metrics\n    import shutil\n")
        let imports = try file.imports()
        #expect(imports.map(\.module) == ["Cards", "Metrics"] && imports.map(\.line) == [1, 2])
    }
}

extension SourceFile {
    /// The modules that the file imports. A script in a string is indented and does not count.
    fileprivate func imports() throws -> [(line: Int, module: String)] {
        lines(matching: try TextPattern(#"^([@\w]+ )*import "#)).compactMap { number, text in
            text.wholeMatch(of: /(@\w+ |public |package |private |internal )*import (\w+ )?(\w+)/)
                .map { (number, String($0.3)) }
        }
    }
}
