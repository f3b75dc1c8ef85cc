package com.paysafe.wallet.page

import android.content.ClipDescription
import android.content.ClipboardManager
import android.content.Context
import android.content.pm.ApplicationInfo
import android.content.res.Resources
import android.view.View
import android.view.ViewGroup
import android.widget.FrameLayout
import android.widget.ImageButton
import android.widget.TextView
import androidx.appcompat.app.AppCompatActivity
import androidx.fragment.app.Fragment
import androidx.lifecycle.lifecycleScope
import com.paysafe.wallet.CardType
import com.paysafe.wallet.R as WalletR
import kotlinx.coroutines.Job
import kotlinx.coroutines.runBlocking

// The surroundings of the samples on the page of Paysafe's SDK: an Android app, values that the page does not declare,
// and functions for the page's mistakes.

/** One sample of the page. */
class Sample(val name: String, val run: suspend () -> Unit)

const val TAG = "page"

/** The app. Its theme sets all attributes that the page names. */
object App : Context() {
    private const val THEME = 1
    private val clipboard = ClipboardManager()

    init {
        val styles = with(WalletR.attr) {
            listOf(
                pswTextAppearanceCardPan, pswTextAppearanceCardCvv, pswTextAppearanceCardExpiry,
                pswTextAppearanceCardCardholderName, pswTextAppearanceTitle1
            )
        }
        val own = listOf(WalletR.attr.pswIconCopyButton, WalletR.attr.pswColorTextPrimary)
        // A resource has the number of its attribute, so that a test can tell which one was used.
        Resources.addTheme(THEME, (styles + own).associate { it to it })
        styles.forEachIndexed { index, style -> Resources.addStyle(style, Resources.Style(30f + index, null)) }
        Resources.addColor(WalletR.attr.pswColorTextPrimary, 7)
    }

    override fun getApplicationContext(): Context = this

    override fun getApplicationInfo() = ApplicationInfo().apply { theme = THEME }

    override fun getTheme() = Resources.Theme(THEME)

    override fun getSystemService(name: String): Any? = clipboard.takeIf { name == CLIPBOARD_SERVICE }
}

val container: ViewGroup = object : FrameLayout(App) {
    override fun addView(child: View) {
        super.addView(child)
        println("$TAG: ${look(child)}")
    }
}

/** The text that a customer sees in a view, and the text that its button copies. Secrets are only counted. */
fun look(view: View): String {
    val parts = (view as ViewGroup).run { (0 until getChildCount()).map { getChildAt(it) } }
    val text = parts.first() as TextView
    val shown = text.getText().toString()
    val form = if (shown.any { it.isDigit() }) shown.replace(Regex("\\d"), "0") else "NAME"
    val button = parts.drop(1).firstOrNull() as ImageButton? ?: return "$form, ${text.getTextSize()}, ${text.color()}"
    button.performClick()
    val clip = (view.getContext().getSystemService(Context.CLIPBOARD_SERVICE) as ClipboardManager).getPrimaryClip()
    check(clip?.text?.toString() == shown) { "The button copied something else." }
    check(clip?.getDescription()?.getExtras()?.getBoolean(ClipDescription.EXTRA_IS_SENSITIVE) == true) { "A preview." }
    check(button.drawn == WalletR.attr.pswIconCopyButton to text.getCurrentTextColor()) { "${button.drawn}" }
    return "$form, ${text.getTextSize()}, ${text.color()}, copied as sensitive"
}

private fun TextView.color() = "colour ${getCurrentTextColor()}"

/** The app's own resources. */
object R {
    object layout {
        const val example_activity = 1
    }

    object id {
        const val fragment_container_view = 2
    }
}

private var activity: AppCompatActivity? = null

/** Opens a screen of the app. */
suspend fun open(screen: AppCompatActivity) {
    screen.onCreate(null)
    activity = screen
    screen.settle()
}

/** The fragment that the page means by "Use the fragment created with `getSecureDetailsFragment`". */
val fragment: Fragment get() = activity!!.supportFragmentManager.fragments.single()

/** Waits until the screen has loaded, and prints its views. */
suspend fun show() {
    activity!!.settle()
    val views = fragment.getView() as ViewGroup
    for (index in 0 until views.getChildCount()) println("$TAG: ${look(views.getChildAt(index))}")
}

private suspend fun AppCompatActivity.settle() {
    // Work may begin further work.
    while (true) (lifecycleScope.coroutineContext[Job]!!.children.firstOrNull() ?: return).join()
}

// A small Jetpack Compose. It draws a function once, with the same views as in a container.

@Target(AnnotationTarget.FUNCTION)
annotation class Composable

class MutableState<Value>(var value: Value)

fun <Value> mutableStateOf(value: Value) = MutableState(value)

fun <Value> remember(calculation: () -> Value): Value = calculation()

fun LaunchedEffect(key: Any?, block: suspend () -> Unit) = runBlocking { block() }

fun Column(content: () -> Unit) = content()

fun AndroidView(factory: (Context) -> View) = println("$TAG: ${look(factory(App))}")

/** The page uses this value without a declaration. It is the one in the page's table. */
const val walletId = "NMZlGi8-DezZZKaU06orvl0f"

/** The card of the page's samples, for a function that takes it as a parameter. */
const val cardId = "f16ba382-eb42-481a-b08f-c57bdc9aae24"

/** A mistake of the page: the function is called `listOf`. */
fun <Element> listof(vararg elements: Element): List<Element> = listOf(*elements)

/** A mistake of the page: ACTIVE is a status, not a type. The sample runs with any type. */
val CardType.Companion.ACTIVE: CardType get() = CardType.VIRTUAL
