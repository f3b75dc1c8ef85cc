import Foundation
import Subprocess
import Testing
import TestSupport

@Suite("The seed command", .timeLimit(.minutes(20)))
struct SeedCommandTests {
    @Test("seed adds a scenario file and a crowd to the demo universe, and lists what it added")
    func seeds() async throws {
        try await withDatabase { directory, arguments in
            let file = "\(directory.path).yaml"
            try Data("cards:\n  one: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA}\n".utf8)
                .write(to: URL(filePath: file))
            let ending = try await Program.run(["seed", file, "--customers", "20", "--cards", "300"] + arguments)
            #expect(ending.status == .exited(0), "\(ending.errors)")
            let lines = ending.output.split(separator: "\n")
            try #require(lines.count == 4, "\(ending.output)")
            #expect(lines[0].hasPrefix("The demo universe is ready: "))
            #expect(lines[1] == "\(file) is there:" && lines[2].hasPrefix("  cards.one "))
            #expect(lines[3].hasPrefix("20 customers and 300 cards more in "))
            #expect(ending.errors.contains("20 customers, 300 cards (100 %)"))
        }
    }

    @Test("All errors of all files are reported, with line and column, before the first file is played")
    func faults() async throws {
        try await withDatabase { directory, arguments in
            let good = "\(directory.path).yaml", bad = "\(directory.path)-bad.yaml"
            try Data("""
                programs:
                  OURS: {cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [EUR]}
                """.utf8).write(to: URL(filePath: good))
            try Data("""
                cards:
                  one:
                    customer: 10000001
                    status: GONE
                  two: {customer: 10000001, program: OURS, status: DIGITAL}
                """.utf8).write(to: URL(filePath: bad))
            let ending = try await Program.run(["seed", good, bad] + arguments)
            #expect(ending.status == .exited(1))
            #expect(ending.output.split(separator: "\n").count == 1, "Something was played: \(ending.output)")
            #expect(ending.errors.contains("\(bad) cannot be played.\nline 2, column 3: program is required\n"))
            #expect(ending.errors.contains("\nline 4, column 13: status must be one of ACTIVE, "))
            #expect(ending.errors.contains("\nline 5, column 52: status must be one of ACTIVE, LOCKED, "))
        }
    }

    @Test("Options that make no sense are refused", arguments: [
        (["--cards=-1"], "--cards 0 to 50000000"), (["--customers", "1", "--cards", "1001"], "at most 1000 cards"),
        (["/nowhere.yaml"], "There is no file /nowhere.yaml"),
    ])
    func refusals(options: [String], complaint: String) async throws {
        let ending = try await Program.run(["seed"] + options)
        #expect(ending.status == .exited(64) && ending.errors.contains(complaint), "\(ending.errors)")
    }

    private func withDatabase(_ body: (DataDirectory, [String]) async throws -> Void) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            try await body(directory, ["--data-dir", directory.path, "--database-url", scratch.url])
        }
    }
}
