/** Words of money, markets and cryptocurrencies. */
export const financeNames = `
accountant accounting ach airdrop airdrops altcoin altcoins annuities annuity arbitrage asset assets atm auditors
audits bailout balancesheet bank bankaccount bankaccounts bankalert bankalerts bankcard bankdraft banker bankers
banking bankingsupport bankloan bankmanager bankruptcy banks banksecurity banksupport banktransfer beneficiary bitcoin
bitcoincash bitcoins bitcoinsupport bitcoinwallet blockchain blockchains bookkeeper bookkeeping bridgeloan broker
brokeraccount brokerage brokerages brokers btc btcsupport btcwallet budgetoffice buyback capitalgains capitalmarkets
cardano cardholder cardsecurity cardservices cardsupport cashapp cashback cashier cashtransfer chargeback chargebacks
claimrefund coldstorage coldwallet collections commodities commodity compensation credit creditbureau creditcard
creditcards creditors creditreport creditreports credits creditscore creditunion crypto cryptoadmin cryptobonus
cryptocurrency cryptoexchange cryptofund cryptopayments cryptosupport cryptotrading cryptowallet debit debitcard
debitcards debt debtcollection debtcollector debtrelief debts defi defisupport defiwallet deposit deposits derivatives
directdebit directdeposit dividend dividends doge dogecoin ebanking efiling endowment equities equity escrow
escrowagent escrowservice estateplanning etfs eth ethereum etherwallet eurotransfer exchangerate exchangerates
factoring fiat fiduciary finance financeoffice finances financeteam financial financialaid fintech fiscal forex
forextrading fraud fraudalert fraudalerts frauddesk fraudreport fraudteam freecrypto freemoney fund fundmanager
fundraiser fundraising funds fundsrelease fundstransfer fxtrading gasfees giftcard giftcards giveaway giveaways
goldtrading hardwarewallet hedgefund hodl homeloan homeloans hotwallet iban ico indexfund inheritance insolvency
installments instalment interbank interestrate investment investmentbank investmentfund investments investor invoice
invoices invoicing kyc kycteam ledgerbalance lender lenders lending letterofcredit liquidation liquidity litecoin loan
loanapproval loandepartment loanoffer loanofficer loans loanservices lotterywinner margincall marketmaker mergers
microfinance miningpool mobilebanking monero money moneyorder moneytransfer mortgage mortgages mutualfund mutualfunds
netbank netbanking nft nftdrop nftmint nftsupport offshore onlinebanking onlinepayment onlinepayments overdraft
payable payables payday paydayloan paydayloans payee payment paymentalert paymentdesk paymentoffice payments
paymentsupport payout payouts paystub pensionfund pensions polkadot ponzi presale privateequity privatekey privatekeys
prizeclaim profit promissory purchaseorder purchaseorders realestatefund rebate rebates receivables recoveryphrase
reimbursement reimbursements remittance remittances repayment retirementfund revenueoffice riskmanagement
routingnumber savings savingsaccount savingsbonds securities seedphrase seedwallet settlement settlements shareholder
shitcoin smartcontract solana solanasupport stablecoin stablecoins staking stakingrewards statements stockbroker
stockexchange stockmarket stocktrading superannuation swiftcode swifttransfer tax taxaudit taxes taxfiling taxoffice
taxrefund taxrefunds taxreturn taxreturns tether token tokens tokensale tradingdesk transaction transactions
transferagent treasurer trustee trustees trustfund unclaimedfunds underwriter underwriting usdc usdt valuation vat
vatreturn venturecapital wallet walletconnect walletrecovery wallets walletsecurity walletsupport web3 web3support
wiredepartment wirefraud wiretransfer wiretransfers withdrawal withdrawals xmr xrp yieldfarming zcash
`;
