package androidx.lifecycle

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job

/** The scope ends with the owner. Here, its work runs on any thread; Android has a main thread. */
interface LifecycleOwner {
    val lifecycle: CoroutineScope
}

val LifecycleOwner.lifecycleScope: CoroutineScope get() = lifecycle

object Lifecycles {
    fun make() = CoroutineScope(Dispatchers.Unconfined + Job())
}
