import HTTPContract
import HTTPTypes
import HummingbirdCore
import NIOCore

extension Response {
    package init(status: HTTPResponse.Status, json: some JSONWritable, headers: HTTPFields = [:]) {
        self.init(status: status, jsonBytes: json.jsonBytes, headers: headers)
    }

    package init(status: HTTPResponse.Status, jsonBytes: [UInt8], headers: HTTPFields = [:]) {
        var headers = headers
        headers[.contentType] = "application/json"
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: jsonBytes)))
    }
}
