import ArgumentParser
import Webhooks

/// Which URLs a command stores for the service to call. The service refuses the others at each call, so the command
/// refuses them at once.
struct CalledURLOptions: ParsableArguments {
    @Flag(help: "Accept plain http and every address, as serve does with the same option.")
    var webhooksAnywhere = false

    func isPlainAllowed() throws -> Bool { try addresses().goesAnywhere }

    /// Ends the command unless all addresses of the URL's host are allowed.
    ///
    /// - Parameters:
    ///   - owner: looks the host up.
    ///   - option: the option that has the URL.
    func check(_ url: WebhookURL, for owner: String, in option: String) async throws {
        let addresses = try addresses()
        do {
            try await addresses.check(url, for: owner)
        } catch {
            throw ValidationError("\(option) \(addresses.hostRule).")
        }
    }

    private func addresses() throws -> WebhookAddresses {
        WebhookSettings(goesAnywhere: try Setting.flag(webhooksAnywhere, "WEBHOOKS_ANYWHERE")).addresses
    }
}
