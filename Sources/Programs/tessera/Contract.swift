import ArgumentParser
import CardAPI
import Cards
import ContractPack
import Foundation
import HTTPContract
import Sandbox
import Transcripts

struct Contract: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Export files for testing clients of the Card service.",
        discussion: "For example: tessera contract export contract-pack",
        subcommands: [Export.self])

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Export contract-test files: OpenAPI, JSON Schemas, transcripts, Pact, Postman, k6.",
            discussion: """
                Needs no running service. Creates the directory. A directory that is not empty is refused, unless it \
                holds an earlier pack and --force is given. A failed export leaves nothing behind.

                For example: tessera contract export contract-pack
                """)

        @Argument(help: "The directory to write to.")
        var directory: String

        @Option(help: "The brand in the files; for a tenant whose brand has another name.")
        var brand = DemoUniverse.brand

        @Flag(help: "Replace an earlier pack in the directory.")
        var force = false

        func validate() throws {
            if let error = StoredName.violation(in: brand) { throw ValidationError("--brand \(error).") }
        }

        func run() throws {
            let files = ContractPack(.cardService(), universe: .demo(of: brand), transcripts: Transcripts.all).files
            try PackDirectory(directory).write(files, replacing: force)
            print("\(files.count) files are in \(directory).")
        }
    }
}

/// The directory that a pack is written to.
private struct PackDirectory {
    private let url: URL
    private let files = FileManager.default

    init(_ path: String) { url = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL }

    /// Writes the pack to a directory next to the target, then moves that directory into place. The old pack is removed
    /// last.
    func write(_ pack: [ContractPack.File], replacing: Bool) throws {
        try check(Shape(pack), replacing: replacing)
        let parent = url.deletingLastPathComponent()
        let name = ".\(url.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)"
        let (draft, earlier) = (parent.appending(path: name), parent.appending(path: name + ".earlier"))
        do {
            for file in pack {
                let target = draft.appending(path: file.path)
                try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.bytes).write(to: target)
            }
            let isThere = files.fileExists(atPath: url.path)
            if isThere { try files.moveItem(at: url, to: earlier) }
            try files.moveItem(at: draft, to: url)
            if isThere { try files.removeItem(at: earlier) }
        } catch {
            if !files.fileExists(atPath: url.path) { try? files.moveItem(at: earlier, to: url) }
            try? files.removeItem(at: draft)
            throw Refusal(description: "\(url.path) cannot be written: \(error.localizedDescription)")
        }
    }

    private func check(_ shape: Shape, replacing: Bool) throws {
        var isDirectory: ObjCBool = false
        guard files.fileExists(atPath: url.path, isDirectory: &isDirectory) else { return }
        guard isDirectory.boolValue else { throw Refusal(description: "\(url.path) is a file; name a directory.") }
        let held = try files.subpathsOfDirectory(atPath: url.path).sorted()
        guard let first = held.first else { return }
        if let foreign = held.first(where: { !shape.holds($0) }) ?? (shape.isWhole(held) ? nil : first) {
            throw Refusal(
                description: "\(url.path) holds \(foreign), which is not part of a pack; name an empty directory or a "
                    + "new one.")
        }
        guard replacing else {
            throw Refusal(description: "\(url.path) already holds a pack; use --force to replace it.")
        }
    }

    /// The layout that all packs have: the same files at the top, and directories that each contain files of one type.
    /// An earlier pack may have other files in these directories.
    private struct Shape {
        private let files: Set<String>
        private let kinds: [String: String]

        init(_ pack: [ContractPack.File]) {
            let parted = pack.map { (path: $0.path, parts: $0.path.split(separator: "/")) }
            files = Set(parted.filter { $0.parts.count == 1 }.map(\.path))
            kinds = Dictionary(
                parted.filter { $0.parts.count == 2 }.map { (String($0.parts[0]), Self.kind($0.path)) },
                uniquingKeysWith: { first, _ in first })
        }

        func holds(_ path: String) -> Bool {
            let parts = path.split(separator: "/")
            return files.contains(path) || kinds[path] != nil
                || parts.count == 2 && kinds[String(parts[0])] == Self.kind(path)
        }

        func isWhole(_ held: [String]) -> Bool { files.isSubset(of: held) }

        private static func kind(_ path: String) -> String { String(path.split(separator: ".").last ?? "") }
    }

    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }
}

extension ContractPack.Universe {
    /// The brand that every demo and every tenant starts with.
    fileprivate static func demo(of brand: String) -> ContractPack.Universe {
        func client(_ isMeant: (DemoUniverse.Client) -> Bool) -> Client {
            guard let client = DemoUniverse.clients.first(where: isMeant) else {
                preconditionFailure("The demo universe has a client for each kind of token.")
            }
            let credentials = Data("\(client.id):\(client.secret)".utf8).base64EncodedString()
            return Client(id: client.id, secret: client.secret, authorization: "Basic \(credentials)")
        }
        return ContractPack.Universe(
            brand: brand, customer: "\(DemoUniverse.customers[0].id)",
            app: client(\.mayExchange), backend: client(\.isBusiness))
    }
}
