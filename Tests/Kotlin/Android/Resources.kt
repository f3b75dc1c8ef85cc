package android.content.res

import android.util.TypedValue

/** Themes, styles and colours by their ids, which a test adds. */
object Resources {
    private val themes = mutableMapOf<Int, Map<Int, Int>>()
    private val styles = mutableMapOf<Int, Style>()
    private val colors = mutableMapOf<Int, Int>()

    class Style(val size: Float?, val color: Int?)

    fun addTheme(id: Int, attributes: Map<Int, Int>) {
        themes[id] = attributes
    }

    fun addStyle(id: Int, style: Style) {
        styles[id] = style
    }

    fun addColor(id: Int, color: Int) {
        colors[id] = color
    }

    fun style(id: Int): Style = styles.getValue(id)

    fun color(id: Int): Int = colors.getValue(id)

    class Theme(private val id: Int) {
        fun resolveAttribute(attribute: Int, value: TypedValue, resolvesReferences: Boolean): Boolean {
            value.resourceId = themes[id]?.get(attribute) ?: return false
            return true
        }
    }
}
