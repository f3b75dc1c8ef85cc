import HTTPContract
import HTTPTypes

/// Operations with which customers, and businesses for their customers, dispute cleared payments.
extension Operations {
    static let ofDisputes = [
        createDispute, listDisputes, getDispute, withdrawDispute, addDisputeEvidence, getDisputeEvidence,
        createCustomerDispute, listCustomerDisputes, getCustomerDispute, withdrawCustomerDispute,
        addCustomerDisputeEvidence, getCustomerDisputeEvidence,
    ]

    public static let createDispute = Operation(
        name: "createDispute",
        summary: "Dispute a payment",
        description: """
            Opens a dispute about a cleared payment, or about a part of it, within the time of the scheme. Fees are no \
            part of it. If the program gives a provisional credit, the money is on the account at once, as a \
            `CHARGEBACK`; after a lost dispute it may be taken back by a `CHARGEBACK_REVERSAL`. A payment has one \
            dispute at a time.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.key)
            """,
        noun: .disputes, method: .post, path: disputes, audience: .customer, successStatus: .created,
        answer: DisputeBody.schema, payload: .json(CreateDisputeBody.schema), errors: refusals,
        links: [.toDispute, .toWithdrawal, .toEvidence])

    public static let listDisputes = Operation(
        name: "listDisputes",
        summary: "List disputes",
        description: """
            Returns the customer's disputes in pages, newest first. The query filters them by payment and status.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .disputes, method: .get, path: disputes, audience: .customer, successStatus: .ok,
        answer: DisputeListBody.schema, query: DisputeListQuery.schema)

    public static let getDispute = Operation(
        name: "getDispute",
        summary: "Get a dispute",
        description: """
            Returns one dispute of the customer, with its history and the names of its files.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .disputes, method: .get, path: disputes + "/{disputeId}", audience: .customer, successStatus: .ok,
        answer: DisputeBody.schema)

    public static let withdrawDispute = Operation(
        name: "withdrawDispute",
        summary: "Withdraw a dispute",
        description: """
            Takes the claim back, and with it a provisional credit. It is refused once the scheme decides, and after \
            the end. \(Conditions.harmless)

            \(Conditions.customer) \(Conditions.strongAuthentication)
            """,
        noun: .disputes, method: .post, path: disputes + "/{disputeId}/withdrawal", audience: .customer,
        successStatus: .ok, answer: DisputeBody.schema, isRepeatable: true, errors: [.operationNotAllowed])

    public static let addDisputeEvidence = Operation(
        name: "addDisputeEvidence",
        summary: "Add a file to a dispute",
        description: """
            Adds a file to a dispute that is not over: a PDF, a JPEG, a PNG or a text of at most 256 KiB. It is stored \
            encrypted. A dispute has at most 10 files.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.key)
            """,
        noun: .disputes, method: .post, path: disputes + "/{disputeId}/evidence", audience: .customer,
        successStatus: .created, answer: EvidenceBody.schema, payload: .json(AddEvidenceBody.schema),
        bodyLimitBytes: evidenceLimitBytes, errors: [.operationNotAllowed], links: [.toEvidenceContent])

    public static let getDisputeEvidence = Operation(
        name: "getDisputeEvidence",
        summary: "Get a file of a dispute",
        description: """
            Returns a file of one of the customer's disputes with its content.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .disputes, method: .get, path: disputes + "/{disputeId}/evidence/{evidenceId}", audience: .customer,
        successStatus: .ok, answer: EvidenceContentBody.schema)

    public static let createCustomerDispute = Operation(
        name: "createCustomerDispute",
        summary: "Dispute a payment of a customer",
        description: """
            Opens a dispute for one of the brand's customers by the same rules as `createDispute`. The customer is not \
            authenticated.

            \(Conditions.business) \(Conditions.key)
            """,
        noun: .disputes, method: .post, path: customerDisputes, audience: .business, successStatus: .created,
        answer: DisputeBody.schema, payload: .json(CreateDisputeBody.schema), errors: refusals + [.entityNotFound],
        links: [.toCustomerDispute, .toCustomerWithdrawal, .toCustomerEvidence])

    public static let listCustomerDisputes = Operation(
        name: "listCustomerDisputes",
        summary: "List disputes of a customer",
        description: """
            Returns the disputes of one of the brand's customers, as `listDisputes` does for the customer.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .disputes, method: .get, path: customerDisputes, audience: .business, successStatus: .ok,
        answer: DisputeListBody.schema, query: DisputeListQuery.schema)

