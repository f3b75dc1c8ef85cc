import Cards
import Testing

@Suite("Decision about a token")
struct ProvisioningDecisionTests {
    private static let facts = ProvisioningFacts(
        status: .active, terms: .allowed, isCustomerRestricted: false, attempts: 0, accountAgeSeconds: 86_400)
    private static let request = ProvisioningRequest(
        areCodeTriesPaused: false, isExpiryRight: true, isSecurityCodeRight: nil, deviceScore: 4, accountScore: 5,
        isBegunInApp: false, tokens: 0, isAlreadyThere: false, methods: [.smsCode, .push])

    private func decision(
        _ change: (inout ProvisioningRequest, inout ProvisioningFacts) -> Void = { _, _ in }
    ) -> ProvisioningDecision {
        var (request, facts) = (Self.request, Self.facts)
        change(&request, &facts)
        return request.decision(about: facts)
    }

    @Test("A usable card, a known phone and a known customer are approved")
    func green() {
        #expect(decision() == .approved)
        #expect(decision { request, _ in request.isSecurityCodeRight = true } == .approved)
        #expect(decision { request, _ in request.accountScore = nil } == .approved)
    }

    @Test("A card can be tokenized only while it is ACTIVE or DIGITAL", arguments: CardStatus.allCases)
    func statuses(_ status: CardStatus) {
        let isUsable = status == .active || status == .digital
        #expect(decision { $1.status = status } == (isUsable ? .approved : .declined(.cardNotUsable)))
    }

    @Test("Each doubt asks for an identification, with the customer's methods")
    func yellow() {
        func doubt(_ doubt: ProvisioningDoubt) -> ProvisioningDecision { .identify([.smsCode, .push], because: doubt) }
        #expect(decision { $1.terms = .identified } == doubt(.programAsks))
        #expect(decision { request, _ in request.deviceScore = 3 } == doubt(.mediumScore))
        #expect(decision { request, _ in request.accountScore = 2 } == doubt(.mediumScore))
        #expect(
            decision { request, _ in (request.deviceScore, request.accountScore) = (nil, nil) } == doubt(.mediumScore))
        #expect(decision { request, _ in request.tokens = 5 } == doubt(.manyTokens))
        #expect(decision { request, _ in request.tokens = 4 } == .approved)
        #expect(decision { $1.accountAgeSeconds = 86_399 } == doubt(.newAccount))
        #expect(
            decision { request, facts in (request.methods, facts.terms) = ([], .identified) } == .declined(.noMethod))
    }

    @Test("A customer who has just authenticated in the app is known, unless the program asks again")
    func app() {
        let doubtful: (inout ProvisioningRequest, inout ProvisioningFacts) -> Void = { request, facts in
            (request.isBegunInApp, request.deviceScore, request.tokens) = (true, 2, 9)
            facts.accountAgeSeconds = 0
        }
        #expect(decision(doubtful) == .approved)
        #expect(decision {
            doubtful(&$0, &$1)
            $1.terms = .identified
        } == .identify([.smsCode, .push], because: .programAsks))
        #expect(decision {
            doubtful(&$0, &$1)
            $0.deviceScore = 1
        } == .declined(.lowScore))
    }

    @Test("Each fault declines")
    func red() {
        #expect(decision { $1.terms = .refused } == .declined(.programRefuses))
        #expect(decision { $1.attempts = 10 } == .declined(.tooManyAttempts))
        #expect(decision { $1.attempts = 9 } == .approved)
        #expect(decision { $1.isCustomerRestricted = true } == .declined(.customerRestricted))
        #expect(decision { request, _ in request.isExpiryRight = false } == .declined(.wrongExpiry))
        #expect(decision { request, _ in request.isSecurityCodeRight = false } == .declined(.wrongSecurityCode))
        #expect(decision { request, _ in request.isAlreadyThere = true } == .declined(.alreadyInWallet))
        #expect(decision { request, _ in request.tokens = Tokenization.limit } == .declined(.tooManyTokens))
        #expect(decision { request, _ in request.deviceScore = 1 } == .declined(.lowScore))
    }

    @Test("While tries are paused, no answer says whether what was typed is right; the app's own request types nothing")
    func paused() {
        for isRight in [true, false] {
            #expect(decision { request, _ in
                (request.areCodeTriesPaused, request.isExpiryRight) = (true, isRight)
            } == .declined(.codeTriesPaused))
            #expect(decision { request, _ in
                (request.areCodeTriesPaused, request.isBegunInApp) = (true, true)
                request.isSecurityCodeRight = isRight
            } == .declined(.codeTriesPaused))
        }
        #expect(decision { request, _ in
            (request.areCodeTriesPaused, request.isBegunInApp) = (true, true)
        } == .approved)
    }

    @Test("After too many requests, no answer says whether a security code is right")
    func guessing() {
        for isRight in [true, false] {
            #expect(decision {
                $0.isSecurityCodeRight = isRight
                $1.attempts = 10
            } == .declined(.tooManyAttempts))
        }
    }
}
