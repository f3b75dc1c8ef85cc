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
        let cause = failure.map { failure in
            let reason = failure.reason.map { $0 == failure.check ? "" : ": \($0)" }
            return "\(failure.check) failed\(reason ?? "")"
        }
        return "\(responseCode), \(meaning)" + (cause.map { ", because \($0)" } ?? "")
    }
}
