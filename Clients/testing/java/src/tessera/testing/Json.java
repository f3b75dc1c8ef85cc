package tessera.testing;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Any JSON, because the JDK has no reader of it. What is sent may also be maps, lists, texts, numbers, booleans and
 * null: {@code Map.of("status", 201)}.
 */
public final class Json {
    private final Object value;

    private Json(Object value) {
        this.value = value;
    }

    /** JSON of maps, lists, texts, numbers, booleans and null. */
    public static Json of(Object value) {
        return new Json(plain(value));
    }

    /** @throws IllegalArgumentException if the text is no JSON. */
    public static Json parse(String text) {
        return new Json(new JsonReader(text).read());
    }

    /** A member of an object; JSON's null if there is none. */
    public Json get(String member) {
        return new Json(value instanceof Map<?, ?> members ? members.get(member) : null);
    }

    /** An element of an array. */
    public Json get(int index) {
        return elements().get(index);
    }

    /** The elements of an array; none of anything else. */
    public List<Json> elements() {
        return value instanceof List<?> elements ? elements.stream().map(Json::new).toList() : List.of();
    }

    public boolean isNull() {
        return value == null;
    }

    public boolean isTrue() {
        return Boolean.TRUE.equals(value);
    }

    /** A string without its quotation marks; anything else as JSON. */
    public String text() {
        return value instanceof String text ? text : toString();
    }

    /** @throws ArithmeticException if it is not whole. */
    public long number() {
        return ((BigDecimal) value).longValueExact();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Json json && (value == null ? json.value == null : value.equals(json.value));
    }

    @Override
    public int hashCode() {
        return value == null ? 0 : value.hashCode();
    }

    /** The JSON text. */
    @Override
    public String toString() {
        return write(value, new StringBuilder()).toString();
    }

    private static Object plain(Object value) {
        if (value instanceof Json json) {
            return json.value;
        } else if (value instanceof Map<?, ?> map) {
            var members = new LinkedHashMap<String, Object>();
            map.forEach((name, member) -> members.put(name.toString(), plain(member)));
            return members;
        } else if (value instanceof Iterable<?> list) {
            var elements = new ArrayList<Object>();
            list.forEach(element -> elements.add(plain(element)));
            return elements;
        } else if (value instanceof Number number) {
            return new BigDecimal(number.toString()).stripTrailingZeros();
        }
        return value == null || value instanceof Boolean ? value : value.toString();
    }

    private static StringBuilder write(Object value, StringBuilder text) {
        if (value instanceof Map<?, ?> members) {
            var separator = "";
            text.append('{');
            for (var member : members.entrySet()) {
                write(member.getKey(), text.append(separator)).append(": ");
                write(member.getValue(), text);
                separator = ", ";
            }
            return text.append('}');
        } else if (value instanceof List<?> elements) {
            var separator = "";
            text.append('[');
            for (var element : elements) {
                write(element, text.append(separator));
                separator = ", ";
            }
            return text.append(']');
        } else if (value instanceof BigDecimal number) {
            return text.append(number.toPlainString());
        } else if (value instanceof String string) {
            text.append('"');
            string.chars().forEach(unit -> {
                if (unit == '"' || unit == '\\') {
                    text.append('\\').append((char) unit);
                } else if (unit < ' ') {
                    text.append(String.format("\\u%04x", unit));
                } else {
                    text.append((char) unit);
                }
            });
            return text.append('"');
        }
        return text.append(value);
    }
}
