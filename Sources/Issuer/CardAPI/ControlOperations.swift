import HTTPContract
import HTTPTypes

/// Operations that read and set the controls of a card.
extension Operations {
    public static let getCardControls = Operation(
        name: "getCardControls",
        summary: "Get the controls of a card",
        description: """
            Returns the controls that were set for the card. Its program may have more, which are not in the response. \
            The card may have any status.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .cards, method: .get, path: card + "/controls", audience: .customer, successStatus: .ok,
        answer: CardControlsBody.schema)

    public static let setCardControls = Operation(
        name: "setCardControls",
        summary: "Set the controls of a card",
        description: """
            \(controls)

            \(Conditions.customer) \(Conditions.strongAuthentication) \(Conditions.harmless)
            """,
        noun: .cards, method: .put, path: card + "/controls", audience: .customer, successStatus: .ok,
        answer: CardControlsBody.schema, payload: .json(SetCardControlsBody.schema))

    public static let getCustomerCardControls = Operation(
        name: "getCustomerCardControls",
        summary: "Get the controls of a customer's card",
        description: """
            Returns the controls of a card of one of the brand's customers, as `getCardControls` does for the customer.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .customerCards, method: .get, path: customerCard + "/controls", audience: .business, successStatus: .ok,
        answer: CardControlsBody.schema)

    public static let setCustomerCardControls = Operation(
        name: "setCustomerCardControls",
        summary: "Set the controls of a customer's card",
        description: """
            \(controls) They are the same controls that the customer sets with `setCardControls`.

            \(Conditions.business) \(Conditions.harmless)
            """,
        noun: .customerCards, method: .put, path: customerCard + "/controls", audience: .business, successStatus: .ok,
        answer: CardControlsBody.schema, payload: .json(SetCardControlsBody.schema))

    private static let controls = """
        Replaces all controls of the card: merchant categories and countries, channels, and limits. An absent member \
        sets no restriction, so `{}` clears all. A payment must pass the controls of the card and those of its \
        program, so a card can only be stricter. A limit also counts what was spent in its window before it was set. \
        The card may have any status.
        """
}
