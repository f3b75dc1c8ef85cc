import HTTPContract
import HTTPTypes

/// Operations that move money step by step: deposits, transfers between customers, and withdrawals.
extension Operations {
    public static let createDeposit = Operation(
        name: "createDeposit",
        summary: "Create a deposit",
        description: """
            Begins a deposit to one of the brand's customers. It is a `PREVIEW`: it moves nothing, and has no \
            transaction yet. A `merchantRefNum` that was used before returns the deposit that has it, if everything \
            else is the same, too. Otherwise it is a conflict.

            \(Conditions.business) \(Conditions.key)
            """,
        noun: .movements, method: .post, path: deposits, audience: .business, successStatus: .created,
        answer: MovementBody.schema, payload: .json(CreateDepositBody.schema),
        errors: [.operationNotAllowed, .depositDuplicatedMerchantRef], links: [.toDepositStatus])

    public static let updateDepositStatus = Operation(
        name: "updateDepositStatus",
        summary: "Take the next step of a deposit",
        description: """
            `PENDING` checks a `PREVIEW` and creates its transaction; it also opens the account in the deposit's \
            currency. `PROCESSING` confirms it. The deposit is `COMPLETED` later, when its money has arrived. A step \
            that is not the next one is refused with 403.

            \(Conditions.business)
            """,
        noun: .movements, method: .post, path: deposits + "/{depositId}/status", audience: .business,
        successStatus: .ok, answer: MovementBody.schema, payload: .json(UpdateMovementStatusBody.schema),
        isRepeatable: true, errors: [.operationNotAllowed])

    public static let createCustomerTransfer = Operation(
        name: "createCustomerTransfer",
        summary: "Create a transfer for a customer",
        description: """
            Begins a transfer from one of the brand's customers to another one, as `createTransfer` does for the \
            customer. The customer is not authenticated.

            \(Conditions.business) \(Conditions.key)
            """,
        noun: .movements, method: .post, path: customerTransfers, audience: .business, successStatus: .created,
        answer: MovementBody.schema, payload: .json(CreateTransferBody.schema),
        errors: [.operationNotAllowed, .transferInvalidCurrency, .transferDuplicatedMerchantRef],
        links: [.toCustomerTransferStatus])

    public static let updateCustomerTransferStatus = Operation(
        name: "updateCustomerTransferStatus",
        summary: "Take the next step of a customer's transfer",
        description: """
            Checks or confirms a transfer, as `updateTransferStatus` does for the customer. The customer is not \
            authenticated.

            \(Conditions.business)
            """,
        noun: .movements, method: .post, path: customerTransfers + "/{transferId}/status", audience: .business,
        successStatus: .ok, answer: MovementBody.schema, payload: .json(UpdateMovementStatusBody.schema),
        isRepeatable: true, errors: [.operationNotAllowed, .transferNotEnoughBalance])

    public static let createTransfer = Operation(
        name: "createTransfer",
        summary: "Create a transfer",
        description: """
            Begins a transfer to another customer of the brand. It is a `PREVIEW`: it moves nothing, and has no \
            transaction yet. The currency must be that of one of the customer's accounts. A `merchantRefNum` that was \
            used before returns the transfer that has it, if everything else is the same, too. Otherwise it is a \
            conflict.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.key)
            """,
        noun: .movements, method: .post, path: transfers, audience: .customer, successStatus: .created,
        answer: MovementBody.schema, payload: .json(CreateTransferBody.schema),
        errors: [.operationNotAllowed, .transferInvalidCurrency, .transferDuplicatedMerchantRef],
        links: [.toTransferStatus])

