import HTTPContract
import Identifiers
import Ledger

/// A statement of account as a message camt.053.001.08 of ISO 20022, from the account's servicer to its owner.
///
/// Amounts have at most 18 digits in this message. A balance of so many would exceed all the money that there is.
extension StatementPresentation {
    var camt: String {
        var xml = XMLText()
        xml.element("Document", in: "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08") { xml in
            xml.element("BkToCstmrStmt") { xml in
                xml.element("GrpHdr") { xml in
                    xml.element("MsgId", "\(statement.account.id)-\(period.now.secondsSince1970)")
                    xml.element("CreDtTm", period.now.description)
                }
                xml.element("Stmt", writeStatement)
            }
        }
        return xml.text + "\n"
    }

    private func writeStatement(to xml: inout XMLText) {
        let account = statement.account.id
        xml.element("Id", "\(account)-\(period.start.secondsSince1970)-\(period.end.secondsSince1970)")
        xml.element("CreDtTm", period.now.description)
        xml.element("FrToDt") { xml in
            xml.element("FrDtTm", period.start.description)
            xml.element("ToDtTm", period.end.description)
        }
        xml.element("Acct") { xml in
            xml.element("Id") { xml in xml.element("Othr") { xml in xml.element("Id", account.description) } }
            xml.element("Ccy", currency.code)
        }
        write(statement.opening, "OPBD", at: period.start, to: &xml)
        // A closing balance is final. The other one is an interim balance.
        write(statement.closing, period.isFinal ? "CLBD" : "ITBD", at: period.lastMoment, to: &xml)
        if let totals = statement.totals { write(totals, to: &xml) }
        for entry in statement.entries { xml.element("Ntry") { xml in write(entry, to: &xml) } }
    }

    private func write(_ balance: Money, _ type: String, at time: Timestamp, to xml: inout XMLText) {
        xml.element("Bal") { xml in
            xml.element("Tp") { xml in xml.element("CdOrPrtry") { xml in xml.element("Cd", type) } }
            write(Money(minorUnits: abs(balance.minorUnits), currency: currency), as: "Amt", to: &xml)
            xml.element("CdtDbtInd", balance.isNegative ? "DBIT" : "CRDT")
            xml.element("Dt") { xml in xml.element("DtTm", time.description) }
        }
    }

    private func write(_ totals: StatementOfAccount.Totals, to xml: inout XMLText) {
        xml.element("TxsSummry") { xml in
            xml.element("TtlNtries") { xml in xml.element("NbOfNtries", String(totals.count)) }
            xml.element("TtlCdtNtries") { xml in
                xml.element("NbOfNtries", String(totals.creditCount))
                xml.element("Sum", totals.credits.majorUnits)
            }
            xml.element("TtlDbtNtries") { xml in
                xml.element("NbOfNtries", String(totals.debitCount))
                xml.element("Sum", totals.debits.majorUnits)
            }
        }
    }

    private func write(_ entry: StatementOfAccount.Entry, to xml: inout XMLText) {
        let time = Timestamp(entry.postedAt).description
        xml.element("NtryRef", entry.reference.description)
        write(entry.amount, as: "Amt", to: &xml)
        xml.element("CdtDbtInd", entry.direction == .credit ? "CRDT" : "DBIT")
        xml.element("Sts") { xml in xml.element("Cd", "BOOK") }
        xml.element("BookgDt") { xml in xml.element("DtTm", time) }
        xml.element("ValDt") { xml in xml.element("DtTm", time) }
        if let line = entry.line { xml.element("AcctSvcrRef", line.transaction.description) }
        xml.element("BkTxCd") { xml in
            let code = entry.line?.kind.bankTransactionCode ?? (family: "NTAV", subfamily: "NTAV")
            xml.element("Domn") { xml in
                xml.element("Cd", "PMNT")
                xml.element("Fmly") { xml in
                    xml.element("Cd", code.family)
                    xml.element("SubFmlyCd", code.subfamily)
                }
            }
            if let line = entry.line {
                xml.element("Prtry") { xml in xml.element("Cd", line.kind.rawValue) }
            }
        }
        if let sum = fees(of: entry) {
            xml.element("Chrgs") { xml in
                write(sum, as: "TtlChrgsAndTaxAmt", to: &xml)
                for fee in entry.fees { xml.element("Rcrd") { xml in write(fee, to: &xml) } }
            }
        }
        if let line = entry.line {
            xml.element("NtryDtls") { xml in xml.element("TxDtls") { xml in write(line, to: &xml) } }
        }
    }

    private func write(_ fee: Fee, to xml: inout XMLText) {
        write(fee.amount, as: "Amt", to: &xml)
        xml.element("CdtDbtInd", "DBIT")
        xml.element("ChrgInclInd", "true")
        xml.element("Tp") { xml in xml.element("Prtry") { xml in xml.element("Id", fee.reason.rawValue) } }
    }

    /// A reference has at most 35 characters there, and the brand's own may have more.
    private func write(_ line: StatementOfAccount.Line, to xml: inout XMLText) {
        let number = line.merchantRefNum
        let isShort = number.map { $0.unicodeScalars.count <= 35 } ?? false
        xml.element("Refs") { xml in
            xml.element("AcctSvcrRef", line.transaction.description)
            if let number, isShort { xml.element("EndToEndId", number) }
            xml.element("Prtry") { xml in
                xml.element("Tp", "slipId")
                xml.element("Ref", line.slip.description)
            }
        }
        let others = [
            isShort ? nil : number.map { "merchantRefNum \($0)" }, line.instrument.map { "cardId \($0)" },
        ].compactMap(\.self)
        if !others.isEmpty { xml.element("AddtlTxInf", others.joined(separator: "; ")) }
    }

    private func write(_ amount: Money, as name: StaticString, to xml: inout XMLText) {
        xml.element(name, amount.majorUnits, "Ccy", amount.currency.code)
    }
}

extension AccountTransaction.Kind {
    /// Of the domain PMNT (payments) in the external code sets of ISO 20022.
    fileprivate var bankTransactionCode: (family: String, subfamily: String) {
        switch self {
        case .deposit: ("RCDT", "OTHR")
        case .withdrawal: ("ICDT", "OTHR")
        case .transferIn: ("RCDT", "BOOK")
        case .transferOut: ("ICDT", "BOOK")
        case .payment, .chargeback, .chargebackReversal: ("CCRD", "OTHR")
        }
    }
}
