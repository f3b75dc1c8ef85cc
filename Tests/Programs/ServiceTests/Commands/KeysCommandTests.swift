import CardAPI
import CardClient
import Foundation
import Subprocess
import Testing
import TestSupport

@Suite("The commands for keys", .timeLimit(.minutes(20)))
struct KeysCommandTests {
    private static func write(
        _ digits: String, _ name: String, in directory: DataDirectory, mode: Int = 0o600
    ) throws -> String {
        let path = "\(directory.path)/\(name)"
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        let contents = Data((String(repeating: digits, count: 32) + "\n").utf8)
        try #require(FileManager.default.createFile(atPath: path, contents: contents, attributes: attributes))
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        return path
    }

    @Test("keys list prints a line for each version, and no key")
    func list() async throws {
        try await ProductionDatabase.with { directory, options in
            let listing = try await Program.run(["keys", "list"] + options, by: .core)
            #expect(listing.status.isSuccess, "\(listing.errors)")
            let lines = listing.output.split(separator: "\n")
            #expect(lines.count == 11)
            #expect(lines.first?.wholeMatch(of: /PURPOSE +VERSION +STATE +CHECK VALUE +CREATED/) != nil)
            for line in lines.dropFirst() {
                #expect(line.wholeMatch(of: /[A-Z_]+ +1 +active +[0-9a-f]{8} +20[0-9-]+T[0-9:]+Z/) != nil, "\(line)")
            }
            #expect(try await Program.run(["keys", "list"] + options, by: .core).output == listing.output)
        }
    }

    @Test("After keys rewrap the running service goes on, the old key no longer starts one, and the new one does")
    func rewrap() async throws {
        try await ProductionDatabase.with { directory, options in
            let new = try Self.write("c3", "new.key", in: directory)
            let before = try await Program.run(["keys", "list"] + options, by: .core).output
            _ = try await Program.serve(options, by: .core) { service in
                let card = try await service.cards(of: "10000001").create(.virtual())
                let ending = try await Program.run(["keys", "rewrap", "--to-key-file", new] + options, by: .core)
                #expect(ending.status.isSuccess, "\(ending.errors)")
                #expect(ending.output.contains("All 10 data keys are wrapped under"))
                #expect(ending.output.contains("Restart each service with --key-file \(new)."))
                #expect(!ending.output.contains("c3c3"))
                #expect(try await service.cards(of: "10000001").get(card.cardId).cardId == card.cardId)
                _ = try await service.cards(of: "10000001").create(.virtual())
            }
            let late = try await Program.run(["serve"] + options, by: .core)
            #expect(late.status == .exited(1) && late.errors.contains("does not fit"), "\(late.errors)")
            let renewed = options + ["--key-file", new]
            #expect(try await Program.run(["keys", "list"] + renewed, by: .core).output == before)
            _ = try await Program.serve(renewed, by: .core) { service in
                let cards = try await service.cards(of: "10000001").getAll().cards
                #expect(cards.count == 2)
            }
        }
    }

    @Test("keys rewrap refuses a file that others can read, that is absent or no key, and the key of now")
    func refused() async throws {
        try await ProductionDatabase.with { directory, options in
            let exposed = try Self.write("c3", "exposed.key", in: directory, mode: 0o640)
            let rubbish = try Self.write("xy", "rubbish.key", in: directory)
            for (file, complaint) in [
                (exposed, "has mode 0640"), (rubbish, "holds no key-encryption key"),
                (directory.path + "/none.key", "cannot be read: No such file or directory"),
                (directory.keyFile, "that the database has already. Nothing was changed."),
            ] {
                let ending = try await Program.run(["keys", "rewrap", "--to-key-file", file] + options, by: .core)
                #expect(ending.status == .exited(1) && ending.errors.contains(complaint), "\(ending.errors)")
            }
            let wrong = try Self.write("77", "wrong.key", in: directory)
            let new = try Self.write("c3", "new.key", in: directory)
            let ending = try await Program.run(
                ["keys", "rewrap", "--to-key-file", new, "--key-file", wrong] + options, by: .core)
            #expect(ending.status == .exited(1) && ending.errors.contains("does not fit"), "\(ending.errors)")
            #expect(try await Program.run(["keys", "list"] + options, by: .core).status.isSuccess)
        }
    }

    @Test("After kill -9 of keys rewrap, all keys are as they were")
    func killed() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--data-dir", directory.path, "--database-url", scratch.url]
            #expect(try await Program.run(["migrate"] + options, by: .core).status.isSuccess)
            let before = try await Program.run(["keys", "list"] + options, by: .core)
            #expect(before.status.isSuccess, "\(before.errors)")
            let new = try Self.write("c3", "new.key", in: directory)
            let lock = try await TableLock.take("issuing.data_key", in: scratch)
            let rewrapping = try Program.begin(["keys", "rewrap", "--to-key-file", new] + options, by: .core)
            try await lock.isWaitedForInTime()
            await rewrapping.kill()
            lock.release()
            let after = try await Program.run(["keys", "list"] + options, by: .core)
            #expect(after.output == before.output, "\(after.errors)")
        }
    }

    @Test("keys rotate refuses a purpose that there is not, and one whose output names no version")
    func refusedRotation() async throws {
        try await ProductionDatabase.with { _, options in
            for (purpose, status, complaint) in [
                ("PAN", TerminationStatus.exited(64), "The purpose must be one of PAN_ENCRYPTION, PAN_LOOKUP,"),
                ("ZONE_PIN", .exited(1), "ZONE_PIN cannot be rotated: others share it"),
            ] {
                let ending = try await Program.run(["keys", "rotate", purpose] + options, by: .core)
                #expect(ending.status == status && ending.errors.contains(complaint), "\(ending.errors)")
            }
        }
    }
}