    public static let getCustomerDispute = Operation(
        name: "getCustomerDispute",
        summary: "Get a dispute of a customer",
        description: """
            Returns one dispute of one of the brand's customers, with its history and the names of its files.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .disputes, method: .get, path: customerDisputes + "/{disputeId}", audience: .business,
        successStatus: .ok, answer: DisputeBody.schema)

    public static let withdrawCustomerDispute = Operation(
        name: "withdrawCustomerDispute",
        summary: "Withdraw a dispute of a customer",
        description: """
            Takes the claim of a customer back, as `withdrawDispute` does for the customer. \(Conditions.harmless)

            \(Conditions.business)
            """,
        noun: .disputes, method: .post, path: customerDisputes + "/{disputeId}/withdrawal", audience: .business,
        successStatus: .ok, answer: DisputeBody.schema, isRepeatable: true, errors: [.operationNotAllowed])

    public static let addCustomerDisputeEvidence = Operation(
        name: "addCustomerDisputeEvidence",
        summary: "Add a file to a customer's dispute",
        description: """
            Adds a file to a dispute of one of the brand's customers by the same rules as `addDisputeEvidence`.

            \(Conditions.business) \(Conditions.key)
            """,
        noun: .disputes, method: .post, path: customerDisputes + "/{disputeId}/evidence", audience: .business,
        successStatus: .created, answer: EvidenceBody.schema, payload: .json(AddEvidenceBody.schema),
        bodyLimitBytes: evidenceLimitBytes, errors: [.operationNotAllowed], links: [.toCustomerEvidenceContent])

    public static let getCustomerDisputeEvidence = Operation(
        name: "getCustomerDisputeEvidence",
        summary: "Get a file of a customer's dispute",
        description: """
            Returns a file of a dispute of one of the brand's customers with its content.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .disputes, method: .get, path: customerDisputes + "/{disputeId}/evidence/{evidenceId}",
        audience: .business, successStatus: .ok, answer: EvidenceContentBody.schema)

    private static let refusals: [ErrorCode] = [.operationNotAllowed, .disputeConflict, .entityNotFound]
    /// A file of 256 KiB in Base64, and room for the other members.
    private static let evidenceLimitBytes = 384 * 1024
    private static let disputes = base + "/profile/disputes"
    private static let customerDisputes = baseOfVersion2 + "/customers/{customerId}/disputes"
}

extension Operation.Link {
    fileprivate static let toDispute = Self(
        to: "getDispute", ["disputeId": "$response.body#/id"], "Get the dispute with its history.")
    fileprivate static let toWithdrawal = Self(
        to: "withdrawDispute", ["disputeId": "$response.body#/id"], "Withdraw the dispute.")
    fileprivate static let toEvidence = Self(
        to: "addDisputeEvidence", ["disputeId": "$response.body#/id"], "Add a file.")
    fileprivate static let toEvidenceContent = Self(
        to: "getDisputeEvidence",
        ["disputeId": "$request.path.disputeId", "evidenceId": "$response.body#/id"], "Get the file.")

    private static func ofCustomer(_ operation: String, _ description: String) -> Self {
        Self(
            to: operation, ["customerId": "$request.path.customerId", "disputeId": "$response.body#/id"], description)
    }

    fileprivate static let toCustomerDispute = ofCustomer("getCustomerDispute", "Get the dispute with its history.")
    fileprivate static let toCustomerWithdrawal = ofCustomer("withdrawCustomerDispute", "Withdraw the dispute.")
    fileprivate static let toCustomerEvidence = ofCustomer("addCustomerDisputeEvidence", "Add a file.")
    fileprivate static let toCustomerEvidenceContent = Self(
        to: "getCustomerDisputeEvidence",
        [
            "customerId": "$request.path.customerId", "disputeId": "$request.path.disputeId",
            "evidenceId": "$response.body#/id",
        ], "Get the file.")
}
