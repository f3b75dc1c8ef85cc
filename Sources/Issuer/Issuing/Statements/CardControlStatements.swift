import Authorizing
import Cards
import Foundation
import Identifiers
import Ledger
import Postgres

enum CardControlStatements {
    /// Replaces the controls of a card that exists, as a transaction of its own, if the brand does not protect that.
    private static let setAlone = Statement(
        "controls_set_alone",
        ControlStatements.settingForCard(if: """
            EXISTS (SELECT FROM card WHERE customer_id = $1 AND card_id = $2)
            AND \(AuthenticationStatements.leavesOpen("$14", brand: "$13"))
            """) + "\nRETURNING true AS is_set"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_set") }

    static let all = [setAlone.erased]

    static func setAlone(
        _ controls: CardControls, of card: CardID, of customer: CustomerID, at now: Date, unless brand: String,
        protects operation: ProtectedOperation
    ) -> Query<Bool> {
        Query(
            statement: setAlone,
            values: ControlStatements.values(of: controls, forCard: card, of: AccountHolder(customer), at: now)
                + [.text(brand), .text(operation.rawValue)])
    }
}
