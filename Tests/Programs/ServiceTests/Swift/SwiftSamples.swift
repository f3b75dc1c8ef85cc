import Foundation

/// The Swift samples of the SDK's page, taken from the page's text.
struct SwiftSamples {
    /// Functions with a body, in the order of the page.
    private(set) var functions: [String] = []
    /// Functions without a body, which are requirements of a protocol.
    private(set) var requirements: [String] = []

    /// - Parameter page: the text of the page. Kotlin's functions begin with `fun`, so they are not taken.
    init(page: String) {
        var rest = page[...]
        while let start = rest.firstRange(of: "\nfunc ")?.lowerBound {
            rest = rest[start...].dropFirst()
            let head = Self.prefix(of: rest, upToTheEndOf: "(", ")")
            let line = rest[head.endIndex...].prefix { $0 != "\n" }
            if line.contains("{") {
                let body = Self.prefix(of: rest[head.endIndex...], upToTheEndOf: "{", "}")
                functions.append(String(rest[..<body.endIndex]))
                rest = rest[body.endIndex...]
            } else {
                requirements.append(String(rest[..<line.endIndex]))
                rest = rest[line.endIndex...]
            }
        }
    }

    /// The functions as an extension of a class `SampleApp`. Where a sample has only a comment about the app's work,
    /// this adds a call, because a `case` without a statement does not compile.
    var source: String {
        let functions = functions.map { function in
            function
                .replacing("// Handle error\n", with: "// Handle error\nself.handle(error)\n")
                .replacing(
                    "// Handle result and refresh UI\n", with: "// Handle result and refresh UI\nself.handle(result)\n")
        }
        return """
            import Foundation
            import PassKit
            import PaysafeWallet

            @MainActor
            protocol Printed: AnyObject {
            \(requirements.joined(separator: "\n\n"))
            }

            extension SampleApp: Printed, PKAddPaymentPassViewControllerDelegate {
            \(functions.joined(separator: "\n\n"))
            }

            """
    }

    /// The text up to the bracket that closes the first one.
    private static func prefix(
        of text: Substring, upToTheEndOf opening: Character, _ closing: Character
    ) -> Substring {
        var depth = 0
        for index in text.indices {
            if text[index] == opening { depth += 1 }
            if text[index] == closing {
                depth -= 1
                if depth == 0 { return text[...index] }
            }
        }
        return text
    }
}
