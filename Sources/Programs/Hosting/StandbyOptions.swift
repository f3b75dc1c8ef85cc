import ArgumentParser
import Postgres
import Validation

/// The options for a standby that answers lists, for every program that runs the card service.
package struct StandbyOptions: ParsableArguments {
    @Option(help: "libpq URL of a standby of --database-url, which answers lists while it is up to date.")
    package var readURL: String?

    @Option(help: "File with that URL, which only its owner can access.")
    package var readURLFile: String?

    package init() {}

    /// Checks everything that can be checked without the database.
    ///
    /// - Returns: nil if the primary answers all lists.
    package func choice() throws -> StandbyChoice? {
        let given = Setting.text(readURL, "READ_URL")
        guard let file = Setting.text(readURLFile, "READ_URL_FILE") else {
            guard let given else { return nil }
            let configuration = try translating({ ValidationError("--read-url: \($0)") }) {
                () throws(DatabaseConfigurationError) in
                try DatabaseConfiguration(url: given)
            }
            return StandbyChoice(
                configuration: configuration, showsPassword: readURL != nil && configuration.hasPassword)
        }
        guard given == nil else {
            throw ValidationError("--read-url and --read-url-file name the standby twice; remove one of them.")
        }
        return StandbyChoice(
            configuration: try StorageOptions.database(in: file, option: "--read-url-file"), showsPassword: false)
    }
}

/// The options for a standby after they were checked.
package struct StandbyChoice: Sendable {
    let configuration: DatabaseConfiguration
    /// Whether its password is an argument, which every account of the machine can see.
    let showsPassword: Bool
}
