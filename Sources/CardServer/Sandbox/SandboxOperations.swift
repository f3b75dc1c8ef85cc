import CardAPI
import HTTPContract
import HTTPService
import HTTPTypes
import Scenarios

/// Everything the sandbox can be asked, declared as the operations of the Card service are: its listener registers from
/// here and its OpenAPI document is made from here.
enum SandboxOperations {
    static let readPlastic = operation(
        "readPlastic", "Read what is printed on a card.", .cardholder, .get, card + "/plastic",
        answer: PlasticAnswer.schema)

    static let letHappen = operation(
        "letHappen", "Let something happen to a card that nobody asks the Card service for.", .cardholder, .post,
        card + "/events", answer: CardBody.schema, payload: EventBody.schema)

    static let listMessages = operation(
        "listMessages", "Look into a customer's inbox.", .cardholder, .get, "/messages", answer: InboxAnswer.schema,
        query: InboxQuery.schema)

    static let approveMessage = operation(
        "approveMessage", "Approve what a push message asks.", .cardholder, .post, "/messages/{messageId}/approve",
        answer: MessageAnswer.schema, errors: [.customerNotAllowed, .tooManyRequests])

    static let denyMessage = operation(
        "denyMessage", "Deny what a push message asks.", .cardholder, .post, "/messages/{messageId}/deny",
        answer: MessageAnswer.schema, errors: [.customerNotAllowed, .tooManyRequests])

    static let enrolCustomer = operation(
        "enrolCustomer", "Enrol a customer.", .population, .post, "/customers", status: .created,
        answer: CustomerAnswer.schema, payload: CustomerEnrolmentBody.schema)

    static let setAuthenticationMeans = operation(
        "setAuthenticationMeans", "Give a customer what strong customer authentication asks for.", .population, .put,
        "/customers/{customerId}/authentication", answer: AuthenticationMeansAnswer.schema,
        payload: AuthenticationMeansBody.schema)

    static let addProgram = operation(
        "addProgram", "Add a card program.", .population, .post, "/programs", status: .created,
        answer: ProgramBody.schema, payload: ProgramDraftBody.schema)

    static let getAuthenticationPolicy = operation(
        "getAuthenticationPolicy", "Look at what a brand asks strong customer authentication for.", .population, .get,
        brand + "/authentication", answer: AuthenticationPolicyBody.schema, errors: [.entityNotFound])

    static let setAuthenticationPolicy = operation(
        "setAuthenticationPolicy", "Change what a brand asks strong customer authentication for.", .population, .put,
        brand + "/authentication", answer: AuthenticationPolicyBody.schema, payload: AuthenticationPolicyBody.schema,
        errors: [.entityNotFound])

    static let setSecureViews = operation(
        "setSecureViews", "Name the web pages that may show a brand's secure views.", .population, .put,
        brand + "/secure-views", answer: SecureViewSettingsBody.schema, payload: SecureViewSettingsBody.schema,
        errors: [.entityNotFound])

    static let getWalletKeys = operation(
        "getWalletKeys", "Get the keys of the simulated networks.", .wallets, .get, "/wallet-keys",
        answer: WalletKeysAnswer.schema)

    static let changeToken = operation(
        "changeToken", "Let the network suspend, resume or delete a token.", .wallets, .post,
        "/tokens/{dpanRef}/events", answer: TokenAnswer.schema, payload: TokenEventBody.schema)

    static let explain = operation(
        "explain", "Explain what is wrong with what was sent to a wallet, or got.", .wallets, .post, "/explain",
        answer: ExplainAnswer.schema, payload: ExplainBody.schema)

    static let getClock = operation(
        "getClock", "Read the clock.", .time, .get, "/clock", answer: ClockAnswer.schema)

    static let setClock = operation(
        "setClock", "Set, move, stop or start the clock.", .time, .put, "/clock", answer: ClockAnswer.schema,
        payload: ClockBody.schema)

    static let reset = operation(
        "reset", "Go back to nothing but the demo universe.", .time, .post, "/reset", status: .noContent)

    static let takeSnapshot = operation(
        "takeSnapshot", "Name this moment.", .time, .post, "/snapshots", status: .created,
        answer: SnapshotAnswer.schema, payload: SnapshotRequestBody.schema,
        errors: [.snapshotConflict])

