import Authorizing
import CardAPI
import CardClient
import Cards
import ContractTestSupport
import HTTPContract
import Testing
import TestSupport
import Validation

@Suite("Controls of a card, set by its customer and its brand")
struct CardControlTests {
    private static let whole = #"""
        {"allowedMccs":["0763","5411"],"blockedMccs":["7995"],"allowedCountries":["BG","DE"],\#
        "blockedCountries":["US"],"channels":{"ecommerce":true,"pos":true,"contactless":false,\#
        "magneticStripe":false,"atm":true,"mobileWallet":true},\#
        "limits":[{"window":"TRANSACTION","amount":999999999999},{"window":"DAY",\#
        "channel":"ATM","amount":1,"count":1000000}]}
        """#
    private static let none = #"""
        {"channels":{"ecommerce":true,"pos":true,"contactless":true,"magneticStripe":true,"atm":true,\#
        "mobileWallet":true}}
        """#

    /// The same card, with the token of its customer and with that of the brand.
    private struct Door {
        let name: String
        let path: String
        let token: String
    }

    private static func doors(_ card: CardBody, at service: LiveService) async throws -> [Door] {
        [
            Door(
                name: "customer", path: "\(cardsPath)/\(card.cardId)/controls",
                token: try await service.token(of: .ivana)),
            Door(
                name: "business", path: "\(customerCardsPath(.ivana))/\(card.cardId)/controls",
                token: try await service.businessToken()),
        ]
    }

    @Test("The customer and the brand read the controls that were set; an empty object clears them")
    func setting() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let doors = try await Self.doors(card, at: service)
            for (setter, reader) in [(doors[0], doors[1]), (doors[1], doors[0])] {
                for (body, expected) in [(Self.whole, Self.whole), ("{}", Self.none), (Self.none, Self.none)] {
                    let set = try await service.ask("PUT", setter.path, token: setter.token, body)
                    #expect(set.status == 200 && set.text == expected, "\(setter.name): \(set.text)")
                    for door in [setter, reader] {
                        let read = try await service.ask("GET", door.path, token: door.token)
                        #expect(read.status == 200 && read.text == expected, "\(door.name): \(read.text)")
                    }
                }
            }
        }
    }

    @Test("A new card has no controls, and the set is replaced as a whole, whatever the card's status")
    func replacing() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            #expect(try await cards.controls(card.cardId).limits == nil)
            var body = SetCardControlsBody()
            (body.allowedCountries, body.channels) = ([], SetCardControlsBody.Channels())
            body.channels?.atm = false
            let first = try await cards.setControls(card.cardId, body)
            #expect(first.allowedCountries == [] && !first.channels.atm && first.channels.pos)
            _ = try await cards.update(card.cardId, .status("CANCELLED"))
            body = SetCardControlsBody()
            body.limits = [SetCardControlsBody.Limit("MONTH", count: 3)]
            let second = try await cards.setControls(card.cardId, body)
            #expect(second.allowedCountries == nil && second.channels.atm)
            #expect(second.limits == [.init(window: "MONTH", channel: nil, amount: nil, count: 3)])
            #expect(try await cards.controls(card.cardId) == second)
        }
    }

    private static let wrongSets = textTable(#"""
        {"allowedMccs":["581"],"blockedMccs":["58A2"],"allowedCountries":["de"],"blockedCountries":["DEU"]} | \#
            allowedMccs: must hold at most 300 merchant categories of four digits, such as 5812; \#
            blockedMccs: must hold at most 300 merchant categories of four digits, such as 5812; \#
            allowedCountries: must hold at most 300 countries of two capital letters (ISO 3166-1), such as BG; \#
            blockedCountries: must hold at most 300 countries of two capital letters (ISO 3166-1), such as BG
        {"channels":{"atm":"no"},"limits":[{"window":"YEAR","count":1},{"amount":0},{"window":"DAY"}]} | \#
            channels.atm: must be true or false, not a string; \#
            limits[0].window: must be one of TRANSACTION, DAY, WEEK, MONTH, LIFETIME; \#
            limits[1].window: is required; limits[1].amount: must be 1 to 999999999999; \#
            limits[2].amount: or count is needed
        {"limits":[{"window":"DAY","channel":"PHONE","count":1},{"window":"TRANSACTION","count":1}]} | \#
            limits[0].channel: must be one of ECOMMERCE, POS, CONTACTLESS, MAGNETIC_STRIPE, ATM, MOBILE_WALLET; \#
            limits[1].count: must be absent for TRANSACTION, which is one payment
        {"limits":[{"window":"DAY","count":1},{"window":"DAY","channel":"ATM","count":1},\#
        {"window":"DAY","amount":5}]} | \#
            limits[2].window: must not be the same as in limits[0], which has the same channel
        {"limits":[{"window":"DAY","count":1000001}],"kinds":[]} | \#
            limits[0].count: must be 1 to 1000000; kinds: is not a known field
        """#)

    @Test("A refused set names every wrong field and changes nothing")
    func refusals() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            for door in try await Self.doors(card, at: service) {
                for row in Self.wrongSets {
                    let answer = try await service.ask("PUT", door.path, token: door.token, row[0])
                    #expect(answer.status == 400 && answer.problem?.code == .fieldErrors, "\(row)")
                    let errors = answer.problem?.fieldErrors.map { "\($0.field): \($0.error)" }
                    #expect(errors?.joined(separator: "; ") == row[1], "\(door.name) \(row[0])")
                    let left = try await service.ask("GET", door.path, token: door.token).text
                    #expect(left == Self.none, "\(door.name) \(row[0])")
                }
            }
        }
    }

    @Test("Lists and limits are bounded")
    func bounds() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let door = try await Self.doors(card, at: service)[0]
            for (count, status) in [(300, 200), (301, 400)] {
                let codes = (0..<count).map { #""\#(1000 + $0)""# }.joined(separator: ",")
                let answer = try await service.ask("PUT", door.path, token: door.token, #"{"blockedMccs":[\#(codes)]}"#)
                #expect(answer.status == status)
            }
            let all = Vocabulary.limitWindows.flatMap { window in
                Vocabulary.paymentChannels.map { #"{"window":"\#(window)","channel":"\#($0)","amount":5}"# }
            }
            for (count, status) in [(20, 200), (21, 400)] {
                let limits = all.prefix(count).joined(separator: ",")
                let answer = try await service.ask("PUT", door.path, token: door.token, #"{"limits":[\#(limits)]}"#)
                #expect(answer.status == status, "\(answer.text)")
            }
        }
    }

    @Test("The customer must authenticate to set controls but not to read them; the brand never must")
    func authentication() async throws {
        try await withLiveService(asking: [.cardControls]) { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let doors = try await Self.doors(card, at: service)
            let refused = try await service.ask("PUT", doors[0].path, token: doors[0].token, Self.whole)
            #expect(refused.status == 401 && refused.problem?.code == .scaRequired)
            #expect(try await service.ask("GET", doors[0].path, token: doors[0].token).text == Self.none)
            #expect(try await service.ask("PUT", doors[1].path, token: doors[1].token, Self.whole).status == 200)
        }
    }

    @Test("A business finds neither another brand's customer nor another customer's card")
    func notFound() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let token = try await service.businessToken()
            let others = customerCardsPath(.jonas)
            let nobodys = others.replacing(/customers\/\d+/, with: "customers/999999999")
            for (method, body) in [("GET", ""), ("PUT", "{}")] {
                let (stranger, unknown) = ("\(others)/\(card.cardId)/controls", "\(nobodys)/\(card.cardId)/controls")
                #expect(try await service.ask(method, stranger, token: token, body).problem?.code == .entityNotFound)
                #expect(try await service.ask(method, unknown, token: token, body).problem?.code == .noSuchCustomer)
            }
        }
    }

    @Test("The wire has exactly the words of the rules")
    func words() {
        #expect(Vocabulary.paymentChannels == Channel.allCases.map(\.rawValue))
        #expect(Vocabulary.limitWindows == Window.allCases.map(\.rawValue))
    }
}
