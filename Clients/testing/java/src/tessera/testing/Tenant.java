package tessera.testing;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A complete service for one test at a time. A test gets it as a parameter from {@link TesseraExtension}. */
public final class Tenant {
    private final Json made;
    private final Map<String, String> headers;
    private final List<String> customers;

    /** @param headers of each request to the sandbox. */
    Tenant(Json made, Map<String, String> headers) {
        this.made = made;
        this.headers = headers;
        customers = made.get("customers").elements().stream().map(Json::text).toList();
    }

    public String name() {
        return made.get("name").text();
    }

    public String brand() {
        return made.get("brand").text();
    }

    public List<String> customers() {
        return customers;
    }

    /** The address of the Card service. */
    public String url() {
        return made.get("baseUrl").text();
    }

    public String sandboxUrl() {
        return made.get("sandboxUrl").text();
    }

    /** The address of the gateways; {@code null} if the service has none. */
    public String merchantsUrl() {
        var url = made.get("merchantsUrl");
        return url.isNull() ? null : url.text();
    }

    /** Calls the sandbox without a body, such as {@code GET /clock}. */
    public Json sandbox(String method, String path) {
        return Call.send(method, sandboxUrl() + path, headers);
    }

    /** Calls the sandbox, such as {@code POST /customers}. */
    public Json sandbox(String method, String path, Object body) {
        return Call.send(method, sandboxUrl() + path, body, headers);
    }

    /** An access token of the first customer. */
    public String token() {
        return token(customers.get(0));
    }

    /** An access token of a customer. */
    public String token(String customer) {
        return token("mayExchange", Map.of(
            "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
            "subject_token", customer,
            "subject_token_type", "urn:tessera:token-type:customer-id"));
    }

    /** An access token of the brand's backend. */
    public String businessToken() {
        return token("isBusiness", Map.of("grant_type", "client_credentials"));
    }

    private String token(String right, Map<String, String> form) {
        var client = made.get("clients").elements().stream().filter(one -> one.get(right).isTrue()).findFirst()
            .orElseThrow();
        var credentials = client.get("clientId").text() + ":" + client.get("clientSecret").text();
        var all = new HashMap<>(headers);
        all.put("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()));
        return Call.sendForm(url() + "/digitalwallets/v1/auth/brands/" + brand() + "/token", form, all)
            .get("access_token").text();
    }

    /** Takes a snapshot of all data. */
    public void snapshot(String name) {
        sandbox("POST", "/snapshots", Map.of("name", name));
    }

    /** Brings back the data of a snapshot. */
    public void restore(String name) {
        sandbox("POST", "/snapshots/" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "/restore");
    }

    /** Clears the journal and the faults, which belong to no snapshot. */
    public void forget() {
        sandbox("DELETE", "/requests");
        sandbox("DELETE", "/faults");
    }

    /** Faults that end with their block. */
    public final class Faults implements AutoCloseable {
        private Faults(Object plan) {
            sandbox("PUT", "/faults", plan);
        }

        /** The plan with the count of strikes. */
        public Json plan() {
            return sandbox("GET", "/faults");
        }

        @Override
        public void close() {
            sandbox("DELETE", "/faults");
        }
    }

    /** Causes faults by rules: {@code try (var faults = tenant.withFaults(Map.of("fault", "TIMEOUT"))) { ... }}. */
    @SafeVarargs
    public final Faults withFaults(Map<String, ?>... rules) {
        return withPlan(Map.of("rules", List.of(rules)));
    }

    /** Causes faults by a plan, the body of {@code PUT /sandbox/faults}: {@code Map.of("profile", "ADVERSARIAL")}. */
    public Faults withPlan(Map<String, ?> plan) {
        return new Faults(plan);
    }

    /** A moved clock, which goes on from where it was when its block ends. */
    public final class MovedClock implements AutoCloseable {
        private final Json before = sandbox("GET", "/clock");
        private final long begin = System.nanoTime();

        private MovedClock() {}

        public MovedClock move(Instant now) {
            return change(Map.of("now", now.truncatedTo(ChronoUnit.SECONDS).toString(), "frozen", true));
        }

        public MovedClock advance(Duration time) {
            return change(Map.of("advanceSeconds", time.toSeconds(), "frozen", true));
        }

        /** Changes it by the body of {@code PUT /sandbox/clock}, such as {@code Map.of("frozen", false)}. */
        public MovedClock change(Map<String, ?> change) {
            sandbox("PUT", "/clock", change);
            return this;
        }

        @Override
        public void close() {
            var wasFrozen = before.get("frozen").isTrue();
            var passed = wasFrozen ? 0 : System.nanoTime() - begin;
            var now = Instant.parse(before.get("now").text()).plusNanos(passed).truncatedTo(ChronoUnit.SECONDS);
            change(Map.of("now", now.toString(), "frozen", wasFrozen));
        }
    }

    /** Freezes the clock at a time: {@code try (var clock = tenant.withClock(Instant.parse(...))) { ... }}. */
    public MovedClock withClock(Instant now) {
        return new MovedClock().move(now);
    }

    /** Moves the clock forward, and freezes it. */
    public MovedClock withClock(Duration time) {
        return new MovedClock().advance(time);
    }

    /** Fails unless the operation was called so often. */
    public List<Long> verify(String operation, int times) {
        return verify(operation, Map.of("times", times));
    }

    /** Fails unless the operation was called so often by requests that have these members. */
    public List<Long> verify(String operation, int times, Map<String, ?> where) {
        return verify(operation, Map.of("times", times, "where", where));
    }

    /**
     * Fails unless the journal has the expected requests.
     *
     * @param expectation the members of {@code POST /sandbox/requests/verify}.
     * @return the numbers of the matching requests.
     */
    public List<Long> verify(String operation, Map<String, ?> expectation) {
        var body = new HashMap<String, Object>(expectation);
        body.put("operation", operation);
        var answer = sandbox("POST", "/requests/verify", body);
        if (!answer.get("holds").isTrue()) {
            throw new Unexpected(operation, Json.of(expectation), answer);
        }
        return answer.get("numbers").elements().stream().map(Json::number).toList();
    }
}
