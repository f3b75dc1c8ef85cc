import HTTPContract

/// A filter for the customer's cards, and the additions to each card.
public struct CardListQuery: PagedQuery {
    /// Empty for every status.
    public var statuses: [String] = []
    public var cardType: String?
    public var inclusions: [String] = []
    /// The maximum number of cards.
    public var limit = defaultLimit
    /// The index of the first card, from 0.
    public var offset = 0

    public static let defaultLimit = 10

    public init() {}

    public static let parameters: [BoundParameter<CardListQuery>] = [
        .enumerationList(
            "status", \.statuses, of: Vocabulary.cardStatuses, "Returns only cards in one of these statuses."),
        .enumeration("cardType", \.cardType, of: Vocabulary.cardTypes, "Returns only cards of this type."),
        .enumerationList("include", \.inclusions, of: Vocabulary.cardInclusions, "What to add to each card."),
    ] + paging("cards", "card", upTo: 100)
}

/// The additions to one card that the caller asks for.
public struct CardQuery: RequestQuery {
    public var inclusions: [String] = []

    public init() {}

    public static let parameters: [BoundParameter<CardQuery>] = [
        .enumerationList("include", \.inclusions, of: Vocabulary.cardInclusions, "What to add to the card.")
    ]
}

/// Which programs to list.
public struct ProgramListQuery: RequestQuery {
    public var cardType: String?

    public init() {}

    public static let parameters: [BoundParameter<ProgramListQuery>] = [
        .enumeration(
            "cardType", \.cardType, of: Vocabulary.cardTypes, "Returns only programs whose cards have this type.")
    ]
}
