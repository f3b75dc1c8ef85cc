import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import Scenarios

/// Customers, programs, brands and scenarios.
extension SandboxOperations {
    static let createCustomer = Operation.sandbox(
        "createCustomer", "Create a customer",
        """
        Adds a customer to the brand. The customer is eligible at once for every program of the region that the \
        country belongs to.
        """, .population, .post, "/customers", status: .created, answer: CustomerAnswer.schema,
        payload: CustomerEnrolmentBody.schema)

    static let setAuthenticationMeans = Operation.sandbox(
        "setAuthenticationMeans", "Set how a customer can authenticate",
        """
        Sets the password, the wallet PIN, the authenticator, the passkey or the e-mail address with which the \
        customer can answer challenges. Members that are absent keep their value. `clearAttempts` forgets wrong \
        attempts and sent challenges, which ends every lock.
        """, .population, .put, "/customers/{customerId}/authentication", answer: AuthenticationMeansAnswer.schema,
        payload: AuthenticationMeansBody.schema, errors: [.tooManyRequests])

    static let addProgram = Operation.sandbox(
        "addProgram", "Add a card program",
        """
        Adds a program to the brand. Every customer of its region is eligible for it at once. If it requires \
        approval, its new cards are `APPLIED`, and card events decide on them. The response has only the members that \
        Paysafe documents, so it does not show this. A name that exists already is refused.
        """, .population, .post, "/programs", status: .created, answer: ProgramBody.schema,
        payload: ProgramDraftBody.schema)

    static let getProgramControls = Operation.sandbox(
        "getProgramControls", "Get the controls of a card program",
        "Returns what no card of the program may do, and how much each card may spend.",
        .population, .get, "/programs/{programName}/controls", answer: CardControlsBody.schema,
        errors: [.entityNotFound])

    static let setProgramControls = Operation.sandbox(
        "setProgramControls", "Set the controls of a card program",
        """
        Replaces what no card of the program may do, and how much each card may spend; `{}` clears it. A payment must \
        pass these controls and those of its card, so a card can only be stricter.
        """, .population, .put, "/programs/{programName}/controls", answer: CardControlsBody.schema,
        payload: SetCardControlsBody.schema, errors: [.entityNotFound])

    static let getAuthenticationPolicy = Operation.sandbox(
        "getAuthenticationPolicy", "Get a brand's authentication policy",
        """
        Returns which operations of the brand require strong customer authentication, and its lifetimes and \
        limits.
        """, .population, .get, "/brands/{brand}/authentication", answer: AuthenticationPolicyBody.schema,
        errors: [.entityNotFound])

    static let setAuthenticationPolicy = Operation.sandbox(
        "setAuthenticationPolicy", "Change a brand's authentication policy",
        """
        Changes which operations of the brand require strong customer authentication, and its lifetimes and \
        limits. Members that are absent keep their value.
        """, .population, .put, "/brands/{brand}/authentication", answer: AuthenticationPolicyBody.schema,
        payload: AuthenticationPolicyBody.schema, errors: [.entityNotFound])

    static let setSecureViews = Operation.sandbox(
        "setSecureViews", "Set which web pages may embed secure views",
        """
        Replaces the list of origins that may show the brand's secure views in a frame. Without any, no page \
        may.
        """, .population, .put, "/brands/{brand}/secure-views", answer: SecureViewSettingsBody.schema,
        payload: SecureViewSettingsBody.schema, errors: [.entityNotFound])

    static let playScenario = Operation.sandbox(
        "playScenario", "Play a scenario",
        """
        Creates the programs, customers, cards and tokenizations that a scenario describes, in YAML or JSON. The \
        whole scenario is checked first: if anything in it is invalid, all errors are returned with line and \
        column, and nothing is created. Playing it again creates further customers and cards.
        """, .population, .post, "/scenarios", status: .created, answer: PlayedScenarioAnswer.schema,
        payload: ScenarioBody.schema, otherMediaTypes: ["application/yaml", "application/x-yaml", "text/yaml"],
        bodyLimitBytes: Scenario.maximumBytes, errors: [.cardLimitExceeded])

    static let setUpProviderState = Operation.sandbox(
        "setUpProviderState", "Set up a provider state",
        """
        Puts the service into a state that a Pact file names, before its verifier sends a request. Returns the \
        values that the request then needs, such as a token and a card id.
        """, .population, .post, "/provider-states", answer: ProviderStateAnswer.schema,
        payload: ProviderStateBody.schema)
}
