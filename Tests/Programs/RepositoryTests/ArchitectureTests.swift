import Foundation
import Subprocess
import Testing
import TestSupport

/// Checks the statements of `docs/ARCHITECTURE.md` about targets, their folders and their arrows.
@Suite("The architecture is as documented")
struct ArchitectureTests {
    /// From top to bottom. A target depends on its own neighbourhood and on those below it.
    private static let neighbourhoods = [
        "Programs", "Console", "Sandbox", "Merchants", "Issuer", "Money", "Wallets", "Platform",
    ]

    @Test("The picture in docs/ARCHITECTURE.md is drawn from the package")
    func picture() async throws {
        let targets = try await DeclaredPackage.describe().targets.filter(\.isSource)
        let page = Golden.repository.appending(path: "docs/ARCHITECTURE.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let block = try #require(text.firstMatch(of: /```text picture\n([\s\S]*?)```/))
        let drawn = Self.picture(of: targets)
        if Golden.isRecording {
            let recorded = text.replacingCharacters(in: block.1.startIndex..<block.1.endIndex, with: drawn)
            try Data(recorded.utf8).write(to: page)
        } else {
            #expect(String(block.1) == drawn, "RECORD=1 draws the picture again.")
        }
    }

    @Test("A target is in the folder of its neighbourhood, and every folder is a target")
    func folders() async throws {
        let targets = try await DeclaredPackage.describe().targets
        for target in targets where target.isSource {
            #expect(target.path == "Sources/\(target.neighbourhood)/\(target.name)")
            #expect(Self.neighbourhoods.contains(target.neighbourhood), "\(target.path) is in no neighbourhood.")
        }
        let declared = Set(targets.map(\.path))
        for (top, allowed) in [("Sources", Self.neighbourhoods), ("Tests", Self.neighbourhoods + ["Support"])] {
            for neighbourhood in allowed {
                for folder in try Self.folders(in: "\(top)/\(neighbourhood)") {
                    #expect(declared.contains(folder), "\(folder) is not a target.")
                }
            }
        }
        #expect(try Set(Self.folders(in: "Sources")) == Set(Self.neighbourhoods.map { "Sources/\($0)" }))
    }

    @Test("The sandbox's server is sorted into folders by subject, and only three of its files are in none")
    func subjects() throws {
        let folder = Golden.repository.appending(path: "Sources/Sandbox/SandboxServer")
        let loose = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(loose.sorted() == ["SandboxOperations.swift", "SandboxRoutes.swift", "SandboxServer.swift"])
    }

    @Test("Arrows point downwards and never lead back")
    func arrows() async throws {
        let targets = try await DeclaredPackage.describe().targets.filter(\.isSource)
        let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
        for target in targets {
            for dependency in target.targets.compactMap({ byName[$0] }) {
                let (from, to) = (
                    Self.neighbourhoods.firstIndex(of: target.neighbourhood),
                    Self.neighbourhoods.firstIndex(of: dependency.neighbourhood)
                )
                #expect(
                    from ?? 0 <= to ?? 0,
                    "\(target.neighbourhood)/\(target.name) depends on \(dependency.neighbourhood)/\(dependency.name).")
            }
            #expect(!Self.reached(from: target, among: byName).contains(target.name), "\(target.name) leads to itself.")
        }
    }

    @Test("Only the programs depend on the sandbox, and tessera-core does not")
    func withoutSandbox() async throws {
        let targets = try await DeclaredPackage.describe().targets.filter(\.isSource)
        let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
        let core = try #require(byName["tessera-core"])
        let linked = Self.reached(from: core, among: byName)
        #expect(linked.contains("CardServer"))
        let ofSandbox = linked.filter { name in byName[name].map { $0.neighbourhood == "Sandbox" } == true }
        #expect(ofSandbox == [])
    }

