/// The body of an operation that needs none: no bytes, or an empty object.
public struct EmptyBody: RequestBody {
    public init() {}
    public static let members: [BodyMember<EmptyBody>] = []
}

/// The query of an operation that has no parameters.
public struct EmptyQuery: RequestQuery {
    public init() {}
    public static let parameters: [BoundParameter<EmptyQuery>] = []
}
