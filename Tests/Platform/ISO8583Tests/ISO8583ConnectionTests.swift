import HTTPService
import NIOCore
import NIOEmbedded
import Testing

@testable import ISO8583

@Suite("A connection that carries messages")
struct ISO8583ConnectionTests {
    @Test("Messages are found in the stream, however it is cut")
    func framing() async throws {
        let connection = try await TestedConnection()
        let stream = try ISO8583Message.echo(1).frame + ISO8583Message.echo(2).frame
        for byte in stream { try await connection.send([byte]) }
        try await connection.send(stream)
        let (one, two) = (try ISO8583Message.echo(1), try ISO8583Message.echo(2))
        #expect(connection.messages == [one, two, one, two] && connection.log.all == [])
    }

    @Test("Answers are in the order of the messages, although the second is ready first")
    func order() async throws {
        let connection = try await TestedConnection()
        for number in 0..<3 { try await connection.send(ISO8583Message.echo(number).frame) }
        await connection.answer(1, with: try ISO8583Message.echo(1).answer("00"))
        #expect(try await connection.answers() == [])
        await connection.answer(0, with: try ISO8583Message.echo(0).answer("00"))
        await connection.answer(2, with: nil)
        let expected = try [ISO8583Message.echo(0).answer("00"), ISO8583Message.echo(1).answer("00")]
        #expect(try await connection.answers() == expected)
    }

    @Test("With 16 open messages nothing more is read; after the first answer the next one is")
    func inFlight() async throws {
        let connection = try await TestedConnection()
        let stream = try (0..<20).flatMap { try ISO8583Message.echo($0).frame }
        try await connection.send(stream)
        let reads = connection.socket.reads
        #expect(connection.messages.count == 16)
        connection.channel.read()
        await connection.channel.testingEventLoop.run()
        #expect(connection.socket.reads == reads)
        for index in 0..<4 { await connection.answer(index, with: nil) }
        #expect(connection.messages.count == 20 && connection.socket.reads == reads)
        await connection.answer(4, with: nil)
        #expect(connection.socket.reads == reads + 1)
    }

    @Test("While the peer does not read its answers, nothing more is read")
    func slowReader() async throws {
        let connection = try await TestedConnection()
        connection.channel.isWritable = false
        try await connection.send(ISO8583Message.echo().frame)
        #expect(connection.messages.isEmpty)
        connection.channel.isWritable = true
        connection.channel.pipeline.fireChannelWritabilityChanged()
        await connection.channel.testingEventLoop.run()
        #expect(connection.messages.count == 1)
    }

    @Test("A field with wrong characters gets the answer 30, and the connection goes on")
    func malformed() async throws {
        let connection = try await TestedConnection()
        var bytes = try ISO8583Message.echo(7).frame
        bytes[bytes.count - 1] = UInt8(ascii: "X")
        try await connection.send(bytes + ISO8583Message.echo(8).frame)
        #expect(connection.messages == [try .echo(8)] && connection.log.notices == [])
        let expected = try ISO8583Message("0810", [11: .text("000007"), 39: .text("30")])
        #expect(try await connection.answers() == [expected])
    }

    @Test("Bytes that are not messages end the connection, and a line names the peer and the reason", arguments: [
        ([0x10, 0x01], "a message has 4097 bytes; at most 4096 are accepted"),
        ([0xFF, 0xFF], "a message has 65535 bytes; at most 4096 are accepted"),
        (Array("0058".utf8), "the length of a message is two binary bytes; digits arrived"),
        ([0x16, 0x03, 0x01], "the peer speaks TLS, and this listener does not"),
        (hexadecimal("08008220000000000000"), "16 or 32 hexadecimal digits were sent"),
        (hexadecimal("0100F220000000C08000"), "16 or 32 hexadecimal digits were sent"),
        ([0, 2, 0x30, 0x31], "The message must begin with a type of four digits."),
        ([0, 5, 0x30, 0x31, 0x30, 0x30, 0x80], "The message ends within its bitmap."),
        (
            [0, 20, 0x30, 0x31, 0x30, 0x30, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0],
            "Field 65 is not defined."
        ),
    ] as [([UInt8], String)])
    func unreadable(bytes: [UInt8], reason: String) async throws {
        let connection = try await TestedConnection()
        try await connection.send(bytes + ISO8583Message.echo().frame)
        try await connection.send(ISO8583Message.echo().frame)
        #expect(connection.messages == [] && connection.socket.isOutputClosed)
        #expect(try await connection.answers() == [])
        #expect(connection.log.notices.count == 1)
        #expect(connection.log.notices.allSatisfy { $0.contains("192.0.2.7:4711") && $0.contains(reason) })
        await connection.closeInput()
        try await connection.channel.closeFuture.get()
    }

