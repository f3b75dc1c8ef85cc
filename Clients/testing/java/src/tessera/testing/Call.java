package tessera.testing;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** Requests to a service. */
public final class Call {
    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private Call() {}

    /** A service has answered with another status than 200 to 299. */
    public static final class Refused extends RuntimeException {
        private final int status;
        private final String body;

        private Refused(HttpRequest request, int status, String body) {
            super(request.method() + " " + request.uri() + " answered " + status + ": "
                + body.substring(0, Math.min(body.length(), 2000)));
            this.status = status;
            this.body = body;
        }

        public int status() {
            return status;
        }

        public String body() {
            return body;
        }
    }

    /** Sends a request without a body. */
    public static Json send(String method, String url, Map<String, String> headers) {
        return send(HttpRequest.newBuilder().method(method, BodyPublishers.noBody()), url, headers);
    }

    /**
     * Sends a request with a JSON body, and returns the JSON of the answer, which is null if it has none.
     *
     * @param body a map, for example.
     */
    public static Json send(String method, String url, Object body, Map<String, String> headers) {
        var request = HttpRequest.newBuilder().header("Content-Type", "application/json");
        return send(request.method(method, BodyPublishers.ofString(Json.of(body).toString())), url, headers);
    }

    static Json sendForm(String url, Map<String, String> form, Map<String, String> headers) {
        var body = form.entrySet().stream()
            .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
        var request = HttpRequest.newBuilder().header("Content-Type", "application/x-www-form-urlencoded");
        return send(request.POST(BodyPublishers.ofString(body)), url, headers);
    }

    private static Json send(HttpRequest.Builder unfinished, String url, Map<String, String> headers) {
        headers.forEach(unfinished::header);
        var request = unfinished.uri(URI.create(url)).timeout(TIMEOUT).build();
        try {
            var answer = CLIENT.send(request, BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new Refused(request, answer.statusCode(), answer.body());
            }
            return answer.body().isEmpty() ? Json.of(null) : Json.parse(answer.body());
        } catch (IOException error) {
            throw new IllegalStateException(
                "Nothing answers at " + url + " (" + error + "). Start: tessera serve --demo", error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(error);
        }
    }
}
