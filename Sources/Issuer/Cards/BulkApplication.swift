import Validation

/// Applications for cards of many customers. They are accepted together, so they are checked together: each application
/// by itself, and each customer's number of cards against what that customer may still be issued.
public struct BulkApplication: Sendable {
    public struct Entry: Codable, Sendable {
        /// Nil if the customer's id was malformed.
        public let customer: CustomerID?
        public let application: CardApplication

        public init(customer: CustomerID?, application: CardApplication) {
            self.customer = customer
            self.application = application
        }
    }

    /// A customer of the brand, with the programs that the customer is eligible for.
    public struct Applicant: Sendable {
        public let customer: Customer
        public let eligible: [EligibleProgram]

        public init(customer: Customer, eligible: [EligibleProgram]) {
            self.customer = customer
            self.eligible = eligible
        }

        /// The program that an application names; nil if this customer may not have it.
        public func program(_ name: String?) -> EligibleProgram? {
            eligible.first { $0.program.name == name }
        }
    }

    public let entries: [Entry]

    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// All customers that a card is requested for.
    public var customers: Set<CustomerID> { Set(entries.compactMap(\.customer)) }

    /// All errors of all applications, each field with its entry: `cards[3].currency`.
    ///
    /// - Parameters:
    ///   - applicants: the requested customers that belong to the brand.
    ///   - unread: entries to skip because they could not be read, such as `cards[3]`.
    fileprivate func violations(
        among applicants: [CustomerID: Applicant], leavingOut unread: Set<String>
    ) -> [FieldError] {
        var asked: [CustomerID: [String: Int]] = [:]
        var violations = Violations()
        for (index, entry) in entries.enumerated() {
            let place = "cards[\(index)]"
            guard !unread.contains(place) else { continue }
            guard let id = entry.customer, let applicant = applicants[id] else {
                violations.check("\(place).customerId", "must be a customer of this brand")
                continue
            }
            let errors = entry.application.draft.errors(for: applicant.customer, eligible: applicant.eligible)
            for error in errors { violations.check("\(place).\(error.field)", error.error) }
            guard let offered = applicant.program(entry.application.programName) else { continue }
            asked[id, default: [:]][offered.program.name, default: 0] += 1
            let isTooMany = (asked[id]?[offered.program.name] ?? 0) > offered.allowableCards
            violations.check("\(place).programName", isTooMany ? Self.tooMany(offered) : nil)
        }
        return violations.list
    }

    private static func tooMany(_ offered: EligibleProgram) -> String {
        "exceeds the customer's limit: allowableCards of \(offered.program.name) is \(offered.allowableCards)"
    }
}

extension Draft<BulkApplication> {
    /// All errors of the order.
    public func errors(among applicants: [CustomerID: BulkApplication.Applicant]) -> [FieldError] {
        errors.adding(value.violations(among: applicants, leavingOut: Set(errors.map(\.field))))
    }
}
