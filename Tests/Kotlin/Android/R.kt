package android

object R {
    object attr {
        const val textColorPrimary = 16842806
    }
}
