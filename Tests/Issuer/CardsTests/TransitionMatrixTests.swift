import Cards
import Testing

@Suite("Transition matrix")
struct TransitionMatrixTests {
    @Test("The matrix allows exactly the transitions in the printed table", arguments: TransitionTable.cells)
    func printedTable(_ cell: TransitionTable.Cell) throws {
        try #require(["y", "b", "."].contains(cell.symbol))
        for standing in Standing.all where standing.status == cell.from {
            let expected = cell.symbol == "y" || cell.symbol == "b" && standing.returnsTo == cell.to
            let allowed = TransitionMatrix.allows(
                from: standing, to: cell.to, by: cell.actor, on: cell.occasion)
            #expect(allowed == expected, "returnsTo \(standing.returnsTo?.rawValue ?? "nothing")")
        }
    }

    @Test("The table has every cell for every actor and occasion")
    func tableSize() {
        let count = TransitionMatrix.Actor.allCases.count * TransitionMatrix.Occasion.allCases.count
        #expect(TransitionTable.cells.count == count * 12 * 12)
    }

    @Test("No transition ends in the status in which it began")
    func sameStatus() {
        for cell in TransitionTable.cells where cell.from == cell.to {
            #expect(cell.symbol == ".", "\(cell.testDescription)")
        }
    }

    @Test(
        "The accepted statuses are those that the matrix allows, each listed once",
        arguments: TransitionMatrix.Actor.allCases, TransitionMatrix.Occasion.allCases)
    func acceptedStatuses(actor: TransitionMatrix.Actor, occasion: TransitionMatrix.Occasion) {
        for standing in Standing.all {
            let accepted = TransitionMatrix.accepted(from: standing, by: actor, on: occasion)
            let allowed = CardStatus.allCases.filter {
                TransitionMatrix.allows(from: standing, to: $0, by: actor, on: occasion)
            }
            #expect(Set(accepted) == Set(allowed))
            #expect(accepted.count == allowed.count, "no status twice")
        }
    }

    @Test(
        "Only ACTIVE, requested by a business, means another status: the one that the card returns to",
        arguments: TransitionMatrix.Actor.allCases, Standing.possible)
    func meantStatus(actor: TransitionMatrix.Actor, standing: Standing) {
        for asked in CardStatus.allCases {
            let meant = TransitionMatrix.meant(by: asked, of: standing, by: actor)
            #expect(meant == (actor == .business && asked == .active ? standing.returnsTo ?? .active : asked))
        }
    }

    @Test(
        "A business lifts every suspension by requesting ACTIVE",
        arguments: Standing.possible.filter { $0.status == .suspended })
    func liftedSuspension(standing: Standing) {
        let meant = TransitionMatrix.meant(by: .active, of: standing, by: .business)
        #expect(meant == standing.returnsTo)
        #expect(TransitionMatrix.allows(from: standing, to: meant, by: .business, on: .update))
    }

    @Test(
        "The sources of a status are those in the printed table",
        arguments: TransitionMatrix.Actor.allCases, TransitionMatrix.Occasion.allCases)
    func sourceStatuses(actor: TransitionMatrix.Actor, occasion: TransitionMatrix.Occasion) {
        let open = TransitionTable.cells.filter {
            $0.actor == actor && $0.occasion == occasion && $0.symbol != "."
        }
        for to in [nil] + CardStatus.allCases {
            let expected = Set(open.filter { to == nil || $0.to == to }.map(\.from))
            let sources = TransitionMatrix.sources(by: actor, on: occasion, to: to)
            #expect(sources == CardStatus.allCases.filter(expected.contains))
        }
    }
}

@Suite("A card that was never activated")
struct ChipAndPINTests {
    @Test("A customer cannot update a DIGITAL card to ACTIVE")
    func digitalCard() {
        let reached = standings(reachedFrom: Standing(.digital)) { $0.actor == .customer && $0.occasion == .update }
        #expect(statuses(reached) == [.digital, .locked, .cancelled])
    }

    @Test(
        "Without activation or chip and PIN, no sequence of transitions leads to ACTIVE",
        arguments: [CardStatus.digital, .issued])
    func indirectTransitions(start: CardStatus) {
        let reached = standings(reachedFrom: Standing(start)) {
            $0.occasion != .activation && !($0.occasion == .event && $0.from == .digital && $0.to == .active)
        }
        #expect(!statuses(reached).contains(.active))
        #expect(statuses(reached).isSuperset(of: [start, .suspended, .cancelled, .expired]))
    }

    @Test("A customer's updates keep an ACTIVE card ACTIVE, LOCKED or CANCELLED")
    func activeCard() {
        let reached = standings(reachedFrom: Standing(.active)) { $0.actor == .customer && $0.occasion == .update }
        #expect(statuses(reached) == [.active, .locked, .cancelled])
    }

    private func standings(
        reachedFrom start: Standing, through isOpen: (TransitionTable.Cell) -> Bool
    ) -> [Standing] {
        let doors = TransitionTable.cells.filter(isOpen)
        var reached = [start]
        var next = 0
        while next < reached.count {
            let standing = reached[next]
            for door in doors where door.from == standing.status {
                let moved = standing.moved(to: door.to)
                let isAllowed = TransitionMatrix.allows(
                    from: standing, to: door.to, by: door.actor, on: door.occasion)
                if isAllowed && !reached.contains(moved) { reached.append(moved) }
            }
            next += 1
        }
        return reached
    }

    private func statuses(_ standings: [Standing]) -> Set<CardStatus> {
        Set(standings.map(\.status))
    }
}
