import NIOCore
import NIOHTTP1
import Validation

/// The request's body does not match its head: it ends early, or its chunks are malformed.
package struct BrokenBody: Error {}

/// Lets only requests through whose beginning and end are certain, and reports both to ``ConnectionWatch``.
///
/// A request that it refuses could be read differently by a proxy in front of the service. The response is a 400
/// without a body, as for requests that the parser refuses, and the connection ends.
final class RequestFraming: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let watch: ConnectionWatch
    private var isInBody = false
    /// After an error, nothing that follows on this connection is a request.
    private var isBroken = false

    init(_ watch: ConnectionWatch) { self.watch = watch }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isBroken else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            do throws(HTTPParserError) {
                try head.settle(reachedAt: context.channel.localAddress)
            } catch {
                return errorCaught(context: context, error: error)
            }
            isInBody = true
            watch.requestBegan()
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body:
            context.fireChannelRead(data)
        case .end:
            isInBody = false
            watch.requestEnded(at: context.eventLoop.now)
            context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { watch.answerEnded(at: context.eventLoop.now) }
        context.write(data, promise: promise)
    }

    /// An error in a body belongs to its request. As an error of the parser, it keeps its place behind the requests
    /// that came before.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isBroken else { return }
        isBroken = true
        context.fireErrorCaught(isInBody ? HTTPParserError.invalidEOFState : error)
    }

    /// An incomplete body must not look like a complete one.
    func channelInactive(context: ChannelHandlerContext) {
        if isInBody { errorCaught(context: context, error: HTTPParserError.invalidEOFState) }
        context.fireChannelInactive()
    }
}

extension HTTPRequestHead {
    /// Makes the decisions that HTTP leaves to the server, before any other code sees the request: how its body ends,
    /// where it goes, and whether the connection stays open.
    ///
    /// - Parameter address: the host of an HTTP/1.0 request without a `Host`.
    fileprivate mutating func settle(reachedAt address: SocketAddress?) throws(HTTPParserError) {
        // The parser lets bytes beyond ASCII through in values. Before anything compares a value, it must be certain
        // that this takes no long time.
        guard headers.allSatisfy({ StreamSafeText.isQuick($0.value) }) else { throw .invalidHeaderToken }
        // RFC 9112, section 6.1: a transfer coding in HTTP/1.0 is faulty framing. Only the coding chunked is supported.
        if headers.contains(name: "Transfer-Encoding") {
            let codings = headers["Transfer-Encoding"]
            guard version != .http1_0, codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw .invalidHeaderToken
            }
        }
        if version == .http1_0, !headers.contains(name: "Host"), let authority = address?.authority {
            headers.add(name: "Host", value: authority)
        }
        if !uri.hasPrefix("/") { settleAbsoluteForm() }
        // The parser stops after a request for another protocol.
        let wantsOtherProtocol = method == .CONNECT || headers.contains(name: "Upgrade")
        if wantsOtherProtocol { headers.replaceOrAdd(name: "Connection", value: "close") }
    }

    /// RFC 9112, section 3.2.2: the host in an absolute request target replaces the one in the header.
    private mutating func settleAbsoluteForm() {
        guard let scheme = ["http://", "https://"].first(where: uri.lowercased().hasPrefix) else { return }
        let rest = uri.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        if headers["Host"].count == 1 { headers.replaceOrAdd(name: "Host", value: String(rest[..<end])) }
        let target = String(rest[end...])
        uri = target.hasPrefix("/") ? target : "/" + target
    }
}

extension SocketAddress {
    fileprivate var authority: String? {
        guard let ipAddress, let port else { return nil }
        return ipAddress.contains(":") ? "[\(ipAddress)]:\(port)" : "\(ipAddress):\(port)"
    }
}
