import ArgumentParser
import Foundation

/// A program, the root of its commands.
package protocol RootCommand: AsyncParsableCommand {}

extension RootCommand {
    /// Runs the command that the arguments name.
    ///
    /// Some mistakes in options show only when a command runs. ArgumentParser would add the usage of the whole program
    /// to their messages, which helps nobody.
    package static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let mistake as ValidationError {
            try? FileHandle.standardError.write(contentsOf: Data("Error: \(mistake.message)\n".utf8))
            exit(withError: ExitCode.validationFailure)
        } catch {
            exit(withError: error)
        }
    }
}
