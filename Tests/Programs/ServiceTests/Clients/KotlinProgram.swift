import Foundation
import Subprocess
import SystemPackage
import TestSupport

/// The Kotlin client with Tests/Kotlin and the samples of the SDK's page, compiled once for all tests.
enum KotlinProgram {
    private static let libraries = ["kotlin-stdlib", "kotlinx-coroutines-core", "atomicfu"]
        .map { "/usr/share/java/\($0).jar" }

    /// The missing tools for the compilation. `make test` installs all of them.
    static let missing: [String] = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        let files = FileManager.default
        let isThere = folders.contains { files.isExecutableFile(atPath: "\($0)/kotlinc") }
        return (isThere ? [] : ["kotlinc"]) + libraries.filter { !files.fileExists(atPath: $0) }
    }()

    private static let folder = Document.root.appending(path: ".build/kotlin").path
    private static let compiled = Task { try await compile() }

    /// Runs a main function of Tests/Kotlin.
    ///
    /// - Parameters:
    ///   - options: of the Java virtual machine.
    ///   - directory: the working directory; the repository's if nil.
    static func run(
        _ mainClass: String, _ arguments: [String], options: [String] = [], in directory: String? = nil
    ) async throws -> Program.Ending {
        let program = try await compiled.value
        let classPath = (libraries + [program]).joined(separator: ":")
        return try await command(
            "java", options + ["-cp", classPath, "com.paysafe.wallet.\(mainClass)"] + arguments, in: directory)
    }

    /// - Returns: the path of the archive.
    private static func compile() async throws -> String {
        let (sources, archive) = ("\(folder)/sources", "\(folder)/client.jar")
        let files = FileManager.default
        try? files.removeItem(atPath: folder)
        let generated = try await Program.run(["kotlin-sources", sources])
        guard generated.status == .exited(0) else { throw Failure(errors: generated.errors) }
        let page = SDKPage(Page.paysafe.isThere ? try Page.paysafe.text : "")
        try page.kotlin.write(toFile: "\(sources)/Samples.kt", atomically: true, encoding: .utf8)
        try resources().write(toFile: "\(sources)/R.kt", atomically: true, encoding: .utf8)
        let parts = ["main", "jvm", "android", "fragment"].map { "Clients/kotlin/src/\($0)/kotlin" }
        let written = (parts + ["Tests/Kotlin"]).map { Document.root.appending(path: $0).path }
        let classPath = libraries.joined(separator: ":")
        let options = ["-nowarn", "-no-reflect", "-no-stdlib", "-jvm-target", "1.8", "-cp", classPath, "-d", archive]
        let ending = try await command("kotlinc", options + written + [sources])
        guard ending.status == .exited(0) else { throw Failure(errors: ending.errors) }
        return archive
    }

    /// The class that Android's build makes from the folder `res`.
    private static func resources() throws -> String {
        let folder = Document.root.appending(path: "Clients/kotlin/src/android/res")
        let values = try ["attrs", "strings"].map {
            try String(contentsOf: folder.appending(path: "values/\($0).xml"), encoding: .utf8)
        }.joined()
        let declared = values.matches(of: /<(attr|string) name="(\w+)"/).map { (kind: $0.1, name: String($0.2)) }
        let drawn = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "drawable").path)
            .map { (kind: "drawable"[...], name: String($0.prefix { $0 != "." })) }
        let classes = Dictionary(grouping: declared + drawn, by: \.kind).map { kind, members in
            let values = members.map(\.name).sorted().enumerated().map { "const val \($1) = \($0 + 100)" }
            return "object \(kind) {\n\(values.joined(separator: "\n"))\n}"
        }
        return "package com.paysafe.wallet\n\nobject R {\n\(classes.joined(separator: "\n"))\n}\n"
    }

    private static func command(
        _ program: String, _ arguments: [String], in directory: String? = nil
    ) async throws -> Program.Ending {
        try await Command.run(
            Configuration(
                executable: .name(program), arguments: Arguments(arguments),
                environment: .inherit.updating(Tester.quickJava),
                workingDirectory: FilePath(directory ?? Document.root.path)),
            within: Deadline.long)
    }

    private struct Failure: Error {
        let errors: String
    }
}
