/// The sandbox's answer to a payment that it played.
struct PlayedPayment: Decodable {
    struct Line: Decodable {
        let check, outcome: String
        let reason: String?
    }

    let responseCode, meaning: String
    let authorizationId: String?
    let trace: [Line]

    var isApproved: Bool { responseCode == "00" }

    /// The answer with the first check that failed, if there is one.
    var result: String {
        let failure = trace.first { $0.outcome == "FAILED" }
        let cause = failure.map { $0.reason == $0.check ? "of \($0.check)" : "\($0.check) says \($0.reason ?? "no")" }
        return "\(responseCode), \(meaning)" + (cause.map { ", because \($0)" } ?? "")
    }
}
