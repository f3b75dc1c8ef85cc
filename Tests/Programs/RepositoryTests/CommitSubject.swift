/// The first line of a commit's message: `area: imperative`, as `docs/STYLE.md` says.
struct CommitSubject {
    let text: String

    static let limit = 72

    /// The parts of the repository that a subject may name. Several are separated by commas.
    static let areas: Set = [
        "api", "authentication", "authorizing", "benchmarks", "bolt", "build", "bulk orders", "cardpointe", "cards",
        "changelog", "cli", "clients", "commands", "console", "contract", "coverage", "customers", "demo", "dintero",
        "docker", "docs", "errors", "faults", "gateways", "graphql", "hosting", "http", "idempotency", "identifiers",
        "iso8583", "issuer", "issuing", "journal", "kotlin", "ledger", "listeners", "merchants", "migrate", "moneyhash",
        "money", "networks", "openapi", "options", "package", "payment tokens", "payments", "phones", "platform",
        "postgres", "programs", "provisioning", "readme", "reference", "sandbox", "sca", "scenarios", "schema", "sdk",
        "secrets", "serve", "service", "simulators", "snapshots", "stitch", "style", "tenants", "tessera",
        "tessera-core", "testing", "tests", "timekeeper", "tls", "tokenization", "tokens", "validation", "wallets",
        "webhooks",
    ]

    /// Imperatives with an ending that is otherwise refused. Every verb that ends in `ss` is one, too.
    private static let imperatives: Set = [
        "alias", "bring", "embed", "exceed", "feed", "focus", "need", "ping", "proceed", "seed", "shed", "speed",
        "spring", "string", "wed",
    ]

    /// First words that are no imperatives, although their ending does not show it.
    private static let refused: Set = [
        "a", "all", "an", "and", "built", "each", "every", "for", "found", "gave", "held", "in", "it", "kept", "knew",
        "made", "more", "new", "no", "not", "of", "now", "said", "sent", "some", "the", "these", "this", "took", "was",
        "when", "with", "wrote",
    ]

    /// The mistakes in the subject, in the order of its parts.
    var mistakes: [String] {
        var mistakes: [String] = []
        if text.count > Self.limit { mistakes.append("has \(text.count) characters, and \(Self.limit) fit") }
        guard let colon = text.firstRange(of: ": ") else {
            return mistakes + ["does not begin with an area and a colon"]
        }
        for area in text[..<colon.lowerBound].split(separator: ", ", omittingEmptySubsequences: false)
        where !Self.areas.contains(String(area)) {
            mistakes.append("names the area '\(area)', which is not on the list")
        }
        let phrase = text[colon.upperBound...]
        if phrase.hasSuffix(".") { mistakes.append("ends with a full stop") }
        let word = phrase.prefix { $0 != " " && $0 != "," && $0 != ";" }
        if word.contains(where: \.isUppercase) {
            mistakes.append("begins its phrase with '\(word)', which is no verb in lower case")
        } else if !Self.isImperative(String(word)) {
            mistakes.append("begins its phrase with '\(word)', which is no imperative")
        }
        return mistakes
    }

    private static func isImperative(_ word: String) -> Bool {
        if imperatives.contains(word) { return true }
        if refused.contains(word) || word.isEmpty || !word.allSatisfy({ $0.isLetter || $0 == "-" }) { return false }
        return !word.hasSuffix("ed") && !word.hasSuffix("ing") && (!word.hasSuffix("s") || word.hasSuffix("ss"))
    }
}
