import Foundation
import Subprocess
import SystemPackage

/// The Debian package and the tarball, made from the program that the tests use, and an empty folder with the package's
/// files.
struct UnpackedPackage: Sendable {
    /// A file or a folder in a package, as `tar` lists it.
    struct Entry: Sendable {
        let mode, owner: String
        let bytes: Int
        let time, name: String
    }

    /// The modification time of all files.
    static let time = (seconds: "1700000000", shown: "2023-11-14 22:13:20")

    let root: String
    let entries: [Entry]
    let tarball: [Entry]
    /// The fields of the package's control file.
    let fields: [String: String]

    var program: FilePath { FilePath(root + "/usr/bin/tessera") }

    func text(of file: String) throws -> String {
        try String(contentsOfFile: root + "/" + file, encoding: .utf8)
    }

    /// Made once for all tests, and without symbols, which are the larger part of a program that is built for tests.
    static let made = Task {
        let place = FileManager.default.temporaryDirectory.appending(path: "tessera-package-\(getpid())").path
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o711])
        let script = """
            strip -o "$1/tessera" "$0"
            "$2/Packaging/pack" "$1/tessera" "$1/made" > /dev/null
            cd "$1"
            dpkg-deb --extract made/*.deb root
            dpkg-deb --field made/*.deb > fields
            dpkg-deb --fsys-tarfile made/*.deb | tar --list --verbose --full-time --utc > entries
            tar --list --verbose --full-time --utc --file made/*.tar.gz > tarball
            """
        let ending = try await Command.run(
            Configuration(
                executable: .name("bash"),
                arguments: [
                    "-euo", "pipefail", "-c", script, try Program.tessera.path.string, place, Document.root.path,
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
            root: place + "/root", entries: try lines("entries").map(Entry.init),
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
