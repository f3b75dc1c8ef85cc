import Foundation

/// The text that `serve --demo` prints when the service is ready: three commands to paste.
enum Welcome {
    /// Flushes the output, so that the text appears at once even in a file or a pipe.
    static func say(host: String, port: Int) {
        print(text(host: host, port: port))
        fflush(nil)
    }

    private static func text(host: String, port: Int) -> String {
        let base = "http://\(host):\(port)/digitalwallets/v1"
        return """

            Tessera answers at http://\(host):\(port). Try it: a token, a card, the list.

            TOKEN=$(curl -s -u demo-app:demo-secret \(base)/auth/brands/demo/token \
            -d grant_type=urn:ietf:params:oauth:grant-type:token-exchange -d subject_token=10000001 \
            -d subject_token_type=urn:tessera:token-type:customer-id | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

            curl -s \(base)/profile/prepaid/cards -H "Authorization: Bearer $TOKEN" \
            -H 'Content-Type: application/json' -d '{"programName": "SKRILL-VIRTUAL-MC-EEA", "currency": "BGN"}'

            curl -s "\(base)/profile/prepaid/cards?include=AVAILABLE_ACTIONS" -H "Authorization: Bearer $TOKEN"

            """
    }
}
