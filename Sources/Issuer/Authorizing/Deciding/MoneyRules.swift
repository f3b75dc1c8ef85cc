import Ledger

// The checks of permission and of money.
extension Facts {
    func judgePermission() -> Finding {
        if isCustomerRestricted, request.kind.asksForMoney { return .failed(.notAllowedToCard, .customerRestricted) }
        let objection = controls.lazy.compactMap { $0.objection(to: merchants, by: channels) }.first
        return objection.map { .failed(.notAllowedToCard, $0) } ?? .passed
    }

    /// The price of the requested amount; nil without an account or a rate.
    public var quote: Quote? {
        guard let account else { return nil }
        return try? account.pricing.quote(request.amount, isWithdrawal: hasWithdrawalFee)
    }

    /// An increment belongs to a withdrawal whose fee is held already.
    private var hasWithdrawalFee: Bool { request.type == .atmWithdrawal && request.kind != .incremental }

    func judgeLimits() -> Finding {
        guard request.kind.asksForMoney else { return .skipped(.noMoneyAsked) }
        guard let quote else { return .skipped(.noPrice) }
        let spending = Spending(amount: quote.total.minorUnits, count: request.isCounted ? 1 : 0)
        let counters = counters.after(earlierSpending)
        switch counters.objection(to: spending, by: channels, under: controls) {
        case .amount: return .failed(.amountLimit, .amountLimit)
        case .count: return .failed(.countLimit, .countLimit)
        case nil: return .passed
        }
    }

    /// An increment uses the channels of its payment, and counts there. So a merchant cannot avoid a limit by the
    /// channels that the increment names or leaves out.
    private var channels: Set<Channel> { request.kind.isFollowUp ? originalChannels : request.channels }

    /// The merchant as this message describes it, and as its payment did. So an increment cannot avoid a rule by
    /// another description.
    private var merchants: [CardAcceptor] {
        let original = request.kind.isFollowUp ? originalMerchant : nil
        return [request.merchant, original].compactMap(\.self)
    }

    /// The earlier spending of the same transaction.
    private var earlierSpending: Spending {
        guard request.kind == .incremental, case .known(let state) = original else { return .nothing }
        return state.spending
    }

    func judgeAccount() -> Finding {
        guard let account else { return .failed(.notActivated, .noAccount) }
        do throws(PricingFailure) {
            _ = try account.pricing.quote(request.amount, isWithdrawal: hasWithdrawalFee)
            return .passed
        } catch {
            switch error {
            case .notConvertible: return .failed(.notAllowedToCard, .notConvertible)
            case .overflow: return .failed(.invalidAmount, .amountTooLarge)
            }
        }
    }

    func judgeMoney() -> Finding {
        guard request.kind.asksForMoney else { return .skipped(.noMoneyAsked) }
        guard let account, let quote else { return .skipped(.noPrice) }
        let available = account.available.minorUnits
        guard available < quote.total.minorUnits else { return .passed }
        guard canBeReduced, let part = account.pricing.largestPurchase(within: available, upTo: request.amount) else {
            return .failed(.insufficientFunds, .notEnoughMoney)
        }
        return .reduced(part)
    }

    /// Banknotes cannot be paid out in part, and an increment is needed as a whole.
    private var canBeReduced: Bool {
        request.canApproveInPart && !request.type.paysCash && request.kind != .incremental
    }
}

// The partner.
extension Facts {
    func judgePartner(after trace: Trace) -> Finding {
        guard request.kind.asksForMoney else { return .skipped(.noMoneyAsked) }
        guard let quote = trace.reduction ?? quote else { return .skipped(.noPrice) }
        switch partner {
        case .none: return .skipped(.noPartner)
        case .toAsk: return .skipped(.partnerToAsk)
        case .approved: return .passed
        case .approvedUpTo(let limit): return judge(partnersLimit: limit, of: quote)
        case .declined(let code): return .failed(Self.declining(code), .partnerDeclined)
        case .silent(let standIn, let silence): return judge(standIn, of: quote, because: silence.reason)
        }
    }

    /// A partner that declines with the code of an approval has declined.
    private static func declining(_ code: ResponseCode?) -> ResponseCode {
        guard let code, !code.isApproval else { return .doNotHonor }
        return code
    }

    private func judge(partnersLimit limit: Money, of quote: Quote) -> Finding {
        guard limit.currency == request.amount.currency, limit.isPositive else {
            return .failed(.doNotHonor, .partnerAmountTooSmall)
        }
        guard limit.minorUnits < quote.transaction.minorUnits else { return .passed }
        guard canBeReduced, let part = try? account?.pricing.quote(limit, isWithdrawal: false) else {
            return .failed(.doNotHonor, .partnerAmountTooSmall)
        }
        return .reduced(part)
    }

    private func judge(_ standIn: Partner.StandIn, of quote: Quote, because reason: Reason) -> Finding {
        switch standIn {
        case .approve: return .stoodIn(reason)
        // The sum of the increments counts, so that they cannot exceed the limit one by one.
        case .approveUpTo(let limit, let except)
        where quote.total.minorUnits <= limit - max(0, min(limit, earlierSpending.amount))
            && except.isDisjoint(with: merchants.map(\.category)):
            return .stoodIn(reason)
        case .decline, .approveUpTo: return .failed(.issuerUnreachable, reason)
        }
    }
}

extension Partner.Silence {
    fileprivate var reason: Reason {
        switch self {
        case .timedOut: .partnerTimedOut
        case .notReached: .partnerNotReached
        case .refused: .partnerRefused
        case .unreadable: .partnerUnreadable
        case .notAsked: .partnerNotAsked
        }
    }
}
