import Foundation
import Testing

/// A module that comes along with another dependency compiles until that one no longer needs it. So each target
/// declares what it imports.
@Suite("A target imports what it declares")
struct DependencyTests {
    /// What comes with the toolchain.
    private static let toolchain: Set<String> = [
        "CoreFoundation", "Darwin", "Dispatch", "Foundation", "Glibc", "Musl", "Synchronization", "Testing",
    ]

    @Test("Every import is a declared dependency")
    func imports() throws {
        let targets = try DeclaredTarget.all(
            in: String(contentsOf: Golden.repository.appending(path: "Package.swift"), encoding: .utf8))
        #expect(targets.count > 15)
        for target in targets {
            let files = try SourceFile.all(in: [target.folder])
            #expect(!files.isEmpty, "\(target.folder) holds no Swift file.")
            for file in files {
                for (number, module) in file.imports where !target.declared.union(Self.toolchain).contains(module) {
                    Issue.record("\(file.path):\(number) imports \(module), which \(target.name) does not declare.")
                }
            }
        }
    }

    @Test("An import that is not declared is found")
    func undeclared() throws {
        let package = """
            .target(name: "Cards", dependencies: ["Money"]),
            .testTarget(name: "CardsTests", dependencies: [.product(name: "Logging", package: "swift-log")],
                path: "Tests/Other"),
            """
        let targets = DeclaredTarget.all(in: package)
        #expect(targets.map(\.name) == ["Cards", "CardsTests"])
        #expect(targets.map(\.folder) == ["Sources/Cards", "Tests/Other"])
        #expect(targets[0].declared.contains("Money") && !targets[0].declared.contains("Logging"))
        let file = SourceFile(path: "A.swift", text: "@testable import Cards\nimport Metrics\n    import shutil\n")
        #expect(file.imports.map(\.module) == ["Cards", "Metrics"])
        #expect(file.imports.map(\.line) == [1, 2])
    }
}

/// A target as `Package.swift` describes it.
private struct DeclaredTarget {
    let name: String
    let folder: String
    /// Every text of its description, the names of modules among them.
    let declared: Set<String>

    static func all(in package: String) -> [DeclaredTarget] {
        let beginnings = package.matches(of: /\.(target|executableTarget|testTarget)\(\s*name: "(\w+)"/)
        let ends = beginnings.dropFirst().map(\.range.lowerBound) + [package.endIndex]
        return zip(beginnings, ends).map { beginning, end in
            let description = package[beginning.range.lowerBound..<end]
            let base = beginning.1 == "testTarget" ? "Tests" : "Sources"
            return DeclaredTarget(
                name: String(beginning.2),
                folder: description.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? "\(base)/\(beginning.2)",
                declared: Set(description.matches(of: /"([^"]+)"/).map { String($0.1) }))
        }
    }
}

extension SourceFile {
    /// The modules it imports. A script inside a text is indented and does not count.
    fileprivate var imports: [(line: Int, module: String)] {
        lines.compactMap { number, text in
            text.wholeMatch(of: /(@\w+ |public |package |private |internal )*import (\w+ )?(\w+)/)
                .map { (number, String($0.3)) }
        }
    }
}
