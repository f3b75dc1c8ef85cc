import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Testing
import TestSupport
import Validation

@testable import CardAPI

@Suite("Operations, queries and answers, without a server")
struct CardAPIOperationsTests {
    // MARK: Operations

    @Test("A value in a path stays one segment")
    func fillsPaths() {
        let path = Operations.setPIN.path(filling: ["cardId": "a/b?c=d%ü"])
        #expect(path == "/digitalwallets/v1/profile/prepaid/cards/a%2Fb%3Fc%3Dd%25%C3%BC/pin")
        #expect(Operations.all.filter { $0.matches(path.split(separator: "/")) }.map(\.name) == ["setPIN"])
    }

    // MARK: Queries

    @Test("A valid query is read and written in its shortest form", arguments: textTable("""
                                                                    |
        status=&cardType=&include=&limit=&offset=                   |
        status=CANCELLED,ACTIVE&status=ACTIVE&&                     | status=ACTIVE%2CCANCELLED
        status=ACTIVE%2CLOST&limit=100                              | status=ACTIVE%2CLOST&limit=100
        include=AVAILABLE%5fACTIONS,TOKENIZATIONS                   | include=TOKENIZATIONS%2CAVAILABLE_ACTIONS
        cardType=VIRTUAL                                            | cardType=VIRTUAL
        limit=1&offset=2147483647                                   | limit=1&offset=2147483647
        limit=010&offset=0                                          |
        """))
    func readsQueries(_ row: [String]) throws {
        let query = try CardListQuery.read(row[0])
        #expect(query.text == row[1])
        #expect(try CardListQuery.read(query.text) == query)
    }

