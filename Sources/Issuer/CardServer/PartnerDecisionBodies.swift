import Authorizing
import CardAPI
import Foundation
import HTTPContract
import Issuing
import Validation
import Webhooks

/// The URL at which a partner is asked about payments, and the rule that decides without its answer.
package struct PartnerDecisionBody: RequestBody {
    package var url: String?
    package var signingKey: String?
    package var timeLimitMilliseconds: Int?
    package var standIn: String?
    package var standInLimit: Int?
    package var standInExcludedMccs: [String]?

    package init() {}

    static let standIns = ["DECLINE", "APPROVE", "APPROVE_UP_TO"]
    static let excludedLimit = 300

    package static let members: [BodyMember<PartnerDecisionBody>] = [
        .string(
            "url", \.url, isRequired: true, pattern: "^https?://[!-~]+$", example: "https://hooks.example.com/payments",
            "Where the partner is asked: https, with a public address; with `--demo` also http, and any address."),
        .string(
            "signingKey", \.signingKey, isSecret: true, example: "fw1sxyhBDm6U9bnTrsMAmRcV6P0Ji0vGmzQ9K0zN6Es=",
            "The key that questions are signed with: 16 to 64 bytes in Base64; a new one if absent."),
        .integer(
            "timeLimitMilliseconds", \.timeLimitMilliseconds, in: PartnerTerms.timeLimits, example: "2000",
            "The time for an answer; 2000 if absent."),
        .enumeration(
            "standIn", \.standIn, of: standIns, example: "APPROVE_UP_TO",
            "What happens without an answer; DECLINE, with 91, if absent."),
        .integer(
            "standInLimit", \.standInLimit, in: 0...Int(MessageFields.largestAmount), example: "2500",
            "With APPROVE_UP_TO: the largest amount, with fees, in minor units of the account's currency."),
        .strings(
            "standInExcludedMccs", \.standInExcludedMccs, example: nil,
            "With APPROVE_UP_TO: categories of merchants that are declined anyway, four digits each."),
    ]

    /// The settings, with all their errors.
    package func draft(
        besides violations: [FieldError], isPlainAllowed: Bool
    ) -> Draft<(url: WebhookURL, signingKey: SigningKey?, terms: PartnerTerms)?> {
        var found: [FieldError] = []
        if let violation = url.flatMap({ WebhookURL.violation(in: $0, isPlainAllowed: isPlainAllowed) }) {
            found.append(FieldError("url", violation))
        }
        let key = signingKey.flatMap { SigningKey(base64: $0) }
        if signingKey != nil, key == nil { found.append(FieldError("signingKey", SigningKey.violation)) }
        // An unknown word is refused already, so the settings that depend on it are not checked.
        let rule = violations.contains { $0.field == "standIn" } ? nil : rule(adding: &found)
        let errors = violations.adding(found)
        guard errors.isEmpty, let url = url.flatMap(WebhookURL.init), let rule else {
            return Draft(nil, errors: errors)
        }
        let terms = PartnerTerms(
            timeLimitMilliseconds: timeLimitMilliseconds ?? PartnerTerms.usualTimeLimit, standIn: rule)
        return Draft((url, key, terms))
    }

    private func rule(adding errors: inout [FieldError]) -> Partner.StandIn? {
        let categories = (standInExcludedMccs ?? []).map { MerchantCategory($0) }
        if categories.count > Self.excludedLimit {
            errors.append(FieldError("standInExcludedMccs", "must have at most \(Self.excludedLimit) categories"))
        }
        for (index, category) in categories.prefix(Self.excludedLimit).enumerated() where category == nil {
            errors.append(FieldError("standInExcludedMccs[\(index)]", "must be four digits"))
        }
        switch (standIn ?? "DECLINE", standInLimit) {
        case ("APPROVE_UP_TO", let limit):
            if limit == nil { errors.append(FieldError("standInLimit", "is required with APPROVE_UP_TO")) }
            return limit.map { .approveUpTo(Int64($0), except: Set(categories.compactMap(\.self))) }
        case (let word, let limit):
            if limit != nil { errors.append(FieldError("standInLimit", "is only for APPROVE_UP_TO")) }
            if standInExcludedMccs != nil {
                errors.append(FieldError("standInExcludedMccs", "is only for APPROVE_UP_TO"))
            }
            return word == "APPROVE" ? .approve : .decline
        }
    }
}

package struct PartnerDecisionAnswer: AnswerBody {
    let url: String
    /// Nil after the response to the request that has set it.
    let signingKey: SigningKey?
    let terms: PartnerTerms

    package init(url: String, signingKey: SigningKey? = nil, terms: PartnerTerms) {
        (self.url, self.signingKey, self.terms) = (url, signingKey, terms)
    }

    private var rule: (word: String, limit: Int?, excluded: [String]?) {
        switch terms.standIn {
        case .decline: ("DECLINE", nil, nil)
        case .approve: ("APPROVE", nil, nil)
        case .approveUpTo(let limit, let except):
            ("APPROVE_UP_TO", Int(limit), except.isEmpty ? nil : except.map(\.description).sorted())
        }
    }

    package static let members: [AnswerMember<PartnerDecisionAnswer>] = [
        .member("url", \.url, example: "https://hooks.example.com/payments", "Where the partner is asked."),
        .member(
            "signingKey", { $0.signingKey?.withBytes { Data($0).base64EncodedString() } }, isSecret: true,
            example: "fw1sxyhBDm6U9bnTrsMAmRcV6P0Ji0vGmzQ9K0zN6Es=",
            "The key that questions and authorization events are signed with, in Base64. Only in the response that has "
                + "set it."),
        .member("timeLimitMilliseconds", \.terms.timeLimitMilliseconds, example: "2000", "The time for an answer."),
        .member(
            "standIn", \.rule.word, as: .enumeration(PartnerDecisionBody.standIns), example: "APPROVE_UP_TO",
            "What happens without an answer."),
        .member(
            "standInLimit", \.rule.limit, as: .minorUnits, example: "2500", "With APPROVE_UP_TO: the largest amount."),
        .member(
            "standInExcludedMccs", \.rule.excluded, "With APPROVE_UP_TO: categories of merchants that are declined."),
    ]
}
