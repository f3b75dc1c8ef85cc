package androidx.lifecycle

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job

/** Its scope ends with it. Here, a scope's work runs wherever it is; Android has a main thread. */
interface LifecycleOwner {
    val lifecycle: CoroutineScope
}

val LifecycleOwner.lifecycleScope: CoroutineScope get() = lifecycle

object Lifecycles {
    fun make() = CoroutineScope(Dispatchers.Unconfined + Job())
}
