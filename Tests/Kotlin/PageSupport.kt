package com.paysafe.wallet.page

import com.paysafe.wallet.CardType
import com.paysafe.wallet.SecureView
import kotlinx.coroutines.runBlocking

// What the samples on the page of Paysafe's SDK need around them: parts of Android, values that the page does not
// declare, and the page's own slips.

/** One sample of the page. */
class Sample(val name: String, val run: suspend () -> Unit)

const val TAG = "page"

/** `android.util.Log`: prints what a sample logs. */
object Log {
    fun d(tag: String, message: String) = println("$tag: $message")
}

/** `android.view.View`. Here, a view is the address of a page. */
typealias View = SecureView

/** `android.view.ViewGroup`. */
object container {
    fun addView(view: View) = println("$TAG: a view until ${view.expiresAt}")

    fun addView(view: View, width: Int, height: Int) = addView(view).also { check(width == height) }
}

object LayoutParams {
    const val WRAP_CONTENT = -2
}

// Jetpack Compose. The samples only declare these functions, so they are compiled and not called.

@Target(AnnotationTarget.FUNCTION)
annotation class Composable

class MutableState<Value>(var value: Value)

fun <Value> mutableStateOf(value: Value) = MutableState(value)

fun <Value> remember(calculation: () -> Value): Value = calculation()

fun LaunchedEffect(key: Any?, block: suspend () -> Unit) = runBlocking { block() }

fun Column(content: () -> Unit) = content()

fun AndroidView(factory: (Any?) -> View) = factory(null)

/** The sample reports the wallet in which the sample before it began. The page declares no such value. */
const val walletId = "40exmLiWV1iV55ZVstOAiMf7"

/** A slip of the page: the function is called `listOf`. */
fun <Element> listof(vararg elements: Element): List<Element> = listOf(*elements)

/** A slip of the page: ACTIVE is a status, not a type. Any type lets the sample run. */
val CardType.Companion.ACTIVE: CardType get() = CardType.VIRTUAL
