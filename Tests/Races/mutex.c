// Tells ThreadSanitizer what a Mutex of Swift's Synchronization orders.
//
// On Linux, the fast path of a Mutex is compiled into the program, with ThreadSanitizer's instructions. When two threads
// want it at once, the library waits in the kernel, and is not compiled with them. So each Mutex that threads really
// wait for would be reported as a race. These functions come before the library's, because the tests preload them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LIBRARYS(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Weak, because the programs that the tests start are preloaded with this, too, and have no ThreadSanitizer.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// _MutexHandle._lockSlow(UInt32)
SWIFT void $s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF(uint32_t thread, SELF) {
    LIBRARYS($s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF)(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

// _MutexHandle._tryLockSlow() -> Bool
SWIFT bool $s15Synchronization12_MutexHandleV12_tryLockSlowSbyF(SELF) {
    bool isTaken = LIBRARYS($s15Synchronization12_MutexHandleV12_tryLockSlowSbyF)(self);
    if (isTaken && __tsan_acquire) __tsan_acquire(self);
    return isTaken;
}

// _MutexHandle._unlockSlow()
SWIFT void $s15Synchronization12_MutexHandleV11_unlockSlowyyF(SELF) {
    if (__tsan_release) __tsan_release(self);
    LIBRARYS($s15Synchronization12_MutexHandleV11_unlockSlowyyF)(self);
}
