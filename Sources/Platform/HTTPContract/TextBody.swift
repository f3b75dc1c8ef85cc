/// A body that is text of another media type than JSON, such as a CSV file.
public struct TextBody: Sendable, Hashable {
    public let mediaType: String
    public let description: String
    /// A whole body.
    public let example: String

    public init(mediaType: String, description: String, example: String) {
        self.mediaType = mediaType
        self.description = description
        self.example = example
    }

    var content: JSONValue { .members([(mediaType, media)]) }

    /// Its media type object.
    var media: JSONValue {
        ["schema": ["type": "string", "description": .string(description)], "example": .string(example)]
    }
}
