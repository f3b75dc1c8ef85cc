package com.paysafe.wallet

import java.time.Instant

/** An object of JSON (RFC 8259). Whatever is not as expected is an [IllegalArgumentException]. */
internal class JsonObject(private val members: Map<String, Any?>) {
    fun string(name: String): String = member(name)

    fun boolean(name: String): Boolean = member(name)

    fun int(name: String): Int = member<Number>(name).toInt()

    fun long(name: String): Long = member<Number>(name).toLong()

    fun time(name: String): Instant = Instant.parse(string(name))

    fun strings(name: String): List<String> = member<List<*>>(name).map { it as String }

    fun any(name: String): Any = member(name)

    fun child(name: String): JsonObject = JsonObject(member(name))

    @Suppress("UNCHECKED_CAST")
    fun children(name: String): List<JsonObject> =
        member<List<*>>(name).map { JsonObject(it as? Map<String, Any?> ?: fail(name)) }

    /** The value of an optional member. */
    fun <Value> ifPresent(name: String, read: JsonObject.(String) -> Value): Value? =
        if (members[name] == null) null else read(name)

    private inline fun <reified Value> member(name: String): Value = members[name] as? Value ?: fail(name)

    private fun fail(name: String): Nothing = throw IllegalArgumentException("$name is not as expected.")
}

/** Reads and writes JSON. Numbers are [Long] or [Double]. */
internal object Json {
    fun read(text: String): JsonObject {
        val reader = JsonReader(text)
        return reader.document()
    }

    /** Members without a value are left out. */
    fun write(value: Any?): String = StringBuilder().also { write(value, it) }.toString()

    private fun write(value: Any?, json: StringBuilder) {
        when (value) {
            null, is Boolean, is Number -> json.append(value)
            is String -> quote(value, json)
            is Enum<*> -> quote(value.name, json)
            is List<*> -> join(value, json, '[', ']') { write(it, json) }
            is Map<*, *> -> join(value.entries.filter { it.value != null }, json, '{', '}') {
                quote(it.key as String, json)
                json.append(':')
                write(it.value, json)
            }
            else -> throw IllegalArgumentException("${value.javaClass.name} has no form in JSON.")
        }
    }

    private fun <Element> join(
        elements: List<Element>, json: StringBuilder, open: Char, close: Char, write: (Element) -> Unit
    ) {
        json.append(open)
        elements.forEachIndexed { index, element ->
            if (index > 0) json.append(',')
            write(element)
        }
        json.append(close)
    }

    private fun quote(text: String, json: StringBuilder) {
        json.append('"')
        for (character in text) {
            when {
                character == '"' || character == '\\' -> json.append('\\').append(character)
                character < ' ' -> json.append(String.format("\\u%04x", character - '\u0000'))
                else -> json.append(character)
            }
        }
        json.append('"')
    }
}

/** Reads one document, at most [MAXIMUM_DEPTH] levels deep. */
private class JsonReader(private val text: String) {
    private var place = 0

    @Suppress("UNCHECKED_CAST")
    fun document(): JsonObject {
        val value = value(0) as? Map<String, Any?> ?: fail()
        space()
        if (place < text.length) fail()
        return JsonObject(value)
    }

    private fun value(depth: Int): Any? {
        space()
        if (depth > MAXIMUM_DEPTH) fail()
        return when (val first = text.getOrNull(place)) {
            '{' -> members(depth)
            '[' -> elements(depth)
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> if (first == '-' || first in '0'..'9') number() else fail()
        }
    }

    private fun members(depth: Int): Map<String, Any?> {
        val members = linkedMapOf<String, Any?>()
        list('}') {
            if (text.getOrNull(place) != '"') fail()
            val name = string()
            expect(':')
            members[name] = value(depth + 1)
        }
        return members
    }

    private fun elements(depth: Int): List<Any?> {
        val elements = mutableListOf<Any?>()
        list(']') { elements.add(value(depth + 1)) }
        return elements
    }

    private fun list(close: Char, element: () -> Unit) {
        place += 1
        space()
        if (text.getOrNull(place) == close) {
            place += 1
            return
        }
        while (true) {
            space()
            element()
            space()
            if (text.getOrNull(place) == close) {
                place += 1
                return
            }
            expect(',')
        }
    }

    private fun string(): String {
        val read = StringBuilder()
        place += 1
        while (true) {
            val character = text.getOrNull(place) ?: fail()
            place += 1
            when {
                character == '"' -> return read.toString()
                character == '\\' -> read.append(escaped())
                character < ' ' -> fail()
                else -> read.append(character)
            }
        }
    }

    private fun escaped(): Char {
        val character = text.getOrNull(place) ?: fail()
        place += 1
        return when (character) {
            '"', '\\', '/' -> character
            'b' -> '\b'
            'f' -> '\u000c'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> {
                if (place + 4 > text.length) fail()
                val code = text.substring(place, place + 4).toInt(16)
                place += 4
                code.toChar()
            }
            else -> fail()
        }
    }

    private fun number(): Number {
        val start = place
        while (text.getOrNull(place).let { it != null && it in "+-.0123456789Ee" }) place += 1
        val number = text.substring(start, place)
        return number.toLongOrNull() ?: number.toDouble()
    }

    private fun <Value> word(word: String, value: Value): Value {
        if (!text.startsWith(word, place)) fail()
        place += word.length
        return value
    }

    private fun expect(character: Char) {
        space()
        if (text.getOrNull(place) != character) fail()
        place += 1
    }

    private fun space() {
        while (text.getOrNull(place).let { it != null && it in " \t\r\n" }) place += 1
    }

    private fun fail(): Nothing = throw IllegalArgumentException("This is not JSON at character $place.")

    private companion object {
        const val MAXIMUM_DEPTH = 32
    }
}
