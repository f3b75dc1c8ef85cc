import Foundation
import Testing

/// Files with expected contents. `RECORD=1` writes them again; review them before you commit them.
public enum Golden {
    public static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

    /// The package's folder. Tests run in this folder.
    public static let repository = URL(filePath: FileManager.default.currentDirectoryPath)
}

/// Expects that a text equals a file of the repository, byte for byte.
///
/// - Parameter directory: the folder of the file.
public func expectGolden(
    _ text: String, _ name: String, in directory: String,
    at sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = Golden.repository.appending(path: directory).appending(path: name)
    if Golden.isRecording { try Data(text.utf8).write(to: file) }
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    guard text != expected else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let number = zip(lines, expectedLines).prefix { $0 == $1 }.count
    func line(_ lines: [Substring]) -> Substring { number < lines.count ? lines[number] : "(the end)" }
    Issue.record(
        """
        \(directory)/\(name) differs in line \(number + 1); RECORD=1 writes it again.
        expected: \(line(expectedLines))
        found:    \(line(lines))
        """, sourceLocation: sourceLocation)
}
