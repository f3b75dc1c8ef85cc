import ArgumentParser
import ClientSources
import Foundation

struct KotlinClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kotlin-sources",
        abstract: "Write the generated part of the Kotlin client.",
        discussion: """
            Needs no running service. Writes operations, bodies and words of the contract as Kotlin, in the folders of \
            their package. The other part of the client is in Clients/kotlin. Files of an earlier run are replaced.

            For example: tessera kotlin-sources Clients/kotlin/build/generated/kotlin
            """)

    @Argument(help: "The source folder to write to.")
    var directory: String

    func run() throws {
        try SourceFolder(directory).write(KotlinSources().files)
    }
}

struct TypeScriptClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "typescript-sources",
        abstract: "Write the generated part of the TypeScript client.",
        discussion: """
            Needs no running service. Writes operations, bodies and words of the contract as TypeScript. The other \
            part of the client is in Clients/typescript. Files of an earlier run are replaced.

            For example: tessera typescript-sources Clients/typescript/src/generated
            """)

    @Argument(help: "The source folder to write to.")
    var directory: String

    func run() throws {
        try SourceFolder(directory).write(TypeScriptSources().files)
    }
}

/// A folder for the generated part of a client.
private struct SourceFolder {
    let directory: String

    init(_ directory: String) {
        self.directory = directory
    }

    func write(_ files: [SourceText]) throws {
        let folder = URL(filePath: directory, directoryHint: .isDirectory).standardizedFileURL
        do {
            for file in files {
                let target = folder.appending(path: file.path)
                try FileManager.default.createDirectory(
                    at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: target)
            }
        } catch {
            throw Refusal(description: "\(folder.path) cannot be written: \(error.localizedDescription)")
        }
        print("\(files.count) files are in \(directory).")
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
    }
}
