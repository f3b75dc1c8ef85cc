/// The beginning of a scenario in which Anna has a card and 50.00 EUR.
enum CustomerWithCard {
    static let scenario = """
        customers:
          anna: {country: PL, firstName: Anna, lastName: Nowak, mobile: +48 500100200}
        loads:
          salary: {customer: anna, amount: 5000, currency: EUR}
        cards:
          everyday: {customer: anna, program: SKRILL-VIRTUAL-MC-EEA, currency: EUR}

        """
}