    @Test("A refused query names everything that is wrong", arguments: textTable("""
        limit=0              | DW-INCORRECT-OFFSET-AND-LIMIT | limit: must be a whole number from 1 to 100
        limit=101            | DW-INCORRECT-OFFSET-AND-LIMIT | limit: must be a whole number from 1 to 100
        limit=%2B5           | DW-INCORRECT-OFFSET-AND-LIMIT | limit: must be a whole number from 1 to 100
        limit=5&limit=6      | DW-INCORRECT-OFFSET-AND-LIMIT | limit: must be given once, not 2 times
        offset=-1            | DW-INCORRECT-OFFSET-AND-LIMIT | offset: must be a whole number from 0 to 2147483647
        offset=2147483648    | DW-INCORRECT-OFFSET-AND-LIMIT | offset: must be a whole number from 0 to 2147483647
        limit=99999999999999999999 | DW-INCORRECT-OFFSET-AND-LIMIT | limit: must be a whole number from 1 to 100
        cardType=virtual     | 5068 | cardType: must be one of PHYSICAL, VIRTUAL; write VIRTUAL in capital letters
        cardType=%zz         | 5068 | cardType: must be percent-encoded UTF-8
        cardType=%ff         | 5068 | cardType: must be percent-encoded UTF-8
        include=ALL          | 5068 | include: must be one of TOKENIZATIONS, AVAILABLE_ACTIONS
        x=1&Limit=5&limit=x  | 5068 | limit: must be a whole number from 1 to 100; \
                                      x: is not a known query parameter; \
                                      Limit: is not a known query parameter; did you mean limit?
        """))
    func refusesQueries(_ row: [String]) throws {
        let problem = Problem(try #require(throws: RequestError.self) { try CardListQuery.read(row[0]) })
        #expect(problem.code.rawValue == row[1])
        #expect(problem.fieldErrors.map { "\($0.field): \($0.error)" }.joined(separator: "; ") == row[2])
    }

    @Test("An absent query is read as an empty one")
    func readsNoQuery() throws {
        #expect(try CardListQuery.read(nil) == CardListQuery())
        #expect(try CardQuery.read(nil) == CardQuery())
        for case .integer(_, let defaultValue) in CardListQuery.schema.map(\.kind).prefix(4) {
            #expect(defaultValue == CardListQuery().limit)
        }
    }

    // MARK: The token call

    @Test("A token form is read as the grant that it was written from", arguments: [
        .clientCredentials(scope: nil), .clientCredentials(scope: "a b"), .refreshToken("a+b/c=&", scope: nil),
        .customer("10000001", scope: "pci-dss-1"),
        .tokenExchange(subjectToken: "ü", subjectTokenType: "urn:x", scope: nil),
    ] as [TokenGrant])
    func readsForms(_ grant: TokenGrant) throws {
        #expect(try TokenGrant(parsing: Array(grant.formText.utf8)) == grant)
    }

    @Test("An invalid token form is refused with its OAuth error", arguments: textTable("""
                                                      | invalid_request | grant_type is required.
        grant_type=                                   | invalid_request | grant_type is required.
        grant_type=refresh_token                      | invalid_request | refresh_token is required.
        grant_type=refresh_token&refresh_token=%f     | invalid_request | refresh_token is not percent-encoded UTF-8.
        grant_type=client_credentials&scope=a&scope=b | invalid_request | scope is given more than once.
        grant_type=password                           | unsupported_grant_type | grant_type must be one of \
            client_credentials, refresh_token, urn:ietf:params:oauth:grant-type:token-exchange.
        """))
    func refusesForms(_ row: [String]) {
        let refusal = #expect(throws: TokenErrorBody.self) { try TokenGrant(parsing: Array(row[0].utf8)) }
        #expect(refusal == TokenErrorBody(.init(rawValue: row[1]), row[2]))
        #expect(refusal?.status == .badRequest)
    }

    @Test("Unknown form parameters are ignored, and only access tokens can be requested")
    func readsForeignForms() throws {
        let form = "x=%ff&grant_type=client_credentials&scope=&x=1"
        #expect(try TokenGrant(parsing: Array(form.utf8)) == .clientCredentials(scope: nil))
        let exchange = TokenGrant.customer("1").formText + "&requested_token_type="
        #expect(try TokenGrant(parsing: Array((exchange + TokenGrant.accessTokenType).utf8)) == .customer("1"))
        #expect(throws: TokenErrorBody.self) { try TokenGrant(parsing: Array((exchange + "urn:x").utf8)) }
    }

    // MARK: Answers

    @Test("A list of cards is written as documented and read as it was written")
    func writesCards() throws {
        var query = CardListQuery()
        query.limit = 2
        query.offset = 4
        let list = CardListBody(cards: [try fullCard()], numberOfRecords: 5, answering: query)
        #expect(shown(list.jsonBytes) == #"""
            {"cards":[{"cardId":"f16ba382-eb42-481a-b08f-c57bdc9aae24","status":"ISSUED",\#
            "expiry":{"month":11,"year":2029},"bin":"999999","lastFour":"1234","customerId":"10000001",\#
            "cardType":"PHYSICAL","programName":"SKRILL-PHYSICAL-MC-EEA","currency":"BGN","mobile":"+1 123456789",\#
            "deliveryAddress":{"address1":"Tsarigradsko Shose 73"},"createdDate":"2026-11-21T08:45:34Z",\#
            "accountId":"127623047","scheme":"MC","activationDate":"1970-01-01T00:00:00Z","isPinSet":false,\#
            "externalId":"e","availableActions":[{"action":"ACTIVATE"}]}],\#
            "meta":{"numberOfRecords":5,"limit":2,"page":3}}
            """#)
        #expect(try decoded(list) == list)
        var bare = try fullCard()
        bare.mobile = nil
        bare.deliveryAddress = nil
        bare.accountId = nil
        bare.activationDate = nil
        bare.externalId = nil
        bare.availableActions = nil
        #expect(try decoded(bare) == bare)
        #expect(!shown(bare.jsonBytes).contains("null"))
    }

    @Test("The other answers are read as they were written")
    func writesOtherAnswers() throws {
        let program = ProgramBody(
            cardType: "VIRTUAL", scheme: "MC", name: "P", currencies: ["EUR", "BGN"], allowableCards: 5,
            isDigital: false)
        let programs = ProgramListBody(programs: [program])
        #expect(try decoded(programs) == programs)
        #expect(shown(programs.jsonBytes) == #"""
            {"programs":[{"cardType":"VIRTUAL","scheme":"MC","name":"P","currencies":["EUR","BGN"],\#
            "allowableCards":5,"isDigital":false}]}
            """#)
        let token = TokenBody(accessToken: "a", expiresIn: 900, refreshToken: "r", refreshExpiresIn: 1800, scope: "s")
        #expect(try decoded(token) == token)
        #expect(shown(token.jsonBytes) == #"""
            {"access_token":"a","token_type":"Bearer","expires_in":900,"refresh_token":"r",\#
            "refresh_expires_in":1800,"scope":"s"}
            """#)
        let refusal = TokenErrorBody(.invalidClient, "Unknown client.")
        #expect(try decoded(refusal) == refusal)
        #expect(shown(refusal.jsonBytes) == #"{"error":"invalid_client","error_description":"Unknown client."}"#)
        #expect(refusal.status == .unauthorized)
    }

    // MARK: Problems

    @Test("A problem has the documented shape")
    func writesProblems() throws {
        let problem = Problem(fieldErrors: [FieldError("pin", "is required")])
        #expect(shown(problem.jsonBytes) == #"""
            {"error":{"code":"5068","message":"One field is not acceptable: pin.","details":[],\#
            "fieldErrors":[{"field":"pin","error":"is required"}]}}
            """#)
        #expect(try decoded(problem) == problem)
        let short = Data(#"{"error":{"code":"DW-ENTITY-NOT-FOUND","message":"m"}}"#.utf8)
        #expect(try JSONDecoder().decode(Problem.self, from: short) == Problem(.entityNotFound, "m"))
    }

    @Test("Every error code has its documented status", arguments: textTable("""
        400 | 5023 5068 DW-INCORRECT-OFFSET-AND-LIMIT DW-CUSTOMER-ACCOUNT-ID-SHOULD-BE-NUMERIC \
            DW-TRANSACTION-BAD-REQUEST DW-AUTHORIZATION-BAD-REQUEST DW-ACTIVATION-DATA-SHOULD-BE-VALID \
            DW-TOKENIZATION-DATA-SHOULD-BE-VALID DW-IDEMPOTENCY-KEY-SHOULD-BE-VALID DW-HOST-SHOULD-BE-VALID \
            DW-TRANSFER-NOT-ENOUGH-BALANCE DW-TRANSFER-INVALID-CURRENCY DW-WITHDRAWAL-NOT-ENOUGH-BALANCE \
            DW-WITHDRAWAL-INVALID-CURRENCY
        401 | DW-UNAUTHORIZED DW-SCA-REQUIRED
        403 | DW-OPERATION-NOT-ALLOWED DW-CUSTOMER-NOT-ALLOWED DW-SCOPE-REQUIRED DW-CARD-LIMIT-EXCEEDED \
            DW-TOKENIZATION-LIMIT-EXCEEDED \
            DW-DEVICE-LIMIT-EXCEEDED DW-SUBSCRIPTION-LIMIT-EXCEEDED
        404 | DW-ENTITY-NOT-FOUND DW-NO-SUCH-CUSTOMER DW-NO-SUCH-OPERATION
        405 | DW-METHOD-NOT-ALLOWED
        409 | DW-CUSTOMER-ALREADY-EXISTS \
            DW-DEPOSIT-DUPLICATED-MERCHANT-REF DW-TRANSFER-DUPLICATED-MERCHANT-REF \
            DW-WITHDRAWAL-DUPLICATED-MERCHANT-REF DW-TOKENIZATION-CONFLICT DW-DISPUTE-CONFLICT \
            DW-IDEMPOTENCY-KEY-REUSED DW-IDEMPOTENCY-KEY-IN-USE
        413 | DW-REQUEST-BODY-LIMIT-EXCEEDED
        415 | DW-MEDIA-TYPE-NOT-SUPPORTED
        422 |
        429 | 1200 DW-TOO-MANY-REQUESTS
        500 | DW-INTERNAL-SERVER-ERROR
        503 | DW-SERVICE-UNAVAILABLE
        """))
    func knowsStatuses(_ row: [String]) {
        let codes = ErrorCode.cardService.filter { "\($0.status.code)" == row[0] }.map(\.rawValue)
        #expect(codes.joined(separator: " ") == row[1])
    }

    @Test("Every error code says in sentences what happened and what to do", arguments: ErrorCode.cardService)
    func explainsCodes(_ code: ErrorCode) {
        for sentence in [code.meaning, code.remedy] {
            #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true && sentence.count > 20)
        }
        #expect(ErrorCode.cardService.filter { $0.meaning == code.meaning } == [code])
    }

    // MARK: Headers

    @Test("An idempotency key must consist of visible ASCII characters")
    func readsIdempotencyKeys() throws {
        let longest = String(repeating: "k", count: IdempotencyKey.maximumLength)
        #expect(try IdempotencyKey.read(from: [:]) == nil)
        #expect(try IdempotencyKey.read(from: [.idempotencyKey: longest]) == longest)
        for wrong in ["", longest + "k", "a b", "ключ"] {
            let error = #expect(throws: RequestError.self) { try IdempotencyKey.read(from: [.idempotencyKey: wrong]) }
            #expect(error.map { Problem($0).code } == .idempotencyKeyShouldBeValid)
        }
        var twice: HTTPFields = [.idempotencyKey: "a"]
        twice.append(HTTPField(name: .idempotencyKey, value: "a"))
        #expect(throws: RequestError.self) { try IdempotencyKey.read(from: twice) }
    }
}

/// A card with every member.
private func fullCard() throws -> CardBody {
    var address = DeliveryAddressBody()
    address.address1 = "Tsarigradsko Shose 73"
    return CardBody(
        cardId: "f16ba382-eb42-481a-b08f-c57bdc9aae24", status: "ISSUED", expiry: .init(month: 11, year: 2029),
        bin: "999999", lastFour: "1234", customerId: "10000001", cardType: "PHYSICAL",
        programName: "SKRILL-PHYSICAL-MC-EEA", currency: "BGN", mobile: "+1 123456789", deliveryAddress: address,
        createdDate: try #require(Timestamp("2026-11-21T08:45:34Z")), accountId: "127623047", scheme: "MC",
        activationDate: Timestamp(secondsSince1970: 0), isPinSet: false, externalId: "e",
        availableActions: [.init("ACTIVATE")])
}

private func decoded<Body: JSONWritable & Decodable>(_ body: Body) throws -> Body {
    try JSONDecoder().decode(Body.self, from: Data(body.jsonBytes))
}
