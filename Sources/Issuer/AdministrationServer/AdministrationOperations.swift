import Authorizing
import CardAPI
import HTTPContract
import HTTPTypes
import Scenarios

/// Every operation of the administration. Its OpenAPI document is made from this list.
package enum AdministrationOperations {
    /// In the order in which they are described.
    package static let all = [
        listClients, rotateClientSecret, disableClient, enableClient, revokeClientTokens, enrolCustomer, showCustomer,
        exportCustomer, eraseCustomer, recordCardEvent, clearCardTries, recordBankReport, showDispute, decideDispute,
        showEvidence, readSettings, planSettings,
        applySettings, listKeys, rotateKey, retireKey, listChanges, showChange, approveChange, withdrawChange,
        loadClearingFile, listClearingBreaks, resolveClearingBreak, listClearingPositions, settleClearingPosition,
        listInterchange, listPlasticOrders, loadPlasticReports,
        listRules, showRules, draftRules, shadowRules, unshadowRules, listRuleDifferences, backtestRules, dropRules,
        promoteRules,
    ]

    /// The beginning of all paths.
    static let base = "/administration"

    // MARK: Clients

    static let listClients = Operation.administration(
        "listClients", "List the clients of a brand",
        "Returns the clients by their ids, with their rights and their state, and without their secrets.",
        .clientsOfBrands, .get, "/brands/{brand}/clients", answer: ClientListAnswer.schema, errors: [.entityNotFound])

    static let rotateClientSecret = Operation.administration(
        "rotateClientSecret", "Replace a client's secret",
        """
        Gives a client a new secret, which only this response has. The secret before is accepted for a day more, or \
        as many seconds as `overlapSeconds` says. If it has leaked, end it at once with 0, and revoke the client's \
        tokens. A repeated request makes another secret.
        """, .clientsOfBrands, .post, "/brands/{brand}/clients/{client}/secret", answer: RotatedSecretAnswer.schema,
        payload: SecretOverlapBody.schema)

    static let disableClient = Operation.administration(
        "disableClient", "Disable a client",
        """
        Refuses a client every further token. Access tokens that it has end within a quarter of an hour. It may be \
        repeated.
        """, .clientsOfBrands, .post, "/brands/{brand}/clients/{client}/disable", status: .noContent)

    static let enableClient = Operation.administration(
        "enableClient", "Enable a client",
        "Lets a disabled client get tokens again. It may be repeated.",
        .clientsOfBrands, .post, "/brands/{brand}/clients/{client}/enable", status: .noContent)

    static let revokeClientTokens = Operation.administration(
        "revokeClientTokens", "Revoke a client's tokens",
        """
        Ends all refresh tokens of a client. Its access tokens end within a quarter of an hour. It may be repeated.
        """, .clientsOfBrands, .post, "/brands/{brand}/clients/{client}/revoke", status: .noContent)

    // MARK: Customers

    static let enrolCustomer = Operation.administration(
        "enrolCustomer", "Enrol a customer",
        """
        Adds a customer to a brand. The customer is eligible at once for every program of the region that the country \
        belongs to. A repeated request adds another customer.
        """, .customersOfBrands, .post, "/brands/{brand}/customers", status: .created,
        answer: EnrolledCustomerAnswer.schema, payload: NewCustomerBody.schema, errors: [.entityNotFound])

    static let showCustomer = Operation.rows(
        "showCustomer", "Show a customer",
        "Returns a customer's personal data, devices, cards and accounts, without secrets.",
        "/customers/{customerId}")

    static let exportCustomer = Operation.rows(
        "exportCustomer", "Export a customer's data",
        """
        Returns every row about a customer, without secrets. Rows of more than \
        \(CustomerRows.limitBytes >> 20) MiB are refused; `tessera-core admin customer export` prints them.
        """, "/customers/{customerId}/export")

    static let eraseCustomer = Operation.administration(
        "eraseCustomer", "Erase a customer's data",
        """
        Removes a customer's personal data. It is refused while a card can be used, an account has money, a movement \
        is not over, or the last change was less than five years ago, and the message names all of these. The books \
        stay, and name the customer by the number alone. It cannot be undone.
        """, .customersOfBrands, .delete, "/customers/{customerId}")

    // MARK: Records

    static let recordCardEvent = Operation.administration(
        "recordCardEvent", "Record a card event",
        """
        Records what happened to a card outside the service, and returns the card's status afterwards. An event that \
        cannot happen to the card in its status is refused, and the message names the statuses in which it can.
        """, .records, .post, "/cards/{cardId}/events", answer: CardStatusAnswer.schema,
        payload: RecordedEventBody.schema)

    static let clearCardTries = Operation.administration(
        "clearCardTries", "Give a card its attempts back",
        "Forgets wrong PINs and wrong activation data of a card, and returns its status. It may be repeated.",
        .records, .post, "/cards/{cardId}/clear-tries", answer: CardStatusAnswer.schema)

    static let recordBankReport = Operation.administration(
        "recordBankReport", "Record a report of the bank",
        """
        Records what the bank says of a deposit or a withdrawal, and returns the movement's status afterwards. A \
        deposit that does not fit on the account is `FAILED`. The same report twice changes nothing.
        """, .records, .post, "/customers/{customerId}/movements/{movementId}/reports",
        answer: MovementStatusAnswer.schema, payload: BankReportBody.schema)

    // MARK: Disputes

    static let showDispute = Operation.administration(
        "showDispute", "Show a dispute",
        "Returns a dispute with its history and the names of its files.",
        .disputesOfCustomers, .get, "/disputes/{disputeId}", answer: DisputeBody.schema)

    static let decideDispute = Operation.administration(
        "decideDispute", "Decide the issuer's step of a dispute",
        """
        Charges a purchase back, rejects the claim, asks the acquirer or the scheme to decide, or accepts what the \
        merchant says, and returns the dispute afterwards. A decision that the status does not allow is refused, and \
        the message names those that are accepted.
        """, .disputesOfCustomers, .post, "/disputes/{disputeId}/decisions", answer: DisputeBody.schema,
        payload: DisputeDecisionBody.schema)

    static let showEvidence = Operation.administration(
        "showEvidence", "Show a file of a dispute",
        "Returns a file with its content. The audit trail tells of it.",
        .disputesOfCustomers, .get, "/disputes/{disputeId}/evidence/{evidenceId}",
        answer: EvidenceContentBody.schema)

    // MARK: Settings and keys

    static let readSettings: Operation = {
        var operation = Operation.administration(
            "readSettings", "Read the settings",
            """
            Returns brands, clients, programs and exchange rates as a file that `tessera-core apply` reads. It has no \
            secrets.
            """, .settings, .get, "/settings")
        operation.textAnswer = settingsFile
        return operation
    }()

    static let planSettings = Operation.takingSettings(
        "planSettings", "Plan a change of settings",
        "Returns the changes that `applySettings` would propose of a file, and proposes none.",
        .post, "/settings/plan", answer: SettingsChangesAnswer.schema)

    static let applySettings = Operation.takingSettings(
        "applySettings", "Apply settings",
        """
        Makes brands, clients, programs and exchange rates as a file describes them, in YAML or JSON. What is so \
        already stays as it is, and what the file does not name is left alone. The whole file is checked first: if \
        anything in it is invalid, all errors are returned with line and column. A file that would change nothing is \
        refused. Each new client gets a secret, which only the response to `approveChange` has.
        """, .put, "/settings")

    /// As `tessera-core apply` reads it.
    fileprivate static let settingsFile = TextBody(
        mediaType: "application/yaml", description: "A file of settings.",
        example: "brands:\n  acme: {frameAncestors: [https://acme.example]}\n")

    static let listKeys = Operation.administration(
        "listKeys", "List the data keys",
        """
        Returns each version of each key that protects the database, and never a key itself. Two keys with the same \
        check value are the same key.
        """, .settings, .get, "/keys", answer: KeyListAnswer.schema)

    static let rotateKey = Operation.administration(
        "rotateKey", "Add a version of a data key",
        """
        Adds a version of a key, which makes new values ten minutes later. It is refused for a key that cannot be \
        rotated, and as long as the newest version does not make new values. To encrypt stored values again, call \
        `tessera-core keys reencrypt` on the machine of the service.
        """, .settings, .post, "/keys/{purpose}/rotate")

    static let retireKey = Operation.administration(
        "retireKey", "Remove a version of a data key",
        """
        Removes a version of a key, an hour after its successor began to make new values. If a stored value still \
        names it, `approveChange` refuses the change, which looks at every value. It cannot be undone.
        """, .settings, .delete, "/keys/{purpose}/versions/{version}")

    // MARK: Changes

    static let listChanges = Operation.administration(
        "listChanges", "List the changes that wait",
        """
        Returns the changes that wait for a second operator, the oldest one first. An operator sees those that the \
        role may propose, and an auditor all.
        """, .changes, .get, "/changes", answer: ChangeListAnswer.schema)

    static let showChange = Operation.administration(
        "showChange", "Show a change that waits",
        "Returns a change with its effects now, or the reasons for which it would be refused now.",
        .changes, .get, "/changes/{changeId}", answer: ProposalAnswer.schema)

    static let approveChange = Operation.administration(
        "approveChange", "Approve a change",
        """
        Makes a change that another operator has proposed. The caller's role must be one that may propose it. A \
        change is made once. If it is refused because something is not as it was, it stays waiting, and changes \
        nothing. The secrets of new clients are only in this response.
        """, .changes, .post, "/changes/{changeId}/approve", answer: ApprovedChangeAnswer.schema,
        errors: [.noSuchCustomer])

    static let withdrawChange = Operation.administration(
        "withdrawChange", "Withdraw a change",
        "Ends a change that waits; it is not made. Each operator whose role may propose it may withdraw it.",
        .changes, .delete, "/changes/{changeId}", status: .noContent)

    // MARK: Clearing

    static let loadClearingFile: Operation = {
        var operation = Operation.administration(
            "loadClearingFile", "Load a clearing file",
            """
            Books each clearing of a scheme's file that is not booked yet, adds it to the position of the day, and \
            opens a break for each line that differs from the books. If the text is wrong anywhere, all errors are \
            returned with line and column, and nothing is booked. A request that was interrupted may be repeated with \
            the same file: it goes on where it was. A file that was loaded changes nothing. `tessera-core clearing \
            load` takes files of more than \(maximumClearingBytes >> 20) MiB.
            """, .clearing, .put, "/clearing/files/{fileReference}", answer: ClearingLoadAnswer.schema)
        operation.payload = .text(
            TextBody(
                mediaType: ClearingFile.mediaType, description: "A clearing file; docs/SETTLEMENT.md has its format.",
                example: """
                    record,networkReference,authorizationId,currencyCode,amount,isFinal,count
                    CLEARING,CLEARING-1,1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1,EUR,1234,true,
                    TOTAL,,,EUR,1234,,1
                    END,,,,,,1

                    """))
        operation.bodyLimitBytes = maximumClearingBytes
        return operation
    }()

    private static let maximumClearingBytes = 4 * 1024 * 1024

    static let listClearingBreaks = Operation.administration(
        "listClearingBreaks", "List the open breaks",
        """
        Returns the differences between the schemes' files and the books that nobody has resolved, in pages, the \
        oldest first.
        """, .clearing, .get, "/clearing/breaks", answer: BreakListAnswer.schema, query: BreakListQuery.schema)

    static let resolveClearingBreak = Operation.administration(
        "resolveClearingBreak", "Resolve a break",
        """
        Records how a difference is explained, and by whom. With `lossTo`, the amount of a line that was not booked \
        becomes a loss of the issuer, and the scheme is owed it. A break is resolved once.
        """, .clearing, .post, "/clearing/breaks/{breakId}/resolve", answer: ClearingBreakAnswer.schema,
        payload: BreakResolutionBody.schema, errors: [.entityNotFound])

    static let listClearingPositions = Operation.administration(
        "listClearingPositions", "List positions",
        "Returns what each scheme is owed for each of some days, by currency, in UTC.",
        .clearing, .get, "/clearing/positions/{firstDay}/{lastDay}", answer: PositionListAnswer.schema,
        errors: [.entityNotFound])

    static let settleClearingPosition = Operation.administration(
        "settleClearingPosition", "Record that a position was paid",
        """
        Records that a scheme got its money for a day from the customers' money in the bank. It is refused while the \
        day is not over, and while one of its files is not taken whole. A position is settled once.
        """, .clearing, .post, "/clearing/positions/{day}/{scheme}/{currency}/settle", answer: PositionAnswer.schema,
        errors: [.entityNotFound])

    static let listInterchange = Operation.administration(
        "listInterchange", "List interchange",
        "Returns the issuer's part of clearings, by program, currency and the merchants' category.",
        .clearing, .get, "/clearing/interchange", answer: InterchangeListAnswer.schema)

    // MARK: Plastic

    static let listPlasticOrders = Operation.administration(
        "listPlasticOrders", "List order files", "Returns the last 500 order files, without their cards.",
        .plastic, .get, "/plastic/orders", answer: BureauFileListAnswer.schema)

    static let loadPlasticReports: Operation = {
        var operation = Operation.administration(
            "loadPlasticReports", "Load a bureau's reports",
            """
            Takes what a bureau reports about plastic: `DISPATCHED`, `RETURNED` or `DESTROYED`. Wrong lines are \
            returned with their numbers, and the others are done. What is known already changes nothing, so a request \
            that was interrupted may be repeated with the same file. `tessera-core bureau load` takes files of more \
            than \(maximumClearingBytes >> 20) MiB.
            """, .plastic, .put, "/plastic/reports/{fileReference}", answer: BureauLoadAnswer.schema)
        operation.payload = .text(
            TextBody(
                mediaType: ClearingFile.mediaType,
                description: "A bureau's reports; docs/PERSONALIZATION.md has their format.",
                example: """
                    cardReference,status
                    f16ba382-eb42-481a-b08f-c57bdc9aae24,DISPATCHED

                    """))
        operation.bodyLimitBytes = maximumClearingBytes
        return operation
    }()
}

