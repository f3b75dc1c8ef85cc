import Testing
import Validation

@testable import Cards

@Suite("The name on a card")
struct NameOnCardTests {
    private static func customer(_ first: String, _ last: String) -> Draft<CustomerEnrolment?> {
        CustomerEnrolment.read(country: "BG", firstName: first, lastName: last, mobile: "+1 1", address: nil)
    }

    @Test("Latin and Cyrillic letters are transliterated as in passports; the customer's own name stays", arguments: [
        ("Ada", "Byron", "ADA BYRON"), ("Zoe", "O'Neill", "ZOE O'NEILL"), ("Zoë", "O’Neill", "ZOE O'NEILL"),
        ("Jürgen", "Groß", "JUERGEN GROSS"), ("Ju\u{308}rgen", "Gro\u{1E9E}", "JUERGEN GROSS"),
        ("José", "Núñez", "JOSE NUNEZ"), ("Đorđe", "Łukasz", "DORDE LUKASZ"), ("Åsa", "Sjöström", "AASA SJOESTROEM"),
        ("Søren", "Ægir", "SOEREN AEGIR"), ("Þóra", "Guðný", "THORA GUDNY"), ("İbrahim", "Işık", "IBRAHIM ISIK"),
        ("Nguyễn", "Thị", "NGUYEN THI"), ("Ивана", "Петрова", "IVANA PETROVA"), ("Юлия", "Щукина", "IULIIA SHCHUKINA"),
        ("Їжак", "Євген", "IZHAK IEVGEN"), ("Љубиша", "Ђорђевић", "LJUBISHA DORDEVIC"),
        ("Anne-Marie", "de  la\u{A0}Cruz, Jr.", "ANNE-MARIE DE LA CRUZ, JR."), (" Ada ", "Byron 2", "ADA BYRON 2"),
        ("Зоя", "Ünal’s €", "ZOIA UENAL'S"), ("Ke$ha", "Sebert", "KEHA SEBERT"),
        ("Wolfeschlegelsteinhausen", "Berger", "WOLFESCHLEGELSTEINHAUSEN B"),
        ("Wolfeschlegelsteinhausena", "Berger", "WOLFESCHLEGELSTEINHAUSENA"),
    ])
    func carried(_ first: String, _ last: String, _ expected: String) throws {
        let enrolment: CustomerEnrolment = try Self.customer(first, last).accepted()
        let customer = enrolment.customer(Sample.bulgarian.id)
        #expect(customer.cardholderName == expected && customer.cardholderName.utf8.count <= 26)
        #expect(customer.firstName == first && customer.lastName == last)
    }

    @Test("A name that no card can carry is refused with its field", arguments: [
        " ", "   ", "'", "- -", "42", "€", "$ 5", "\u{202E}anna", "anna\u{200F}", "an\u{200B}na", "\u{2066}x\u{2069}",
        "李", "小龙", "Νίκος", "محمد", "Ada 🎉", "🎉", "Ａｄａ", "a/b", "a^b", "%a", "a?", "a;b", "<b>", "a\u{0}", "a\u{85}",
    ])
    func refused(_ name: String) {
        #expect(Self.customer(name, "Byron").errors.fields == ["firstName"])
        #expect(Self.customer("Ada", name).errors.fields == ["lastName"])
    }

    @Test("A name that was stored before the rule leaves out the characters that no card can carry", arguments: [
        ("李", "Byron", "BYRON"), ("\u{202E}anna", "no/wak", "ANNA NOWAK"), ("李", "小龙", "CARDHOLDER"),
    ])
    func stored(_ first: String, _ last: String, _ expected: String) {
        let customer = Customer(
            id: Sample.bulgarian.id, country: "BG", firstName: first, lastName: last, mobile: "+1 1", address: nil)
        #expect(customer.cardholderName == expected)
    }
}
