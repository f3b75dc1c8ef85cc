import NIOCore
import Testing

@testable import HTTPService

@Suite("Time limits of a listener for its clients")
struct PaceTests {
    private var limits: ListenerLimits {
        var limits = ListenerLimits()
        limits.headTime = .seconds(60)
        limits.startTime = .seconds(20)
        limits.leastBytesPerSecond = 100
        limits.messageTime = .seconds(50)
        limits.lingerTime = .seconds(5)
        return limits
    }

    private func opened() -> Pace {
        var pace = Pace(limits)
        pace.opened(at: .at(0))
        return pace
    }

    /// The pace of a connection that has received the head of a request.
    private func receiving(at seconds: Int64 = 0) -> Pace {
        var pace = opened()
        pace.received(10, at: .at(seconds))
        pace.requestBegan()
        return pace
    }

    @Test("A head is late after its time limit, even if bytes still arrive")
    func head() {
        var pace = opened()
        pace.received(1, at: .at(58))
        #expect(pace.delay(at: .at(59)) == nil)
        #expect(pace.delay(at: .at(60)) == .head)
        #expect(pace.headBytes == 1)
    }

    @Test("The time for the next head begins when the client has read the answer")
    func nextHead() {
        var pace = receiving()
        pace.requestEnded(at: .at(1))
        #expect(pace.delay(at: .at(10_000)) == nil, "the service may take its time")
        pace.wrote(100)
        pace.answerEnded(at: .at(10_000))
        pace.flushed(waiting: 100, at: .at(10_000))
        pace.flushed(waiting: 0, at: .at(10_015))
        #expect(pace.delay(at: .at(10_074)) == nil)
        #expect(pace.delay(at: .at(10_075)) == .head)
    }

    @Test("A body that arrives too slowly is late after the start time; a faster one has more time")
    func body() {
        var pace = receiving()
        for second in Int64(0)..<20 {
            pace.reads(at: .at(second))
            #expect(pace.delay(at: .at(second)) == nil)
            pace.received(1, at: .at(second + 1))
        }
        #expect(pace.delay(at: .at(20)) == .request)

        pace = receiving()
        pace.reads(at: .at(0))
        pace.received(1000, at: .at(1))
        pace.reads(at: .at(1))
        #expect(pace.delay(at: .at(29)) == nil)
        #expect(pace.delay(at: .at(30)) == .request)
    }

    @Test("A body is late after the message time, even if much arrives")
    func endlessBody() {
        var pace = receiving()
        pace.reads(at: .at(0))
        pace.received(1 << 30, at: .at(49))
        pace.reads(at: .at(49))
        #expect(pace.delay(at: .at(49)) == nil)
        #expect(pace.delay(at: .at(50)) == .request)
    }

    @Test("A client is not slow while the service does not read")
    func serviceDoesNotRead() {
        var pace = receiving()
        pace.reads(at: .at(0))
        pace.received(10, at: .at(1))
        #expect(pace.delay(at: .at(1000)) == nil)
        pace.reads(at: .at(1000))
        #expect(pace.delay(at: .at(1018)) == nil)
        #expect(pace.delay(at: .at(1019)) == .request)
    }

    @Test("A client that does not read an answer is slow; one that reads at the least rate is not")
    func answer() {
        var pace = receiving()
        pace.requestEnded(at: .at(0))
        pace.wrote(4000)
        pace.flushed(waiting: 4000, at: .at(0))
        #expect(pace.isClientsTurn)
        #expect(pace.delay(at: .at(19)) == nil)
        #expect(pace.delay(at: .at(20)) == .answer)
        pace.flushed(waiting: 2000, at: .at(20))
        #expect(pace.delay(at: .at(39)) == nil)
        #expect(pace.delay(at: .at(40)) == .answer)
        pace.flushed(waiting: 0, at: .at(39))
        #expect(pace.delay(at: .at(1000)) == nil)
        #expect(!pace.isClientsTurn, "the rest of the answer is the service's to write")
    }

    @Test("A client that keeps reading is never slow, even if something always waits")
    func steadyReader() {
        var pace = receiving()
        for second in Int64(0)..<1000 {
            pace.wrote(500)
            pace.flushed(waiting: 500, at: .at(second))
            #expect(pace.delay(at: .at(second)) == nil)
        }
    }

    @Test("A client that goes on sending an answered request has 5 seconds to end")
    func answeredEarly() {
        var pace = receiving()
        pace.reads(at: .at(0))
        pace.answerEnded(at: .at(1))
        pace.received(1 << 20, at: .at(2))
        #expect(pace.delay(at: .at(5)) == nil)
        #expect(pace.delay(at: .at(6)) == .linger)
        pace.requestEnded(at: .at(5))
        #expect(pace.delay(at: .at(64)) == nil, "it ended in time and may ask again")
        #expect(pace.delay(at: .at(65)) == .head)
    }

    @Test("When the service has closed its side, the client has 5 seconds to close its own")
    func linger() {
        var pace = receiving()
        pace.requestEnded(at: .at(0))
        pace.answerEnded(at: .at(0))
        pace.outputClosed(at: .at(1))
        pace.requestEnded(at: .at(2))
        #expect(pace.delay(at: .at(5)) == nil)
        #expect(pace.delay(at: .at(6)) == .linger)
    }

    @Test("The time between the end of a request and its answer does not count as the client's")
    func turns() {
        var pace = opened()
        #expect(pace.isClientsTurn)
        pace.requestBegan()
        #expect(pace.isClientsTurn)
        pace.requestEnded(at: .at(0))
        #expect(!pace.isClientsTurn)
        pace.requestBegan()
        pace.requestEnded(at: .at(0))
        pace.answerEnded(at: .at(0))
        #expect(!pace.isClientsTurn, "a second request came before the first was answered")
        pace.answerEnded(at: .at(0))
        #expect(pace.isClientsTurn)
    }
}

extension NIODeadline {
    fileprivate static func at(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(1000 + seconds) }
}
