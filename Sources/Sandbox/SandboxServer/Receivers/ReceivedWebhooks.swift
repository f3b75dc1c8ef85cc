import Foundation
import HTTPContract

/// A request that a receiver got.
struct ReceivedWebhook: Sendable {
    let receiver: String
    let receivedAt: Date
    let headers: [(name: String, value: String)]
    /// The body as it came, without card numbers. Only the text is kept: as a tree it needs many times the memory.
    let text: String
    /// The status of the answer.
    let status: Int

    /// Nil if it is no JSON.
    var body: JSONValue? { try? JSONValue(parsing: Array(text.utf8)) }

    /// The approximate size in memory.
    var sizeBytes: Int {
        1024 + text.utf8.count + headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}

/// The latest requests of all receivers, limited in number and in memory. The oldest are dropped first.
struct ReceivedWebhooks: Sendable {
    private let limitOfOne: Int
    private let limit: Int
    private let sizeLimitBytes: Int
    /// Oldest first.
    private var received: [ReceivedWebhook] = []
    private var sizeBytes = 0

    init(limitOfOne: Int = 200, limit: Int = 2000, sizeLimitBytes: Int = 16 * 1024 * 1024) {
        (self.limitOfOne, self.limit, self.sizeLimitBytes) = (limitOfOne, limit, sizeLimitBytes)
    }

    mutating func add(_ webhook: ReceivedWebhook) {
        received.append(webhook)
        sizeBytes += webhook.sizeBytes
        let own = received.count { $0.receiver == webhook.receiver }
        if own > limitOfOne, let first = received.firstIndex(where: { $0.receiver == webhook.receiver }) {
            remove(at: first)
        }
        while received.count > 1, received.count > limit || sizeBytes > sizeLimitBytes { remove(at: 0) }
    }

    private mutating func remove(at index: Int) { sizeBytes -= received.remove(at: index).sizeBytes }

    mutating func forgetAll() { (received, sizeBytes) = ([], 0) }

    /// Newest first.
    func newest(of receiver: String) -> [ReceivedWebhook] { received.reversed().filter { $0.receiver == receiver } }
}
