import HTTPContract
import HTTPService
import HTTPTypes

struct ProfileRoutes {
    let gateway: CardPointe

    func register(on router: Router<RequestContext>) {
        for operation in [CardPointeOperations.saveProfile, CardPointeOperations.saveProfile.with(.post)] {
            router.on(operation) { request, context in
                let (fields, account) = try await gateway.read(request, context)
                let headers = try await gateway.count(.profile, of: account)
                return gateway.response(try await gateway.saveProfile(fields, account), headers: headers)
            }
        }
        for operation in [CardPointeOperations.readProfile, CardPointeOperations.readWholeProfile] {
            router.on(operation) { request, context in
                let (account, headers) = try await caller(request, context)
                guard let name = try? name(context) else {
                    return gateway.response(AnswerFields(.profileNotFound), headers: headers)
                }
                return gateway.response(try await gateway.profile(name, account), headers: headers)
            }
        }
        for operation in [CardPointeOperations.deleteProfile, CardPointeOperations.deleteWholeProfile] {
            router.on(operation) { request, context in
                let (account, headers) = try await caller(request, context)
                guard let name = try? name(context) else {
                    return gateway.response(AnswerFields(.profileNotFound), headers: headers)
                }
                return gateway.response(try await gateway.deleteProfile(name, account), headers: headers)
            }
        }
    }

    private func caller(
        _ request: Request, _ context: RequestContext
    ) async throws -> (CardPointeAccount, HTTPFields) {
        let account = try await gateway.caller(request, context, merchant: context.decoded("merchid") ?? "")
        return (account, try await gateway.count(.profile, of: account))
    }

    private func name(_ context: RequestContext) throws(Refused) -> ProfileName {
        try ProfileName(context.decoded("profileid") ?? "", number: context.decoded("acctid"))
    }
}
