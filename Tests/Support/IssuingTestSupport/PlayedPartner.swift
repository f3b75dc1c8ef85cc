import Authorizing
import Foundation
import Issuing
import Sandbox
import Synchronization
import Testing
import TestSupport
import Webhooks

/// A brand's backend that a test plays.
package final class PlayedPartner: PartnerDesk {
    package typealias Play = @Sendable (PartnerQuestion) async throws -> PartnerAnswer

    private let play: Play
    private let record = Mutex<(questions: [PartnerQuestion], events: [PartnerEvent])>(([], []))

    package init(_ play: @escaping Play) {
        self.play = play
    }

    package var questions: [PartnerQuestion] { record.withLock { $0.questions } }
    package var events: [PartnerEvent] { record.withLock { $0.events } }

    package func answer(to question: PartnerQuestion) async -> PartnerAnswer {
        record.withLock { $0.questions.append(question) }
        do {
            return try await play(question)
        } catch {
            Issue.record(error)
            return .silent(.notAsked)
        }
    }

    /// It plays only payments.
    package func answer(to question: TokenQuestion) async -> PartnerAnswer { .silent(.notAsked) }

    package func body(of event: PartnerEvent) -> [UInt8] {
        record.withLock { $0.events.append(event) }
        return Array(#"{"answer":"\#(event.code.rawValue)"}"#.utf8)
    }
}

extension IssuingFixture {
    /// The same service, whose partner is asked about payments.
    package func asked(
        _ standIn: Partner.StandIn = .decline, _ play: @escaping PlayedPartner.Play
    ) async throws -> (fixture: IssuingFixture, partner: PlayedPartner) {
        let url = try #require(WebhookURL("https://hooks.example/payments"))
        _ = try await issuing.setPartnerDecision(
            PartnerTerms(standIn: standIn), of: DemoUniverse.brand, at: url, signingKey: nil)
        let partner = PlayedPartner(play)
        return (asking(partner), partner)
    }
}
