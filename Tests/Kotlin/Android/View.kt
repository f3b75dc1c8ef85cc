package android.view

import android.content.Context
import android.content.ContextWrapper
import android.content.res.Resources

// Classes of Android with the names, the members and the nullability that the client and the page's samples use. They
// keep their values, so that a test can read them. Members are functions where Java has methods.

open class View(private val context: Context) {
    /** The group in which an app has placed the view. Android throws if a view is placed twice. */
    private var parent: ViewGroup? = null
    private var listener: OnClickListener? = null

    fun getContext(): Context = context

    fun getParent(): ViewGroup? = parent

    fun setOnClickListener(listener: OnClickListener?) {
        this.listener = listener
    }

    fun performClick(): Boolean {
        listener?.onClick(this)
        return listener != null
    }

    fun setBackgroundColor(color: Int) = Unit

    fun setContentDescription(text: CharSequence?) = Unit

    internal fun place(parent: ViewGroup?) {
        check(parent == null || this.parent == null) { "The specified child already has a parent." }
        this.parent = parent
    }

    interface OnClickListener {
        fun onClick(view: View)
    }
}

abstract class ViewGroup(context: Context) : View(context) {
    private val children = mutableListOf<View>()

    open fun addView(child: View) {
        child.place(this)
        children.add(child)
    }

    open fun addView(child: View, width: Int, height: Int) = addView(child)

    fun removeAllViews() {
        children.forEach { it.place(null) }
        children.clear()
    }

    fun getChildCount(): Int = children.size

    fun getChildAt(index: Int): View = children[index]

    open class LayoutParams(val width: Int, val height: Int) {
        companion object {
            const val WRAP_CONTENT = -2
        }
    }
}

class LayoutInflater

object Gravity {
    const val CENTER_VERTICAL = 16
}

class ContextThemeWrapper(base: Context, private val theme: Int) : ContextWrapper(base) {
    override fun getTheme(): Resources.Theme = Resources.Theme(theme)
}
