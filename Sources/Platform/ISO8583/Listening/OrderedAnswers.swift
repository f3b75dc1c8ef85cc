/// The open messages of a connection, in the order in which they arrived. An answer waits for those before it.
struct OrderedAnswers {
    private enum Slot {
        case open
        /// Nil if the message gets no answer.
        case answered(ISO8583Message?)
    }

    private var slots: [Slot] = []
    private var firstNumber = 0

    /// The messages that are open, and those whose answers wait.
    var count: Int { slots.count }

    /// Takes the next place in the order.
    ///
    /// - Returns: the number of the place, for the answer when it is known.
    mutating func open() -> Int {
        slots.append(.open)
        return firstNumber + slots.count - 1
    }

    /// - Returns: the answers that need not wait any longer.
    mutating func close(_ number: Int, with answer: ISO8583Message?) -> [ISO8583Message] {
        guard slots.indices.contains(number - firstNumber) else { return [] }
        slots[number - firstNumber] = .answered(answer)
        var ready: [ISO8583Message] = []
        while case .answered(let answer)? = slots.first {
            slots.removeFirst()
            firstNumber += 1
            if let answer { ready.append(answer) }
        }
        return ready
    }
}
