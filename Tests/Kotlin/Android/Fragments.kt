package androidx.fragment.app

import android.content.Context
import android.os.Bundle
import android.view.LayoutInflater
import android.view.View
import android.view.ViewGroup
import androidx.lifecycle.LifecycleOwner
import kotlinx.coroutines.CoroutineScope

open class Fragment : LifecycleOwner {
    override val lifecycle: CoroutineScope get() = owner.lifecycle

    private lateinit var owner: FragmentActivity
    private var arguments: Bundle? = null
    private var view: View? = null

    fun setArguments(arguments: Bundle?) {
        this.arguments = arguments
    }

    fun requireArguments(): Bundle = checkNotNull(arguments)

    fun requireContext(): Context = owner

    fun getView(): View? = view

    fun getViewLifecycleOwner(): LifecycleOwner = this

    open fun onCreateView(inflater: LayoutInflater, container: ViewGroup?, savedInstanceState: Bundle?): View? = null

    open fun onViewCreated(view: View, savedInstanceState: Bundle?) = Unit

    internal fun show(owner: FragmentActivity) {
        this.owner = owner
        val made = checkNotNull(onCreateView(LayoutInflater(), null, null))
        view = made
        onViewCreated(made, null)
    }
}

open class FragmentActivity : Context(), LifecycleOwner {
    override val lifecycle: CoroutineScope = androidx.lifecycle.Lifecycles.make()

    val supportFragmentManager = FragmentManager(this)

    open fun onCreate(savedInstanceState: Bundle?) = Unit

    override fun getApplicationContext(): Context = this

    override fun getApplicationInfo() = android.content.pm.ApplicationInfo()

    override fun getTheme() = android.content.res.Resources.Theme(0)

    override fun getSystemService(name: String): Any? = null
}

class FragmentManager(private val activity: FragmentActivity) {
    val fragments = mutableListOf<Fragment>()

    inner class Transaction : FragmentTransaction() {
        override fun replace(container: Int, fragment: Fragment): FragmentTransaction {
            fragments.clear()
            fragments.add(fragment)
            fragment.show(activity)
            return this
        }
    }
}

abstract class FragmentTransaction {
    abstract fun replace(container: Int, fragment: Fragment): FragmentTransaction
}

fun FragmentManager.commit(body: FragmentTransaction.() -> Unit) = Transaction().body()
