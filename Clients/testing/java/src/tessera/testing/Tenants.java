package tessera.testing;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** The tenants of a run. JUnit closes this after the last test. */
final class Tenants implements CloseableResource {
    private static final String SNAPSHOT = "before-each-test";

    private final Map<String, ?> beginning;
    private final Consumer<Tenant> setUp;
    private final String base;
    private final Map<String, String> headers = new HashMap<>();
    private final Queue<Tenant> made = new ConcurrentLinkedQueue<>();
    private final Queue<Tenant> idle = new ConcurrentLinkedQueue<>();
    private final Semaphore places = new Semaphore(parallelism());
    /** How many tenants the tests of a thread have. */
    private final ThreadLocal<Integer> held = ThreadLocal.withInitial(() -> 0);

    Tenants(Map<String, ?> beginning, Consumer<Tenant> setUp) {
        this.beginning = beginning;
        this.setUp = setUp;
        var url = Optional.ofNullable(System.getenv("TESSERA_SANDBOX_URL")).orElse("http://127.0.0.1:8081");
        // Below `tessera exec`, the address is that of a tenant, which cannot have tenants.
        base = url.replaceFirst("(/tenants/[^/]+)?(/sandbox)?/?$", "") + "/sandbox";
        // What the fixtures send is no call of the code under test, so no verification counts it, and no fault
        // strikes it.
        headers.put("Tessera-Tool", "command");
        Optional.ofNullable(System.getenv("TESSERA_SANDBOX_TOKEN"))
            .ifPresent(token -> headers.put("Authorization", "Bearer " + token));
    }

    /** A tenant that no other test has, as it was after its set-up. */
    Tenant take() {
        // JUnit's pool starts a further thread, and so a further test, for one that waits, such as for HTTP. But it can
        // also run a test inside one that waits, and the inner one must not wait for the outer one.
        if (held.get() == 0) {
            places.acquireUninterruptibly();
        }
        held.set(held.get() + 1);
        var known = idle.poll();
        try {
            if (known == null) {
                return make();
            }
            known.restore(SNAPSHOT);
            known.forget();
            return known;
        } catch (RuntimeException | Error error) {
            giveBack(known);
            throw error;
        }
    }

    private Tenant make() {
        var tenant = new Tenant(Call.send("POST", base + "/tenants", beginning, headers), headers);
        made.add(tenant);
        setUp.accept(tenant);
        tenant.snapshot(SNAPSHOT);
        tenant.forget();
        return tenant;
    }

    /** @param tenant {@code null} if there is none that another test could use. */
    void giveBack(Tenant tenant) {
        if (tenant != null) {
            idle.add(tenant);
        }
        held.set(held.get() - 1);
        if (held.get() == 0) {
            places.release();
        }
    }

    @Override
    public void close() {
        made.forEach(tenant -> Call.send("DELETE", base + "/tenants/" + tenant.name(), headers));
    }

    /** How many tests JUnit runs at a time. */
    private static int parallelism() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread worker ? worker.getPool().getParallelism() : 1;
    }
}
