package tessera.testing;

import java.util.ArrayList;

/** The journal is not as expected. */
public final class Unexpected extends AssertionError {
    Unexpected(String operation, Json expectation, Json answer) {
        super(difference(operation, expectation, answer));
    }

    private static String difference(String operation, Json expectation, Json answer) {
        var lines = new ArrayList<String>();
        lines.add("%s was called %s times, not %s.".formatted(operation, answer.get("matches"), wanted(answer)));
        var where = expectation.get("where");
        var numbers = answer.get("numbers").elements();
        var misses = answer.get("nearMisses").elements();
        if (!where.isNull()) {
            lines.add("Counted were requests with " + where + ".");
        }
        if (!numbers.isEmpty()) {
            var list = String.join(", ", numbers.stream().map(Json::text).toList());
            lines.add("The matching requests are " + list + ".");
        }
        for (var miss : misses) {
            var request = miss.get("request");
            var status = request.get("status").isNull() ? "not at all" : request.get("status").text();
            lines.add("  request %s: %s %s was answered %s".formatted(
                request.get("number"), request.get("method").text(), request.get("path").text(), status));
            for (var difference : miss.get("differences").elements()) {
                lines.add("    " + difference.get("criterion").text());
                lines.add("      wanted " + difference.get("wanted"));
                lines.add("      found  " + difference.get("found"));
            }
        }
        if (misses.isEmpty() && answer.get("matches").number() == 0) {
            lines.add("No request was similar.");
        }
        return String.join("\n", lines);
    }

    private static String wanted(Json answer) {
        var least = answer.get("atLeast");
        var most = answer.get("atMost");
        return least.equals(most) ? least + " times"
            : "at least " + least + " times" + (most.isNull() ? "" : " and at most " + most + " times");
    }
}
