package android.util

class TypedValue {
    var resourceId = 0

    companion object {
        const val COMPLEX_UNIT_SP = 2
    }
}

/** Prints what a sample logs. */
object Log {
    fun d(tag: String, message: String): Int {
        println("$tag: $message")
        return message.length
    }
}
