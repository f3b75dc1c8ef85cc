import CardAPI
import Cards
import HTTPContract
import HTTPTypes
import Identifiers
import Sandbox

struct CustomerSearchQuery: PagedQuery {
    var search: String?
    var brand: String?
    var limit = 20
    var offset = 0

    static let parameters: [BoundParameter<CustomerSearchQuery>] =
        [
            .text(
                "search", \.search,
                "Returns only customers with this id, with this card, with a first or last name that begins so, or "
                    + "with a card that has these last four digits."),
            .text("brand", \.brand, "Returns only customers of this brand."),
        ] + paging()
}

struct ListedCustomerAnswer: AnswerBody {
    let customer: ListedCustomer

    init(_ customer: ListedCustomer) { self.customer = customer }

    static let members: [AnswerMember<ListedCustomerAnswer>] = [
        .member("customerId", \.customer.id.description, example: "10000001", "The customer's id."),
        .member("brand", \.customer.brand, example: "demo", "The customer's brand."),
        .member("firstName", \.customer.firstName, example: "Ivana", "First name."),
        .member("lastName", \.customer.lastName, example: "Petrova", "Last name."),
        .member(
            "email", \.customer.email, example: "ivana@example.com", "The address that codes by EMAIL are sent to."),
        .member("mobile", \.customer.mobile, example: "+359 881234567", "The mobile number that messages are sent to."),
        .member("countryCode", \.customer.country, example: "BG", "Country, ISO 3166-1 alpha-2."),
        .member("cardCount", \.customer.cardCount, example: "2", "How many cards the customer has, with ended ones."),
    ]
}

