import Cards
import Testing
import Validation

@Suite("The tokenization that a report is about")
struct ReportedTokenizationTests {
    /// A numbered tokenization, for a phone and an account with the same number.
    private static func tokenization(
        _ number: UInt8, _ state: Tokenization.State, in wallet: WalletType = .google
    ) -> Tokenization {
        let place = wallet == .apple
            ? WalletPlace(wallet: .apple)
            : WalletPlace(wallet: wallet, device: "phone-\(number)", profile: "account-\(number)")
        return Tokenization(id: Sample.id(number), place: place, state: state, initiatedAt: Sample.now)
    }

    private func effect(
        of reference: String, in wallet: WalletType = .google, account: String? = nil,
        as status: TokenizationReport.Status = .completed, on card: CardStatus = .active, knowing known: [Tokenization]
    ) throws -> TokenizationReport.Effect {
        try TokenizationReport.read(reference: reference, walletID: account, wallet: wallet, status: status)
            .accepted()
            .effect(on: Sample.card(Standing(card), type: .virtual), knowing: known)
    }

    private static func reference(_ text: String) throws -> DPANReference {
        try #require(DPANReference(rawValue: text))
    }

    @Test("An unknown token does not take the place of a token on another phone", arguments: [
        TokenizationReport.Status.initiated, .completed,
    ])
    func otherPhones(status: TokenizationReport.Status) throws {
        let known = [
            Self.tokenization(2, .announced(try Self.reference("B"))),
            Self.tokenization(1, .announced(try Self.reference("A"))),
        ]
        let refused = Refusal.tokenization(.otherReference(.initiated, known[0].place, found: "B", reported: "C"))
        #expect(throws: refused) { try effect(of: "C", as: status, knowing: known) }
        let phones = [Self.tokenization(1, .announced(try Self.reference("A")), in: .apple)]
        #expect(throws: Refusal.tokenization(.otherReference(.initiated, phones[0].place, found: "A", reported: "C"))) {
            try effect(of: "C", in: .apple, as: status, knowing: phones)
        }
        let reference = try Self.reference("C")
        #expect(
            try effect(of: "C", account: "account-1", as: status, knowing: known)
                == (status == .initiated ? .announces(known[1], reference) : .completes(known[1], reference)))
    }

    @Test("An unknown token belongs to a tokenization whose token is not known yet")
    func waiting() throws {
        let known = [
            Self.tokenization(4, .announced(try Self.reference("D"))),
            Self.tokenization(3, .initiated),
            Self.tokenization(2, .announced(try Self.reference("B"))),
            Self.tokenization(1, .initiated),
        ]
        let reference = try Self.reference("C")
        #expect(try effect(of: "C", knowing: known) == .completes(known[1], reference))
        #expect(try effect(of: "C", account: "account-1", knowing: known) == .completes(known[3], reference))
        #expect(try effect(of: "C", account: "account-2", knowing: known) == .completes(known[2], reference))
        #expect(try effect(of: "B", knowing: known) == .completes(known[2], try Self.reference("B")))
    }

    @Test("An uncompleted token is refused in another wallet or account, and the message names the token's own")
    func elsewhere() throws {
        let known = [Self.tokenization(1, .announced(try Self.reference("A"))), Self.tokenization(2, .initiated)]
        let others: [(WalletType, String?)] = [(.google, "account-2"), (.apple, nil), (.samsung, nil)]
        for (wallet, account) in others {
            let reported = WalletPlace(wallet: wallet, profile: account)
            #expect(throws: Refusal.tokenization(.tokenIsElsewhere(known[0].place, reported: reported))) {
                try effect(of: "A", in: wallet, account: account, knowing: known)
            }
        }
    }

    @Test("A completed token is not replaced, and the refusal names it", arguments: [
        TokenizationReport.Status.initiated, .completed,
    ])
    func completed(status: TokenizationReport.Status) throws {
        let completed = Self.tokenization(1, .completed(try Self.reference("A"), .suspended))
        let refused = Refusal.tokenization(
            .otherReference(.completed, completed.place, found: "A", reported: "C"))
        for account in [nil, "account-1"] {
            #expect(throws: refused) { try effect(of: "C", account: account, as: status, knowing: [completed]) }
        }
        #expect(throws: Refusal.tokenization(.notFound(.google))) {
            try effect(of: "C", account: "account-2", as: status, knowing: [completed])
        }
        let nameless = Tokenization(
            id: Sample.id(2), place: WalletPlace(wallet: .google, device: "phone-1"), state: .initiated,
            initiatedAt: Sample.now)
        #expect(throws: refused) {
            try effect(of: "C", account: "account-1", as: status, knowing: [nameless, completed])
        }
    }

    @Test("A tokenization can be completed until its card ends or is replaced", arguments: CardStatus.allCases)
    func endedCard(status: CardStatus) throws {
        let known = [Self.tokenization(1, .initiated)]
        if status.isFinal || status == .damaged {
            #expect(throws: Refusal.tokenization(.cardHasEnded(status: status))) {
                try effect(of: "A", on: status, knowing: known)
            }
        } else {
            #expect(try effect(of: "A", on: status, knowing: known) == .completes(known[0], try Self.reference("A")))
        }
    }

    @Test("An unknown wallet id belongs to the only waiting tokenization, as in the documented samples")
    func otherName() throws {
        let (printed, reference) = (Self.tokenization(1, .initiated), try Self.reference("C"))
        let named = Tokenization(
            id: printed.id, place: printed.place, walletID: "wallet", state: .initiated, initiatedAt: Sample.now)
        #expect(try effect(of: "C", account: "wallet", knowing: [printed]) == .completes(named, reference))
        #expect(
            try effect(of: "C", account: "wallet", as: .initiated, knowing: [printed]) == .announces(named, reference))
        let announced = named.with(.announced(reference))
        let completed = named.with(.completed(reference, .active))
        for id in ["wallet", "account-1", nil] {
            #expect(try effect(of: "C", account: id, as: .initiated, knowing: [announced]) == .stands(announced))
            #expect(try effect(of: "C", account: id, knowing: [announced]) == .completes(announced, reference))
            #expect(try effect(of: "C", account: id, knowing: [completed]) == .stands(completed))
        }
        let other = Self.tokenization(2, .initiated)
        #expect(try effect(of: "C", account: "wallet", knowing: [other, named]) == .completes(named, reference))
        for known in [[other, printed], [named]] {
            let found = known[0].place.profile ?? ""
            #expect(throws: Refusal.tokenization(.otherAccount(.google, found: found, reported: "third"))) {
                try effect(of: "C", account: "third", knowing: known)
            }
        }
    }

    @Test("A refusal considers every tokenization that is not completed")
    func nearest() throws {
        let known = [Self.tokenization(1, .announced(try Self.reference("A")))]
        #expect(throws: Refusal.tokenization(.otherAccount(.google, found: "account-1", reported: "account-3"))) {
            try effect(of: "C", account: "account-3", knowing: known)
        }
        #expect(throws: Refusal.tokenization(.notFound(.apple, others: [.google]))) {
            try effect(of: "C", in: .apple, knowing: known)
        }
        #expect(throws: Refusal.tokenization(.notFound(.apple))) { try effect(of: "C", in: .apple, knowing: []) }
    }
}
