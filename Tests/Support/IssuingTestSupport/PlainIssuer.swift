import Authorizing
import Foundation

/// The tests' model of an issuer with one account: plain numbers, written without the service's rules.
package struct PlainIssuer: Sendable {
    package struct PlainAuthorization: Sendable {
        var status: String
        var isRefund = false
        var paysAtOnce = false
        var approved: Int64 = 0
        var reversed: Int64 = 0
        var released: Int64 = 0
        var cleared: Int64 = 0
        var refunded: Int64 = 0
        /// The amount that the merchant requested, less partial reversals.
        var asked: Int64 = 0
        /// The amount that the merchant collected, less refunds.
        var collected: Int64 = 0
        var end = Date.distantFuture

        var isOpen: Bool { ["APPROVED", "SETTLED_PARTIAL"].contains(status) }
        var valid: Int64 { approved - reversed - released }
        var rest: Int64 { max(0, valid - cleared) }
        var canGrow: Bool { isOpen && rest > 0 }
        /// The amount that a partial reversal may take back.
        var takeable: Int64 { max(0, asked - (paysAtOnce ? refunded : isOpen ? collected : 0)) }
        var isEmpty: Bool { approved == 0 && cleared == 0 && refunded == 0 }
    }

    package struct PlainMessage: Equatable, Sendable {
        package var reference: String
        package var kind: MessageKind
        package var lifecycle: String
        package var amount: Int64
        package var isLast: Bool
        package var canApproveInPart: Bool

        package init(
            reference: String, kind: MessageKind, lifecycle: String, amount: Int64, isLast: Bool,
            canApproveInPart: Bool
        ) {
            (self.reference, self.kind, self.lifecycle, self.amount) = (reference, kind, lifecycle, amount)
            (self.isLast, self.canApproveInPart) = (isLast, canApproveInPart)
        }
    }

    package private(set) var money: Int64 = 0
    package private(set) var authorizations: [String: [PlainAuthorization]] = [:]
    private var answers: [String: (message: PlainMessage, code: String)] = [:]
    private var reversedEarly: Set<String> = []

    package var held: Int64 { authorizations.values.joined().reduce(0) { $0 + $1.rest } }
    private var free: Int64 { money - held }

    package init() {}

    package mutating func load(_ amount: Int64) { money += amount }

    package mutating func expire(at now: Date) {
        for (lifecycle, list) in authorizations {
            for (index, one) in list.enumerated() where one.isOpen && one.rest > 0 && one.end <= now {
                authorizations[lifecycle]?[index].released += one.rest
                authorizations[lifecycle]?[index].status = "EXPIRED"
            }
        }
    }

    package mutating func answer(_ message: PlainMessage, at now: Date) -> String {
        if let earlier = answers[message.reference] {
            return earlier.message == message ? earlier.code : "94"
        }
        let code = decide(message, at: now)
        if code != "96" { answers[message.reference] = (message, code) }
        return code
    }

    private func index(of lifecycle: String) -> Int? {
        let list = authorizations[lifecycle] ?? []
        return list.firstIndex { $0.rest > 0 } ?? list.firstIndex { $0.status != "DECLINED" && !$0.isEmpty }
            ?? list.firstIndex { $0.status != "DECLINED" } ?? list.indices.first
    }

    private mutating func begin(_ authorization: PlainAuthorization, _ lifecycle: String) {
        authorizations[lifecycle, default: []].append(authorization)
    }

    private mutating func decide(_ message: PlainMessage, at now: Date) -> String {
        let (lifecycle, amount) = (message.lifecycle, message.amount)
        let end = now.addingTimeInterval(7 * 86_400)
        let found = index(of: lifecycle)
        let isUnapproved = found.map { authorizations[lifecycle]?[$0].status == "DECLINED" } ?? true
        let isTooLate = isUnapproved && reversedEarly.contains(lifecycle)
        switch message.kind {
        case .authorization, .financial, .refundAuthorization, .balanceInquiry, .accountVerification, .incremental:
            return ask(message, found, isTooLate: isTooLate, end)
        case .advice:
            guard let found, let old = authorizations[lifecycle]?[found], old.status != "DECLINED" else {
                if !isTooLate {
                    begin(PlainAuthorization(status: "APPROVED", approved: amount, asked: amount, end: end), lifecycle)
                }
                return "00"
            }
            guard old.canGrow else { return "00" }
            if amount != old.valid { authorizations[lifecycle]?[found].asked = amount }
            if amount > old.valid {
                authorizations[lifecycle]?[found].approved += amount - old.valid
            } else if amount < old.valid {
                takeBack(old.valid - amount, lifecycle, found, isAll: false)
            }
            return "00"
        case .partialReversal, .reversal:
            guard let found, let old = authorizations[lifecycle]?[found] else {
                if message.kind == .reversal { reversedEarly.insert(lifecycle) }
                return "00"
            }
            let isAll = message.kind == .reversal
            guard isAll || amount <= old.takeable else { return "96" }
            if !isAll { authorizations[lifecycle]?[found].asked -= amount }
            guard old.paysAtOnce else {
                takeBack(isAll || amount == old.takeable ? old.rest : amount, lifecycle, found, isAll: isAll)
                return "00"
            }
            let back = isAll ? old.cleared : min(amount, max(0, old.cleared - old.refunded))
            guard old.status != "SETTLED" || old.cleared - back >= old.refunded else { return "96" }
            payBack(back, lifecycle, found)
        case .clearing, .forcePost: collect(message, found)
        case .refund:
            money += amount
            guard let found, let old = authorizations[lifecycle]?[found] else {
                begin(
                    PlainAuthorization(status: "SETTLED", isRefund: true, refunded: amount, asked: amount), lifecycle)
                return "00"
            }
            authorizations[lifecycle]?[found].refunded += amount
            if old.isRefund && old.isOpen { authorizations[lifecycle]?[found].status = "SETTLED" }
        case .refundReversal:
            guard let found, let old = authorizations[lifecycle]?[found], old.refunded >= amount else { return "96" }
            authorizations[lifecycle]?[found].refunded -= amount
            money -= amount
        }
        return "00"
    }

    private mutating func ask(_ message: PlainMessage, _ found: Int?, isTooLate: Bool, _ end: Date) -> String {
        let (lifecycle, amount) = (message.lifecycle, message.amount)
        guard message.kind != .incremental else {
            if isTooLate { return "05" }
            guard let found, authorizations[lifecycle]?[found].canGrow == true else { return "12" }
            guard free >= amount else { return "51" }
            authorizations[lifecycle]?[found].approved += amount
            authorizations[lifecycle]?[found].asked += amount
            return "00"
        }
        guard !isTooLate else {
            begin(decline(message), lifecycle)
            return "05"
        }
        switch message.kind {
        case .refundAuthorization:
            begin(PlainAuthorization(status: "APPROVED", isRefund: true, asked: amount), lifecycle)
        case .balanceInquiry: begin(PlainAuthorization(status: "APPROVED"), lifecycle)
        case .accountVerification:
            begin(PlainAuthorization(status: "APPROVED"), lifecycle)
            return "85"
        default: return askForMoney(message, end)
        }
        return "00"
    }

    private mutating func askForMoney(_ message: PlainMessage, _ end: Date) -> String {
        let isReduced = free < message.amount
        guard !isReduced || (message.canApproveInPart && free > 0) else {
            begin(decline(message), message.lifecycle)
            return "51"
        }
        let amount = min(free, message.amount)
        var one = PlainAuthorization(status: "APPROVED", approved: amount, asked: amount, end: end)
        if message.kind == .financial {
            money -= amount
            (one.status, one.paysAtOnce, one.cleared, one.collected) = ("SETTLED", true, amount, amount)
        }
        begin(one, message.lifecycle)
        return isReduced ? "10" : "00"
    }

    private func decline(_ message: PlainMessage) -> PlainAuthorization {
        PlainAuthorization(status: "DECLINED", paysAtOnce: message.kind == .financial, asked: message.amount)
    }

    private mutating func takeBack(_ amount: Int64, _ lifecycle: String, _ index: Int, isAll: Bool) {
        guard var one = authorizations[lifecycle]?[index], one.isOpen else { return }
        let taken = min(amount, one.rest)
        one.reversed += taken
        if one.rest == 0, taken > 0 || (isAll && one.cleared == 0) { one.status = "REVERSED" }
        authorizations[lifecycle]?[index] = one
    }

    private mutating func payBack(_ amount: Int64, _ lifecycle: String, _ index: Int) {
        guard var one = authorizations[lifecycle]?[index], one.status == "SETTLED" else { return }
        one.reversed += min(amount, one.valid)
        one.cleared -= amount
        one.collected = one.cleared
        if one.cleared == 0 { one.status = "REVERSED" }
        money += amount
        authorizations[lifecycle]?[index] = one
    }

    private mutating func collect(_ message: PlainMessage, _ found: Int?) {
        money -= message.amount
        guard let found, var one = authorizations[message.lifecycle]?[found], one.status != "DECLINED" else {
            return begin(
                PlainAuthorization(
                    status: "SETTLED", paysAtOnce: true, cleared: message.amount, asked: message.amount,
                    collected: message.amount), message.lifecycle)
        }
        one.cleared += message.amount
        one.collected += message.amount
        if one.isOpen {
            let isEnd = message.isLast || one.rest == 0
            if isEnd { one.released += one.rest }
            one.status = isEnd ? "SETTLED" : "SETTLED_PARTIAL"
        }
        authorizations[message.lifecycle]?[found] = one
    }
}
