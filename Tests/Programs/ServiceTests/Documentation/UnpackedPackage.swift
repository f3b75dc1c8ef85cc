import Foundation
import Subprocess
import SystemPackage

/// The Debian package and the tarball of a program, made from the one that the tests use, and an empty folder with the
/// package's files.
struct UnpackedPackage: Sendable {
    /// A file or a folder in a package, as `tar` lists it.
    struct Entry: Sendable {
        let mode, owner: String
        let bytes: Int
        let time, name: String
    }

    /// The modification time of all files.
    static let time = (seconds: "1700000000", shown: "2023-11-14 22:13:20")

    let name: String
    let root: String
    let entries: [Entry]
    let tarball: [Entry]
    /// The fields of the package's control file.
    let fields: [String: String]

    var program: FilePath { FilePath(root + "/usr/bin/" + name) }

    func text(of file: String) throws -> String {
        try String(contentsOfFile: root + "/" + file, encoding: .utf8)
    }

    /// The text of a file in the tarball.
    func unpacked(_ file: String) throws -> String {
        try String(contentsOfFile: root + "/../unpacked/" + file, encoding: .utf8)
    }

    /// Each is made once for all tests.
    private static let tessera = Task { try await make(.tessera) }
    private static let core = Task { try await make(.core) }

    static func of(_ program: Program) async throws -> UnpackedPackage {
        switch program {
        case .tessera: try await tessera.value
        case .core: try await core.value
        }
    }

    /// Makes it without symbols, which are the larger part of a program that is built for tests.
    private static func make(_ program: Program) async throws -> UnpackedPackage {
        let place = FileManager.default.temporaryDirectory
            .appending(path: "\(program.rawValue)-package-\(getpid())").path
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o711])
        let script = """
            stripped="$1/$(basename "$0")"
            strip -o "$stripped" "$0"
            "$2/Packaging/pack" "$1/made" "$stripped" > /dev/null
            cd "$1"
            dpkg-deb --extract made/*.deb root
            dpkg-deb --control made/*.deb root/DEBIAN
            mkdir unpacked
            tar --extract --strip-components 1 --directory unpacked --file made/*.tar.gz
            dpkg-deb --field made/*.deb > fields
            dpkg-deb --fsys-tarfile made/*.deb | tar --list --verbose --full-time --utc > entries
            tar --list --verbose --full-time --utc --file made/*.tar.gz > tarball
            """
        let ending = try await Command.run(
            Configuration(
                executable: .name("bash"),
                arguments: [
                    "-euo", "pipefail", "-c", script, try program.path.string, place, Document.root.path,
                ],
                environment: .inherit.updating(["SOURCE_DATE_EPOCH": time.seconds, "LEVEL": "1"])))
        guard ending.status.isSuccess else { throw NotMade(why: ending.errors) }
        func lines(_ name: String) throws -> [Substring] {
            try String(contentsOfFile: "\(place)/\(name)", encoding: .utf8).split(separator: "\n")
        }
        let fields = try lines("fields").filter { !$0.hasPrefix(" ") }.map { line in
            let parts = line.split(separator: ": ", maxSplits: 1)
            return (String(parts[0]), String(parts[1]))
        }
        return UnpackedPackage(
            name: program.rawValue, root: place + "/root", entries: try lines("entries").map(Entry.init),
            tarball: try lines("tarball").map(Entry.init), fields: Dictionary(uniqueKeysWithValues: fields))
    }

    private struct NotMade: Error {
        let why: String
    }
}

extension UnpackedPackage.Entry {
    /// `-rwxr-xr-x root/root 96 2023-11-14 22:13:20 ./usr/bin/tessera`
    fileprivate init(_ line: Substring) {
        let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true).map(String.init)
        self.init(
            mode: words[0], owner: words[1], bytes: Int(words[2]) ?? 0, time: "\(words[3]) \(words[4])", name: words[5])
    }
}