    static let listSnapshots = operation(
        "listSnapshots", "List the moments that were named.", .time, .get, "/snapshots",
        answer: SnapshotListAnswer.schema)

    static let compareSnapshot = operation(
        "compareSnapshot", "See what has changed since.", .time, .get, snapshot + "/diff",
        answer: SnapshotDifferenceAnswer.schema)

    static let restoreSnapshot = operation(
        "restoreSnapshot", "Go back to it.", .time, .post, snapshot + "/restore", status: .noContent)

    static let dropSnapshot = operation(
        "dropSnapshot", "Forget it.", .time, .delete, snapshot, status: .noContent)

    static let playScenario = operation(
        "playScenario", "Make what a scenario describes, in JSON here or in YAML.", .population, .post, "/scenarios",
        status: .created, answer: PlayedScenarioAnswer.schema,
        payload: ScenarioBody.schema, otherMediaTypes: ["application/yaml", "application/x-yaml", "text/yaml"],
        bodyLimitBytes: Scenario.maximumBytes, errors: [.cardLimitExceeded])

    static let bringAbout = operation(
        "bringAbout", "Bring about a provider state, as verifiers of Pact ask.", .population, .post, "/provider-states",
        answer: ProviderStateAnswer.schema, payload: ProviderStateBody.schema)

    static let listPossibilities = operation(
        "listPossibilities", "See what could be asked of a card, and what stands against it.", .watching, .get,
        card + "/actions", answer: WhyNotAnswer.schema)

    static let listRequests = operation(
        "listRequests", "Read the journal of requests.", .watching, .get, "/requests", answer: JournalAnswer.schema,
        query: JournalQuery.schema)

    static let verifyRequests = operation(
        "verifyRequests", "Ask whether something was asked for, and how often.", .watching, .post, "/requests/verify",
        answer: VerificationAnswer.schema, payload: VerifyBody.schema)

    static let forgetRequests = operation(
        "forgetRequests", "Forget the journal.", .watching, .delete, "/requests", status: .noContent)

    static let getCoverage = operation(
        "getCoverage", "See how much of the contract was exercised.", .watching, .get, "/coverage",
        answer: CoverageAnswer.schema)

    static let restartCoverage = operation(
        "restartCoverage", "Begin to count anew.", .watching, .delete, "/coverage", status: .noContent)

    static let getFaults = operation(
        "getFaults", "See what goes wrong, and how often it has.", .faults, .get, "/faults",
        answer: FaultPlanAnswer.schema)

    static let setFaults = operation(
        "setFaults", "Let something go wrong.", .faults, .put, "/faults", answer: FaultPlanAnswer.schema,
        payload: FaultPlanBody.schema)

    static let endFaults = operation(
        "endFaults", "Let nothing go wrong any more.", .faults, .delete, "/faults", status: .noContent)

    static let listTenants = operation(
        "listTenants", "List the tenants.", .tenants, .get, "/tenants", answer: TenantListAnswer.schema)

    static let makeTenant = operation(
        "makeTenant", "Make a tenant.", .tenants, .post, "/tenants", status: .created, answer: TenantAnswer.schema,
        payload: TenantBody.schema, errors: [.hostShouldBeValid])

    static let getTenant = operation(
        "getTenant", "Look at a tenant.", .tenants, .get, tenant, answer: TenantAnswer.schema,
        errors: [.hostShouldBeValid])

    static let dropTenant = operation(
        "dropTenant", "Drop a tenant, and all that is in it.", .tenants, .delete, tenant, status: .noContent)

    /// In the order in which they are described.
    static let all = [
        readPlastic, letHappen, listMessages, approveMessage, denyMessage,
        enrolCustomer, setAuthenticationMeans, addProgram, getAuthenticationPolicy, setAuthenticationPolicy,
        setSecureViews, playScenario, bringAbout, getWalletKeys, changeToken, explain, getClock, setClock, reset,
        takeSnapshot, listSnapshots, compareSnapshot, restoreSnapshot, dropSnapshot,
        listPossibilities, listRequests, verifyRequests, forgetRequests, getCoverage, restartCoverage,
        getFaults, setFaults, endFaults, listTenants, makeTenant, getTenant, dropTenant,
    ]

