import Foundation
import Hosting

/// The text that `serve --demo` prints when the service is ready: three commands to paste.
struct Welcome: Sendable {
    private let base: String
    private let curl: String
    /// What to do before the commands, with a line break at its end; empty if nothing.
    private let preparation: String

    /// - Parameter dataDir: the option `--data-dir`, if it is given.
    init(host: String, tls: TLSChoice, dataDir: String?) {
        let directory = dataDir.map { " --data-dir \($0)" } ?? ""
        (base, curl, preparation) =
            switch tls {
            case .none: ("http://\(host)", "curl", "")
            case .own: ("https://\(host)", "curl", "")
            case .local:
                (
                    "https://\(host)", "curl --cacert tessera-root.pem",
                    "tessera ca\(directory) > tessera-root.pem\n\n"
                )
            }
    }

    /// Flushes the output, so that the text appears at once even in a file or a pipe.
    func say(port: Int) {
        print(text(port: port))
        fflush(nil)
    }

    private func text(port: Int) -> String {
        let api = "\(base):\(port)/digitalwallets/v1"
        return """

            Tessera answers at \(base):\(port). Try it: a token, a card, the list.

            \(preparation)TOKEN=$(\(curl) -s -u demo-app:demo-secret \(api)/auth/brands/demo/token \
            -d grant_type=urn:ietf:params:oauth:grant-type:token-exchange -d subject_token=10000001 \
            -d subject_token_type=urn:tessera:token-type:customer-id | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

            \(curl) -s \(api)/profile/prepaid/cards -H "Authorization: Bearer $TOKEN" \
            -H 'Content-Type: application/json' -d '{"programName": "SKRILL-VIRTUAL-MC-EEA", "currency": "EUR"}'

            \(curl) -s "\(api)/profile/prepaid/cards?include=AVAILABLE_ACTIONS" -H "Authorization: Bearer $TOKEN"

            """
    }
}
