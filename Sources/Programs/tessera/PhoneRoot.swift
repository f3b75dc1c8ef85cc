import ArgumentParser
import SimulatedWallets

/// Prints what a merchant must trust to verify the tokens of simulated phones.
struct PhoneRoot: ParsableCommand {
    enum Wallet: String, CaseIterable, ExpressibleByArgument {
        case apple
        case google
    }

    static let configuration = CommandConfiguration(
        commandName: "root",
        abstract: "Print the root certificate or keys with which merchants verify the payments of simulated phones.",
        discussion: """
            For apple a root certificate in PEM, in place of Apple Root CA G3. For google the list of root keys, in \
            place of Google's keys.json. Samsung Pay signs nothing. They are the same for every sandbox, and everyone \
            can compute their private keys: trust them only in tests.

            For example: tessera phone root apple > root.pem, or
            tessera phone root google > keys.json
            """)

    @Argument(help: "apple or google.")
    var wallet: Wallet

    func run() throws {
        switch wallet {
        case .apple: print(try SimulatedAuthority.sandboxRootPEM, terminator: "")
        case .google: print(SimulatedGooglePay.sandboxKeysJSON)
        }
    }
}
