import CryptoExtras
import Synchronization

/// RSA keys of 2048 bits that are made ahead, because their primes take a tenth of a second or more to find.
///
/// Each key is taken once. A stock makes no keys before it has a size, so a service that will need none does no work.
/// The keys are in memory only, so they are gone when the service ends. They come from the library's own randomness.
final class RSAKeyStock: Sendable {
    private struct State {
        var size = 0
        /// PKCS #8 in DER.
        var ready: [Secret] = []
        /// The callers that wait for the next keys.
        var waiting: [CheckedContinuation<Secret?, Never>] = []
        var isMaking = false

        var isWanting: Bool { !waiting.isEmpty || ready.count < size }
    }

    private let state = Mutex(State())

    /// Begins to keep so many keys ready, made one after another on the threads for slow work.
    func keep(_ size: Int, madeOn threads: SlowWork) {
        state.withLock { $0.size = size }
        make(on: threads)
    }

    /// Takes a key that is ready or, if none is, the next one that is made. Nil if the stock has no size, or if the
    /// threads have too much to do.
    func take(madeOn threads: SlowWork) async -> Secret? {
        let key = await withCheckedContinuation { (continuation: CheckedContinuation<Secret?, Never>) in
            let key = state.withLock { state -> Secret?? in
                guard state.size > 0 else { return .some(nil) }
                if let key = state.ready.popLast() { return key }
                state.waiting.append(continuation)
                return nil
            }
            if let key { continuation.resume(returning: key) }
            make(on: threads)
        }
        return key
    }

    /// Makes keys until enough are ready, unless that is going on.
    private func make(on threads: SlowWork) {
        let begins = state.withLock { state in
            guard state.isWanting, !state.isMaking else { return false }
            state.isMaking = true
            return true
        }
        guard begins else { return }
        Task.detached { [self] in
            while await makeNext(on: threads) {}
        }
    }

    /// Returns whether to go on.
    private func makeNext(on threads: SlowWork) async -> Bool {
        let owner = SlowWork.Owner("stock of keys", in: self, places: 1)
        let made = try? await threads.withPlace(of: owner, { $0 }) { place throws(SlowWork.Refusal) in
            try await place.run {
                try Secret(Array(_RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8DERRepresentation))
            }
        }
        let key = try? made?.get()
        let (served, goesOn) = state.withLock { state -> ([CheckedContinuation<Secret?, Never>], Bool) in
            guard let key else {
                // Those who wait make their own, or fail as they would without a stock.
                defer { state.waiting = [] }
                state.isMaking = false
                return (state.waiting, false)
            }
            var served: [CheckedContinuation<Secret?, Never>] = []
            if state.waiting.isEmpty { state.ready.append(key) } else { served = [state.waiting.removeFirst()] }
            state.isMaking = state.isWanting
            return (served, state.isMaking)
        }
        for waiting in served { waiting.resume(returning: key) }
        return goesOn
    }
}

extension SlowWork {
    /// Begins to keep so many RSA keys ready for a caller that will soon need them.
    package func stockRSAKeys(_ size: Int) { keys.keep(size, madeOn: self) }

    /// An RSA key of 2048 bits (PKCS #8 in DER) from the stock; nil if there is no stock.
    package func readyRSAKey() async -> Secret? { await keys.take(madeOn: self) }
}
