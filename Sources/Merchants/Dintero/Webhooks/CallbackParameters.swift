import HTTPContract

/// The parameters in the query of a callback_url that decide how it is called (Dintero, "Handling payment").
struct CallbackParameters {
    static let delaysSeconds: ClosedRange<Int64> = 0...3600

    private let parameters: [FormText.Pair]

    init(of url: String) {
        let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        parameters = FormText.decode(String(query))
    }

    /// Whether a parameter has a value, perhaps among other values.
    func have(_ name: String, _ value: String) -> Bool {
        parameters.contains { $0.name == name && $0.value == value }
    }

    /// How long a callback waits, so that it does not meet the customer's return to the shop; nil if the parameter is
    /// not one of ``delaysSeconds``.
    var delaySeconds: Int64? {
        guard let sent = parameters.first(where: { $0.name == "delay_callback" }) else { return 0 }
        return sent.value.flatMap { Int64($0) }.flatMap { Self.delaysSeconds.contains($0) ? $0 : nil }
    }
}
