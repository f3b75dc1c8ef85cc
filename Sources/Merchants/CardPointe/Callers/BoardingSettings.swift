import Gateways
import HTTPContract
import Identifiers
import Payments
import Postgres
import Validation

/// The settings that a merchant can agree with the gateway, besides its login.
struct BoardingSettings: RequestBody {
    var sites: [String]?
    var refundsUnsettled: Bool?
    var takesPart: Bool?
    var deviceDataInAnyOrder: Bool?

    static let members: [BodyMember<BoardingSettings>] = [
        .strings(
            "sites", \.sites, example: "fts-uat",
            "The first parts of the host names at which the merchant calls: 1 to 8 of 1 to 12 of a-z, 0-9 and hyphen."),
        .boolean(
            "refundsUnsettled", \.refundsUnsettled, example: "true", "Whether it refunds before the settlement."),
        .boolean("takesPart", \.takesPart, example: "true", "Whether it takes less than it asks for."),
        .boolean(
            "deviceDataInAnyOrder", \.deviceDataInAnyOrder, example: "true",
            "Whether the labelled members of Apple's device data may come in any order."),
    ]

    func writes(for merchant: MerchantID) -> Draft<[Query<Void>]> {
        let areSites = sites.map { sites in
            (1...8).contains(sites.count) && sites.allSatisfy { $0.wholeMatch(of: /[a-z0-9-]{1,12}/) != nil }
        }
        guard areSites != false else {
            return Draft([], errors: [FieldError("sites", "must be 1 to 8 of 1 to 12 of a-z, 0-9 and hyphen")])
        }
        return Draft([
            CallerStatements.agree(
                .text(merchant.rawValue), .textArray(sites), .boolean(refundsUnsettled),
                .boolean(takesPart), .boolean(deviceDataInAnyOrder))
        ])
    }
}
