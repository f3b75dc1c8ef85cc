import Foundation
import Subprocess
import SystemPackage
import Testing

/// Checks the packages that `make package` builds. `make package-test` installs them into a clean system.
@Suite("The packages", .timeLimit(.minutes(20)))
struct PackageTests {
    @Test("A package has the program, its page, completions, documentation and licences", arguments: Program.allCases)
    func contents(_ program: Program) async throws {
        let package = try await UnpackedPackage.of(program)
        let names = Set(package.entries.map(\.name))
        let share = "./usr/share"
        for name in [
            "./usr/bin/tessera", "\(share)/man/man1/tessera.1.gz", "\(share)/bash-completion/completions/tessera",
            "\(share)/zsh/vendor-completions/_tessera", "\(share)/fish/vendor_completions.d/tessera.fish",
            "\(share)/doc/tessera/copyright", "\(share)/doc/tessera/README.md", "\(share)/doc/tessera/docs/SANDBOX.md",
            "\(share)/doc/tessera/schema.sql", "\(share)/doc/tessera/scenarios/demo.yaml",
        ].map({ $0.replacing("tessera", with: program.rawValue) }) {
            #expect(names.contains(name), "\(name)")
        }
        #expect(package.entries.first { $0.name == "./usr/bin/\(program.rawValue)" }?.mode == "-rwxr-xr-x")
        #expect(package.fields["Package"] == program.rawValue)
        let version = try await Command.run(Configuration(executable: .path(package.program), arguments: ["--version"]))
        #expect(package.fields["Version"] == version.output.trimmingCharacters(in: .newlines))
    }

    @Test("A tarball has the same files, each in the same place below its own folder", arguments: Program.allCases)
    func tarball(_ program: Program) async throws {
        let package = try await UnpackedPackage.of(program)
        let files = package.entries.map(\.name).filter { !$0.hasSuffix("/") }
            .map { $0.replacing(/^\.\/(usr\/)?/, with: "").replacing("vendor-completions", with: "site-functions") }
        let unpacked = package.tarball.map(\.name).filter { !$0.hasSuffix("/") }
        #expect(Set(unpacked.compactMap { $0.split(separator: "/", maxSplits: 1).last.map(String.init) }) == Set(files))
        #expect(Set(unpacked.compactMap { $0.split(separator: "/").first }).count == 1)
    }

    @Test("A package does not reveal who made it, where or when", arguments: Program.allCases)
    func reproducible(_ program: Program) async throws {
        let package = try await UnpackedPackage.of(program)
        #expect(package.tarball.map(\.name) == package.tarball.map(\.name).sorted(by: Self.pathsInOrder))
        for entry in package.entries + package.tarball {
            #expect(["-rw-r--r--", "-rwxr-xr-x", "drwxr-xr-x"].contains(entry.mode), "\(entry)")
            #expect(["root/root", "0/0"].contains(entry.owner) && entry.time == UnpackedPackage.time.shown, "\(entry)")
        }
        // A folder counts as one kibibyte, because its size depends on the file system.
        let kibibytes = package.entries.map { $0.mode.hasPrefix("d") ? 1 : ($0.bytes + 1023) / 1024 }
        #expect(package.fields["Installed-Size"] == "\(kibibytes.reduce(0, +))")
    }

    @Test("A package depends on the package of each linked library, except Swift's", arguments: Program.allCases)
    func libraries(_ program: Program) async throws {
        let package = try await UnpackedPackage.of(program)
        // A library is known to Debian below /lib or below /usr/lib, which are the same folder.
        let script = #"""
            for library in $(objdump -p "$0" | sed -nE 's|^ +NEEDED +||p'); do
                path="$(ldd "$0" | awk -v name="$library" '$1 == name { print $3 }')"
                case "$path" in ''|*/swift/*) continue ;; esac
                dpkg --search "$path" "${path#/usr}" "/usr$path" 2> /dev/null | sed 's/:.*//' || true
            done
            """#
        let owners = try await Command.run(
            Configuration(executable: .name("bash"), arguments: ["-c", script, package.program.string]))
        let needed = Set(owners.output.split(separator: "\n"))
        let depends = Set(
            package.fields["Depends", default: ""].split(separator: ", ").compactMap { $0.split(separator: " ").first })
        #expect(needed.isSuperset(of: ["libc6", "libpq5", "libssl3"]) && depends.isSuperset(of: needed), "\(needed)")
    }

    @Test("A package has the licence of everything that is linked in", arguments: Program.allCases)
    func licences(_ program: Program) async throws {
        let package = try await UnpackedPackage.of(program)
        let licences = try package.text(of: "usr/share/doc/\(program.rawValue)/copyright")
        let dependencies = try Document.text(of: "Packaging/dependencies").split(separator: "\n")
        #expect(dependencies.count > 20)
        for dependency in dependencies {
            let parts = dependency.split(separator: " ")
            let name = parts[1].split(separator: "/").last?.replacing(".git", with: "") ?? ""
            #expect(licences.contains("\n  \(name) \(parts[0]): \(parts[1])\n"), "\(name)")
            #expect(licences.contains(try Regex(#"-{79}\n(.*, )?\#(name)(, .*)?:\n"#)), "\(name)")
        }
        for text in ["Apache License", "Runtime Library Exception", "BoringSSL Authors", "Kirill Simonov", "Unicode"] {
            #expect(licences.contains(text), "\(text)")
        }
    }

    @Test("The packages have no file in common, so both can be installed")
    func apart() async throws {
        let files = try await (UnpackedPackage.of(.tessera).entries, UnpackedPackage.of(.core).entries)
        let names = Set(files.0.map(\.name)).intersection(files.1.map(\.name)).filter { !$0.hasSuffix("/") }
        #expect(names == [])
    }

    /// `tar` sorts the names in each folder, so a folder's files come before those of the next name.
    private static func pathsInOrder(_ one: String, _ other: String) -> Bool {
        Array(one.split(separator: "/")).lexicographicallyPrecedes(Array(other.split(separator: "/")))
    }
}
