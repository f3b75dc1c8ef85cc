import Foundation
import PackagePlugin

/// Compiles the files of a target that are not source code into the program, as `EmbeddedFiles`.
///
/// Each file becomes a string literal. SwiftPM's own `embedInCode` writes an array literal with an element for each
/// byte, and the compiler needs half a minute for 140,000 of them.
@main
struct EmbedFiles: BuildToolPlugin {
    /// Its arguments are the file to write, the target's folder, and the files to embed, which are text and do not
    /// contain `"""####`.
    private static let script = """
        output=$1
        folder=$2
        shift 2
        {
            echo '/// The files of this target that are not source code, by their path in its folder.'
            echo 'enum EmbeddedFiles {'
            echo '    static let all: [String: StaticString] = ['
            for file; do
                printf '        "%s": ####\"""\\n' "${file#"$folder"/}"
                cat "$file"
                printf '\\n\"""####,\\n'
            done
            echo '    ]'
            echo '}'
        } > "$output"
        """

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let sources: Set = ["swift", "c", "h"]
        let files = (target.sourceModule?.sourceFiles.map(\.url) ?? [])
            .filter { !sources.contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding the files of \(target.name)", executable: URL(filePath: "/bin/sh"),
                arguments: ["-euc", Self.script, "sh", output.path, target.directoryURL.path] + files.map(\.path),
                inputFiles: files, outputFiles: [output])
        ]
    }
}
