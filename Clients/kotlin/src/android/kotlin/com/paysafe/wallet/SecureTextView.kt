package com.paysafe.wallet

import android.annotation.SuppressLint
import android.content.ClipData
import android.content.ClipDescription
import android.content.ClipboardManager
import android.content.Context
import android.graphics.Color
import android.graphics.Typeface
import android.os.PersistableBundle
import android.util.TypedValue
import android.view.Gravity
import android.view.View
import android.widget.ImageButton
import android.widget.LinearLayout
import android.widget.TextView

/**
 * The look of one value.
 *
 * @param attribute of the theme: a text appearance.
 * @param size in sp, unless the theme or the app has another one.
 * @param own what the app asks for; it wins over the theme.
 * @param colorAttribute of the theme, for a value whose colour has its own attribute.
 */
internal class TextStyle(
    private val attribute: Int, private val size: Float, private val own: TextAppearance,
    private val colorAttribute: Int? = null
) {
    fun apply(text: TextView) {
        val context = text.getContext()
        text.setTypeface(Typeface.SANS_SERIF)
        text.setTextSize(TypedValue.COMPLEX_UNIT_SP, size)
        if (colorAttribute != null) {
            val color = context.resource(colorAttribute) ?: context.resource(android.R.attr.textColorPrimary)
            color?.let { text.setTextColor(context.getColor(it)) }
        }
        context.resource(attribute)?.let { text.setTextAppearance(it) }
        own.size?.let { text.setTextSize(TypedValue.COMPLEX_UNIT_SP, it.toFloat()) }
        own.color?.let { text.setTextColor(color(it)) }
        own.font?.let { text.setTypeface(typeface(it)) }
    }

    /** Android writes the opacity first. */
    private fun color(text: String): Int = Color.parseColor("#" + text.substring(RGB).trim() + text.substring(1, RGB))

    private fun typeface(font: SecureViewFont): Typeface = when (font) {
        SecureViewFont.SERIF -> Typeface.SERIF
        SecureViewFont.MONOSPACE -> Typeface.MONOSPACE
        else -> Typeface.SANS_SERIF
    }

    private companion object {
        const val RGB = 7
    }
}

/** One value on a transparent background, with a button that copies exactly what it shows. */
@SuppressLint("ViewConstructor")
internal class SecureTextView(
    context: Context, private val value: String, style: TextStyle, hasCopyButton: Boolean
) : LinearLayout(context), View.OnClickListener {
    init {
        val text = TextView(context)
        style.apply(text)
        text.setText(value)
        setGravity(Gravity.CENTER_VERTICAL)
        addView(text)
        if (hasCopyButton) addView(copyButton(text.getCurrentTextColor()))
    }

    private fun copyButton(color: Int): View {
        val button = ImageButton(getContext())
        button.setImageResource(getContext().resource(R.attr.pswIconCopyButton) ?: R.drawable.psw_icon_copy)
        button.setColorFilter(color)
        button.setBackgroundColor(Color.TRANSPARENT)
        button.setContentDescription(getContext().getText(R.string.psw_copy))
        button.setOnClickListener(this)
        return button
    }

    /** Android shows no preview of what is marked as sensitive. */
    override fun onClick(view: View) {
        val clip = ClipData.newPlainText("", value)
        val extras = PersistableBundle()
        extras.putBoolean(ClipDescription.EXTRA_IS_SENSITIVE, true)
        clip.getDescription().setExtras(extras)
        (getContext().getSystemService(Context.CLIPBOARD_SERVICE) as ClipboardManager).setPrimaryClip(clip)
    }
}

/** The resource that the theme has for an attribute; null if it has none. */
private fun Context.resource(attribute: Int): Int? {
    val value = TypedValue()
    val isThere = getTheme().resolveAttribute(attribute, value, true)
    return if (isThere && value.resourceId != 0) value.resourceId else null
}
