rootProject.name = "paysafe-wallet"