extension Operation {
    /// An operation of the administration, whose description names the roles that may call it. One of two operators
    /// only proposes. None takes an `Idempotency-Key`.
    static func administration(
        _ name: String, _ summary: String, _ description: String, _ noun: Noun, _ method: HTTPRequest.Method,
        _ path: String, status: HTTPResponse.Status = .ok, answer: ObjectSchema? = nil, payload: ObjectSchema? = nil,
        query: [QueryParameter] = [], errors: [ErrorCode] = []
    ) -> Operation {
        let isProposed = Permissions.ofTwoOperators.contains(name)
        let approval =
            isProposed ? "\n\nThis only proposes it: a second operator calls `approveChange` within 24 hours." : ""
        return Operation(
            name: name, summary: summary,
            description: "\(description)\(approval)\n\nFor the roles \(Permissions.words(for: name)).", noun: noun,
            method: method, path: AdministrationOperations.base + path, audience: .administration,
            successStatus: isProposed ? .accepted : status, answer: isProposed ? ProposalAnswer.schema : answer,
            query: query, payload: payload.map { .json($0) } ?? .none, isRepeatable: true,
            errors: errors + (method == .get ? [] : [.operationNotAllowed]))
    }

    /// An operation that takes a file of settings. JSON is also YAML.
    fileprivate static func takingSettings(
        _ name: String, _ summary: String, _ description: String, _ method: HTTPRequest.Method, _ path: String,
        answer: ObjectSchema? = nil
    ) -> Operation {
        var operation = administration(name, summary, description, .settings, method, path, answer: answer)
        operation.payload = .text(AdministrationOperations.settingsFile)
        operation.otherMediaTypes = ["application/json", "application/x-yaml", "text/yaml"]
        operation.bodyLimitBytes = Scenario.maximumBytes
        return operation
    }

    /// An operation that returns rows of a customer.
    fileprivate static func rows(
        _ name: String, _ summary: String, _ description: String, _ path: String
    ) -> Operation {
        var operation = administration(
            name, summary, "\(description) A line has a row with its table. The audit trail tells of it.",
            .customersOfBrands, .get, path, errors: [.operationNotAllowed])
        operation.textAnswer = TextBody(
            mediaType: CustomerRows.mediaType, description: "Lines of JSON.",
            example: #"{"table": "issuing.customer", "row": {"brand": "acme", "customer_id": 30000001}}"# + "\n")
        return operation
    }
}
