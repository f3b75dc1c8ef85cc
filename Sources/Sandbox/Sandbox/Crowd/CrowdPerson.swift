import Cards
import Issuing
import Ledger

/// A customer of a crowd, with a name that is usual in the customer's country. The same number always gives the same
/// person.
struct CrowdPerson {
    let id: CustomerID
    let enrolment: CustomerEnrolment

    init(number: Int, id: CustomerID) {
        let home = Self.countries[number % Self.countries.count]
        let first = home.firstNames[number / Self.countries.count % home.firstNames.count]
        let last = home.lastNames[number / 7 % home.lastNames.count]
        self.id = id
        enrolment = CustomerEnrolment(
            country: home.code, firstName: first, lastName: last,
            mobile: "+\(home.callingCode) \(600_000_000 + number % 300_000_000)", email: "customer\(id)@example.com",
            address: DeliveryAddress(
                address1: "\(home.street) \(1 + number % 199)", address2: nil, address3: nil, city: home.city,
                countryCode: home.code, state: nil, postalCode: home.postalCode))
    }

    func order(of program: Program) -> NewCard.Order {
        NewCard.Order(
            customer: id, program: program, status: program.firstStatus, currency: Crowd.currency,
            mobile: enrolment.mobile,
            deliveryAddress: program.cardType == .physical ? enrolment.address : nil, externalID: nil, pin: nil)
    }

    private struct Country {
        let code, callingCode, city, postalCode, street: String
        let firstNames, lastNames: [String]

        init(
            _ code: String, _ callingCode: String, _ city: String, _ postalCode: String, _ street: String,
            _ firstNames: String, _ lastNames: String
        ) {
            (self.code, self.callingCode) = (code, callingCode)
            (self.city, self.postalCode, self.street) = (city, postalCode, street)
            self.firstNames = firstNames.split(separator: " ").map(String.init)
            self.lastNames = lastNames.split(separator: " ").map(String.init)
        }
    }

    private static let countries = [
        Country(
            "BG", "359", "Sofia", "1000", "Vitosha Boulevard", "Ivan Maria Georgi Elena Petar Desislava Nikolay Yana",
            "Georgieva Ivanov Petrova Dimitrov Todorova Nikolov Stoyanova Kolev"),
        Country(
            "DE", "49", "Berlin", "10119", "Torstraße", "Lena Jonas Anna Lukas Marie Felix Sophie Paul",
            "Müller Schmidt Weber Fischer Wagner Becker Hoffmann Schäfer"),
        Country(
            "PL", "48", "Warszawa", "00-590", "Marszałkowska", "Anna Jan Zofia Piotr Maja Tomasz Ewa Paweł",
            "Nowak Wójcik Mazur Kaczmarek Zając Krawczyk Dudek Wróbel"),
        Country(
            "RO", "40", "București", "010063", "Calea Victoriei", "Andrei Ioana Mihai Elena Radu Cristina Vlad Ana",
            "Popescu Ionescu Dumitru Stan Munteanu Rusu Marin Toma"),
        Country(
            "IT", "39", "Milano", "20121", "Via Dante", "Giulia Marco Sofia Luca Chiara Matteo Elisa Paolo",
            "Rossi Ferrari Russo Bianchi Romano Colombo Ricci Marino"),
        Country(
            "ES", "34", "Madrid", "28013", "Gran Vía", "Lucía Pablo Carmen Hugo Sara Javier Elena Diego",
            "García Fernández López Martínez Sánchez Pérez Gómez Ruiz"),
        Country(
            "FR", "33", "Lyon", "69002", "Rue Mercière", "Camille Louis Emma Hugo Manon Jules Chloé Arthur",
            "Martin Bernard Petit Durand Leroy Moreau Simon Laurent"),
        Country(
            "NL", "31", "Utrecht", "3511 LX", "Oudegracht", "Sanne Daan Emma Bram Lotte Sem Fleur Thijs",
            "Jansen Bakker Visser Smit Meijer Mulder Bos Vos"),
    ]
}
