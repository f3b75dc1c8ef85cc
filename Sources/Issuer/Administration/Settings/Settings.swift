import Authorizing
import Cards
import Ledger

/// What operators have set: brands with their clients, programs with their interchange, and exchange rates. It is the
/// same in a database and in a file, so that the two can be compared.
public struct Settings: Sendable, Equatable {
    struct Brand: Sendable, Equatable {
        var policy = AuthenticationPolicy.standard
        /// The origins whose pages may show the brand's secure views.
        var frameAncestors: [String] = []
        var calls = CallRates.none
    }

    struct ClientName: Sendable, Hashable {
        let brand: String
        let id: String
    }

    struct ClientRights: Sendable, Equatable {
        var mayExchange = false
        var isBusiness = false
    }

    struct OfferedProgram: Sendable, Equatable {
        let brand: String
        var program: Program
        var terms = PaymentTerms.standard
        var controls = CardControls.none
        /// By currency and category.
        var interchange: [InterchangeRate] = []
    }

    struct CurrencyPair: Sendable, Hashable {
        let from: Currency
        let to: Currency

        var name: String { "\(from.code)-\(to.code)" }
    }

    var brands: [String: Brand] = [:]
    var clients: [ClientName: ClientRights] = [:]
    var programs: [String: OfferedProgram] = [:]
    var rates: [CurrencyPair: ExchangeRate] = [:]

    /// The programs that a brand offers, by their names.
    package func programs(of brand: String) -> [Program] {
        programs.values.filter { $0.brand == brand }.map(\.program).sorted { $0.name < $1.name }
    }
}
