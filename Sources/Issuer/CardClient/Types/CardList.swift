import CardAPI
import HTTPContract

extension Wallet {
    /// Which cards to list, and what to include for each.
    public struct CardParameters: Sendable, Hashable {
        public var cardType: CardType?
        /// The maximum number of cards, 1 to 100; 10 if nil.
        public var limit: Int?
        /// The index of the first card, from 0.
        public var offset: Int?
        /// Nil for every status.
        public var status: [CardStatus]?
        public var include: [CardIncludesParam]?

        public init(
            cardType: CardType? = nil, limit: Int? = nil, offset: Int? = nil, status: [CardStatus]? = nil,
            include: [CardIncludesParam]? = nil
        ) {
            self.cardType = cardType
            self.limit = limit
            self.offset = offset
            self.status = status
            self.include = include
        }
    }

    public enum CardIncludesParam: String, Sendable, Hashable, CaseIterable {
        case tokenizations = "TOKENIZATIONS"
        case availableActions = "AVAILABLE_ACTIONS"
    }

    /// One page of the customer's cards, newest first.
    public struct CardList: Sendable, Hashable {
        public let cards: [Card]
        public let meta: PagingResultMeta

        public init(cards: [Card], meta: PagingResultMeta) {
            self.cards = cards
            self.meta = meta
        }
    }

    public struct PagingResultMeta: Sendable, Hashable {
        /// How many records match, on all pages together.
        public let numberOfRecords: Int
        public let limit: Int
        /// Counted from 1.
        public let page: Int

        public init(numberOfRecords: Int, limit: Int, page: Int) {
            self.numberOfRecords = numberOfRecords
            self.limit = limit
            self.page = page
        }
    }

    /// The programs that the customer is eligible for.
    public struct CardProgramList: Sendable, Hashable {
        public let programs: [CardProgram]

        public init(programs: [CardProgram]) {
            self.programs = programs
        }
    }

    /// A kind of card that the customer is eligible for.
    public struct CardProgram: Sendable, Hashable {
        public let cardType: CardType
        public let scheme: CardScheme
        public let name: String
        public let currencies: [String]
        /// How many more cards of this program the customer can have.
        public let allowableCards: Int
        /// Whether a physical card can be used online before it is activated.
        public let isDigital: Bool

        public init(
            cardType: CardType, scheme: CardScheme, name: String, currencies: [String], allowableCards: Int,
            isDigital: Bool
        ) {
            self.cardType = cardType
            self.scheme = scheme
            self.name = name
            self.currencies = currencies
            self.allowableCards = allowableCards
            self.isDigital = isDigital
        }
    }
}

extension Wallet.CardParameters {
    var query: CardListQuery {
        var query = CardListQuery()
        query.cardType = cardType?.rawValue
        query.limit = limit ?? query.limit
        query.offset = offset ?? query.offset
        query.statuses = status?.map(\.rawValue) ?? []
        query.inclusions = include?.map(\.rawValue) ?? []
        return query
    }
}

extension Wallet.CardList {
    init(_ body: CardListBody) {
        cards = body.cards.map(Wallet.Card.init)
        meta = Wallet.PagingResultMeta(body.meta)
    }
}

extension Wallet.PagingResultMeta {
    init(_ body: CardListBody.Meta) {
        self.init(numberOfRecords: body.numberOfRecords, limit: body.limit, page: body.page)
    }
}

extension Wallet.CardProgram {
    init(_ body: ProgramBody) {
        cardType = Wallet.CardType(word: body.cardType)
        scheme = Wallet.CardScheme(word: body.scheme)
        name = body.name
        currencies = body.currencies
        allowableCards = body.allowableCards
        isDigital = body.isDigital
    }
}
