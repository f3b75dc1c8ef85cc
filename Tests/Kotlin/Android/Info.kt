package android.content.pm

class ApplicationInfo {
    var theme = 0
}
