plugins {
    kotlin("jvm") version "2.1.0"
    `java-library`
}

repositories { mavenCentral() }

dependencies {
    api("org.jetbrains.kotlinx:kotlinx-coroutines-core:1.9.0")
}

kotlin { jvmToolchain(17) }

// The generated part is not in the repository. The program must be on the PATH, or its path in the property `tessera`.
val generated = layout.buildDirectory.dir("generated/kotlin")
val kotlinSources by tasks.registering(Exec::class) {
    outputs.dir(generated)
    // Gradle cannot see which operations a newer program has.
    outputs.upToDateWhen { false }
    commandLine(findProperty("tessera") ?: "tessera", "kotlin-sources", generated.get().asFile.path)
}

sourceSets.main {
    kotlin.srcDirs("src/jvm/kotlin", kotlinSources.map { generated })
}
