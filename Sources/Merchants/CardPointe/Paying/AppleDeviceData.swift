import CardSecrets
import HTTPContract
import Payments

/// An Apple Pay token as CardSecure takes it: the data, and then six labelled members in their order. Source:
/// CardPointe, "Apple Pay developer guide".
struct AppleDeviceData: Sendable {
    /// The labels, in the order in which they must come. The data has no label and comes first.
    enum Label: String, CaseIterable {
        case type = "ectype"
        case signature = "ecsig"
        case ephemeralKey = "eckey"
        case transaction = "ectid"
        case applicationData = "echash"
        case publicKeyHash = "ecpublickeyhash"

        /// Tokens of Apple Pay's API 1.0 have neither of the other two.
        static let required: [Label] = [.type, .signature, .ephemeralKey, .transaction]
    }

    /// Which orders of the labelled members are accepted.
    enum Order: Sendable {
        /// The order of the guide.
        case strict
        /// Any order, with the data first. CardSecure accepts it since July 2021.
        case relaxed
    }

    let data: String
    let signature: String
    let ephemeralKey: String
    let transaction: String
    /// Empty if the payment request had no application data.
    let applicationData: String
    /// Nil for a token of Apple Pay's API 1.0.
    let publicKeyHash: String?

    static let limitBytes = 32 * 1024

    init(_ text: String, order: Order) throws(CardSecureError) {
        guard !text.isEmpty else { throw CardSecureError(.empty) }
        guard text.utf8.count <= Self.limitBytes else {
            throw CardSecureError(.tooLong, "devicedata must be at most \(Self.limitBytes / 1024) KiB")
        }
        let parts = text.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
        let members = try Self.members(parts.dropFirst())
        guard Self.label(of: parts[0]) == nil else {
            throw CardSecureError(.missingParameter, "data must be the first member and has no label")
        }
        try Self.check(members.map(\.label), order)
        let values = Dictionary(uniqueKeysWithValues: members.map { ($0.label, $0.value) })
        guard values[.type] == "apple" else { throw CardSecureError(.curveType, "ectype must be apple") }
        guard !parts[0].isEmpty else { throw CardSecureError(.empty, "data") }
        data = parts[0]
        signature = try Self.filled(.signature, values)
        ephemeralKey = try Self.filled(.ephemeralKey, values)
        transaction = try Self.filled(.transaction, values)
        applicationData = values[.applicationData] ?? ""
        publicKeyHash = values[.publicKeyHash] == nil ? nil : try Self.filled(.publicKeyHash, values)
        try checkEncoding()
    }

    // MARK: The members

    private static func members(
        _ parts: some Sequence<String>
    ) throws(CardSecureError) -> [(label: Label, value: String)] {
        var members: [(label: Label, value: String)] = []
        for (index, part) in parts.enumerated() {
            guard let label = label(of: part) else {
                throw CardSecureError(
                    .tokenFormat,
                    "member \(index + 2) of devicedata must have one of the labels \(spelled(Label.allCases))")
            }
            guard !members.contains(where: { $0.label == label }) else {
                throw CardSecureError(.tokenFormat, "\(label.rawValue) occurs twice")
            }
            members.append((label, String(part.dropFirst(label.rawValue.count + 1))))
        }
        return members
    }

    /// The label before the first `=`. A value may contain more of them, because Base64 ends with them.
    private static func label(of part: String) -> Label? {
        part.firstIndex(of: "=").flatMap { Label(rawValue: String(part[..<$0])) }
    }

    private static func check(_ labels: [Label], _ order: Order) throws(CardSecureError) {
        if order == .strict {
            let documented = Label.allCases.filter(labels.contains)
            if let place = labels.indices.first(where: { labels[$0] != documented[$0] }) {
                throw CardSecureError(
                    .tokenFormat,
                    "\(labels[place].rawValue) is out of order; the order is data, \(spelled(Label.allCases))")
            }
        }
        if let missing = Label.required.first(where: { !labels.contains($0) }) {
            throw CardSecureError(.missingParameter, missing.rawValue)
        }
        guard labels.contains(.applicationData) || !labels.contains(.publicKeyHash) else {
            throw CardSecureError(
                .missingParameter, "echash must be present before ecpublickeyhash, even if it is empty")
        }
    }

    private static func filled(_ label: Label, _ values: [Label: String]) throws(CardSecureError) -> String {
        guard let value = values[label], !value.isEmpty else { throw CardSecureError(.empty, label.rawValue) }
        return value
    }

    private static func spelled(_ labels: [Label]) -> String { labels.map(\.rawValue).joined(separator: ", ") }
}

extension AppleDeviceData {
    private func checkEncoding() throws(CardSecureError) {
        let texts = [
            ("data", data), ("ecsig", signature), ("eckey", ephemeralKey), ("ecpublickeyhash", publicKeyHash ?? ""),
        ]
        for (name, text) in texts where EncodedBytes.base64(text) == nil {
            let hint = text.contains("%") || text.contains(" ") ? "; devicedata must not be URL encoded" : ""
            throw CardSecureError(.notBase64, name + hint)
        }
        guard EncodedBytes.hexadecimal(transaction) != nil else {
            // Xcode's simulator sends a text that begins with this instead of an id.
            let isSimulated = transaction.hasPrefix("Simulated")
            throw isSimulated
                ? CardSecureError(.notDecryptable, "the token comes from Xcode's simulator, which signs nothing")
                : CardSecureError(.illegalCharacters, "ectid must be hexadecimal digits")
        }
        guard EncodedBytes.hexadecimal(applicationData) != nil else {
            throw CardSecureError(.illegalCharacters, "echash must be hexadecimal digits, or empty")
        }
    }

    /// The token as the wallet made it, in JSON.
    var walletToken: WalletPaymentToken {
        let header: JSONValue = [
            "ephemeralPublicKey": .string(ephemeralKey), "publicKeyHash": publicKeyHash.map { .string($0) },
            "transactionId": .string(transaction),
            "applicationData": applicationData.isEmpty ? nil : .string(applicationData),
        ]
        let token: JSONValue = [
            "version": "EC_v1", "data": .string(data), "signature": .string(signature), "header": header,
        ]
        return publicKeyHash == nil ? .appleWithoutKeyHash(token.jsonBytes) : .apple(token.jsonBytes)
    }
}
