import Foundation
import Testing

@testable import CardSecrets

@Suite("Small files")
struct SmallFileTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    @Test("A file up to the limit is read as a whole, whoever may access it", arguments: [0o600, 0o644])
    func whole(mode: Int) throws {
        let path = try scratch.file("root.pem", holding: "12345678", mode: mode)
        #expect(try SmallFile.contents(of: path, limit: 8) == Array("12345678".utf8))
        #expect(throws: SmallFile.Failure.unreadable(reason: "more than 7 bytes long")) {
            try SmallFile.contents(of: path, limit: 7)
        }
    }

    @Test("A private file must be accessible to its owner only")
    func exposed() throws {
        let path = try scratch.file("root.key", holding: "secret", mode: 0o640)
        #expect(throws: SmallFile.Failure.exposed(mode: 0o640)) {
            try SmallFile.contents(of: path, limit: 8, isPrivate: true)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(try SmallFile.contents(of: path, limit: 8, isPrivate: true) == Array("secret".utf8))
    }

    @Test("A pipe that nobody writes to, a device and a directory are refused at once", .timeLimit(.minutes(1)))
    func others() throws {
        let pipe = scratch.path + "/pipe"
        #expect(mkfifo(pipe, 0o644) == 0)
        for path in [pipe, "/dev/zero", scratch.path] {
            #expect(throws: SmallFile.Failure.unreadable(reason: "not a regular file"), "\(path)") {
                try SmallFile.contents(of: path, limit: 8)
            }
        }
    }
}
