import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@testable import Administration

@Suite("Searching files for card data in clear")
struct SearchFilesTests {
    private static let number = "4111117391846532"
    private static let card = Entropy.seeded(4).uuid()

    private static func secrets() throws -> SearchedSecrets {
        var secrets = SearchedSecrets(using: .seeded(3))
        secrets.add(try #require(PAN(number)), nil, of: card)
        return secrets
    }

    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "attest-\(Entropy.system.uuid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }

    private static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    private static func offsets(_ search: FileSearch) -> [Int] {
        search.findings.first.compactMap { if case .file(_, let offset) = $0.place { offset } else { nil } }
    }

    @Test("A number in a log is found with the file and the place, and the file's digest is that of its bytes")
    func log() async throws {
        try await Self.withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
            try Self.write("{\"message\":\"paid with \(Self.number)\"}\n".utf8, to: folder + "/a/b/service.log")
            try Self.write("abc".utf8, to: folder + "/clean.log")
            try Self.write([], to: folder + "/empty.log")
            let search = await FileSearch.run(folder, for: try Self.secrets())
            #expect(search.findings.first.map(\.place) == [.file(folder + "/a/b/service.log", offset: 22)])
            #expect(search.findings.first.map(\.secret.card) == [Self.card])
            #expect(search.files.map(\.path) == ["/a/b/service.log", "/clean.log", "/empty.log"].map { folder + $0 })
            #expect(search.files.map(\.bytes) == [41, 3, 0])
            // SHA-256 of "abc" (FIPS 180-2, appendix B.1) and of nothing.
            #expect(search.files.dropFirst().map(\.digest) == [
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ])
            #expect(search.unread == [] && search.passedOver == [])
        }
    }

    @Test("A number across two pieces of a long file is found, at its place")
    func border() async throws {
        try await Self.withFolder { folder in
            let place = FileSearch.pieceBytes - 7
            let noise = [UInt8](repeating: UInt8(ascii: "\n"), count: place)
            try Self.write(noise + Array("\(Self.number)\n\n".utf8), to: folder + "/long.log")
            #expect(Self.offsets(await FileSearch.run(folder, for: try Self.secrets())) == [place])
        }
    }

    @Test("Links are not followed, except the path itself; what is absent or compressed is not read, and named")
    func leftOut() async throws {
        try await Self.withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/inside", withIntermediateDirectories: true)
            try Self.write(Self.number.utf8, to: folder + "/outside.log")
            for (link, target) in [("/inside/link", "/outside.log"), ("/named", "/inside")] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder + link, withDestinationPath: folder + target)
            }
            try Self.write([0x1F, 0x8B, 8, 0], to: folder + "/inside/old.log.gz")
            try Self.write("PGDMP".utf8, to: folder + "/inside/tessera.dump")
            let search = await FileSearch.run(folder + "/named", for: try Self.secrets())
            #expect(search.findings.count == 0)
            #expect(search.passedOver == [LeftOut(name: folder + "/named/link", reason: "is a link")])
            #expect(search.unread.map(\.name) == [folder + "/named/old.log.gz", folder + "/named/tessera.dump"])
            #expect(search.unread.allSatisfy { $0.reason.contains("is compressed") })

            let absent = await FileSearch.run(folder + "/none", for: try Self.secrets())
            #expect(absent.unread.map(\.name) == [folder + "/none"] && absent.files == [])
        }
    }

    /// A segment of two pages of 8192 bytes, with their headers.
    private static func segment(_ contents: [UInt8]) -> [UInt8] {
        let size: [UInt8] = [0, 0x20, 0, 0]
        let long: [UInt8] = [0x18, 0xD1, 2, 0] + Array(repeating: 0x55, count: 32) + size
        let short: [UInt8] = [0x18, 0xD1, 0, 0] + Array(repeating: 0x55, count: 20)
        let (first, second) = (contents.prefix(8192 - 40), contents.dropFirst(8192 - 40).prefix(8192 - 24))
        return long + Array(first) + short + Array(second)
    }

    @Test("A number in the write-ahead log is found across the header of a page, at its place in the file")
    func pageHeader() async throws {
        try await Self.withFolder { folder in
            for place in [100, 8192 - 40 - 16, 8192 - 40 - 5, 8192 - 40, 9000] {
                var contents = [UInt8](repeating: 0xAA, count: 2 * 8192 - 64)
                contents.replaceSubrange(place..<place + 16, with: Self.number.utf8)
                try Self.write(Self.segment(contents), to: folder + "/segment")
                let offset = place < 8192 - 40 ? 40 + place : 64 + place
                #expect(Self.offsets(await FileSearch.run(folder, for: try Self.secrets())) == [offset])
            }
        }
    }

    /// The first page of a segment, which says what the file is, and the pages around a text.
    private static func pages(around text: String, in segments: [String]) throws -> [UInt8] {
        var log = Data()
        for segment in segments { log.append(try Data(contentsOf: URL(filePath: segment))) }
        guard let place = log.range(of: Data(text.utf8)) else { throw CocoaError(.fileReadCorruptFile) }
        let page = place.lowerBound / 8192
        return Array(log[..<8192]) + Array(log[max(1, page - 2) * 8192..<min(page + 16, log.count / 8192) * 8192])
    }

    /// Other tests of this process write their numbers to the same log. This one has its own.
    @Test("A number that was written to a table and removed is found in the write-ahead log of a real server")
    func realLog() async throws {
        let fixture = try await IssuingFixture.make(seed: 8192)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let number = try await fixture.sandbox.plastic(of: card.id).pan.reveal { $0 }
        var pages: [UInt8]?
        // A checkpoint may remove a segment before it is read, and other tests may fill several meanwhile.
        for _ in 1...20 where pages == nil {
            let segments = try await fixture.scratch.segments {
                try await fixture.issuing.database.execute(script: """
                    SET LOCAL synchronous_commit = on; CREATE TABLE public.notes (note text);
                    INSERT INTO public.notes VALUES ('before the number \(number)');
                    DROP TABLE public.notes
                    """)
            }
            pages = try? Self.pages(around: "before the number", in: segments)
        }
        let log = try #require(pages)
        try await Self.withFolder { folder in
            try Self.write(log, to: folder + "/segment")
            let attestation = try await fixture.administration.attest(files: [folder])
            #expect(attestation.verdict == .found)
            let found = attestation.findings.first.map(\.secret)
            #expect(found.contains { $0.card == card.id.rawValue && $0.encodings == [.digits] })
        }
    }

    @Test("A plain dump is clean, and is not with a number in a table")
    func dump() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let number = try await fixture.sandbox.plastic(of: card.id).pan.reveal { $0 }
        try await Self.withFolder { folder in
            let path = folder + "/dump.sql"
            try Self.write(try await DatabaseDump.text(of: fixture.scratch).utf8, to: path)
            #expect(try await fixture.administration.attest(files: [path]).verdict == .clean)
            try await fixture.issuing.database.execute(script: """
                CREATE TABLE public.notes (note bytea); INSERT INTO public.notes VALUES ('\(number)')
                """)
            try Self.write(try await DatabaseDump.text(of: fixture.scratch).utf8, to: path)
            try await fixture.issuing.database.execute(script: "DROP TABLE public.notes")
            let attestation = try await fixture.administration.attest(files: [path])
            #expect(attestation.findings.first.map(\.secret.encodings) == [[.hexadecimal, .digits]])
        }
    }
}
