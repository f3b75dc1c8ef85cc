import Foundation
import Subprocess
import TestSupport

/// The package as SwiftPM reads `Package.swift`.
struct DeclaredPackage: Sendable {
    struct DeclaredTarget: Sendable {
        enum Kind: String, Decodable, Sendable {
            case regular, executable, test, system, plugin
        }

        let name: String
        let kind: Kind
        /// The path below the package's folder.
        let path: String
        /// The targets of this package on which the target depends.
        let targets: Set<String>
        /// The products of other packages on which the target depends.
        let products: Set<String>

        /// The folder that holds the target's folder, such as `Platform`.
        var neighbourhood: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

        /// True below `Sources/`, false for tests and their support.
        var isSource: Bool { path.hasPrefix("Sources/") }
    }

    struct Undescribed: Error {
        let reason: String
    }

    let targets: [DeclaredTarget]

    /// Described once for all tests, because only one SwiftPM at a time can use its folder.
    static func describe(withTests hasTests: Bool = true) async throws -> DeclaredPackage {
        try await (hasTests ? described : describedWithoutTests).value
    }

    private static let described = Task { try await read(as: "whole", .inherit) }
    private static let describedWithoutTests = Task {
        try await read(as: "without-tests", .inherit.updating(["WITHOUT_TESTS": "yes"]))
    }

    /// SwiftPM holds a lock on its build folder while it runs tests, so this uses another folder.
    private static func read(as name: String, _ environment: Environment) async throws -> DeclaredPackage {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "tessera-\(name)-\(getpid())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let described = try await run(
            .name("swift"),
            arguments: [
                "package", "--package-path", Golden.repository.path, "--scratch-path", scratch.path, "dump-package",
            ],
            environment: environment, output: .data(limit: 4 << 20), error: .string(limit: 1 << 20))
        guard described.terminationStatus.isSuccess else { throw Undescribed(reason: described.standardError) }
        return try DeclaredPackage(json: described.standardOutput)
    }

    init(json: Data) throws {
        struct Document: Decodable {
            struct Target: Decodable {
                let name: String
                let type: DeclaredTarget.Kind
                let path: String?
                let dependencies: [Dependency]
            }

            /// A dependency of one kind: a list whose first element is a name.
            struct Dependency: Decodable {
                let byName: [Element?]?
                let target: [Element?]?
                let product: [Element?]?
            }

            /// A name. Conditions have another type and are not read.
            struct Element: Decodable {
                let name: String?

                init(from decoder: any Decoder) throws {
                    name = try? decoder.singleValueContainer().decode(String.self)
                }
            }

            let targets: [Target]
        }
        targets = try JSONDecoder().decode(Document.self, from: json).targets.map { target in
            func names(_ list: KeyPath<Document.Dependency, [Document.Element?]?>) -> [String] {
                target.dependencies.compactMap { $0[keyPath: list]?.first??.name }
            }
            let top = target.type == .plugin ? "Plugins" : "Sources"
            return DeclaredTarget(
                name: target.name, kind: target.type, path: target.path ?? "\(top)/\(target.name)",
                targets: Set(names(\.byName) + names(\.target)), products: Set(names(\.product)))
        }
    }
}