    @Test("TrafficControl depends on Platform/ alone")
    func trafficControl() async throws {
        let targets = try await DeclaredPackage.describe().targets.filter(\.isSource)
        let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
        let used = Self.reached(from: try #require(byName["TrafficControl"]), among: byName)
        #expect(Set(used.compactMap { byName[$0]?.neighbourhood }) == ["Platform"])
    }

    @Test("An app links the client, and nothing of a server, a sandbox or SwiftNIO")
    func linkedIntoAnApp() async throws {
        let targets = try await DeclaredPackage.describe().targets.filter(\.isSource)
        let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
        let linked = Self.reached(from: try #require(byName["PaysafeWallet"]), among: byName)
        #expect(linked == ["CardAPI", "CardClient", "HTTPContract", "Validation"])
        let products = linked.union(["PaysafeWallet"]).compactMap { byName[$0] }.flatMap(\.products)
        #expect(Set(products) == ["HTTPTypes"])
    }

    @Test("Neighbourhoods below Sandbox/ do not mention it", arguments: [
        "Platform", "Wallets", "Money", "Issuer", "Merchants",
    ])
    func noSandbox(neighbourhood: String) throws {
        let sandbox = try TextPattern("sandbox", .caseInsensitive)
        for file in try SourceFile.all(in: ["Sources/\(neighbourhood)"]) {
            for (number, _) in file.lines(matching: sandbox) {
                Issue.record("\(file.path):\(number) knows that there is a sandbox.")
            }
        }
    }

    @Test("The card service knows the words of its API only where it writes events")
    func wireOfEvents() throws {
        for file in try SourceFile.all(in: ["Sources/Issuer/Issuing"]) where !file.path.contains("/Events/") {
            for (number, _) in file.lines(matching: try TextPattern("import (CardAPI|HTTPContract)")) {
                Issue.record("\(file.path):\(number) imports the API.")
            }
        }
    }

    /// Card numbers are an exception: PCI DSS asks every service to keep them out of logs.
    @Test("Neither Platform/ nor TrafficControl declares anything about cards", arguments: [
        "Sources/Platform", "Sources/Sandbox/TrafficControl",
    ])
    func noCards(folder: String) throws {
        let candidate = try TextPattern("[cC]ard|PAN|[cC]ustomer|[wW]allet|[iI]ssuing")
        for file in try SourceFile.all(in: [folder]) {
            for (number, text) in file.code(matching: candidate) {
                let code = text.replacing(/"[^"]*"/, with: "").replacing(/\/\/.*/, with: "")
                let names = code.replacing("CardNumber", with: "")
                guard names.contains(/[cC]ard([A-Z_.( ]|$)|\bPAN\b|[cC]ustomer|[wW]allet|[iI]ssuing/) else { continue }
                guard !names.contains(/(?i)wildcard|discard/) else { continue }
                Issue.record("\(file.path):\(number) knows a card: \(text)")
            }
        }
    }

    /// The exceptions are names that others chose: a scheme, Paysafe's type of a payment, the column with a payment's
    /// instrument, which released programs read, and a line of the chart as the sandbox shows it.
    @Test("Money/ mentions no card, neither in Swift nor in SQL")
    func moneyWithoutCards() throws {
        let files = try SourceFile.all(in: ["Sources/Money"], anyText: true)
        #expect(files.contains { $0.path.hasSuffix(".sql") } && files.contains { $0.path.hasSuffix(".swift") })
        for file in files {
            for (number, line) in file.lines {
                let words = line.replacing(/mastercard|PREPAID_CARD|card_id|owed to a card scheme/, with: "")
                guard words.contains(/(?i)card|\bd?pan\b|cvv|token/.wordBoundaryKind(.simple)) else { continue }
                Issue.record("\(file.path):\(number) knows a card: \(line)")
            }
        }
    }

    /// A page names a file by its path in the repository, or by its target and its path in it.
    @Test("Every file that a page names exists")
    func files() async throws {
        let targets = try await DeclaredPackage.describe().targets
        let folders = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.path) })
        // The operation in the example does not exist.
        let invented: Set = ["Sources/Issuer/Issuing/ChangeMobile.swift"]
        for page in try SourceFile.all(in: ["docs", "Benchmarks", ""], anyText: true) where page.path.hasSuffix(".md") {
            for name in page.text.matches(of: /`([\w.\/-]+\/[\w.-]+\.swift)`/).map({ String($0.1) }) {
                let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
                let inTarget = folders[parts[0]].map { "\($0)/\(parts[1])" }
                let isThere = [name, inTarget].compactMap(\.self).contains { path in
                    FileManager.default.fileExists(atPath: Golden.repository.appending(path: path).path)
                }
                #expect(isThere || invented.contains(name), "\(page.path) names \(name), which does not exist.")
            }
        }
    }

    // MARK: Drawing

    /// One line for each target, with the arrows that no other arrows imply.
    private static func picture(of targets: [DeclaredPackage.DeclaredTarget]) -> String {
        let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
        let width = targets.map(\.name.count).max() ?? 0
        return neighbourhoods.map { neighbourhood in
            let members = targets.filter { $0.neighbourhood == neighbourhood }
                .sorted { depth(of: $0, among: byName) > depth(of: $1, among: byName) }
            let lines = members.map { target in
                let direct = target.targets.filter { byName[$0] != nil }
                let implied = direct.reduce(into: Set<String>()) { implied, name in
                    if let next = byName[name] { implied.formUnion(reached(from: next, among: byName)) }
                }
                let arrows = direct.subtracting(implied).sorted().joined(separator: ", ")
                let name = target.name.padding(toLength: width, withPad: " ", startingAt: 0)
                return arrows.isEmpty ? "  \(target.name)\n" : "  \(name) → \(arrows)\n"
            }
            return "\(neighbourhood)/\n" + lines.joined()
        }.joined(separator: "\n")
    }

    /// The length of the longest path downwards. Sorting by it puts a target above everything that it uses.
    private static func depth(
        of target: DeclaredPackage.DeclaredTarget, among targets: [String: DeclaredPackage.DeclaredTarget]
    ) -> Int {
        target.targets.compactMap { targets[$0] }.map { depth(of: $0, among: targets) + 1 }.max() ?? 0
    }

    /// All targets on which a target depends, directly or indirectly.
    private static func reached(
        from target: DeclaredPackage.DeclaredTarget, among targets: [String: DeclaredPackage.DeclaredTarget]
    ) -> Set<String> {
        var reached: Set<String> = []
        var open = Array(target.targets)
        while let name = open.popLast() {
            guard reached.insert(name).inserted, let next = targets[name] else { continue }
            open += next.targets
        }
        return reached
    }

    private static func folders(in folder: String) throws -> [String] {
        let url = Golden.repository.appending(path: folder)
        return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: [.isDirectoryKey])
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
            .map { "\(folder)/\($0.lastPathComponent)" }
    }
}