    /// A message after its length, with a bitmap in hexadecimal digits instead of bytes.
    private static func hexadecimal(_ beginning: String) -> [UInt8] {
        let text = Array((beginning + "0400000000000000" + "1128010203000001301").utf8)
        return [0, UInt8(text.count)] + text
    }

    @Test("Empty frames keep a connection alive, before, between and after messages, and get no answer")
    func keepAlive() async throws {
        let connection = try await TestedConnection()
        try await connection.send([0, 0])
        try await connection.send([0, 0, 0, 0] + ISO8583Message.echo(1).frame + [0])
        try await connection.send([0] + ISO8583Message.echo(2).frame + [0, 0])
        #expect(connection.messages == [try .echo(1), try .echo(2)] && connection.log.all == [])
        for index in 0...1 { await connection.answer(index, with: nil) }
        await connection.advance(by: .minutes(9))
        try await connection.send([0, 0])
        await connection.advance(by: .minutes(9))
        #expect(try await connection.answers() == [] && !connection.socket.isOutputClosed)
        await connection.advance(by: .minutes(1))
        #expect(connection.socket.isOutputClosed)
    }

    @Test("Messages before the wrong bytes are still answered")
    func answersBefore() async throws {
        let connection = try await TestedConnection()
        try await connection.send(ISO8583Message.echo().frame + [0xFF, 0xFF])
        #expect(!connection.socket.isOutputClosed)
        await connection.answer(0, with: try ISO8583Message.echo().answer("00"))
        #expect(try await connection.answers().count == 1)
        #expect(connection.socket.isOutputClosed)
    }

    @Test("A message must be complete after 10 s, however slowly it drips")
    func halfMessage() async throws {
        let connection = try await TestedConnection()
        let frame = try ISO8583Message.echo().frame
        try await connection.send([frame[0]])
        await connection.advance(by: .seconds(9))
        try await connection.send([frame[1]])
        #expect(!connection.socket.isOutputClosed)
        await connection.advance(by: .seconds(1))
        #expect(connection.socket.isOutputClosed)
        #expect(connection.log.notices.count == 1)
        #expect(connection.log.notices.allSatisfy { $0.contains("a message was not complete after 10 s") })
    }

    @Test("A connection is idle after 10 minutes without a message; a message starts them again")
    func idle() async throws {
        let connection = try await TestedConnection()
        await connection.advance(by: .minutes(9))
        try await connection.send(ISO8583Message.echo().frame)
        await connection.answer(0, with: nil)
        await connection.advance(by: .minutes(9))
        #expect(!connection.socket.isOutputClosed && connection.log.all == [])
        await connection.advance(by: .minutes(1))
        #expect(connection.socket.isOutputClosed)
        #expect(connection.log.notices.allSatisfy { $0.contains("no message arrived for 600 s") })
        await connection.advance(by: .seconds(5))
        try await connection.channel.closeFuture.get()
        #expect(connection.log.notices.count == 1)
    }

    @Test("No time counts while the service works on a message")
    func slowService() async throws {
        let connection = try await TestedConnection()
        try await connection.send(ISO8583Message.echo().frame)
        await connection.advance(by: .hours(1))
        await connection.answer(0, with: try ISO8583Message.echo().answer("00"))
        #expect(try await connection.answers().count == 1 && connection.log.all == [])
    }

    @Test("A peer that closes its side gets its answers; within a message, a line says so", arguments: [true, false])
    func closedInput(isWithin: Bool) async throws {
        let connection = try await TestedConnection()
        try await connection.send(ISO8583Message.echo().frame + (isWithin ? [0] : []))
        await connection.closeInput()
        await connection.answer(0, with: try ISO8583Message.echo().answer("00"))
        #expect(try await connection.answers().count == 1)
        #expect(connection.socket.isOutputClosed && connection.log.notices.count == (isWithin ? 1 : 0))
    }

