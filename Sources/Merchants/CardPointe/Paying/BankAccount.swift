import CardSecrets
import Ledger
import Payments
import Validation

/// An account of a bank in the US that an electronic check is drawn on.
struct BankAccount: Sendable {
    /// Nine digits; the last one checks the others.
    let routing: String
    /// 4 to 17 digits.
    let number: String

    private static let routingLength = 9
    private static let numberLengths = 4...17
    /// The only currency of electronic checks.
    static let currencyCode = "USD"

    /// - Throws: 11 if a part has another form; 99 of ProfitStars if the routing number's last digit is wrong.
    init(routing: String, number: String) throws(Refused) {
        let isRouting = routing.utf8.count == Self.routingLength && routing.utf8.allSatisfy(isASCIIDigit)
        guard isRouting, Self.numberLengths.contains(number.utf8.count), number.utf8.allSatisfy(isASCIIDigit) else {
            throw Refused(.invalidCard, "bankaba must be nine digits, and account 4 to 17")
        }
        guard Self.isChecked(routing) else { throw Refused(.invalidRouting(routing)) }
        (self.routing, self.number) = (routing, number)
    }

    /// - Throws: if no check can have this amount.
    static func check(_ amount: Money) throws(Refused) {
        guard amount.currency.code == currencyCode else {
            throw Refused(.wrongCurrency, "Electronic checks are in \(currencyCode).")
        }
        guard amount.isPositive else {
            throw Refused(.invalidAmount, "An account of a bank cannot be verified with an amount of 0.")
        }
    }

    /// ABA: the digits times 3, 7 and 1 in turn add up to a multiple of 10.
    private static func isChecked(_ routing: String) -> Bool {
        let sum = zip(routing.utf8, [3, 7, 1, 3, 7, 1, 3, 7, 1]).reduce(0) { sum, place in
            sum + Int(place.0 - UInt8(ascii: "0")) * place.1
        }
        return sum % 10 == 0
    }
}

/// Payments are charged to numbers of cards, so a number stands for a bank account: 9, with which no card's number
/// begins; two digits of the routing number; nine meaningless digits; the account's last four digits.
extension PaymentInstrument {
    private static let mark: Character = "9"

    var isBankAccount: Bool { pan.bin.first == Self.mark }

    /// The first digits of the number that the customer has typed.
    var shownPrefix: Substring { (isBankAccount ? pan.bin.dropFirst() : pan.bin[...]).prefix(2) }

    /// - Parameter middle: eight digits that are the same for each use of the account.
    init(_ account: BankAccount, middle: String) {
        let (head, tail) = ("\(Self.mark)\(account.routing.prefix(2))\(middle)", account.number.suffix(4))
        let numbers = (0...9).lazy.compactMap { PAN("\(head)\($0)\(tail)") }
        guard middle.utf8.count == 8, let number = numbers.first else {
            preconditionFailure("One of ten digits makes the check digit right.")
        }
        self.init(pan: number, expiry: nil, kind: .card(cvv2: nil))
    }
}

extension CardPointe {
    /// The instrument that is charged in place of a bank account. The account's number is not kept, because no bank is
    /// asked.
    func instrument(of account: BankAccount) -> PaymentInstrument {
        let text = Array("\(account.routing)/\(account.number)".utf8)
        let hash = vault.secretHash(text, at: "merchants.cardpointe_token bank account")
        return PaymentInstrument(account, middle: String(CardToken.middle(from: hash).prefix(8)))
    }
}
