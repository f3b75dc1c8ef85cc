import Cards

extension CardStatus {
    /// The response code for a card of this status; nil if the card can pay.
    ///
    /// - Parameter isPlasticPresent: DIGITAL and DAMAGED cards can pay only without their plastic.
    public func code(isPlasticPresent: Bool) -> ResponseCode? {
        switch self {
        case .active: nil
        case .digital, .damaged: isPlasticPresent ? .notAllowedToCard : nil
        case .lost: .lostCard
        case .cancelled: .closedAccount
        case .expired: .expiredCard
        case .locked, .suspended: .restrictedCard
        case .issued: .notActivated
        case .pending, .applied, .rejected: .noSuchCard
        }
    }
}