    @Test("Whole messages that wait are answered after the peer has closed its side", arguments: [true, false])
    func closedInputWithWaiting(isWithin: Bool) async throws {
        let connection = try await TestedConnection()
        try await connection.send(try (0..<40).flatMap { try ISO8583Message.echo($0).frame } + (isWithin ? [0] : []))
        await connection.closeInput()
        #expect(connection.messages.count == 16 && !connection.socket.isOutputClosed)
        for index in 0..<40 { await connection.answer(index, with: try ISO8583Message.echo(index).answer("00")) }
        #expect(try await connection.answers() == (0..<40).compactMap { try ISO8583Message.echo($0).answer("00") })
        #expect(connection.socket.isOutputClosed && connection.log.notices.count == (isWithin ? 1 : 0))
    }

    @Test("A peer that closed its side waits 10 s for all its answers together")
    func closedInputDeadline() async throws {
        let connection = try await TestedConnection()
        try await connection.send((0..<40).flatMap { try ISO8583Message.echo($0).frame })
        await connection.closeInput()
        await connection.advance(by: .seconds(9))
        for index in 0..<16 { await connection.answer(index, with: try ISO8583Message.echo(index).answer("00")) }
        #expect(connection.messages.count == 32 && !connection.socket.isOutputClosed)
        await connection.advance(by: .seconds(1))
        try await connection.channel.closeFuture.get()
    }

    @Test("A shutdown takes no further message, answers the open ones, and then closes; it waits 10 s for them")
    func shutdown() async throws {
        let (connection, stuck) = (try await TestedConnection(), try await TestedConnection())
        for connection in [connection, stuck] {
            try await connection.send(ISO8583Message.echo(1).frame)
            await connection.quiesce()
            try await connection.send(ISO8583Message.echo(2).frame)
        }
        await connection.answer(0, with: try ISO8583Message.echo(1).answer("00"))
        #expect(try await connection.answers() == [try ISO8583Message.echo(1).answer("00")])
        #expect(connection.messages.count == 1 && connection.socket.isOutputClosed && connection.log.all == [])
        await stuck.advance(by: .seconds(10))
        try await stuck.channel.closeFuture.get()
        await stuck.answer(0, with: try ISO8583Message.echo(1).answer("00"))
    }

    @Test("With no slot left, an idle connection loses its slot, and one with an open message keeps it")
    func noRoom() async throws {
        let slots = ConnectionSlots(total: 2, perAddress: 2)
        let (silent, asking) = (try await TestedConnection(slots: slots), try await TestedConnection(slots: slots))
        try await asking.send(ISO8583Message.echo(1).frame)
        let third = try await TestedConnection(slots: slots)
        await silent.channel.testingEventLoop.run()
        try await silent.channel.closeFuture.get()
        #expect(silent.log.notices.count == 1)
        #expect(silent.log.notices.allSatisfy { $0.contains("it was idle, and another connection needs its slot") })
        try await third.send(ISO8583Message.echo(2).frame)
        let fourth = try await TestedConnection(slots: slots)
        try await fourth.channel.closeFuture.get()
        #expect(fourth.log.notices.count == 1 && fourth.log.notices.allSatisfy { $0.contains("too many connections") })
        await asking.answer(0, with: try ISO8583Message.echo(1).answer("00"))
        #expect(try await asking.answers().count == 1 && third.messages.count == 1)
        let fifth = try await TestedConnection(slots: slots)
        await asking.channel.testingEventLoop.run()
        try await asking.channel.closeFuture.get()
        #expect(fifth.channel.isActive && fifth.log.all == [] && third.channel.isActive)
    }

    @Test("An answer that cannot be written is an error in the log, and the next one is sent")
    func wrongAnswer() async throws {
        let connection = try await TestedConnection()
        for number in 0..<2 { try await connection.send(ISO8583Message.echo(number).frame) }
        await connection.answer(0, with: try ISO8583Message("0810", [2: .text("5100-0000")]))
        await connection.answer(1, with: try ISO8583Message.echo(1).answer("00"))
        #expect(try await connection.answers().count == 1)
        #expect(connection.log.all.count == 1)
        #expect(connection.log.all.allSatisfy { $0.contains("must be of kind n") && !$0.contains("5100") })
    }
}
