import CoreFoundation

/// The processor time of some work, independent of other work on the machine.
public enum ProcessorTime {
    /// The seconds that this thread alone needs for some work: those of the fastest of five runs, because other work
    /// on the machine still makes a run slower.
    public static func seconds(of work: () -> Void) -> Double {
        (0..<5).map { _ in
            let start = now()
            work()
            return now() - start
        }.min() ?? 0
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
