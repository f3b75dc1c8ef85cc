package android.content

import android.content.pm.ApplicationInfo
import android.content.res.Resources
import android.os.PersistableBundle

abstract class Context {
    abstract fun getApplicationContext(): Context

    abstract fun getApplicationInfo(): ApplicationInfo

    abstract fun getTheme(): Resources.Theme

    abstract fun getSystemService(name: String): Any?

    fun getText(resource: Int): CharSequence = "text $resource"

    fun getColor(resource: Int): Int = Resources.color(resource)

    companion object {
        const val CLIPBOARD_SERVICE = "clipboard"
    }
}

open class ContextWrapper(private val base: Context) : Context() {
    override fun getApplicationContext(): Context = base.getApplicationContext()

    override fun getApplicationInfo(): ApplicationInfo = base.getApplicationInfo()

    override fun getTheme(): Resources.Theme = base.getTheme()

    override fun getSystemService(name: String): Any? = base.getSystemService(name)
}

class ClipDescription {
    private var extras: PersistableBundle? = null

    fun getExtras(): PersistableBundle? = extras

    fun setExtras(extras: PersistableBundle) {
        this.extras = extras
    }

    companion object {
        const val EXTRA_IS_SENSITIVE = "android.content.extra.IS_SENSITIVE"
    }
}

class ClipData private constructor(val text: CharSequence) {
    private val description = ClipDescription()

    fun getDescription(): ClipDescription = description

    companion object {
        fun newPlainText(label: CharSequence, text: CharSequence) = ClipData(text)
    }
}

class ClipboardManager {
    private var clip: ClipData? = null

    fun getPrimaryClip(): ClipData? = clip

    fun setPrimaryClip(clip: ClipData) {
        this.clip = clip
    }
}
