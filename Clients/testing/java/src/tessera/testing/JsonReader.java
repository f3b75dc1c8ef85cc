package tessera.testing;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/** Reads one JSON text (RFC 8259). */
final class JsonReader {
    private final String text;
    private int at = 0;

    JsonReader(String text) {
        this.text = text;
    }

    Object read() {
        var value = value();
        if (peek() != END) {
            throw unexpected();
        }
        return value;
    }

    private static final char END = '\0';

    /** The next character that is no white space. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : END;
    }

    private boolean takes(String expected) {
        peek();
        var isThere = text.startsWith(expected, at);
        at += isThere ? expected.length() : 0;
        return isThere;
    }

    private void require(String expected) {
        if (!takes(expected)) {
            throw unexpected();
        }
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Object word(String word, Object value) {
        require(word);
        return value;
    }

    private Object object() {
        var members = new LinkedHashMap<String, Object>();
        require("{");
        if (takes("}")) {
            return members;
        }
        do {
            peek();
            var name = string();
            require(":");
            members.put(name, value());
        } while (takes(","));
        require("}");
        return members;
    }

    private Object array() {
        var elements = new ArrayList<Object>();
        require("[");
        if (takes("]")) {
            return elements;
        }
        do {
            elements.add(value());
        } while (takes(","));
        require("]");
        return elements;
    }

    private Object number() {
        var begin = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return new BigDecimal(text.substring(begin, at)).stripTrailingZeros();
        } catch (NumberFormatException none) {
            throw unexpected();
        }
    }

    private String string() {
        var string = new StringBuilder();
        require("\"");
        for (; at < text.length() && text.charAt(at) != '"'; at++) {
            string.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at));
        }
        // White space at the end of a string is part of it, so this is not require().
        if (at++ >= text.length()) {
            throw unexpected();
        }
        return string.toString();
    }

    /** Stops at the last character of the escape. */
    private char escaped() {
        at++;
        var kind = at < text.length() ? text.charAt(at) : END;
        if (kind == 'u' && at + 4 < text.length()) {
            at += 4;
            return (char) Integer.parseInt(text, at - 3, at + 1, 16);
        }
        var index = "\"\\/bfnrt".indexOf(kind);
        if (index < 0) {
            throw unexpected();
        }
        return "\"\\/\b\f\n\r\t".charAt(index);
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("No JSON at character " + at + " of: " + text);
    }
}
