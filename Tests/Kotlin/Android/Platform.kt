package android.os

class Bundle {
    private val values = mutableMapOf<String, String?>()

    fun getString(key: String): String? = values[key]

    fun putString(key: String, value: String?) {
        values[key] = value
    }
}

class PersistableBundle {
    private val values = mutableMapOf<String, Boolean>()

    fun getBoolean(key: String): Boolean = values[key] == true

    fun putBoolean(key: String, value: Boolean) {
        values[key] = value
    }
}