struct CustomerListAnswer: AnswerBody {
    let customers: [ListedCustomerAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<CustomerListAnswer>] = [
        .member("customers", \.customers, "The customers, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

struct LocatedCardAnswer: AnswerBody {
    let card: LocatedCard

    static let members: [AnswerMember<LocatedCardAnswer>] = [
        .member(
            "cardId", \.card.id.description, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card's id."),
        .member("customerId", \.card.customer.description, example: "10000001", "The cardholder's id."),
        .member("brand", \.card.brand, example: "demo", "The cardholder's brand."),
        .member("lastFour", \.card.lastFour, example: "6743", "The last four digits of the card number."),
        .member(
            "status", \.card.status.rawValue, as: .enumeration(CardStatus.allCases.map(\.rawValue)),
            example: "ACTIVE", "The status."),
        .member(
            "scheme", \.card.scheme.rawValue, as: .enumeration(Program.Scheme.allCases.map(\.rawValue)),
            example: "VISA", "The card network."),
        .member("ownerName", \.card.ownerName, example: "Ivana Petrova", "The cardholder's name."),
    ]
}

struct CardSearchQuery: RequestQuery {
    var lastFour: String?

    static let parameters: [BoundParameter<CardSearchQuery>] = [
        .text("lastFour", \.lastFour, "The last four digits of a card's number, or of the number of its token.")
    ]
}

struct FoundCardAnswer: AnswerBody {
    let found: FoundCard

    init(_ found: FoundCard) { self.found = found }

    static let members: [AnswerMember<FoundCardAnswer>] = [
        .member("card", { LocatedCardAnswer(card: $0.found.card) }, "The card."),
        .member(
            "tokenLastFour", \.found.tokenLastFour, example: "4417",
            "The last four digits of the token that was found; absent if it was the card."),
        .member(
            "phoneId", { $0.found.phone?.description }, as: .identifier,
            example: "5b6f0d5e-3c0e-4a52-9a4f-0f6f2f3b7c11",
            "The phone of the token; absent if it was erased, or if the card was found."),
    ]
}

struct FoundCardsAnswer: AnswerBody {
    let cards: [FoundCardAnswer]

    static let members: [AnswerMember<FoundCardsAnswer>] = [
        .member("cards", \.cards, "The cards, newest first, and after them those that were found by a token.")
    ]
}

struct CardChangeAnswer: AnswerBody {
    let change: CardStatusChange

    static let members: [AnswerMember<CardChangeAnswer>] = [
        .member("number", \.change.number, example: "2", "The change's number, from 1, when the card was issued."),
        .member(
            "from", \.change.from?.rawValue, as: .enumeration(CardStatus.allCases.map(\.rawValue)), example: "ISSUED",
            "The status before; absent in the first."),
        .member(
            "to", \.change.to.rawValue, as: .enumeration(CardStatus.allCases.map(\.rawValue)), example: "ACTIVE",
            "The status after it."),
        .member(
            "actor", \.change.actor.rawValue, as: .enumeration(TransitionMatrix.Actor.allCases.map(\.rawValue)),
            example: "CUSTOMER", "Who changed it."),
        .member(
            "occasion", \.change.occasion.rawValue,
            as: .enumeration(TransitionMatrix.Occasion.allCases.map(\.rawValue)), example: "ACTIVATION", "With what."),
        .member("reason", \.change.reason, example: "Mislaid", "Why; absent if nobody said it."),
        .member("date", { Timestamp($0.change.at) }, example: "2026-11-21T15:43:00Z", "The time."),
    ]
}

struct CardHistoryAnswer: AnswerBody {
    let history: [CardChangeAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<CardHistoryAnswer>] = [
        .member("history", \.history, "The changes, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

struct ListedPhoneAnswer: AnswerBody {
    let listed: ListedPhone

    init(_ listed: ListedPhone) { self.listed = listed }

    static let members: [AnswerMember<ListedPhoneAnswer>] = [
        .member(
            "phoneId", \.listed.phone.id.description, as: .identifier, example: "5b6f0d5e-3c0e-4a52-9a4f-0f6f2f3b7c11",
            "The phone's id."),
        .member("customerId", \.listed.phone.customer.description, example: "10000001", "The owner of the phone."),
        .member("ownerName", \.listed.ownerName, example: "Ivana Petrova", "The owner's name."),
        .member(
            "kind", \.listed.phone.kind.rawValue, as: .enumeration(SandboxPhone.Kind.allCases.map(\.rawValue)),
            example: "PIXEL", "The kind of phone."),
        .member(
            "walletType", \.listed.phone.kind.wallet.rawValue, as: .enumeration(Vocabulary.walletTypes),
            example: "GOOGLE_PAY", "The type of its wallet."),
        .member("hasWallet", { $0.listed.phone.walletID != nil }, example: "true", "Whether the phone has a wallet."),
        .member("tokenCount", \.listed.tokenCount, example: "1", "The tokens in the wallet that are not deleted."),
    ]
}

struct PhoneListQuery: PagedQuery {
    var customerId: String?
    var limit = 20
    var offset = 0

    static let parameters: [BoundParameter<PhoneListQuery>] =
        [.number("customerId", \.customerId, digits: 18, "Returns only this customer's phones.")] + paging()
}

struct PhoneListAnswer: AnswerBody {
    let phones: [ListedPhoneAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<PhoneListAnswer>] = [
        .member("phones", \.phones, "The phones, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

extension SandboxOperations {
    static let listCustomers = Operation.sandbox(
        "listCustomers", "List or search customers",
        """
        Returns customers of all brands, or of one, newest first. Without `search`, these are among the thousand \
        newest; with it, all customers are searched. `numberOfRecords` counts at most a thousand.
        """, .population, .get, "/customers", answer: CustomerListAnswer.schema, query: CustomerSearchQuery.schema)

    static let findCards = Operation.sandbox(
        "findCards", "Find cards by their last digits",
        """
        Returns the cards whose number ends in these four digits, and those with a token whose number (DPAN) does: at \
        most twenty of either.
        """, .population, .get, "/cards", answer: FoundCardsAnswer.schema, query: CardSearchQuery.schema)

    static let locateCard = Operation.sandbox(
        "locateCard", "Find a card's owner",
        """
        Returns whose card it is, of which brand, and its status. The Card service shows a card only to those who name \
        its owner; with this, the id is enough.
        """, .population, .get, "/cards/{cardId}", answer: LocatedCardAnswer.schema)

    static let listCardHistory = Operation.sandbox(
        "listCardHistory", "List a card's changes of status",
        """
        Returns every status that a card ever had, newest first, with who changed it, on which occasion, why and when.
        """, .cardholder, .get, "/cards/{cardId}/history", answer: CardHistoryAnswer.schema,
        query: PageQuery.schema)

    static let listPhones = Operation.sandbox(
        "listPhones", "List phones",
        """
        Returns the simulated phones of all customers, or of one, newest first, with their owners. `numberOfRecords` \
        counts at most a thousand.
        """, .wallets, .get, "/phones", answer: PhoneListAnswer.schema, query: PhoneListQuery.schema)
}
