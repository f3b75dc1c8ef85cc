import ArgumentParser
import Foundation
import Validation

/// A program, the root of its commands.
package protocol RootCommand: AsyncParsableCommand {}

extension RootCommand {
    /// Runs the command that the arguments name.
    ///
    /// Some mistakes in options show only when a command runs. ArgumentParser would add the usage of the whole program
    /// to their messages, which would not help.
    package static func main() async {
        if let error = unknownCommand(in: CommandLine.arguments.dropFirst()) {
            try? FileHandle.standardError.write(contentsOf: Data("Error: \(error)\n".utf8))
            exit(withError: ExitCode.validationFailure)
        }
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

    /// An error about the first word that should be a command and is none. ArgumentParser suggests nothing for it.
    private static func unknownCommand(in arguments: some Sequence<String>) -> String? {
        var command: any ParsableCommand.Type = self
        var path = _commandName
        for word in arguments {
            let known = command.configuration.subcommands
            guard !known.isEmpty, command.configuration.defaultSubcommand == nil, !word.hasPrefix("-"), word != "help"
            else { return nil }
            guard let next = known.first(where: { $0._commandName == word }) else {
                let names = known.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
                let suggestion = Spelling.suggestion(for: word, among: names).map { " Did you mean \($0)?" } ?? ""
                return "\(path) has no command '\(word)'.\(suggestion) See \(path) --help"
            }
            command = next
            path += " \(word)"
        }
        return nil
    }
}
