import ContractTestSupport
import Testing

@Suite("Payment terms of a program")
struct PaymentTermsTests {
    private static let path = "/programs/SKRILL-VIRTUAL-MC-EEA/payment-terms"

    @Test("What is read can be set again and changes nothing, so a caller can change one term and keep the others")
    func roundTrip() async throws {
        try await withSandboxService { service in
            let body = #"""
                {"atmFee":200,"fxFeeBasisPoints":300,"holdDays":3,"holdDaysIfPaidLater":9,"needsSecurityCode":true,\#
                "needsAuthentication":true,"wrongCodesInARow":4,"wrongCodesOnADay":11,"provisionalCredit":true,\#
                "bearsLostDisputes":true,"walletProvisioning":"IDENTIFIED","renewalDays":30,"renewalKeepsNumber":true,\#
                "walletMetadata":{"issuerName":"Acme Bank"}}
                """#
            for text in [body, "{}"] {
                let set = try await service.sandbox("PUT", Self.path, text)
                #expect(set.status == 200, "\(set.text)")
                let read = try await service.sandbox("GET", Self.path)
                #expect(read.status == 200 && read.text == set.text)
                let again = try await service.sandbox("PUT", Self.path, read.text)
                #expect(again.status == 200 && again.text == read.text, "\(again.text)")
            }
        }
    }

    @Test("The terms of an unknown program are not found")
    func unknownProgram() async throws {
        try await withSandboxService { service in
            for (method, body) in [("GET", ""), ("PUT", "{}")] {
                let answer = try await service.sandbox(method, "/programs/NONE/payment-terms", body)
                #expect(answer.status == 404, "\(answer.text)")
            }
        }
    }
}