    private static let base = "/sandbox"
    private static let card = "/cards/{cardId}"
    private static let brand = "/brands/{brand}"
    private static let snapshot = "/snapshots/{name}"
    private static let tenant = "/tenants/{tenant}"

    /// None needs a key to be asked twice, and each refuses web pages.
    private static func operation(
        _ name: String, _ summary: String, _ noun: HTTPContract.Operation.Noun, _ method: HTTPRequest.Method, _ path: String,
        status: HTTPResponse.Status = .ok, answer: ObjectSchema? = nil, query: [QueryParameter] = [],
        payload: ObjectSchema? = nil, otherMediaTypes: [String] = [],
        bodyLimitBytes: Int = HTTPContract.Operation.usualBodyLimitBytes, errors: [ErrorCode] = []
    ) -> HTTPContract.Operation {
        HTTPContract.Operation(
            name: name, summary: summary, noun: noun, method: method, path: base + path, audience: .sandbox,
            successStatus: status, answer: answer, query: query, payload: payload.map { .json($0) } ?? .none,
            otherMediaTypes: otherMediaTypes, isRepeatable: true, bodyLimitBytes: bodyLimitBytes,
            errors: errors + [.operationNotAllowed])
    }
}

extension HTTPContract.Operation.Noun {
    fileprivate static let cardholder = Self(
        "Cardholder, post and terminal", "What the people do who hold cards, carry them and read them.")
    fileprivate static let population = Self("Customers, programs, brands", "What there is beside the demo universe.")
    fileprivate static let wallets = Self("Wallets", "The networks' side of tokens.")
    fileprivate static let time = Self("Time", "The clock, and moments to go back to.")
    fileprivate static let watching = Self(
        "Looking on", "What was asked, what was exercised, and what stands against a request.")
    fileprivate static let faults = Self("Faults", "What goes wrong, on request.")
    fileprivate static let tenants = Self("Tenants", "A whole service for each test run.")
}

extension OpenAPIDocument {
    /// The sandbox's control plane.
    public static func sandbox(at server: String = "/") -> OpenAPIDocument {
        OpenAPIDocument(
            title: "Tessera sandbox",
            description: """
                What no operation of the Card service offers and every test needs: to read the plastic, to let things \
                happen, to move time. It has a listener of its own, asks for the token it was started with if there \
                is one, and answers no web page.
                """,
            server: server, operations: SandboxOperations.all, pathParameters: sandboxParameters, errors: .sandbox,
            challenge: OpenAPIDocument.Challenge("What is missing: `Bearer`."))
    }

    private static let sandboxParameters =
        [
            ("brand", "demo", "The brand."), ("customerId", "10000001", "The customer."),
            ("dpanRef", "DNITHE41493306176949492327766247", "The token's reference."),
            ("name", "before-checkout", "The snapshot."), ("tenant", "checkout-suite", "The tenant."),
        ].map { name, example, description in
            ObjectSchema.Member(name: name, kind: .string, example: example, description: description)
        }
        + [
            ("cardId", "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card."),
            ("messageId", "b0c5f0de-7d2f-4a0e-a0f4-0d6f1e6c4f11", "The message."),
        ].map { name, example, description in
            ObjectSchema.Member(name: name, kind: .identifier, example: example, description: description)
        }
}

extension OpenAPIDocument.ErrorShape {
    /// RFC 9457.
    fileprivate static let sandbox = OpenAPIDocument.ErrorShape(
        mediaType: "application/problem+json", schema: SandboxProblem.schema, codePath: ["code"], codes: ErrorCode.cardService,
        exampleCode: .fieldErrors,
        example: { code in
            JSONValue(
                writing: SandboxProblem(
                    problem: Problem(code, code.meaning), requestID: "4cc56d84-f54d-43ff-9e93-d8b48bf6d8b1"))
        })
}

extension Audience {
    /// Anyone who can reach the sandbox, with its token if it was started with one.
    static let sandbox = Audience(
        "sandbox", "For whoever reaches the sandbox; by its token, if it asks for one.", by: .sandboxToken,
        isOptional: true, refusedBy: [.unauthorized])
}

extension SecurityScheme {
    fileprivate static let sandboxToken = SecurityScheme(
        "sandboxToken", .bearer(format: nil), "The service's `--sandbox-token`, if it was started with one.")
}
