package android.widget

import android.content.Context
import android.content.res.Resources
import android.graphics.Typeface
import android.util.TypedValue
import android.view.View
import android.view.ViewGroup

open class LinearLayout(context: Context) : ViewGroup(context) {
    fun setOrientation(orientation: Int) = Unit

    fun setGravity(gravity: Int) = Unit

    companion object {
        const val VERTICAL = 1
    }
}

open class FrameLayout(context: Context) : ViewGroup(context)

open class TextView(context: Context) : View(context) {
    private var text: CharSequence = ""
    private var color = 0
    private var size = 14f
    private var typeface: Typeface? = null

    fun getText(): CharSequence = text

    fun setText(text: CharSequence) {
        this.text = text
    }

    fun getCurrentTextColor(): Int = color

    fun setTextColor(color: Int) {
        this.color = color
    }

    /** In pixels on Android; here, a pixel is one sp. */
    fun getTextSize(): Float = size

    fun setTextSize(unit: Int, size: Float) {
        check(unit == TypedValue.COMPLEX_UNIT_SP) { "The size has the unit $unit." }
        this.size = size
    }

    fun getTypeface(): Typeface? = typeface

    fun setTypeface(typeface: Typeface) {
        this.typeface = typeface
    }

    fun setTextAppearance(resource: Int) {
        val style = Resources.style(resource)
        style.size?.let { size = it }
        style.color?.let { color = it }
    }
}

open class ImageView(context: Context) : View(context) {
    private var image = 0
    private var filter: Int? = null

    fun setImageResource(image: Int) {
        this.image = image
    }

    fun setColorFilter(color: Int) {
        filter = color
    }

    /** The colour, for tests; Android has a drawable instead. */
    val drawn: Pair<Int, Int?> get() = image to filter
}

class ImageButton(context: Context) : ImageView(context)
