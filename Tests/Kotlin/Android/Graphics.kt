package android.graphics

object Color {
    const val TRANSPARENT = 0

    /** `#RRGGBB` or `#AARRGGBB`. */
    fun parseColor(text: String): Int {
        val number = text.removePrefix("#").toLong(16)
        return (if (text.length == 7) number or 0xff000000 else number).toInt()
    }
}

class Typeface private constructor() {
    companion object {
        val SANS_SERIF = Typeface()
        val SERIF = Typeface()
        val MONOSPACE = Typeface()
    }
}