    public static let updateTransferStatus = Operation(
        name: "updateTransferStatus",
        summary: "Take the next step of a transfer",
        description: """
            `PENDING` checks a `PREVIEW` and creates its transaction; if the money is not there, it is refused with \
            400. `PROCESSING` confirms it and holds the money; if the money is not there any more, the transfer is \
            `FAILED`. The transfer is `COMPLETED` later, for both customers at once. A step that is not the next one \
            is refused with 403.

            \(Conditions.customer) \(Conditions.strongAuthentication)
            """,
        noun: .movements, method: .post, path: transfers + "/{transferId}/status", audience: .customer,
        successStatus: .ok, answer: MovementBody.schema, payload: .json(UpdateMovementStatusBody.schema),
        isRepeatable: true, errors: [.operationNotAllowed, .transferNotEnoughBalance, .noSuchCustomer])

    public static let createCustomerWithdrawal = Operation(
        name: "createCustomerWithdrawal",
        summary: "Create a withdrawal for a customer",
        description: """
            Begins a withdrawal from the account of one of the brand's customers, as `createWithdrawal` does for the \
            customer. The customer is not authenticated.

            \(Conditions.business) \(Conditions.key)
            """,
        noun: .movements, method: .post, path: customerWithdrawals, audience: .business, successStatus: .created,
        answer: MovementBody.schema, payload: .json(CreateWithdrawalBody.schema),
        errors: [.operationNotAllowed, .withdrawalInvalidCurrency, .withdrawalDuplicatedMerchantRef],
        links: [.toCustomerWithdrawalStatus])

    public static let updateCustomerWithdrawalStatus = Operation(
        name: "updateCustomerWithdrawalStatus",
        summary: "Take the next step of a customer's withdrawal",
        description: """
            Checks or confirms a withdrawal, as `updateWithdrawalStatus` does for the customer. The customer is not \
            authenticated.

            \(Conditions.business)
            """,
        noun: .movements, method: .post, path: customerWithdrawals + "/{withdrawalId}/status", audience: .business,
        successStatus: .ok, answer: MovementBody.schema, payload: .json(UpdateMovementStatusBody.schema),
        isRepeatable: true, errors: [.operationNotAllowed, .withdrawalNotEnoughBalance])

    public static let createWithdrawal = Operation(
        name: "createWithdrawal",
        summary: "Create a withdrawal",
        description: """
            Begins a withdrawal to one of the customer's payment instruments. It is a `PREVIEW`: it moves nothing, and \
            has no transaction yet. The currency must be that of one of the customer's accounts. A `merchantRefNum` \
            that was used before returns the withdrawal that has it, if everything else is the same, too. Otherwise \
            it is a conflict.

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.key)
            """,
        noun: .movements, method: .post, path: withdrawals, audience: .customer, successStatus: .created,
        answer: MovementBody.schema, payload: .json(CreateWithdrawalBody.schema),
        errors: [.operationNotAllowed, .withdrawalInvalidCurrency, .withdrawalDuplicatedMerchantRef],
        links: [.toWithdrawalStatus])

    public static let updateWithdrawalStatus = Operation(
        name: "updateWithdrawalStatus",
        summary: "Take the next step of a withdrawal",
        description: """
            `PENDING` checks a `PREVIEW` and creates its transaction; if the money is not there, it is refused with \
            400. `PROCESSING` confirms it and holds the money; if the money is not there any more, the withdrawal is \
            `FAILED`. The withdrawal is `COMPLETED` later, when the bank has paid. A step that is not the next one is \
            refused with 403.

            \(Conditions.customer) \(Conditions.strongAuthentication)
            """,
        noun: .movements, method: .post, path: withdrawals + "/{withdrawalId}/status", audience: .customer,
        successStatus: .ok, answer: MovementBody.schema, payload: .json(UpdateMovementStatusBody.schema),
        isRepeatable: true, errors: [.operationNotAllowed, .withdrawalNotEnoughBalance, .noSuchCustomer])

    private static let customerWithdrawals = baseOfVersion2 + "/customers/{customerId}/withdrawals"
    private static let withdrawals = base + "/profile/withdrawals"
    private static let customerTransfers = baseOfVersion2 + "/customers/{customerId}/transfers"
    private static let transfers = base + "/profile/transfers"
    private static let deposits = baseOfVersion2 + "/customers/{customerId}/deposits"
}
